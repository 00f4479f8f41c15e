/** The object without the fields that are undefined: an option that is left out and one that is undefined differ. */
export type Defined<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

/** Drops undefined fields, so that arguments can be renamed one a line. */
export function withoutUndefined<Options extends object>(options: Options): Defined<Options> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Defined<Options>;
}
