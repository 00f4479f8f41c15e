// What the driver's side and the code inside a page say to each other. The in-page code runs in an isolated world of
// its own: it sees the page's DOM, and no script of the page can see or change it. Everything here is JSON.
import type { PageToolsAgent } from "./protocol_tools.ts";
import type { BrowserCheck, CheckResult, ElementInfo, SnapshotInclude } from "../../contracts/browser.ts";

/** What to observe in one document. */
export interface PageObserveOptions {
  /** Prefix of refs minted here: `e` in the main frame, `f1e` in frame f1. */
  readonly prefix: string;
  /** First free number; numbers run on for the session. An element that has a ref keeps it. */
  readonly nextRef: number;
  /** Root; must match exactly one element in this document. */
  readonly selector?: string;
  readonly viewportOnly?: boolean;
  readonly include: readonly SnapshotInclude[];
  /** Also return `elements`. */
  readonly elements: boolean;
  /** Nodes to visit at most before the walk stops and says so. */
  readonly nodeBudget: number;
  /** Milliseconds after which the walk stops and says so: a part now is worth more than the whole later. */
  readonly timeBudgetMs: number;
}

/** One line of the tree. */
export interface PageLine {
  /** Steps of indentation. */
  readonly depth: number;
  readonly text: string;
  /** Index into `frames`: the content of that child frame follows below this line. */
  readonly frame?: number;
}

/** A frame element found in the document, in document order. */
export interface PageFrame {
  readonly name: string;
  readonly title: string;
  /** The `src` as written, without query and fragment. */
  readonly src: string;
}

/** What one document shows. */
export interface PageObservation {
  /** Random word of this document: a new document has another one. */
  readonly document: string;
  readonly url: string;
  /** HTTP status that the document came with; absent where there is none, as for `about:blank`. */
  readonly status?: number;
  readonly title: string;
  readonly nextRef: number;
  readonly lines: readonly PageLine[];
  readonly frames: readonly PageFrame[];
  readonly elements?: readonly ElementInfo[];
  /** Values of sensitive fields, for the driver's side to keep them out of whatever else it reports. */
  readonly secrets?: readonly string[];
  readonly scanTruncated: boolean;
  /** What a part that could not be read failed with; its place in the lines says so. */
  readonly failure?: string;
  /** The viewport shows a canvas, and nothing here can be acted on. */
  readonly canvasOnly: boolean;
  /** Something here can be acted on. */
  readonly actionable: boolean;
}

/** A failure inside the page, as a value. */
export interface PageFailure {
  readonly ok: false;
  readonly code:
    | "STALE_REFERENCE"
    | "SELECTOR_COUNT"
    | "NOT_VISIBLE"
    | "TARGET_COVERED"
    | "TARGET_DISABLED"
    | "NOT_EDITABLE"
    | "OPTION_NOT_FOUND"
    | "SENSITIVE_VALUE"
    | "SECRET_DENIED"
    | "UNSUPPORTED_FLOW"
    | "INVALID_ARGUMENT"
    | "AMBIGUOUS_TARGET"
    | "TARGET_NOT_FOUND";
  /** Says what was expected and what is there now; page text in it is bounded and cleaned. */
  readonly message: string;
  /** Waiting may help: the target moves, the page is visibly busy, or the element was just inserted. */
  readonly busy?: boolean;
  /** The page may bring it back in a moment, although its code says that it is gone. */
  readonly mayReturn?: true;
}

/** A target that is ready for input. */
export interface PageTarget {
  readonly ok: true;
  /** Point to act on, in CSS pixels of this document's viewport. */
  readonly x: number;
  readonly y: number;
  readonly role: string;
  readonly name: string;
  readonly opensNewTab: boolean;
  /** Tag and type, for example `input:checkbox`; `link:outside` inside a link to a file or to another program. */
  readonly kind: string;
  /** An editor that draws its text itself, or helps to write code: it is filled in one piece and read by copying. */
  readonly isModel?: true;
}

