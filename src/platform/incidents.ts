import { cutText, toWellFormedText } from "../contracts/text.ts";
import { causeOf, stackOf } from "../contracts/thrown.ts";
import { randomId } from "./random.ts";
import { standardError, type TextSink } from "./terminal.ts";

const MAX_LINES = 60;
const MAX_LINE_CHARS = 400;
const MAX_CAUSES = 5;

const ids = new WeakMap<object, string>();

/** A short id for something unforeseen that was thrown; the same one for the same error. */
export function incidentId(error: unknown): string {
  const key = typeof error === "object" && error !== null ? error : undefined;
  const known = key === undefined ? undefined : ids.get(key);
  if (known !== undefined) return known;
  const fresh = randomId().slice(0, 8);
  if (key !== undefined) ids.set(key, fresh);
  return fresh;
}

/** True for an error that was given an id already: some message names it, so its cause belongs into the log. */
export function hasIncidentId(error: unknown): boolean {
  return typeof error === "object" && error !== null && ids.has(error);
}

/** How a message names the lines of the log that tell the cause. */
export function inServersLog(id: string): string {
  return `error ${id} in the server's log`;
}

/**
 * Writes down what is known of something unforeseen, its stack and causes included, one line at a time. Each line begins
 * with the id, so that a reply which names the id leads to all of them.
 *
 * @param write receives the lines, for people; without it they go to standard error
 * @param clean takes out of a text what nobody may read
 * @returns the id
 */
export function noteIncident(
  error: unknown,
  write: ((line: string) => void) | undefined,
  clean: (text: string) => string = (text) => text,
): string {
  const id = incidentId(error);
  const receive = write ?? toStandardError;
  const lines = causesOf(error).flatMap((cause, depth) =>
    stackOf(cause).split("\n").map((line, index) => depth > 0 && index === 0 ? `caused by ${line}` : line)
  );
  for (const line of lines.slice(0, MAX_LINES)) {
    receive(`error ${id}: ${cutText(toWellFormedText(clean(withoutQueries(line.trim()))), MAX_LINE_CHARS)}`);
  }
  return id;
}

let sink: TextSink | undefined; // each one listens to the stream, so one is made and kept

function toStandardError(line: string): void {
  sink ??= standardError();
  sink.write(`${line}\n`);
}

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error];
  for (let at = causeOf(error); at !== undefined && causes.length < MAX_CAUSES; at = causeOf(at)) {
    causes.push(at);
  }
  return causes;
}

// Where a page was, its query aside, may be known; what was asked there may not.
function withoutQueries(text: string): string {
  return text.replace(/\b((?:https?|wss?):\/\/)(?:[^\s/"'<>@]*@)?([^\s"'<>?#]*)[?#][^\s"'<>)]*/g, "$1$2");
}
