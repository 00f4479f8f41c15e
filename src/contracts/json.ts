/** A value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object with string keys. */
export interface JsonObject {
  /** A property. */
  readonly [key: string]: JsonValue;
}

/** A JSON Schema document; the dialect is draft-07 wherever the project validates with it. */
export type JsonSchema = Readonly<Record<string, unknown>>;
