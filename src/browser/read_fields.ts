import type { FieldQuery, FieldReading } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { expectOk } from "./actions/action_context.ts";
import type { Deadline } from "./deadline.ts";
import { explainReading, frameToRead } from "./observed_frame.ts";
import type { Session } from "./session.ts";

const LIMITS = { perField: 20, total: 100, chars: 20_000 } as const;
const MAX_FIELDS = 30;

/**
 * Checks a list of queries.
 *
 * @throws RangeError | TypeError naming the entry
 */
export function checkFieldQueries(fields: readonly FieldQuery[]): void {
  if (!Array.isArray(fields) || fields.length < 1 || fields.length > MAX_FIELDS) {
    throw new RangeError(`"fields" must be a list of 1 to ${MAX_FIELDS} entries`);
  }
  fields.forEach(({ name, selector, mode, attribute }, index) => {
    const at = `fields[${index}]`;
    if (typeof name !== "string" || name === "") throw new TypeError(`${at}.name must be a text`);
    if (typeof selector !== "string" || selector === "") throw new TypeError(`${at}.selector must be a text`);
    if (mode !== "text" && mode !== "attribute" && mode !== "value") {
      throw new TypeError(`${at}.mode must be text, attribute or value`);
    }
    if ((mode === "attribute") !== (typeof attribute === "string" && attribute !== "")) {
      throw new TypeError(`${at}.attribute is for mode attribute, and required there`);
    }
  });
}

/**
 * Reads fields of one document at one moment. Of more than 20 matches of a field, or 100 together, one more is given.
 *
 * @param frameId frame to read; the one that was observed last when left out
 * @throws `FRAME_NOT_FOUND` | `SENSITIVE_VALUE` | `SECRET_DENIED` | `NOT_VISIBLE` | `INVALID_ARGUMENT`
 */
export async function readFields(
  session: Session,
  fields: readonly FieldQuery[],
  frameId: string | undefined,
  deadline: Deadline,
): Promise<readonly FieldReading[]> {
  const { agent } = session.tab();
  const frame = frameToRead(session, frameId);
  try {
    const answer = await agent.read(frame.browserId, "inspectFields", [fields, LIMITS], deadline);
    const { url, readings } = expectOk(answer);
    const secret = readings.find(({ quote }) => session.secrets.hideText(quote) !== quote);
    if (secret !== undefined) {
      throw new BrowserError(
        "SECRET_DENIED",
        `Field ${secret.name}: the page shows a private value of this session there, so the data would contain it`,
      );
    }
    return readings.map((reading) => ({ ...reading, url }));
  } catch (error) {
    throw explainReading(error, frame);
  }
}
