import type { BrowserToolsPort, DialogOptions, DialogResult } from "../contracts/browser_tools.ts";
import { Deadline } from "./deadline.ts";
import { answerDialog } from "./answer_dialog.ts";
import { EngineCore } from "./engine_core.ts";

/** The tools of an engine beyond observing, acting, checking and reading. */
export class EngineTools extends EngineCore implements Pick<BrowserToolsPort, "dialog"> {
  /**
   * Answers the open dialog and observes; with none open, arms the answer for the next one.
   *
   * @throws `SESSION_NOT_FOUND` | `DIALOG_NOT_OPEN` | `INVALID_ARGUMENT` | `CANCELLED` | RangeError | TypeError
   */
  async dialog(sessionId: string, options: DialogOptions): Promise<DialogResult> {
    return await this.call(
      sessionId,
      { ...options, duringDialog: true },
      (session, signal) =>
        answerDialog(session, options, new Deadline(this.options.timeoutMs, signal), signal),
    );
  }
}
