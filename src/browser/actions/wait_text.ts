import { BrowserError } from "../../contracts/errors.ts";
import { evaluateCheck } from "../checks.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";

const POLL_MS = 100;

/** Waits until a text stands in any frame of the tab. */
export async function waitText(context: ActionContext, text: string): Promise<ActionOutcome> {
  const { session, tab, deadline } = context;
  for (;;) {
    const result = await evaluateCheck(session, tab, { kind: "text", contains: text }, deadline);
    if (result.pass) return { certainty: "done" };
    if (result.fatal !== true) await deadline.sleep(POLL_MS);
    if (deadline.isOver || result.fatal === true) {
      const hint = result.hint === undefined ? "" : ` ${result.hint}`;
      throw new BrowserError(
        "TIMEOUT",
        `The text that was waited for did not appear.${hint} Call tab_snapshot`,
      );
    }
  }
}
