import type { ExtractOptions, ExtractResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import type { Deadline } from "./deadline.ts";
import { explainReading, frameToRead } from "./observed_frame.ts";
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
  const { kind, selector = null } = options;
  const maxItems = resolveInteger(options.maxItems, "maxItems", 1, 500, 100);
  const { agent } = session.tab();
  const frame = frameToRead(session, options.frameId);
  const { browserId, frameId } = frame;
  const head = { session_id: session.sessionId, frame_id: frameId, kind };
  try {
    switch (kind) {
      case "text":
        return {
          ...head,
          ...unwrap(await agent.read(browserId, "text", [selector, MAX_TEXT_CHARS], deadline)),
        };
      case "links":
        return { ...head, ...unwrap(await agent.read(browserId, "links", [selector, maxItems], deadline)) };
      case "table":
        return { ...head, ...unwrap(await agent.read(browserId, "table", [selector, maxItems], deadline)) };
    }
  } catch (error) {
    throw explainReading(error, frame);
  }
  throw new TypeError(`"kind" must be text, links or table: current value is ${String(kind)}`);
}

function unwrap<T extends object>(answer: T | PageFailure): T {
  if ("ok" in answer && answer.ok === false) throw new BrowserError(answer.code, answer.message);
  return answer as T;
}
