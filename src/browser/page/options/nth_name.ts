// Names with a number behind them, by which one of several things with the same name is meant.

/** `Springfield #2` in its parts: the second of those called Springfield; null for any other text. */
export function splitNth(wanted: string): { readonly name: string; readonly nth: number } | null {
  const [, name, digits] = /^(.*\S)\s*#([1-9]\d{0,3})$/s.exec(wanted) ?? [];
  return name === undefined ? null : { name, nth: Number(digits) };
}

/** Candidates in words, each with the name that means only it, and what tells it apart. */
export function nthNames(name: string, apart: readonly string[], limit = 12): string {
  const listed = apart.slice(0, limit).map((words, index) =>
    `"${name} #${index + 1}"${words === "" ? "" : ` (${words})`}`
  );
  return listed.join(", ") + (apart.length > limit ? `, and ${apart.length - limit} more` : "");
}
