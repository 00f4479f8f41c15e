import { inServersLog } from "../platform/incidents.ts";
import type { ElementInfo, FrameInfo, SnapshotInclude } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { DocumentGone } from "./agent_client.ts";
import { isGone } from "./failures.ts";
import { badStatus } from "./loading/document_watch.ts";
import { type FrameBook, MAIN_FRAME_ID } from "./frame_book.ts";
import type { PageFrame, PageLine, PageObservation } from "./page/protocol.ts";
import type { SecretBook } from "./secret_book.ts";
import type { Tab } from "./tab.ts";
import { type DocumentLines, frameLine, joinLines } from "./tree.ts";
import { namePage } from "./urls.ts";

/** What to observe. */
export interface ObserveRequest {
  /** Short id of the frame to begin at; the top frame when absent. */
  readonly frameId?: string;
  readonly selector?: string;
  readonly viewportOnly: boolean;
  readonly include: readonly SnapshotInclude[];
  readonly elements: boolean;
}

/** All documents of a tab, or of the part that was asked for, as one. */
export interface Observation {
  readonly url: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly elements: readonly ElementInfo[];
  /** Observed child frames in document order. */
  readonly frames: readonly FrameInfo[];
  /** Random word of each observed document, by the browser's id of its frame. */
  readonly documents: ReadonlyMap<string, string>;
  readonly frameCount: number;
  /** A frame that is there was not read. */
  readonly hasUnreadFrame: boolean;
  readonly scanTruncated: boolean;
  /** The viewport shows a canvas, and nothing in the document that was begun at can be acted on. */
  readonly canvasOnly: boolean;
}

const MAX_FRAMES = 100;
/** In place of the id of a frame that could not be asked for. */
const SILENT = Symbol("no answer");
const LOST = Symbol("failed");
const NODE_BUDGET = 150_000;
// What the walk does not reach cannot be read on, so it gets all the time there is; but a part now is worth more than
// the whole too late, and names and lines take as much time again after it.
const TIME_BUDGET_MS = 8000;
const SHARE_OF_TIME = 0.4;
/** Nothing is missing from the tree then but some refs. */
const NOT_ASKED = "(too large to ask where scripts listen: what only they make clickable has no ref)";
const CHILD_FRAMES_TIMEOUT_MS = 1000;
const MORE_FOR_EACH_FRAME_MS = 30; // they are asked together, and a hundred need more than one does

/** What a session gives to its observations. */
export interface Observer {
  readonly book: FrameBook;
  readonly secrets: SecretBook;
  /** Writes down the cause of a part that failed unforeseen, and gives the id that leads to it. */
  noteIncident(error: unknown): string;
}

/** One observation under way. */
interface Walk {
  readonly tab: Tab;
  readonly session: Observer;
  readonly request: ObserveRequest;
  readonly deadline: Deadline;
  readonly documents: Map<string, string>;
  frameCount: number;
  hasUnreadFrame: boolean;
}

/** One document with what its frames hold. */
interface ObservedDocument {
  readonly tree: DocumentLines;
  readonly page: PageObservation;
  readonly elements: readonly ElementInfo[];
  readonly frames: readonly FrameInfo[];
  readonly scanTruncated: boolean;
}

/**
 * Observes a tab with all its frames. What cannot be read (a frame, closed shadow roots) is a line that says so.
 *
 * @throws `FRAME_NOT_FOUND` | `SELECTOR_COUNT` | `INVALID_ARGUMENT` | DeadlineOver | DocumentGone
 */
export async function observeTab(
  tab: Tab,
  session: Observer,
  request: ObserveRequest,
  deadline: Deadline,
): Promise<Observation> {
  const walk: Walk = {
    tab,
    session,
    request,
    deadline,
    documents: new Map(),
    frameCount: 0,
    hasUnreadFrame: false,
  };
  const isMain = request.frameId === undefined || request.frameId === MAIN_FRAME_ID;
  const browserId = isMain ? tab.mainFrameId : session.book.browserId(request.frameId ?? MAIN_FRAME_ID);
  if (browserId === undefined) throw frameNotFound(request.frameId);
  const root = await observeRoot(walk, isMain ? MAIN_FRAME_ID : request.frameId ?? MAIN_FRAME_ID, browserId);
  if (isMain) tab.document.observed(root.page.status);
  const title = isMain ? root.page.title : await tab.title(deadline);
  return {
    url: isMain && !tab.document.isErrorPage ? root.page.url : tab.document.url,
    title,
    lines: joinLines(root.tree),
    elements: root.elements,
    frames: root.frames,
    documents: walk.documents,
    frameCount: walk.frameCount,
    hasUnreadFrame: walk.hasUnreadFrame,
    scanTruncated: root.scanTruncated,
    canvasOnly: root.page.canvasOnly,
  };
}

