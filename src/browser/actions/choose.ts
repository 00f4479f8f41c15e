import { BrowserError } from "../../contracts/errors.ts";
import type { Deadline } from "../deadline.ts";
import { DocumentGone } from "../agent_client.ts";
import { splitNth } from "../page/options/nth_name.ts";
import type { PageChoices } from "../page/protocol.ts";
import { type ActionContext, type ActionOutcome, expectOk, frameForRef } from "./action_context.ts";
import { aim, aimIn } from "./aim.ts";
import { clickAim } from "./click.ts";
import { expectDelivered, guardedInput } from "./input.ts";
import { cutText } from "../../contracts/text.ts";

const POLL_MS = 50;
const OPEN_MS = 1000;
const FILTER_MS = 3000;
const CONFIRM_MS = 500;
const DRAWN_MS = 250;
const MAX_SCROLLS = 80;

type List = Exclude<PageChoices, { readonly isGone: true }>;

/** One choice under way. */
interface Choice {
  readonly context: ActionContext;
  readonly ref: string;
  readonly option: string;
  readonly frameId: string;
}

/**
 * Picks an option of a control that is no native select: opens its list, finds the option by its accessible name, by
 * typing into it or scrolling where the list shows only a part, clicks it, and looks whether it was taken.
 *
 * @throws `OPTION_NOT_FOUND` | `AMBIGUOUS_TARGET` | `UNSUPPORTED_FLOW` | `ACTION_FAILED` | what a click throws
 */
export async function choose(context: ActionContext, ref: string, option: string): Promise<ActionOutcome> {
  const choice: Choice = { context, ref, option, frameId: frameForRef(context.tab, context.book, ref) };
  const { tab, deadline } = context;
  const { target } = await aim(context, ref, "focus");
  if (target.kind === "select") {
    const state = expectOk(await tab.agent.call(choice.frameId, "selectOptions", [ref, [option]], deadline));
    context.log.delivered = true;
    return { certainty: "done", ...(state.value !== undefined && { value: state.value }) };
  }
  const first = await look(choice, true);
  if (first.refusal !== undefined) {
    throw new BrowserError(first.refusal.code, `${ref}: ${first.refusal.message}`);
  }
  const list = await find(choice, first.isOwn ? first : await open(choice, first));
  return await take(choice, list);
}

/** Whether a control says that it has a list of options, native or not. */
export async function hasList(
  { tab, deadline }: ActionContext,
  ref: string,
  frameId: string,
): Promise<boolean> {
  const list = await tab.agent.call(frameId, "choices", [ref, "", true], deadline);
  return !list.isGone && list.isList;
}

async function look({ context, ref, option, frameId }: Choice, isFirst: boolean): Promise<List> {
  const list = await context.tab.agent.call(frameId, "choices", [ref, option, isFirst], context.deadline);
  if (!list.isGone) return list;
  throw new BrowserError(
    "STALE_REFERENCE",
    `${ref} left the page while its list was open; call tab_snapshot`,
  );
}

/** Looks until a list suits, or the time is over; requests under way give it more. */
async function until(choice: Choice, ms: number, suits: (list: List) => boolean): Promise<List> {
  const { context } = choice;
  const soon = context.deadline.within(ms);
  for (;;) {
    const list = await look(choice, false);
    const isPending = context.tab.journal.pending(context.journalMark).length > 0;
    const limit: Deadline = isPending ? context.deadline : soon;
    if (suits(list) || limit.remainingMs < POLL_MS * 2) return list;
    await limit.sleep(POLL_MS);
  }
}

/** Opens the list with a click, else with the key that opens lists. */
async function open(choice: Choice, first: List): Promise<List> {
  const { context, ref, frameId } = choice;
  if (first.isOpen) return first;
  await clickAim(context, await aim(context, ref, "pointer"));
  const clicked = await until(choice, OPEN_MS, ({ isOpen }) => isOpen);
  if (clicked.isOpen || clicked.field === undefined) return clicked;
  const report = await guardedInput(
    context,
    { ref: clicked.field, frameId },
    () => context.tab.page.keyboard.press("ArrowDown"),
  );
  expectDelivered(report, ref);
  return await until(choice, OPEN_MS / 2, ({ isOpen }) => isOpen);
}

/** The list with the option in it. */
async function find(choice: Choice, list: List): Promise<List> {
  if (list.matches > 0) return list;
  let last = list;
  if (list.scroller !== undefined) last = await scrollTo(choice, list);
  if (last.matches === 0 && list.field !== undefined) last = await filter(choice, list.field);
  if (last.matches > 0) return last;
  await close(choice, last);
  const { names, more } = list.names.length > 0 ? list : last;
  if (names.length === 0) {
    throw new BrowserError(
      "UNSUPPORTED_FLOW",
      `${choice.ref} showed no list with options; click it, call tab_snapshot, and click what appears`,
    );
  }
  throw new BrowserError(
    "OPTION_NOT_FOUND",
    `${choice.ref} offers no "${cutText(choice.option, 80)}"; it offers: ${names.join(", ")}${
      more > 0 ? `, and ${more} more` : ""
    }`,
  );
}

