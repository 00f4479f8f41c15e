const MOST_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Checks a model name: 1 to 256 characters without control characters. */
export function resolveModel(model: unknown): string {
  if (typeof model !== "string" || model.trim() === "" || model.length > 256 || hasControlCharacter(model)) {
    throw wrongOption("model", "a model name of 1 to 256 characters");
  }
  return model;
}

/** Checks an optional boolean. */
export function resolveFlag(name: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== "boolean") throw wrongOption(name, "true or false");
  return value;
}

/** Checks an optional function. */
export function resolveHook<Hook>(name: string, value: Hook | undefined): Hook | undefined {
  if (value !== undefined && typeof value !== "function") throw wrongOption(name, "a function");
  return value;
}

/** Checks a response limit in bytes. */
export function resolveResponseBytes(value: number | undefined, fallback: number): number {
  return resolveInteger("maxResponseBytes", value ?? fallback, MOST_RESPONSE_BYTES);
}

/** Checks an integer from 1 to `most`. */
export function resolveInteger(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new RangeError(`Cannot create planner as "${name}" must be an integer from 1 to ${most}`);
  }
  return value;
}

/** A fixed error for an option of the wrong form; the value stays out of it. */
export function wrongOption(name: string, expected: string): TypeError {
  return new TypeError(`Cannot create planner as "${name}" must be ${expected}`);
}

function hasControlCharacter(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return /[\x00-\x1f\x7f]/.test(text);
}
