import type { SnapshotInclude, SnapshotOptions, SnapshotResult } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { diffTree, NO_CHANGE } from "./diff/diff_tree.ts";
import type { Observation, ObserveRequest } from "./observe.ts";
import { resolveInteger } from "./options.ts";
import { parseCursor } from "./paging/pager.ts";
import { partOf, Readings } from "./paging/readings.ts";
import { namePage } from "./urls.ts";

/** What a caller asked to see, checked and with defaults. */
export interface SnapshotRequest extends ObserveRequest {
  readonly mode: "full" | "diff";
  readonly maxChars: number;
  readonly maxElements: number;
}

/** An observation as it was delivered. */
export interface KeptSnapshot {
  readonly snapshotId: string;
  readonly number: number;
  readonly tabId: string;
  /** Random word of the document that the observation began at. */
  readonly rootDocument: string | undefined;
  readonly request: SnapshotRequest;
  readonly lines: readonly string[];
  readonly documents: ReadonlyMap<string, string>;
  /** It showed nothing but a drawing. */
  readonly canvasOnly: boolean;
  /** A batch used it: good for reading checks, not for acting. */
  isConsumed: boolean;
}

const INCLUDES: readonly SnapshotInclude[] = ["url", "box", "graphics"];
export const DEFAULT_MAX_CHARS = 24_000;

/**
 * Checks the options of an observation.
 *
 * @throws RangeError | TypeError naming the option
 */
export function resolveSnapshotOptions(options: SnapshotOptions): SnapshotRequest {
  const { mode = "full", format = "tree", include = [], frameId, selector, viewportOnly = false } = options;
  if (mode !== "full" && mode !== "diff") {
    throw new TypeError(`"mode" must be full or diff: current value is ${mode}`);
  }
  if (format !== "tree" && format !== "elements") {
    throw new TypeError(`"format" must be tree or elements: current value is ${format}`);
  }
  if (mode === "diff" && format === "elements") {
    throw new TypeError(`"mode" diff goes with "format" tree only`);
  }
  const unknown = include.find((name) => !INCLUDES.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`"include" may hold ${INCLUDES.join(", ")}: current value has ${unknown}`);
  }
  return {
    mode,
    maxChars: resolveInteger(options.maxChars, "maxChars", 500, 200_000, DEFAULT_MAX_CHARS),
    maxElements: resolveInteger(options.maxElements, "maxElements", 1, 500, 150),
    ...(frameId !== undefined && { frameId }),
    ...(selector !== undefined && { selector }),
    viewportOnly,
    include,
    elements: format === "elements",
  };
}

/** Where a session is, as every observation says it. */
export type SnapshotHead = Pick<
  SnapshotResult,
  "tab_id" | "tabs" | "available_files" | "http_status" | "sign_in"
>;

/** The observations of a session: the current one, what it is compared with, and what can be read on. */
export class SnapshotShelf {
  readonly #sessionId: string;
  #current: KeptSnapshot | undefined;
  readonly #readings = new Readings();
  #count = 0;

  /** @param sessionId begins every snapshot id */
  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  /** The newest observation, if there is one. */
  get current(): KeptSnapshot | undefined {
    return this.#current;
  }

