// Anything can be thrown: a text, nothing, an object without a prototype, an error whose getters throw. Whoever tells of
// it must not fail over it. It runs inside the page as well.

const UNREADABLE = "something that cannot be told";

function read(get: () => unknown): string | undefined {
  try {
    const value = get();
    return value === undefined ? undefined : String(value);
  } catch {
    return undefined;
  }
}

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error;
  } catch {
    return false;
  }
}

/** The message of whatever was thrown; it never throws itself. */
export function messageOf(thrown: unknown): string {
  return read(() => isError(thrown) ? thrown.message : String(thrown)) ?? UNREADABLE;
}

/** The stack of whatever was thrown, with its message, for people who look for a cause; it never throws itself. */
export function stackOf(thrown: unknown): string {
  if (!isError(thrown)) return `thrown: ${messageOf(thrown)}`;
  const message = messageOf(thrown);
  const head = `${read(() => thrown.name) ?? "Error"}: ${message}`;
  const stack = read(() => thrown.stack);
  if (stack === undefined) return head;
  return stack.includes(message) ? stack : `${head}\n${stack}`;
}

/** What caused an error, when it says so; it never throws itself. */
export function causeOf(thrown: unknown): unknown {
  try {
    return thrown instanceof Error ? thrown.cause : undefined;
  } catch {
    return undefined;
  }
}
