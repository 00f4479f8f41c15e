import type { ClickManner, ModifierKey, PointerButton } from "../../contracts/actions.ts";
import { Deadline } from "../deadline.ts";
import type { PageControlState, PageFailure, PageGuardReport } from "../page/protocol.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";
import { type Aim, aim, aimIn } from "./aim.ts";
import { expectDelivered, guardedInput, sendInput } from "./input.ts";

const MAX_ATTEMPTS = 3;

/** A click in every detail. */
export interface Clicking {
  readonly clicks: number;
  readonly button: PointerButton;
  readonly modifiers: readonly ModifierKey[];
}

/** Fills in what a click does not say. */
export function clickingOf({ clicks = 1, button = "left", modifiers = [] }: ClickManner): Clicking {
  return { clicks, button, modifiers };
}

/** Whether a click of this manner opens a link in another tab. */
export function asksForNewTab({ button, modifiers }: Clicking): boolean {
  return button === "middle" || modifiers.some((key) => key !== "Alt");
}

/** Clicks a target with the real pointer. */
export async function click(
  context: ActionContext,
  ref: string,
  manner: ClickManner = {},
): Promise<ActionOutcome> {
  const clicking = clickingOf(manner);
  const target = await aim(context, ref, "pointer");
  const before = await stateOf(context, target);
  await holding(context, clicking.modifiers, () => clickAim(context, target, clicking));
  const after = await stateOf(context, target);
  const hasChanged = before?.checked !== after?.checked || before?.value !== after?.value;
  return {
    certainty: hasChanged ? "done" : mayShowNothing(target) ? "unseen" : "ask",
    ...(after?.checked !== undefined && { checked: after.checked }),
    opensNewTab: target.target.opensNewTab || asksForNewTab(clicking),
  };
}

/** Holds keys down while something is done; they are released whatever becomes of it. */
export async function holding<T>(
  { tab: { page: { keyboard } } }: ActionContext,
  keys: readonly ModifierKey[],
  work: () => Promise<T>,
): Promise<T> {
  const held: ModifierKey[] = [];
  try {
    for (const key of keys) {
      await keyboard.down(key);
      held.push(key);
    }
    return await work();
  } finally {
    for (const key of held.reverse()) await keyboard.up(key).catch(() => {}); // the page closed on this click
  }
}

/** Sends the clicks to a point that was just found good. */
export async function clickAim(
  context: ActionContext,
  target: Aim,
  { clicks, button }: Clicking = clickingOf({}),
): Promise<void> {
  const { mouse } = context.tab.page;
  const options = { clickCount: clicks, button };
  let at = target;
  for (let attempt = 1;; attempt += 1) {
    const { x, y } = at;
    const report = await guardedInput(context, at, () => mouse.click(x, y, options));
    if (attempt === MAX_ATTEMPTS || !canAimAnew(report, at)) return expectDelivered(report, target.ref);
    await context.deadline.sleep(100);
    if (at.isFixed !== true) at = await aimIn(context, at.frameId, at.ref, "pointer");
  }
}

/**
 * Whether nothing of a click arrived anywhere, so that once more is still the first time: a page that has not painted
 * yet drops input unseen, and of a target that moves the guard holds back what would hit its neighbour.
 */
function canAimAnew(report: PageGuardReport | "document_gone", { isFixed }: Aim): boolean {
  if (report === "document_gone" || report.delivered > 0) return false;
  return report.blocked === 0 || isFixed !== true;
}

/** Moves the pointer over a target. */
export async function hover(context: ActionContext, ref: string): Promise<ActionOutcome> {
  const target = await aim(context, ref, "hover");
  await sendInput(context, () => context.tab.page.mouse.move(target.x, target.y));
  context.log.delivered = true;
  return { certainty: "unseen" };
}

/** Live state of a control, for what it says before and after; `undefined` where there is none to speak of. */
async function stateOf(context: ActionContext, target: Aim): Promise<PageControlState | undefined> {
  try {
    const state: PageControlState | PageFailure = await context.tab.agent.call(
      target.frameId,
      "state",
      [target.ref],
      new Deadline(Math.min(500, context.deadline.remainingMs)),
    );
    return state.ok ? state : undefined;
  } catch {
    return undefined; // the document was replaced by the click: seen elsewhere
  }
}

/**
 * Whether a click that nothing comes of may well have done what it should: one into a field moves the focus and opens
 * what a browser draws outside the document, and a link may lead to a file or another program.
 */
export function mayShowNothing({ target }: Aim): boolean {
  const quiet =
    /^(link:outside|input:(?!checkbox|radio|submit|button|reset|image)|textarea|select|canvas|contenteditable)/;
  return quiet.test(target.kind);
}
