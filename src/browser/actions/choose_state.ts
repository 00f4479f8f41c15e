import { BrowserError } from "../../contracts/errors.ts";
import { DocumentGone } from "../agent_client.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { choose, hasList } from "./choose.ts";
import { clickAim } from "./click.ts";

const CONFIRM_MS = 300;
const POLL_MS = 25;

/**
 * Chooses options of a native select, by value or by label; or the one option of a field that names its list.
 *
 * @throws `OPTION_NOT_FOUND` | `INVALID_ARGUMENT` | `UNSUPPORTED_FLOW` for what has no list
 */
export async function select(
  context: ActionContext,
  ref: string,
  values: readonly string[],
): Promise<ActionOutcome> {
  const { frameId, target } = await aim(context, ref, "focus");
  if (target.kind !== "select" && await hasList(context, ref, frameId)) {
    const [value, ...more] = values;
    if (value !== undefined && value !== "" && more.length === 0) return await choose(context, ref, value);
    throw new BrowserError(
      "INVALID_ARGUMENT",
      `${ref} is no native select: give exactly one option, or use click`,
    );
  }
  const answer = await context.tab.agent.call(frameId, "selectOptions", [ref, values], context.deadline);
  const state = expectOk(answer);
  context.log.delivered = true;
  return { certainty: "done", ...(state.value !== undefined && { value: state.value }) };
}

/** Brings a checkbox, radio button or switch into a state: clicks only if it is not in it, and confirms it. */
export async function check(context: ActionContext, ref: string, checked: boolean): Promise<ActionOutcome> {
  const target = await aim(context, ref, "pointer");
  const { role } = target.target;
  const isNow = await checkedState(context, target.frameId, ref);
  if (isNow === undefined) {
    throw new BrowserError("UNSUPPORTED_FLOW", `${ref} is a ${role} and has no checked state; use click`);
  }
  if (isNow === checked) return { certainty: "done", checked };
  if (!checked && (role === "radio" || role === "menuitemradio")) {
    throw new BrowserError(
      "UNSUPPORTED_FLOW",
      `${ref} is a radio button; check another one of its group instead`,
    );
  }
  await clickAim(context, target);
  try {
    const confirm = context.deadline.within(CONFIRM_MS);
    while (await checkedState(context, target.frameId, ref) !== checked) {
      if (confirm.isOver) {
        throw new BrowserError(
          "ACTION_FAILED",
          `${ref} was clicked and is still ${
            checked ? "not checked" : "checked"
          }; call tab_snapshot to see why`,
        );
      }
      await confirm.sleep(POLL_MS);
    }
  } catch (error) {
    // the click led to another document, or was what took the box out of this one
    if (error instanceof DocumentGone || isStale(error)) return { certainty: "ask" };
    throw error;
  }
  return { certainty: "done", checked };
}

function isStale(error: unknown): boolean {
  return error instanceof BrowserError && error.code === "STALE_REFERENCE";
}

async function checkedState(
  context: ActionContext,
  frameId: string,
  ref: string,
): Promise<boolean | undefined> {
  return expectOk(await context.tab.agent.call(frameId, "state", [ref], context.deadline)).checked;
}
