import { toWellFormedData } from "../contracts/text.ts";

/** Signs that would turn or hide text on a terminal; written as escapes, they are the same JSON. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A report as text: one line for programs, indented for people.
 *
 * @param report what to print
 * @param forPeople whether a terminal is at the other end
 */
export function renderJson(report: object, forPeople: boolean): string {
  const json = JSON.stringify(toWellFormedData(report), undefined, forPeople ? 2 : undefined);
  return `${json.replaceAll(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}