  /**
   * Keeps an observation as the newest one and writes the reply.
   *
   * @param head session, tab and whatever else stands in the reply besides the content
   */
  deliver(
    observation: Observation,
    request: SnapshotRequest,
    head: SnapshotHead,
  ): SnapshotResult {
    const number = ++this.#count;
    const snapshotId = `${this.#sessionId}:${number}`;
    const before = this.#current;
    const kept: KeptSnapshot = {
      snapshotId,
      number,
      tabId: head.tab_id,
      rootDocument: [...observation.documents.values()][0],
      request,
      lines: observation.lines,
      documents: observation.documents,
      canvasOnly: observation.canvasOnly,
      isConsumed: false,
    };
    const whole = observation.lines.join("\n");
    const diff =
      request.mode === "diff" && !request.elements && before !== undefined && isBaseline(before, kept)
        ? diffTree(before.lines, observation.lines)?.join("\n")
        : undefined;
    // a diff that is no shorter helps nobody, not even who asked for one
    const isDiff = diff !== undefined && (diff === NO_CHANGE || diff.length < whole.length);
    this.#current = kept;
    const scope = {
      ...(request.frameId !== undefined && { frame_id: request.frameId }),
      ...(request.selector !== undefined && { selector: request.selector }),
      ...(request.viewportOnly && { viewport_only: true as const }),
    };
    const replyHead = {
      session_id: this.#sessionId,
      snapshot_id: snapshotId,
      ...head,
      ...namePage(observation.url, observation.title),
      ...(isDiff && before !== undefined &&
        { mode: "diff" as const, baseline_snapshot_id: before.snapshotId }),
      ...(Object.keys(scope).length > 0 && { scope }),
      ...(!isDiff && observation.frames.length > 0 && { frames: observation.frames }),
      ...(observation.frameCount > observation.frames.length && { frame_count: observation.frameCount }),
    };
    return this.#readings.begin({
      number,
      head: replyHead,
      content: request.elements
        ? { kind: "elements", elements: observation.elements, pageSize: request.maxElements }
        : { kind: "tree", text: isDiff ? diff : whole },
      document: kept.rootDocument,
      cut: { scan: observation.scanTruncated, frames: observation.hasUnreadFrame },
    }, request.maxChars);
  }

  /** The reply in place of an observation while a dialog holds the page up; nothing can be acted on with it. */
  park(
    head: Pick<SnapshotResult, "tab_id" | "tabs" | "available_files" | "dialog_open">,
    url: string,
  ): SnapshotResult {
    const number = ++this.#count;
    const snapshotId = `${this.#sessionId}:${number}`;
    this.#current = {
      snapshotId,
      number,
      tabId: head.tab_id,
      rootDocument: undefined,
      request: resolveSnapshotOptions({}),
      lines: [],
      documents: new Map(),
      canvasOnly: false,
      isConsumed: true,
    };
    return {
      session_id: this.#sessionId,
      snapshot_id: snapshotId,
      ...head,
      ...namePage(url, ""),
      truncated: true,
    };
  }

  /**
   * The next part of an observation that was cut. Refs are an element's for good and are checked before they are used, so
   * those of an older observation are good with the current `snapshot_id` while the document is the same.
   *
   * @throws `CURSOR_NOT_FOUND`
   */
  readOn(cursor: string, maxChars: number): SnapshotResult {
    const { observation, offset } = parseCursor(cursor);
    const reading = this.#readings.find(observation);
    const part = partOf(reading, offset, maxChars);
    const current = this.#current;
    const isOlder = current !== undefined && current.number !== observation;
    if (!isOlder || current.tabId !== part.tab_id || !isSameDocument(current, reading.document)) return part;
    return { ...part, snapshot_id: current.snapshotId, part_of: part.snapshot_id };
  }

  /**
   * The observation that a batch names, if it may still be acted on.
   *
   * @throws `STALE_SNAPSHOT` saying what to do
   */
  forActing(snapshotId: string): KeptSnapshot {
    const current = this.#known(snapshotId);
    if (current.isConsumed) {
      throw new BrowserError(
        "STALE_SNAPSHOT",
        `Snapshot ${snapshotId} was used by an earlier batch, which returned no new one; call tab_snapshot and act on ` +
          "the snapshot_id that it returns",
      );
    }
    return current;
  }

  /**
   * The observation that checks name; one that a batch used is still good for reading.
   *
   * @throws `STALE_SNAPSHOT` saying what to do
   */
  forReading(snapshotId: string): KeptSnapshot {
    return this.#known(snapshotId);
  }

  #known(snapshotId: string): KeptSnapshot {
    const current = this.#current;
    if (current?.snapshotId === snapshotId) return current;
    const now = current === undefined
      ? "This session has no current snapshot; call tab_snapshot"
      : current.isConsumed
      ? "Its successor was used by a batch; call tab_snapshot"
      : `The current one is ${current.snapshotId}: use its refs, or call tab_snapshot`;
    const [session, number] = snapshotId.split(":");
    const isOurs = session === this.#sessionId && Number(number) <= this.#count;
    throw new BrowserError(
      "STALE_SNAPSHOT",
      isOurs
        ? `Snapshot ${snapshotId} was replaced. ${now}`
        : `This snapshot id is not one of session ${this.#sessionId}. ${now}`,
    );
  }
}

function isSameDocument({ documents }: KeptSnapshot, document: string | undefined): boolean {
  return document !== undefined && [...documents.values()].includes(document);
}

/** Only the same part of the same document can be compared. */
function isBaseline(before: KeptSnapshot, after: KeptSnapshot): boolean {
  const { request: a } = before;
  const { request: b } = after;
  return before.tabId === after.tabId && before.rootDocument !== undefined &&
    before.rootDocument === after.rootDocument && a.frameId === b.frameId && a.selector === b.selector &&
    a.viewportOnly === b.viewportOnly && [...a.include].sort().join() === [...b.include].sort().join();
}
