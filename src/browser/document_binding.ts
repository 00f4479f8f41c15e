import type { DocumentBinding } from "../contracts/document_binding.ts";
import { Deadline } from "./deadline.ts";
import type { Session } from "./session.ts";

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Asks the browser which document the active tab shows. What the page did before it answers has been counted by then, as
 * its reports come through the same pipe in order.
 *
 * @throws DeadlineOver when it does not answer in time | `SESSION_NOT_FOUND` | `TAB_NOT_FOUND`
 */
export async function readDocumentBinding(session: Session, signal: AbortSignal): Promise<DocumentBinding> {
  const tab = session.tab();
  const { activations } = session;
  const { frameTree: { frame } } = await new Deadline(ANSWER_TIMEOUT_MS, signal).race(
    tab.debugSession.send("Page.getFrameTree"),
  );
  return {
    session_id: session.sessionId,
    tab_id: tab.tabId,
    document: frame.loaderId,
    url: `${frame.url}${frame.urlFragment ?? ""}`,
    navigations: tab.navigations,
    activations,
  };
}
