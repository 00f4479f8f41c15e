import type { BrowserCheck } from "../contracts/checks.ts";
import { DocumentGone } from "./agent_client.ts";
import type { CheckOutcome } from "./checks.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { excerpt } from "./page/clean_text.ts";
import type { Tab } from "./tab.ts";

const MAX_TEXT_CHARS = 200_000;
const FRAME_TIMEOUT_MS = 1000;
const AROUND_CHARS = 60;
const MAX_ACTUAL_CHARS = 300;

type PatternCheck = BrowserCheck & { readonly kind: "matches" };
type Find = (text: string) => { readonly start: number; readonly end: number } | undefined;

/** Looks for a regular expression; its syntax is that of RE2, so that no pattern can take for ever. */
export async function matchPattern(tab: Tab, check: PatternCheck, deadline: Deadline): Promise<CheckOutcome> {
  const find = await compile(check.pattern);
  if (typeof find === "string") {
    const message =
      `The pattern is no RE2 expression (${find}); lookaround and backreferences do not exist in it`;
    return { pass: false, fatal: true, error: { code: "INVALID_ARGUMENT", message } };
  }
  if (check.in === "url") return judge(find, tab.url);
  if (check.in === "title") return judge(find, await tab.title(deadline));
  const top = judge(find, await textOf(tab, tab.mainFrameId, deadline));
  if (top.pass) return top;
  const [, ...children] = await deadline.race(tab.frameIds());
  const shown = children.length === 0 ? new Set<string>() : await deadline.race(tab.shownFrames());
  for (const frameId of children.filter((id) => shown.has(id))) {
    const outcome = judge(find, await childText(tab, frameId, deadline.within(FRAME_TIMEOUT_MS)));
    if (outcome.pass) return outcome;
  }
  return top;
}

/** What is wrong with a pattern; `undefined` when it can be used. */
export async function patternFault(pattern: string): Promise<string | undefined> {
  const compiled = await compile(pattern);
  return typeof compiled === "string" ? compiled : undefined;
}

async function compile(pattern: string): Promise<Find | string> {
  const { RE2JS } = await import("re2js");
  try {
    const expression = RE2JS.compile(pattern);
    return (text) => {
      const matcher = expression.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    };
  } catch (error) {
    return error instanceof Error
      ? excerpt(error.message.replace(/^error parsing regexp: /, ""), 120)
      : "unknown";
  }
}

function judge(find: Find, text: string): CheckOutcome {
  const match = find(text);
  if (match === undefined) return { pass: false, actual: excerpt(text, MAX_ACTUAL_CHARS) };
  const passage = text.slice(Math.max(0, match.start - AROUND_CHARS), match.end + AROUND_CHARS);
  return { pass: true, actual: excerpt(passage.replace(/\s+/g, " ").trim(), MAX_ACTUAL_CHARS) };
}

async function textOf(tab: Tab, frameId: string, deadline: Deadline): Promise<string> {
  const answer = await tab.agent.read(frameId, "text", [null, MAX_TEXT_CHARS], deadline);
  return "ok" in answer ? "" : answer.text;
}

/** A frame that hangs or went away says nothing. */
async function childText(tab: Tab, frameId: string, deadline: Deadline): Promise<string> {
  try {
    return await textOf(tab, frameId, deadline);
  } catch (error) {
    const isGone = error instanceof DocumentGone ||
      (error instanceof DeadlineOver && error.reason === "timeout");
    if (isGone) return "";
    throw error;
  }
}