async function observeRoot(walk: Walk, frameId: string, browserId: string): Promise<ObservedDocument> {
  try {
    return await observeDocument(walk, frameId, browserId, walk.deadline, walk.request.selector);
  } catch (error) {
    if (error instanceof DocumentGone && frameId !== MAIN_FRAME_ID) throw frameNotFound(frameId);
    throw error;
  }
}

async function observeDocument(
  walk: Walk,
  frameId: string,
  browserId: string,
  deadline: Deadline,
  selector?: string,
): Promise<ObservedDocument> {
  const { tab, session, request } = walk;
  const { book, secrets } = session;
  const unseen = await exposeUnseen(walk, browserId, deadline);
  const gaps = unseen.filter((line) => line !== NOT_ASKED);
  const notes = unseen.filter((line) => line === NOT_ASKED); // first, as the end of such a page may never be read
  const page = await tab.agent.read(browserId, "observe", [{
    ...book.refs(frameId),
    ...(selector !== undefined && { selector }),
    viewportOnly: request.viewportOnly,
    include: request.include,
    elements: request.elements,
    nodeBudget: NODE_BUDGET,
    timeBudgetMs: Math.min(TIME_BUDGET_MS, deadline.remainingMs * SHARE_OF_TIME),
  }], deadline);
  if ("ok" in page) throw new BrowserError(page.code, page.message);
  secrets.add(page.secrets ?? []);
  if (page.failure !== undefined) {
    const id = session.noteIncident(`in the page: ${page.failure}`);
    gaps.push(`(what could not be read: ${inServersLog(id)})`);
  }
  book.setNextRef(frameId, page.nextRef);
  walk.documents.set(browserId, page.document);
  const children = await observeChildren(walk, browserId, page);
  const own = (page.elements ?? []).map((element) =>
    frameId === MAIN_FRAME_ID ? element : { ...element, frame_id: frameId }
  );
  return {
    tree: { lines: [...notes.map(topLine), ...page.lines, ...gaps.map(topLine)], frames: children },
    page,
    elements: [...own, ...children.flatMap(({ document }) => document?.elements ?? [])],
    frames: children.flatMap(({ info, document }) =>
      info === undefined ? [] : [info, ...(document?.frames ?? [])]
    ),
    scanTruncated: page.scanTruncated || gaps.length > 0 ||
      children.some(({ document }) => document?.scanTruncated === true),
  };
}

function topLine(text: string): PageLine {
  return { depth: 0, text };
}

/**
 * Hands the in-page code what it cannot find out itself: closed shadow roots, and where scripts listen.
 *
 * @returns a line for each that was not handed over
 * @throws DeadlineOver
 */
async function exposeUnseen(walk: Walk, browserId: string, deadline: Deadline): Promise<string[]> {
  const { agent } = walk.tab;
  const gaps = await Promise.all([
    part(
      walk,
      "closed shadow roots",
      async () =>
        await agent.exposeClosedRoots(browserId, deadline)
          ? undefined
          : "(closed shadow roots: not all were read)",
    ),
    part(
      walk,
      "script listeners",
      async () => await agent.exposeListeners(browserId, deadline) ? undefined : NOT_ASKED,
    ),
  ]);
  return gaps.filter((gap) => gap !== undefined);
}

/** Does one part of an observation; the rest stands when it fails, and its line says what is missing. */
async function part(
  { session }: Walk,
  name: string,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentGone) return undefined; // replaced just now: the observation sees the new one
    if (error instanceof DeadlineOver || isGone(error)) throw error;
    return `(${name} could not be read: ${inServersLog(session.noteIncident(error))})`;
  }
}