/** A long list may hold only what it shows: it is scrolled from its top, page by page. */
async function scrollTo(choice: Choice, list: List): Promise<List> {
  const { context: { tab, deadline }, frameId } = choice;
  let last = list;
  for (let round = 0; round < MAX_SCROLLS && last.scroller !== undefined; round += 1) {
    const { moved } = await tab.agent.call(frameId, "scrollList", [last.scroller, round === 0], deadline);
    if (!moved && round > 0) return last;
    await deadline.sleep(POLL_MS);
    last = await look(choice, false);
    if (last.matches > 0) return last;
  }
  return last;
}

/** Types the option where typing narrows the list. */
async function filter(choice: Choice, field: string): Promise<List> {
  const { context, frameId, option } = choice;
  const { tab: { agent, page }, deadline } = context;
  expectOk(await agent.call(frameId, "selectAll", [field], deadline));
  const report = await guardedInput(
    context,
    { ref: field, frameId },
    () => page.keyboard.type(splitNth(option)?.name ?? option),
  );
  expectDelivered(report, choice.ref);
  await until(choice, FILTER_MS, ({ matches }) => matches > 0);
  await drawn(choice);
  return await look(choice, false);
}

/** Lets a list come to rest that is drawn again for each key. */
async function drawn({ context: { tab, deadline }, frameId }: Choice): Promise<void> {
  const soon = deadline.within(OPEN_MS);
  for (;;) {
    const state = await tab.mutations(frameId, soon);
    if (state === undefined || state.quietMs >= DRAWN_MS || soon.remainingMs < POLL_MS) return;
    await soon.sleep(DRAWN_MS - state.quietMs);
  }
}

/** Leaves no list open behind a failure. */
async function close({ context, frameId }: Choice, { field, isOwn, isOpen }: List): Promise<void> {
  if (isOwn || !isOpen) return;
  const { page } = context.tab;
  if (field === undefined) return await page.keyboard.press("Escape");
  await guardedInput(context, { ref: field, frameId }, () => page.keyboard.press("Escape"));
}

const MAX_REDRAWS = 5;

/** Clicks an option; a list that is drawn anew just then is looked through again, as nothing was clicked yet. */
async function clickOption(choice: Choice, item: string): Promise<void> {
  const { context, frameId } = choice;
  let current = item;
  for (let redraws = 0;; redraws += 1) {
    try {
      return await clickAim(context, await aimIn(context, frameId, current, "pointer"));
    } catch (error) {
      const isStale = error instanceof BrowserError && error.code === "STALE_REFERENCE";
      if (!isStale || redraws === MAX_REDRAWS) throw error;
      const again = await until(choice, OPEN_MS, ({ matches }) => matches > 0);
      if (again.matches !== 1 || again.item === undefined || again.isDisabled === true) throw error;
      current = again.item;
    }
  }
}

/** Clicks the option and looks whether it was taken. */
async function take(choice: Choice, list: List): Promise<ActionOutcome> {
  const { ref, option } = choice;
  const { item, name = option, matches } = list;
  if (matches > 1 || item === undefined || list.isDisabled === true) await close(choice, list);
  if (matches > 1 || item === undefined) {
    throw new BrowserError(
      "AMBIGUOUS_TARGET",
      `${matches} options of ${ref} are called "${cutText(option, 80)}"; give the number${
        list.candidates === undefined ? "" : `: ${list.candidates}`
      }`,
    );
  }
  if (list.isDisabled === true) {
    throw new BrowserError("OPTION_NOT_FOUND", `The option "${name}" of ${ref} is disabled`);
  }
  if (list.isChosen === true && list.isOwn) return { certainty: "done", value: name };
  await clickOption(choice, item);
  try {
    const after = await until(
      choice,
      CONFIRM_MS,
      (now) => now.isChosen === true || (now.shown && !now.isOpen) || (list.isMenu && !now.isOpen),
    );
    // what was typed to find the option is shown whether or not it was taken
    const isTaken = after.isChosen === true || (after.shown && !(list.shown && after.isOpen));
    if (!after.shown && !isTaken && after.isOpen && !list.isMenu && after.item !== undefined) {
      throw new BrowserError(
        "ACTION_FAILED",
        `"${name}" was clicked and is not chosen; call tab_snapshot to see why`,
      );
    }
    return { certainty: isTaken && !list.isMenu ? "done" : "ask", value: name };
  } catch (error) {
    const isGone = error instanceof DocumentGone ||
      (error instanceof BrowserError && error.code === "STALE_REFERENCE");
    if (isGone) return { certainty: "ask", value: name }; // choosing led on
    throw error;
  }
}
