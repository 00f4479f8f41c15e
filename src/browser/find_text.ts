import type { FindOptions, FindResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { countCharacters } from "./count_characters.ts";
import { expectOk, frameForRef } from "./actions/action_context.ts";
import { DocumentGone } from "./agent_client.ts";
import { Deadline } from "./deadline.ts";
import { MAIN_FRAME_ID } from "./frame_book.ts";
import { frameOfRef } from "./ids.ts";
import { OBSERVE_TIMEOUT_MS, observeSession } from "./observe_session.ts";
import { resolveInteger, resolveTimeout } from "./options.ts";
import type { PageSeek, SeekStep } from "./page/protocol_tools.ts";
import type { Session } from "./session.ts";
import { settle, watchFrames } from "./settle.ts";
import { resolveSnapshotOptions } from "./snapshots.ts";
import type { Tab } from "./tab.ts";

const MAX_TEXT_CHARS = 200;
const REST_MS = 500;
const END_REST_MS = 800;
const QUIET_MS = 50;
const VIEW_CHARS = 12_000;

/** A search, checked and with defaults. */
export interface FindRequest {
  readonly text: string;
  readonly frameId: string;
  readonly containerRef: string | null;
  readonly snapshotId: string | undefined;
  readonly maxScrolls: number;
  readonly timeoutMs: number;
}

/**
 * Checks options.
 *
 * @throws `INVALID_ARGUMENT` | RangeError | TypeError
 */
export function resolveFindOptions(options: FindOptions): FindRequest {
  const { text, containerRef, snapshotId } = options;
  const wanted = typeof text === "string" ? text.trim() : "";
  if (typeof text !== "string" || text === "" || countCharacters(wanted) > MAX_TEXT_CHARS) {
    throw new RangeError(`"text" must have 1 to ${MAX_TEXT_CHARS} characters`);
  }
  if (wanted === "") {
    throw new BrowserError("INVALID_ARGUMENT", '"text" must have a character that can be seen');
  }
  if (containerRef !== undefined && snapshotId === undefined) {
    throw new TypeError(`"containerRef" needs the "snapshotId" that it was taken from`);
  }
  const ofRef = containerRef === undefined ? undefined : frameOfRef(containerRef);
  const frameId = options.frameId ?? ofRef ?? MAIN_FRAME_ID;
  if (ofRef !== undefined && ofRef !== frameId) {
    throw new BrowserError("INVALID_ARGUMENT", `"containerRef" is not in frame ${frameId}`);
  }
  return {
    text: wanted,
    frameId,
    containerRef: containerRef ?? null,
    snapshotId,
    maxScrolls: resolveInteger(options.maxScrolls, "maxScrolls", 0, 100, 40),
    timeoutMs: resolveTimeout(options.timeoutMs, "timeoutMs", 20_000),
  };
}

/**
 * Looks for a text below and above what is shown, on the shorter side first: rows that a list only makes when they are
 * on the screen are found too.
 *
 * @throws `STALE_SNAPSHOT` | `STALE_REFERENCE` | `FRAME_NOT_FOUND` | `INVALID_ARGUMENT` | DeadlineOver
 */
export async function findText(
  session: Session,
  request: FindRequest,
  signal: AbortSignal,
): Promise<FindResult> {
  if (request.snapshotId !== undefined) session.shelf.forReading(request.snapshotId);
  const tab = session.tab();
  const browserId = frameOf(session, tab, request);
  const search = new Search(tab, browserId, request, new Deadline(request.timeoutMs, signal));
  const { found, scrolls, reachedEnd } = await search.run();
  const view = resolveSnapshotOptions({
    viewportOnly: true,
    maxChars: VIEW_CHARS,
    ...(request.frameId !== MAIN_FRAME_ID && { frameId: request.frameId }),
  });
  return {
    session_id: session.sessionId,
    frame_id: request.frameId,
    found,
    scrolls,
    reached_end: reachedEnd,
    limit_reached: !found && !reachedEnd,
    snapshot: await observeSession(session, view, new Deadline(OBSERVE_TIMEOUT_MS, signal)),
  };
}

function frameOf(session: Session, tab: Tab, { frameId, containerRef }: FindRequest): string {
  if (containerRef !== null) return frameForRef(tab, session.book, containerRef);
  const browserId = frameId === MAIN_FRAME_ID ? tab.mainFrameId : session.book.browserId(frameId);
  if (browserId !== undefined) return browserId;
  throw new BrowserError(
    "FRAME_NOT_FOUND",
    `Frame ${frameId.slice(0, 40)} is not in this tab (any more); take a frame_id from a tab_snapshot`,
  );
}

type Outcome = "found" | "end" | "limit";

interface Found {
  readonly found: boolean;
  readonly scrolls: number;
  readonly reachedEnd: boolean;
}

class Search {
  readonly #tab: Tab;
  readonly #frameId: string;
  readonly #request: FindRequest;
  readonly #deadline: Deadline;
  #scrolls = 0;

  constructor(tab: Tab, frameId: string, request: FindRequest, deadline: Deadline) {
    this.#tab = tab;
    this.#frameId = frameId;
    this.#request = request;
    this.#deadline = deadline;
  }

  async run(): Promise<Found> {
    const first = await this.#step("look");
    if (first.found) return this.#end("found");
    if (first.top <= 0) return this.#end(await this.#goDown(Infinity));
    // the shorter way first: the steps may not reach for both
    if (first.top > first.below) {
      const down = await this.#goDown(Infinity);
      return this.#end(down === "end" ? await this.#fromTop(first.top) : down);
    }
    const above = await this.#fromTop(first.top);
    return this.#end(above === "end" ? await this.#goDown(Infinity) : above);
  }

  async #fromTop(until: number): Promise<Outcome> {
    if (this.#isSpent()) return "limit";
    await this.#move("top");
    return (await this.#step("look")).found ? "found" : await this.#goDown(until);
  }

  /** Looks and goes on down until the text is found, or nothing is left above `until`, or the limits are reached. */
  async #goDown(until: number): Promise<Outcome> {
    for (;;) {
      if (this.#isSpent()) return "limit";
      const step = await this.#move("down");
      if (!step.moved && !await this.#grew()) return "end";
      const look = await this.#step("look");
      if (look.found) return "found";
      if (look.top >= until) return "end";
    }
  }

  /** At the end: more may be loaded just now. */
  async #grew(): Promise<boolean> {
    await this.#rest(END_REST_MS, QUIET_MS * 4);
    return (await this.#step("down")).moved;
  }

  async #move(step: SeekStep): Promise<{ readonly moved: boolean }> {
    const journalMark = this.#tab.journal.mark();
    await watchFrames(this.#tab, [this.#frameId], this.#deadline.within(500));
    const result = await this.#step(step);
    if (!result.moved) return result;
    this.#scrolls += 1;
    await this.#rest(REST_MS, QUIET_MS, journalMark);
    return result;
  }

  async #rest(ms: number, quietMs: number, journalMark = this.#tab.journal.mark()): Promise<void> {
    const deadline = this.#deadline.within(ms);
    await settle(this.#tab, {
      journalMark,
      frameIds: [...new Set([this.#tab.mainFrameId, this.#frameId])],
      deadline,
      navigationDeadline: deadline,
      quietMs,
    });
  }

  async #step(step: SeekStep): Promise<PageSeek> {
    const { text, containerRef, frameId } = this.#request;
    const deadline = this.#deadline.atLeast(1000);
    try {
      return expectOk(
        await this.#tab.agent.read(this.#frameId, "seek", [containerRef, text, step], deadline),
      );
    } catch (error) {
      if (!(error instanceof DocumentGone) || frameId === MAIN_FRAME_ID) throw error;
      throw new BrowserError(
        "FRAME_NOT_FOUND",
        `Frame ${frameId} went away during the search; call tab_snapshot`,
      );
    }
  }

  #isSpent(): boolean {
    return this.#scrolls >= this.#request.maxScrolls || this.#deadline.isOver;
  }

  #end(outcome: Outcome): Found {
    return { found: outcome === "found", scrolls: this.#scrolls, reachedEnd: outcome === "end" };
  }
}
