// Files into pages: through a field, a chooser, or dropped on a place. Whether a file may be used is decided before any
// input is sent.
import { BrowserError } from "../../contracts/errors.ts";
import { DeadlineOver } from "../deadline.ts";
import type { FileChooser } from "../driver.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { clickAim } from "./click.ts";
import { freeInput } from "./free_input.ts";

const CHOOSER_MS = 2000;

/**
 * Puts files into a file field; none clears it.
 *
 * @throws `FILE_DENIED` | `UNSUPPORTED_FLOW` for what is no file field | `INVALID_ARGUMENT` for more files than it takes
 */
export async function upload(
  context: ActionContext,
  ref: string,
  files: readonly string[],
): Promise<ActionOutcome> {
  const paths = await context.session.files.paths(files);
  const { tab, deadline, log } = context;
  const { frameId } = await aim(context, ref, "focus");
  const { multiple } = expectOk(await tab.agent.call(frameId, "fileInput", [ref], deadline));
  expectFits(ref, paths.length, multiple);
  log.delivered = true;
  if (paths.length > 0) await tab.agent.setFiles(frameId, ref, paths, deadline);
  else expectOk(await tab.agent.call(frameId, "clearFiles", [ref], deadline));
  const { value } = expectOk(await tab.agent.call(frameId, "state", [ref], deadline));
  return { certainty: "done", ...(value !== undefined && { value }) };
}

/**
 * Clicks what opens a file chooser, and answers the chooser.
 *
 * @throws `FILE_DENIED` | `UNSUPPORTED_FLOW` when no chooser opened | `INVALID_ARGUMENT` for more files than it takes
 */
export async function uploadChooser(
  context: ActionContext,
  ref: string,
  files: readonly string[],
): Promise<ActionOutcome> {
  const paths = await context.session.files.paths(files);
  const { tab: { page }, deadline } = context;
  const target = await aim(context, ref, "pointer");
  const opened = page.waitForEvent("filechooser", { timeout: deadline.remainingMs + 1 });
  opened.catch(() => {}); // the page may close first
  await clickAim(context, target);
  const chooser = await deadline.within(CHOOSER_MS).race(opened).catch(
    (error: unknown): FileChooser | undefined => {
      if (error instanceof DeadlineOver && error.reason !== "timeout") throw error;
      return undefined;
    },
  );
  if (chooser === undefined) {
    throw new BrowserError(
      "UNSUPPORTED_FLOW",
      `${ref} was clicked and opened no file chooser; call tab_snapshot`,
    );
  }
  expectFits(ref, paths.length, chooser.isMultiple());
  await deadline.race(chooser.setFiles([...paths]));
  return { certainty: "done", value: paths.map((path) => path.split(/[\\/]/).at(-1)).join(", ") };
}

/**
 * Drops files on a target, as if they were dragged in from outside.
 *
 * @throws `FILE_DENIED` | what aiming throws
 */
export async function dropFiles(
  context: ActionContext,
  ref: string,
  files: readonly string[],
): Promise<ActionOutcome> {
  const paths = await context.session.files.paths(files);
  const point = await aim(context, ref, "pointer");
  await freeInput(context, () => context.tab.dropFiles(point, paths));
  return { certainty: "ask" };
}

function expectFits(ref: string, count: number, multiple: boolean): void {
  if (count <= 1 || multiple) return;
  throw new BrowserError("INVALID_ARGUMENT", `${ref} takes one file, not ${count}`);
}
