import { BrowserError } from "../../contracts/errors.ts";
import { DocumentGone } from "../agent_client.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";
import type { PageNamed } from "../page/protocol.ts";
import { aimIn } from "./aim.ts";
import { clickAim, mayShowNothing } from "./click.ts";
import { openFrames } from "./open_frames.ts";
import { cutText } from "../../contracts/text.ts";

const PATIENCE_MS = 2000;
const POLL_MS = 80;
// A round that begins in time may end a little late: its answer is worth more than "time is over".
const ROUND_MS = 1500;

/**
 * Clicks the one visible button or menu item with a name, in whichever frame, that an earlier action of the batch brought
 * up. Waits for it: as long as the action may take while requests are under way, else two seconds.
 *
 * @throws `INVALID_ARGUMENT` without an earlier action | `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` | what a click throws
 */
export async function clickByName(
  context: ActionContext,
  name: string,
  hasOwnLimit: boolean,
): Promise<ActionOutcome> {
  if (!context.isAfterActivation) {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      "click_named is for what an earlier action of the same batch brings up. Take the ref of what is there already " +
        "and use click, or call tab_click_named",
    );
  }
  const { tab, deadline } = context;
  const navigations = tab.navigations;
  const patience = hasOwnLimit ? deadline : deadline.within(PATIENCE_MS);
  for (;;) {
    const round = { ...context, deadline: deadline.atLeast(ROUND_MS) };
    const found = await search(round, name);
    if (tab.navigations !== navigations) {
      throw new BrowserError(
        "STALE_REFERENCE",
        `The page changed while "${name}" was waited for; call tab_snapshot`,
      );
    }
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) {
      const target = await aimIn(round, only.frameId, only.ref, "pointer");
      await clickAim(round, target);
      return {
        certainty: mayShowNothing(target) ? "unseen" : "ask",
        hit: `${target.target.role} "${target.target.name}"`,
        opensNewTab: target.target.opensNewTab,
      };
    }
    const isPending = tab.journal.pending(context.journalMark).length > 0;
    if ((isPending ? deadline : patience).remainingMs < POLL_MS * 2) throw notOne(name, found);
    await deadline.sleep(POLL_MS);
  }
}

interface Found extends PageNamed {
  readonly frameId: string;
}

async function search(
  context: ActionContext,
  name: string,
): Promise<readonly Found[]> {
  const { tab, deadline } = context;
  const frames = await openFrames(context);
  const found = await Promise.all(frames.map(async (frameId) => {
    try {
      await tab.agent.exposeClosedRoots(frameId, deadline);
      const refs = await tab.agent.call(frameId, "findNamed", [name], deadline);
      return refs.map((each) => ({ ...each, frameId }));
    } catch (error) {
      if (error instanceof DocumentGone) return [];
      throw error;
    }
  }));
  return found.flat();
}

function notOne(name: string, found: readonly Found[]): BrowserError {
  const count = found.length;
  const places = found.flatMap(({ where }) => where === "" ? [] : [`in "${where}"`]).slice(0, 8).join(", ");
  const wanted = `button or menu item called exactly "${cutText(name, 100)}"`;
  return count === 0
    ? new BrowserError("TARGET_NOT_FOUND", `No ${wanted} appeared; call tab_snapshot to see what did`)
    : new BrowserError(
      "AMBIGUOUS_TARGET",
      `${count} times there is a ${wanted}${
        places === "" ? "" : ` (${places})`
      }; call tab_snapshot and click one by its ref`,
    );
}
