import { inServersLog } from "../platform/incidents.ts";
import type { SnapshotResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { capturePage } from "./capture.ts";
import { Deadline, DeadlineOver } from "./deadline.ts";
import type { Session } from "./session.ts";

const CAPTURE_TIMEOUT_MS = 3000;
const CHECK_TIMEOUT_MS = 500;

/**
 * An image of a page that was just observed and that only draws, as its tree says nothing about it. An image is extra:
 * when there is none, the observation stands.
 */
export async function initialCapture(
  session: Session,
  signal: AbortSignal,
): Promise<Pick<SnapshotResult, "initial_capture" | "initial_capture_error">> {
  const shown = session.shelf.current;
  if (shown?.canvasOnly !== true) return {};
  const tab = session.tab();
  const { url } = tab;
  try {
    const image = await capturePage(tab, false, new Deadline(CAPTURE_TIMEOUT_MS, signal));
    const state = await tab.mutations(tab.mainFrameId, new Deadline(CHECK_TIMEOUT_MS, signal));
    if (tab.url === url && state?.document === shown.rootDocument) return { initial_capture: image };
    return failed(
      "SNAPSHOT_CHANGED",
      "The page was replaced between its observation and its image; call tab_capture",
    );
  } catch (error) {
    if (signal.aborted && !session.dialogs.isOpen) throw error;
    if (session.dialogs.isOpen) return failed("DIALOG_OPEN", session.dialogs.error().message);
    if (error instanceof BrowserError) return failed(error.code, error.message);
    if (error instanceof DeadlineOver) {
      return failed("TIMEOUT", "The page could not be photographed in time; call tab_capture");
    }
    const id = session.noteIncident(error);
    return failed(
      "INTERNAL_ERROR",
      `The page could not be photographed (${inServersLog(id)}); call tab_capture`,
    );
  }
}

function failed(code: string, message: string): Pick<SnapshotResult, "initial_capture_error"> {
  return { initial_capture_error: { code, message } };
}
