import type { ExtractOptions, ExtractResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { DocumentGone } from "./agent_client.ts";
import type { Deadline } from "./deadline.ts";
import { MAIN_FRAME_ID } from "./frame_book.ts";
import { resolveInteger } from "./options.ts";
import type { PageFailure } from "./page/protocol.ts";
import type { Session } from "./session.ts";

const MAX_TEXT_CHARS = 20_000;

/**
 * Reads text, links or a table of one frame.
 *
 * @throws `SELECTOR_COUNT` | `FRAME_NOT_FOUND` | RangeError | TypeError
 */
export async function extractData(
  session: Session,
  options: ExtractOptions,
  deadline: Deadline,
): Promise<ExtractResult> {
  const { kind, selector = null, frameId = MAIN_FRAME_ID } = options;
  const maxItems = resolveInteger(options.maxItems, "maxItems", 1, 500, 100);
  const tab = session.tab();
  const browserId = frameId === MAIN_FRAME_ID ? tab.mainFrameId : session.book.browserId(frameId);
  if (browserId === undefined) throw frameNotFound(frameId);
  const head = { session_id: session.sessionId, frame_id: frameId, url: tab.url, kind };
  try {
    switch (kind) {
      case "text":
        return {
          ...head,
          ...unwrap(await tab.agent.read(browserId, "text", [selector, MAX_TEXT_CHARS], deadline)),
        };
      case "links":
        return {
          ...head,
          ...unwrap(await tab.agent.read(browserId, "links", [selector, maxItems], deadline)),
        };
      case "table":
        return {
          ...head,
          ...unwrap(await tab.agent.read(browserId, "table", [selector, maxItems], deadline)),
        };
    }
  } catch (error) {
    if (error instanceof DocumentGone && frameId !== MAIN_FRAME_ID) throw frameNotFound(frameId);
    throw error;
  }
  throw new TypeError(`"kind" must be text, links or table: current value is ${String(kind)}`);
}

function unwrap<T extends object>(answer: T | PageFailure): T {
  if ("ok" in answer && answer.ok === false) throw new BrowserError(answer.code, answer.message);
  return answer as T;
}

function frameNotFound(frameId: string): BrowserError {
  return new BrowserError(
    "FRAME_NOT_FOUND",
    `Frame ${frameId} is not in this tab (any more); take a frame_id from a tab_snapshot`,
  );
}
