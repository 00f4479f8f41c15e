import type { ActResult, ElementInfo } from "../contracts/browser.ts";
import type { ClickNamedOptions, NamedRole } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { countCharacters } from "./count_characters.ts";
import { type BatchRequest, runBatch } from "./batch.ts";
import { Deadline } from "./deadline.ts";
import { OBSERVE_TIMEOUT_MS, observeStable } from "./observe_session.ts";
import type { Session } from "./session.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";
import { cutText } from "../contracts/text.ts";

const ROLES: readonly NamedRole[] = ["button", "link", "menuitem", "tab", "checkbox", "radio"];
const MAX_NAME_CHARS = 200;
const NAMED_IN_MESSAGE = 8;

/** A click by name, checked. */
export interface NamedRequest {
  readonly name: string;
  readonly role: NamedRole | undefined;
}

/**
 * Checks options.
 *
 * @throws `INVALID_ARGUMENT` | RangeError | TypeError
 */
export function resolveNamedOptions({ name, role }: ClickNamedOptions): NamedRequest {
  const wanted = typeof name === "string" ? name.trim() : "";
  if (typeof name !== "string" || name === "" || countCharacters(wanted) > MAX_NAME_CHARS) {
    throw new RangeError(`"name" must have 1 to ${MAX_NAME_CHARS} characters`);
  }
  // a string for the published schema, but no name: a control without one is not meant by it
  if (wanted === "") {
    throw new BrowserError("INVALID_ARGUMENT", '"name" must have a character that can be seen');
  }
  if (role !== undefined && !ROLES.includes(role)) {
    throw new TypeError(`"role" must be one of ${ROLES.join(", ")}: current value is ${String(role)}`);
  }
  return { name: wanted, role };
}

/**
 * Observes all frames afresh, and clicks the one control with this exact name.
 *
 * @throws `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` | `SNAPSHOT_TRUNCATED`, nothing was clicked then
 */
export async function clickNamed(
  session: Session,
  request: NamedRequest,
  batch: Omit<BatchRequest, "snapshotId" | "actions" | "postChecks" | "snapshot">,
): Promise<ActResult> {
  const view = resolveSnapshotOptions({ format: "elements" });
  const deadline = new Deadline(OBSERVE_TIMEOUT_MS, batch.signal);
  const observation = await observeStable(session.tab(), session, view, deadline);
  if (observation.scanTruncated || observation.frameCount > observation.frames.length) {
    throw new BrowserError(
      "SNAPSHOT_TRUNCATED",
      "The page is larger than what was read, so the name may stand elsewhere too; use tab_act with a ref",
    );
  }
  const target = choose(observation.elements, request);
  const whole = resolveSnapshotOptions({});
  const { snapshot_id: snapshotId } = session.shelf.deliver(observation, whole, await session.head(deadline));
  return await runBatch(session, {
    ...batch,
    snapshotId,
    actions: [{ type: "click", ref: target.ref }],
    postChecks: undefined,
    snapshot: "full", // the caller never saw the observation that a diff would be against
  });
}

function choose(elements: readonly ElementInfo[], { name, role }: NamedRequest): ElementInfo {
  const roles: readonly string[] = role === undefined ? ROLES : [role];
  const candidates = elements.filter((element) =>
    roles.includes(element.role) && element.states?.includes("not visible") !== true
  );
  const matches = candidates.filter((element) => element.name === name);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  const what = `${role ?? "control"} with the exact name "${name}"`;
  if (only !== undefined) {
    const list = matches.slice(0, NAMED_IN_MESSAGE).map(({ ref, role, hint }) =>
      `${ref} (${hint === undefined ? role : `${role} ${hint}`})`
    ).join(", ");
    throw new BrowserError(
      "AMBIGUOUS_TARGET",
      `${matches.length} controls are called "${name}": ${list}. Call tab_snapshot and use tab_act with a ref`,
    );
  }
  const close = near(candidates, name);
  const hint = close.length === 0 ? "" : ` Similar names: ${close.map((each) => `"${each}"`).join(", ")}.`;
  throw new BrowserError(
    "TARGET_NOT_FOUND",
    `There is no ${what}.${hint} Call tab_snapshot to see what is there`,
  );
}

function near(candidates: readonly ElementInfo[], wanted: string): readonly string[] {
  const words = wanted.toLowerCase();
  const names = candidates.map(({ name }) => name).filter((name) => name !== "");
  const close = names.filter((name) =>
    name.toLowerCase().includes(words) || words.includes(name.toLowerCase())
  );
  return [...new Set(close)].slice(0, NAMED_IN_MESSAGE).map((name) => cutText(name, 80));
}
