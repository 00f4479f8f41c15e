// Which document a session shows, as far as trusted code needs to know whether it is still the same one.
import type { CallOptions } from "./tools.ts";

/** The main document of a session's active tab at one moment. Equal bindings mean the same document, undisturbed. */
export interface DocumentBinding {
  /** The session. */
  readonly session_id: string;
  /** Id of the active tab within its session. */
  readonly tab_id: string;
  /** The browser's own handle of the document: a reload gives another one. */
  readonly document: string;
  /** Whole address, fragment included. */
  readonly url: string;
  /** How often the tab's document was replaced or changed its address. */
  readonly navigations: number;
  /** How often another tab of the session became the active one. */
  readonly activations: number;
}

/** What can say which document a session shows. `BrowserEngine` can. */
export interface DocumentBindingPort {
  /**
   * Asks the browser itself. Changes to the page's content do not show in the answer.
   *
   * @param sessionId the session
   * @param options cancellation
   * @throws `SESSION_NOT_FOUND` | `DIALOG_OPEN` | `TIMEOUT` when the page does not answer within two seconds | `CANCELLED`
   */
  documentBinding(sessionId: string, options?: CallOptions): Promise<DocumentBinding>;
}