/** A child frame: its line, and its document if it answered. */
interface ObservedChild {
  readonly line: string;
  readonly info?: FrameInfo;
  readonly document?: ObservedDocument;
  readonly content?: DocumentLines;
}

async function observeChildren(
  walk: Walk,
  parentId: string,
  parent: PageObservation,
): Promise<ObservedChild[]> {
  if (parent.frames.length === 0) return [];
  const count = Math.min(parent.frames.length, MAX_FRAMES);
  const deadline = walk.deadline.within(CHILD_FRAMES_TIMEOUT_MS + count * MORE_FOR_EACH_FRAME_MS);
  const ids = await Promise.all(parent.frames.map((_, index) => childId(walk, parentId, index, deadline)));
  walk.session.book.setChildren(parentId, ids.map((id) => typeof id === "string" ? id : undefined));
  return await Promise.all(parent.frames.map(async (frame, index) => {
    walk.frameCount += 1;
    const browserId = ids[index];
    if (browserId === undefined) return { line: "frame (empty)" };
    if (browserId === SILENT) {
      walk.hasUnreadFrame = true;
      return { line: "frame (not read: the page around it does not answer)" };
    }
    if (browserId === LOST) {
      walk.hasUnreadFrame = true;
      return { line: "frame (could not be read: it went away while it was read)" };
    }
    const frameId = walk.session.book.childId(browserId); // before the limit, so that ids follow the order of the page
    if (walk.frameCount > MAX_FRAMES) {
      walk.hasUnreadFrame = true;
      return { line: `frame ${frameId} (not read: more than ${MAX_FRAMES} frames)` };
    }
    return await observeChild(walk, frame, frameId, browserId, parent.url, deadline);
  }));
}

async function observeChild(
  walk: Walk,
  frame: PageFrame,
  frameId: string,
  browserId: string,
  parentUrl: string,
  deadline: Deadline,
): Promise<ObservedChild> {
  const { title: name } = namePage("", frame.title === "" ? frame.name : frame.title);
  try {
    const document = await observeDocument(walk, frameId, browserId, deadline);
    const { url, status } = document.page;
    const bad = badStatus(status);
    const remark = bad.http_status === undefined ? undefined : `HTTP ${bad.http_status}`;
    return {
      line: frameLine({ frameId, url, name: walk.session.secrets.hideText(name) }, parentUrl, remark),
      info: {
        frame_id: frameId,
        url: namePage(url, "").url,
        ...(name !== "" && { name }),
        is_main: false,
        ...bad,
      },
      document,
      content: document.tree,
    };
  } catch (error) {
    if (walk.deadline.cancelled || !walk.tab.isUsable) throw error;
    walk.hasUnreadFrame = true;
    const remark = frameRemark(walk, error);
    return {
      line: frameLine(
        { frameId, url: frame.src, name: walk.session.secrets.hideText(name) },
        parentUrl,
        remark,
      ),
    };
  }
}

/** Why a frame has no content here. */
function frameRemark({ session }: Walk, error: unknown): string {
  if (error instanceof DeadlineOver) return "could not be read: it does not answer";
  if (error instanceof DocumentGone || isGone(error)) {
    return "could not be read: it went away while it was read";
  }
  return `could not be read: ${inServersLog(session.noteIncident(error))}`;
}

async function childId(
  walk: Walk,
  parentId: string,
  index: number,
  deadline: Deadline,
): Promise<string | typeof SILENT | typeof LOST | undefined> {
  try {
    return await walk.tab.agent.childFrameId(parentId, index, deadline);
  } catch (error) {
    if (walk.deadline.cancelled) throw error;
    if (error instanceof DeadlineOver) return SILENT;
    return error instanceof DocumentGone || isGone(error) ? undefined : LOST; // it went away, at the latest now
  }
}

function frameNotFound(frameId: string | undefined): BrowserError {
  return new BrowserError(
    "FRAME_NOT_FOUND",
    `Frame ${
      frameId ?? ""
    } is not in this tab (any more); take a frame_id from a tab_snapshot without frame_id`,
  );
}