/** A part of what an editor holds. */
export interface PageModelText {
  readonly ok: true;
  /** Null where the editor does not say. */
  readonly text: string | null;
}

/** The live state of a control; a sensitive value is never in it. */
export interface PageControlState {
  readonly ok: true;
  readonly value?: string;
  readonly valueFilled?: boolean;
  readonly checked?: boolean;
}

/** What the input guard saw. */
export interface PageGuardReport {
  /** Trusted pointer or key events that reached the target. */
  readonly delivered: number;
  /** Events that were about to reach something else and were stopped before any handler of the page. */
  readonly blocked: number;
  /** What stood there instead, in words, when something was blocked. */
  readonly blockedBy?: string;
}

/** A control that was looked for by its name. */
export interface PageNamed {
  /** Good for the steps of one action. */
  readonly ref: string;
  /** Words around it that others of the name do not have; empty when there are none, or no others. */
  readonly where: string;
}

/** What the list of a control offers now; refs in it are good for the steps of one action. */
export type PageChoices = { readonly isGone: true } | {
  readonly isGone: false;
  /** The list is shown. */
  readonly isOpen: boolean;
  /** The control is the list itself, so that there is nothing to open. */
  readonly isOwn: boolean;
  /** The control says that it has a list. */
  readonly isList: boolean;
  /** Why a native list that the control names cannot give the option; known before anything is opened. */
  readonly refusal?: { readonly code: "OPTION_NOT_FOUND" | "AMBIGUOUS_TARGET"; readonly message: string };
  readonly isMenu: boolean;
  /** Options with the wanted name. */
  readonly matches: number;
  /** They in words, each with what means only it, when there are several. */
  readonly candidates?: string;
  /** Names of the first options, and how many more there are. */
  readonly names: readonly string[];
  readonly more: number;
  /** The control itself shows the wanted name. */
  readonly shown: boolean;
  readonly item?: string;
  readonly name?: string;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  /** Field that narrows the list by what is typed. */
  readonly field?: string;
  readonly scroller?: string;
};

/** A passage of text, and a point in it. */
export interface PagePassage {
  readonly ok: true;
  /** In CSS pixels of this document's viewport. */
  readonly x: number;
  readonly y: number;
  /** What was selected, or the element that the point hits, in words. */
  readonly said: string;
}

/** State of a slider. */
export interface PageSlider {
  readonly ok: true;
  readonly isNative: boolean;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly isVertical: boolean;
  readonly isReversed: boolean;
  /** Ref of what takes keys and is dragged. */
  readonly thumb: string;
  /** Box that it moves in: left, top, width, height in this viewport. */
  readonly track: readonly [number, number, number, number];
}

/** Handle of a slider that does not say its value; places run along the track, upwards where it is vertical. */
export interface PageHandle {
  readonly ok: true;
  /** Ref of the handle. */
  readonly thumb: string;
  readonly takesKeys: boolean;
  readonly isVertical: boolean;
  /** Middle of the handle, and start and length of its track, in CSS pixels. */
  readonly place: number;
  readonly start: number;
  readonly length: number;
  /** Numbers that the page shows or holds, by a key that stays; the likely ones first. */
  readonly numbers: readonly (readonly [string, number])[];
}

/** What an action needs of its target. */
export type PageNeed = "pointer" | "hover" | "focus" | "edit";

/** Data with the address of the document that it stands in. */
export type Located<T> = T & { readonly url: string };

