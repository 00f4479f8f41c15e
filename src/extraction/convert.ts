import type { ResolvedDOMField } from "./dom_plan.ts";
import { ExtractionError } from "./error.ts";

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts what stands on a page into a field's type, without guessing: numbers in JSON's own syntax, booleans as
 * `true` and `false`.
 *
 * @throws ExtractionError `TYPE_CONVERSION`, with the pointer and without the text
 */
export function convertText(
  text: string,
  type: ResolvedDOMField["type"],
  pointer: string,
): string | number | boolean {
  switch (type) {
    case "string":
      return text;
    case "boolean":
      if (text !== "true" && text !== "false") throw refusal(pointer, "must be true or false");
      return text === "true";
    case "integer":
      return toNumber(text, pointer, true);
    case "number":
      return toNumber(text, pointer, false);
    default:
      return type satisfies never;
  }
}

function toNumber(text: string, pointer: string, wantsInteger: boolean): number {
  const match = JSON_NUMBER.exec(text);
  if (match === null) throw refusal(pointer, "must be a number in the syntax of JSON");
  const value = Number(text);
  if (!Number.isFinite(value)) throw refusal(pointer, "is a number that is too large");
  const isWritten = match[1] === undefined && match[2] === undefined;
  if ((wantsInteger || isWritten) && !Number.isSafeInteger(value)) {
    throw refusal(pointer, "must be an integer that a number can hold exactly");
  }
  return value;
}

function refusal(pointer: string, message: string): ExtractionError {
  return new ExtractionError("TYPE_CONVERSION", "A text of the page is no value of its field's type", [
    { pointer, message },
  ]);
}
