import { BrowserError } from "../../contracts/errors.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { type Aim, aim } from "./aim.ts";
import { expectDelivered, guardedInput } from "./input.ts";

const ANSWER_MS = 500;
const POLL_MS = 40;

/**
 * Replaces the content of an editable region, line by line, and reads back that it says exactly that. Lines are broken
 * with Shift+Enter: a plain Enter sends the message in many an editor.
 *
 * @throws `ACTION_FAILED` saying what it holds instead
 */
export async function fillRich(context: ActionContext, target: Aim, value: string): Promise<ActionOutcome> {
  // carets stand in fillers: they are no part of what an editor says
  const wanted = value.replace(/\r\n?/g, "\n").replace(/[\u200b\ufeff]/g, "");
  const before = await read(context, target);
  if (before === wanted) return { certainty: "done", value: wanted };
  const { keyboard } = context.tab.page;
  const isGone = await send(context, target, async () => {
    for (const [index, line] of wanted.split("\n").entries()) {
      if (index > 0) await keyboard.press("Shift+Enter");
      if (line !== "") await keyboard.insertText(line);
      else if (index === 0) await keyboard.press("Delete");
    }
  });
  if (isGone) return { certainty: "ask" };
  const typed = await answer(context, target, wanted);
  if (typed === wanted) return { certainty: "done", value: wanted };
  if (wanted !== "" && await paste(context, target, wanted) === wanted) {
    return { certainty: "done", value: wanted };
  }
  throw new BrowserError(
    "ACTION_FAILED",
    `${target.ref} changed what it was given and says now: "${
      (await read(context, target)).slice(0, 200)
    }". ` +
      "Use type, press and select_text to edit it step by step",
  );
}

async function read({ tab, deadline }: ActionContext, { frameId, ref }: Aim): Promise<string> {
  return expectOk(await tab.agent.call(frameId, "state", [ref], deadline)).value ?? "";
}

/** Selects everything, then sends keys under guard; says whether the document went away. */
async function send(context: ActionContext, target: Aim, keys: () => Promise<void>): Promise<boolean> {
  const { tab, deadline } = context;
  expectOk(await tab.agent.call(target.frameId, "selectAll", [target.ref], deadline));
  // editors that keep a selection of their own take it from the keys, or from the document a moment later
  const report = await guardedInput(context, target, async () => {
    await tab.page.keyboard.press("ControlOrMeta+A");
    await deadline.sleep(POLL_MS);
    await keys();
  });
  expectDelivered(report, target.ref);
  return report === "document_gone";
}

/** What the region says once it says what is wanted, or after half a second. */
async function answer(context: ActionContext, target: Aim, wanted: string): Promise<string> {
  const soon = context.deadline.within(ANSWER_MS);
  for (;;) {
    const value = await read(context, target);
    if (value === wanted || soon.remainingMs < POLL_MS) return value;
    await soon.sleep(POLL_MS);
  }
}

/** Editors that reshape what is typed mostly take a paste as it is. */
async function paste(context: ActionContext, { ref }: Aim, wanted: string): Promise<string> {
  const target = await aim(context, ref, "edit");
  await send(context, target, () => Promise.resolve());
  expectOk(await context.tab.agent.call(target.frameId, "paste", [ref, wanted], context.deadline));
  return await answer(context, target, wanted);
}
