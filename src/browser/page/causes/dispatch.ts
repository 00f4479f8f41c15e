// Tells when the page's handlers run for input, so that what they do at once is known to be theirs. Every mark goes to
// the engine too, through a function that only this world has: marks and requests arrive there in the order in which
// they happened.
import { MARK_BINDING, type PageMark } from "../protocol.ts";

const TYPES = (
  "pointerover pointermove pointerdown pointerup pointercancel mouseover mousemove mousedown mouseup click auxclick " +
  "dblclick contextmenu touchstart touchend keydown keypress keyup beforeinput input change submit reset focusin " +
  "focusout wheel paste cut copy dragstart drag dragenter dragover dragleave drop dragend scrollend"
).split(" ");
/** Turns of the event loop after input in which a page draws what its handlers decided. */
const TAIL_TURNS = 3;

/** `input`: handlers run; `tail`: right after them; `later`: input was seen before; `none`: not since the watch began. */
export type Moment = "none" | "input" | "tail" | "later";

let isWatching = false;
let moment: Moment = "none";
let tailEndMs = 0;
let timerBefore = 0;
let frameBefore = 0;
let timers = 0;
let frames = 0;
let turnsLeft = 0;
const turns = new MessageChannel();
turns.port1.onmessage = nextTurn;

function mark(what: PageMark): void {
  const report =
    (globalThis as unknown as Record<string, ((what: string) => void) | undefined>)[MARK_BINDING];
  report?.(what);
}

// Numbers of timers and of frame callbacks are given out in order to all worlds of a document: a gap tells how many
// the page has asked for meanwhile.
function nextTimer(): number {
  const id = setTimeout(() => {}, 0) as unknown as number;
  clearTimeout(id);
  return id;
}

function nextFrame(): number {
  const id = requestAnimationFrame(() => {});
  cancelAnimationFrame(id);
  return id;
}

function enter(): void {
  if (moment !== "input") {
    moment = "input";
    mark("input");
    timerBefore = nextTimer();
    frameBefore = nextFrame();
  }
  if (turnsLeft === 0) turns.port2.postMessage(null);
  turnsLeft = TAIL_TURNS;
}

function leave(): void {
  if (moment !== "input") return;
  moment = "tail";
  timers += nextTimer() - timerBefore - 1;
  frames += nextFrame() - frameBefore - 1;
  mark("tail");
}

function nextTurn(): void {
  leave(); // a handler kept the event from coming to its end
  turnsLeft -= 1;
  if (turnsLeft > 0) return turns.port2.postMessage(null);
  moment = "later";
  tailEndMs = performance.now();
  mark("later");
}

function onCapture(event: Event): void {
  if (isWatching && event.isTrusted) enter();
}

function onBubble(event: Event): void {
  if (isWatching && event.isTrusted) leave();
}

/** Begins to watch for input. Listeners that the page threw away with its document are added again. */
export function watchDispatch(): void {
  for (const type of TYPES) {
    addEventListener(type, onCapture, { capture: true, passive: true });
    addEventListener(type, onBubble, { passive: true });
  }
  isWatching = true;
  moment = "none";
  timers = 0;
  frames = 0;
}

/** Ends the watch. */
export function endDispatchWatch(): void {
  isWatching = false;
}

/** What the page is doing now. */
export function momentNow(): Moment {
  return moment;
}

/** Timers and frame callbacks that handlers of input asked for since the watch began. */
export function askedFor(): { readonly timers: number; readonly frames: number } {
  return { timers, frames };
}

/** Milliseconds since the page was done with the input; infinite when there was none. */
export function sinceInputMs(): number {
  return moment === "later" ? performance.now() - tailEndMs : moment === "none" ? Infinity : 0;
}

/** Work that stands for input: the handlers of events that it makes run as those of input do. */
export function asInput<T>(work: () => T): T {
  if (!isWatching) return work();
  enter();
  try {
    return work();
  } finally {
    leave();
  }
}
