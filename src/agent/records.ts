/** True for a non-null object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own string property `key` of a record, when it is a string that is not empty. */
export function ownString(value: unknown, key: string): string | undefined {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
  const found = value[key];
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** JSON text with sorted keys, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
}
