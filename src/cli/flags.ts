// Parsers for the values of flags. Each gives a typed value or refuses with a sentence that says what is expected.
import { Option } from "commander";
import { UsageError } from "./usage_error.ts";

type Parse<T> = (value: string, flag: string) => T;

/**
 * A flag that takes one value and may be given once.
 *
 * @param flags the flag and the placeholder of its value, for example `--model <id>`
 * @param description what it does, for the help
 * @param parse checks the value
 */
export function valueFlag<T>(flags: string, description: string, parse: Parse<T>): Option {
  const flag = flags.split(" ")[0] ?? flags;
  return new Option(flags, description).argParser((value: string, previous: unknown) => {
    if (previous !== undefined) throw new UsageError(`${flag} is given twice: give it once`);
    refuseFlag(value, flag, flags);
    return parse(value, flag);
  });
}

/**
 * A flag that takes one value and may be given several times.
 *
 * @param flags the flag and the placeholder of its value
 * @param description what it does, for the help
 * @param parse checks each value
 */
export function listFlag<T>(flags: string, description: string, parse: Parse<T>): Option {
  const flag = flags.split(" ")[0] ?? flags;
  return new Option(flags, description).argParser((value: string, previous: readonly T[] = []) => {
    refuseFlag(value, flag, flags);
    return [...previous, parse(value, flag)];
  });
}

/** Commander would take the next flag for the value of one whose value was forgotten. */
function refuseFlag(value: string, flag: string, flags: string): void {
  if (!/^--[a-z][a-z-]*(?:=.*)?$/.test(value)) return;
  throw new UsageError(
    `${flag} needs a value, but the flag ${value.split("=")[0]} follows: write ${flags}`,
  );
}

/** Text that is not blank and holds no null character. */
export function parseText(maxLength: number): Parse<string> {
  return (value, flag) => {
    if (value.trim() === "") throw new UsageError(`${flag} needs a value that is not empty`);
    if (value.includes("\0")) throw new UsageError(`${flag} must not hold a null character`);
    if (value.length > maxLength) {
      throw new UsageError(
        `${flag} takes at most ${maxLength} characters, and this value has ${value.length}`,
      );
    }
    return value;
  };
}

/** A whole number in decimal digits, within a range. */
export function parseInteger(minimum: number, maximum: number): Parse<number> {
  return (value, flag) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new UsageError(`${flag} must be a whole number from ${minimum} to ${maximum}, and is "${value}"`);
  };
}

/** One of a fixed list of words. */
export function parseChoice<T extends string>(choices: readonly T[]): Parse<T> {
  return (value, flag) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new UsageError(`${flag} must be one of ${choices.join(", ")}, and is "${value}"`);
  };
}

/** An absolute HTTP or HTTPS address without user name and password; they would end up in process lists and logs. */
export function parseHttpUrl(value: string, flag: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new UsageError(`${flag} must be a complete http:// or https:// address`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(`${flag} must not hold a user name or password`);
  }
  if (value.length > 8192) throw new UsageError(`${flag} takes at most 8192 characters`);
  return value;
}

/** The name of an environment variable. A value that looks like a key is refused without being repeated. */
export function parseVariableName(value: string, flag: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(value)) return value;
  const [instead, example] = flag.endsWith("endpoint-env")
    ? ["an address", "MY_MODEL_URL"]
    : ["a key", "MY_MODEL_KEY"];
  throw new UsageError(
    `${flag} takes the name of an environment variable, not ${instead}: for example ${example}`,
  );
}

/**
 * Says that a variable is not set. Its name is repeated only when it is written as such names are: some keys, given by
 * mistake, have the form of a name.
 */
export function describeUnset(name: string, flag: string): string {
  return /^[A-Z][A-Z0-9_]{0,63}$/.test(name)
    ? `The variable ${name}, which ${flag} names, is not set`
    : `The variable that ${flag} names is not set`;
}