/** The functions that the in-page code offers; each takes and returns JSON. */
export interface PageAgent extends PageToolsAgent {
  /** Observes and remembers, for each ref, the meaning that was shown. */
  observe(options: PageObserveOptions): PageObservation | PageFailure;
  /**
   * Rechecks identity and meaning of a ref (role, name, link destination, form action of a submitter, same document,
   * connected), scrolls it into view, and reports a point where it can be hit, or names what covers it, or says that it
   * is disabled, hidden or still moving. Never changes anything but the scroll position. Resolves within two animation
   * frames (or 100 ms where frames are throttled).
   */
  target(ref: string, need: PageNeed): Promise<PageTarget | PageFailure>;
  /** True when the child frame's element is what the point hits: asked of each ancestor before input goes into a frame. */
  hitsFrame(frame: number, x: number, y: number): { readonly hit: boolean; readonly coveredBy?: string };
  /** The frame element itself, asked for by object id (the one answer that is not JSON); `null` when it is gone. */
  frameElement(frame: number): Element | null;
  /** Offset of a child frame's content box in this viewport, after scrolling it into view when asked. */
  frameOffset(frame: number, scroll: boolean): { readonly x: number; readonly y: number } | null;
  /**
   * Guards the next input: until `unguard`, a trusted press, release, click, key or `beforeinput` event whose target is
   * not the element of `ref` (or inside it, or its label), or whose meaning has changed, is stopped in the capture phase.
   * Movement of the pointer is not stopped; once the press was delivered, what follows of the same click is not either.
   */
  guard(ref: string): { readonly ok: true } | PageFailure;
  unguard(): PageGuardReport;
  /** Focuses the element of `ref`, or the control that its label stands for, without clicking it. */
  focus(ref: string): { readonly ok: true } | PageFailure;
  /** Focuses an editable target and selects its whole content, so that typed text replaces it. */
  selectAll(ref: string): { readonly ok: true } | PageFailure;
  /** Focuses a typable target, caret behind its content; `handsOn` for a field that is part of a longer text. */
  caretToEnd(
    ref: string,
  ): { readonly ok: true; readonly handsOn: boolean; readonly hadFocus: boolean } | PageFailure;
  /** The field that the page moved the focus to from the small field of `ref`. */
  nextBox(
    ref: string,
  ):
    | { readonly ok: true; readonly isThere: true; readonly ref: string }
    | { readonly ok: true; readonly isThere: false }
    | PageFailure;
  /** What has the focus, in words; `frame` when it is in that child frame. */
  focused(): { readonly what: string; readonly frame?: number };
  /** Sets a value that cannot be typed (date, time, colour, range, …) with native setter, `input` and `change`. */
  setValue(ref: string, value: string): PageControlState | PageFailure;
  /** Chooses options of a native select by value, else by label; events as a person's choice would fire them. */
  selectOptions(ref: string, values: readonly string[]): PageControlState | PageFailure;
  /** Looks for an option in the list of a control; `isFirst` before it was opened. */
  choices(ref: string, option: string, isFirst: boolean): PageChoices;
  /** Scrolls a list to its top, or on by a page. */
  scrollList(ref: string, toTop: boolean): { readonly moved: boolean };
  /** State of the slider that a ref is or holds; only the first question asks whether its meaning is unchanged. */
  slider(ref: string, isFirst: boolean): PageSlider | PageFailure;
  /** The handle that a ref is, holds or belongs to, where it is no slider by its role. */
  sliderHandle(ref: string, isFirst: boolean): PageHandle | PageFailure;
  /** Selects a passage inside a target; `nth` from 1, or null where there must be one only. */
  selectText(ref: string, words: string, nth: number | null): PagePassage | PageFailure;
  /** Counts the visible passages that say these words, with what stands around the first, and keeps them for {@link PageAgent.passagePoint}. */
  findPassages(
    words: string,
    within: string | null,
  ): { readonly ok: true; readonly count: number; readonly around: readonly string[] } | PageFailure;
  /** Scrolls to a passage found last, and names the element around it for the steps of one action. */
  passagePoint(index: number): PagePassage & { readonly ref: string } | PageFailure;
  /** Selects a passage found last. */
  selectPassage(index: number): PagePassage | PageFailure;
  /** What a focused editor would copy now. */
  copied(ref: string): PageModelText | PageFailure;
  /** Gives a focused editor a text as a paste would, where its content is selected. */
  paste(ref: string, text: string): { readonly ok: true } | PageFailure;
  /** What a point of this viewport hits, in words; `frame` when that is a child frame. */
  placeAt(x: number, y: number): { readonly what: string; readonly frame?: number };
  /** A point on a target where what is dragged lands before, after or in the middle of it. */
  dropPoint(
    targetRef: string,
    sourceRef: string | null,
    edge: "before" | "after" | "above" | "below" | "center" | "corner",
  ): { readonly ok: true; readonly x: number; readonly y: number } | PageFailure;
  /** The visible buttons and menu items with exactly this name. */
  findNamed(name: string): readonly PageNamed[];
  /** Scrolls a target into the middle of the viewport. */
  reveal(ref: string): { readonly ok: true; readonly moved: boolean } | PageFailure;
  /** Whether a target takes files, and how many. */
  fileInput(ref: string): { readonly ok: true; readonly multiple: boolean } | PageFailure;
  /** Takes all files out of a file field. */
  clearFiles(ref: string): { readonly ok: true } | PageFailure;
  /** Notes frame elements that no observation listed; the number of frames known now. */
  listFrames(): number;
  /** Live state of a control. */
  state(ref: string): PageControlState | PageFailure;
  /** Scrolls the element of `ref` or its nearest scroller, or the window; reports whether anything moved. */
  scroll(
    ref: string | null,
    dx: number,
    dy: number,
  ): { readonly ok: true; readonly moved: boolean } | PageFailure;
  /** Evaluates a check that needs one document: text, visible, value, count. */
  check(check: BrowserCheck): Omit<CheckResult, "index" | "kind"> & {
    readonly truncated?: boolean;
    /** Waiting cannot make it pass: the check itself must change. */
    readonly fatal?: true;
  };
  /** Rendered text of the document, never control values. */
  text(
    selector: string | null,
    maxChars: number,
  ): Located<{ readonly text: string; readonly truncated: boolean }> | PageFailure;
  /** Links with visible text and absolute URL. */
  links(
    selector: string | null,
    maxItems: number,
  ):
    | Located<{ readonly links: readonly { text: string; url: string }[]; readonly truncated: boolean }>
    | PageFailure;
  /** A table, or an ARIA grid, as header names and rows of cell text. */
  table(
    selector: string | null,
    maxItems: number,
  ):
    | Located<{
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly truncated: boolean;
    }>
    | PageFailure;
  /** Starts watching what changes, if that is not under way already. */
  watchMutations(): void;
  /** An action begins: what changes from now on is counted, from zero. */
  beginAction(): PageChanges;
  /** The action is over: what changes is the page's own again. */
  endAction(): void;
  /** What has changed since the action began. */
  mutations(): PageChanges;
  /** Makes a closed shadow root part of the page for everything above. Takes nodes: called through the debugger protocol. */
  registerClosedRoot(host: Element, root: ShadowRoot): void;
  /** Gives refs to elements that a script listens to. Takes nodes, as only the debugger protocol sees listeners. */
  registerClickables(...elements: Element[]): void;
  /** The element behind a ref, unchecked: for protocol calls that need a node, such as setting files. */
  elementOf(ref: string): Element | null;
}

/** What has changed in a document, and what is to be expected of it. */
export interface PageChanges {
  /** Changes since the action began that are not the page's own. */
  readonly count: number;
  /** Changes that may be the page's own. */
  readonly unsure: number;
  /** Milliseconds since the last change that is no rhythm of the page. */
  readonly quietMs: number;
  readonly busy: boolean;
  /** It is complete, and nothing in it can change it but input. */
  readonly still: boolean;
  readonly document: string;
}

/** Name of the function by which the isolated world tells the engine at which moment of an input the page is. */
export const MARK_BINDING = "__tablazeMark";
/** Handlers of input run; they have just run; that is over. */
export type PageMark = "input" | "tail" | "later";

/** Name of the one global in the isolated world. */
export const PAGE_AGENT_GLOBAL = "__tablazeAgent";
/** Name of the isolated world. */
export const PAGE_WORLD = "tablaze";
