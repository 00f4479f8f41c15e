// What a walk over a schema must know: which of its values are schemas, and which only look like them.

/** Keywords whose value is data, in which a key named like a keyword means nothing. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

/** Keywords whose value is a map from names to schemas. */
export const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);
