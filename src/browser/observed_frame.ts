import { BrowserError } from "../contracts/errors.ts";
import { DocumentGone } from "./agent_client.ts";
import { MAIN_FRAME_ID } from "./frame_book.ts";
import type { Session } from "./session.ts";

/** A frame that is to be read. */
export interface ReadFrame {
  /** Id of the frame within its session. */
  readonly frameId: string;
  /** The browser's id of it. */
  readonly browserId: string;
}

/** The frame that a caller names; without a name the one that was observed last in the active tab. */
export function frameToRead(session: Session, named: string | undefined): ReadFrame {
  const tab = session.tab();
  const { current } = session.shelf;
  const observed = current?.tabId === tab.tabId ? current.request.frameId : undefined;
  const frameId = named ?? observed ?? MAIN_FRAME_ID;
  const browserId = frameId === MAIN_FRAME_ID ? tab.mainFrameId : session.book.browserId(frameId);
  if (browserId === undefined) throw frameNotFound(frameId);
  return { frameId, browserId };
}

/** What the failure of a reading means to the caller. */
export function explainReading(error: unknown, { frameId }: ReadFrame): unknown {
  return error instanceof DocumentGone && frameId !== MAIN_FRAME_ID ? frameNotFound(frameId) : error;
}

function frameNotFound(frameId: string): BrowserError {
  return new BrowserError(
    "FRAME_NOT_FOUND",
    `Frame ${frameId.slice(0, 40)} is not in this tab (any more); take a frame_id from a tab_snapshot`,
  );
}
