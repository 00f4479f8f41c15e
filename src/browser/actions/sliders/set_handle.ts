// Sliders that are a bare handle in a track. A first step shows what it moves: the number in the page that changes with
// it is its value, and confirms where it ends.
import { BrowserError } from "../../../contracts/errors.ts";
import type { PageFailure, PageHandle } from "../../page/protocol.ts";
import { type ActionContext, type ActionOutcome, expectOk, pageError } from "../action_context.ts";
import { aimIn } from "../aim.ts";
import { expectDelivered, guardedInput } from "../input.ts";

/** One slider under way. */
export interface Sliding {
  readonly context: ActionContext;
  readonly ref: string;
  readonly frameId: string;
  readonly wanted: number;
}

const MAX_KEYS = 200;
/** More steps than this are dragged first. */
const MANY_STEPS = 40;
const MAX_MOVES = 14;
const FIRST_PIXELS = 20;
const ANSWER_MS = 250;
const POLL_MS = 20;
/** How long numbers are watched for those that change by themselves. */
const IDLE_MS = 120;
const TOLERANCE = 1e-6;

/** What is known of a handle's value: the key of the number that follows it, and how much a key moves it. */
interface Gauge {
  readonly key: string;
  readonly step: number;
}

/**
 * Brings a bare handle to a value, by keys where it takes them and else by dragging.
 *
 * @param refusal what to say when the target has no handle either
 * @throws `UNSUPPORTED_FLOW` without a handle | `ACTION_FAILED` when no number follows it, or another one is reached
 */
export async function setHandle(sliding: Sliding, refusal: PageFailure): Promise<ActionOutcome> {
  const { context, ref, frameId, wanted } = sliding;
  const first = await context.tab.agent.call(frameId, "sliderHandle", [ref, true], context.deadline);
  if (!first.ok) {
    throw pageError(first.code === "UNSUPPORTED_FLOW" && !/handles/.test(first.message) ? refusal : first);
  }
  await aimIn(context, frameId, first.thumb, "pointer");
  const restless = await restlessKeys(sliding);
  const gauge = first.takesKeys ? await learnByKeys(sliding, first.thumb, restless) : undefined;
  const isFar = gauge === undefined ||
    Math.abs(valueOf(await read(sliding), gauge.key) - wanted) / Math.abs(gauge.step) > MANY_STEPS;
  const dragged = isFar ? await byPointer(sliding, restless, gauge?.key) : gauge.key;
  if (dragged === undefined) throw unmoved(sliding);
  if (gauge !== undefined) await byKeys(sliding, gauge);
  const value = valueOf(await read(sliding), dragged);
  if (isAt(wanted, value)) return { certainty: "done", value: String(value) };
  throw new BrowserError(
    "ACTION_FAILED",
    `${ref} does not take ${wanted}; the number that follows it is ${value} now. Give a value that its steps reach`,
  );
}

function isAt(wanted: number, value: number): boolean {
  return Math.abs(value - wanted) < TOLERANCE;
}

async function read({ context, ref, frameId }: Sliding): Promise<PageHandle> {
  return expectOk(await context.tab.agent.call(frameId, "sliderHandle", [ref, false], context.deadline));
}

function valueOf({ numbers }: PageHandle, key: string): number {
  return numbers.find(([at]) => at === key)?.[1] ?? NaN;
}

function changedKeys(before: PageHandle, after: PageHandle): string[] {
  const old = new Map(before.numbers);
  return after.numbers.filter(([key, value]) => old.has(key) && old.get(key) !== value).map(([key]) => key);
}

/** Numbers that change while nobody touches the handle: clocks, counters. */
async function restlessKeys(sliding: Sliding): Promise<ReadonlySet<string>> {
  const before = await read(sliding);
  await sliding.context.deadline.sleep(IDLE_MS);
  return new Set(changedKeys(before, await read(sliding)));
}

/** The handle once it or a number has changed, or after a quarter of a second. */
async function answer(
  sliding: Sliding,
  before: PageHandle,
  restless: ReadonlySet<string>,
): Promise<PageHandle> {
  const soon = sliding.context.deadline.within(ANSWER_MS);
  for (;;) {
    const now = await read(sliding);
    const hasChanged = changedKeys(before, now).some((key) => !restless.has(key));
    if (hasChanged || soon.remainingMs < POLL_MS) return now;
    await soon.sleep(POLL_MS);
  }
}

/** The number that went with the handle; where several did, the one that is most likely its own. */
function followerOf(
  before: PageHandle,
  after: PageHandle,
  restless: ReadonlySet<string>,
): string | undefined {
  return changedKeys(before, after).find((key) => !restless.has(key));
}

async function press({ context, frameId, ref }: Sliding, thumb: string, key: string): Promise<void> {
  const send = () => context.tab.page.keyboard.press(key);
  expectDelivered(await guardedInput(context, { ref: thumb, frameId }, send), ref);
}

function keyFor({ isVertical }: PageHandle, isUp: boolean): string {
  return isVertical ? (isUp ? "ArrowUp" : "ArrowDown") : isUp ? "ArrowRight" : "ArrowLeft";
}

/** Presses one key forwards, or backwards where it stands at its end; `undefined` when keys do nothing. */
async function learnByKeys(
  sliding: Sliding,
  thumb: string,
  restless: ReadonlySet<string>,
): Promise<Gauge | undefined> {
  const { context, frameId } = sliding;
  expectOk(await context.tab.agent.call(frameId, "focus", [thumb], context.deadline));
  for (const isUp of [true, false]) {
    const before = await read(sliding);
    await press(sliding, before.thumb, keyFor(before, isUp));
    const after = await answer(sliding, before, restless);
    const key = followerOf(before, after, restless);
    if (key === undefined && after.place !== before.place) throw unconfirmed(sliding);
    if (key !== undefined) {
      const step = valueOf(after, key) - valueOf(before, key);
      return { key, step: isUp ? step : -step };
    }
  }
  return undefined;
}

/** Presses keys as long as they bring the value nearer. */
async function byKeys(sliding: Sliding, { key, step }: Gauge): Promise<void> {
  const { context, frameId, wanted } = sliding;
  let now = await read(sliding);
  expectOk(await context.tab.agent.call(frameId, "focus", [now.thumb], context.deadline));
  for (let count = 0; count < MAX_KEYS; count += 1) {
    const value = valueOf(now, key);
    const left = Math.abs(wanted - value);
    if (isAt(wanted, value) || !(left > Math.abs(step) / 2)) return;
    await press(sliding, now.thumb, keyFor(now, (wanted > value) === (step > 0)));
    const others = new Set(now.numbers.map(([at]) => at).filter((at) => at !== key));
    now = await answer(sliding, now, others);
    if (!(Math.abs(wanted - valueOf(now, key)) < left)) return;
  }
}

/** Drags the handle to where the value should be, and corrects by the number that follows; returns its key. */
async function byPointer(
  sliding: Sliding,
  restless: ReadonlySet<string>,
  known: string | undefined,
): Promise<string | undefined> {
  const { context, frameId, wanted, ref } = sliding;
  const start = await read(sliding);
  const from = await aimIn(context, frameId, start.thumb, "pointer");
  const { mouse } = context.tab.page;
  const inTrack = start.place - start.start;
  const limit = { low: -inTrack - 5, high: start.length - inTrack + 5 };
  const to = (shift: number) =>
    mouse.move(from.x + (start.isVertical ? 0 : shift), from.y - (start.isVertical ? shift : 0), {
      steps: 4,
    });
  let key = known;
  let hasMoved = false;
  const report = await guardedInput(context, { ref: start.thumb, frameId }, async () => {
    await mouse.move(from.x, from.y);
    await mouse.down();
    let [shift, value] = [0, key === undefined ? NaN : valueOf(start, key)];
    let next = inTrack > start.length / 2 ? -FIRST_PIXELS : FIRST_PIXELS;
    let slope = NaN;
    let before = start;
    for (let count = 0; count < MAX_MOVES && !isAt(wanted, value); count += 1) {
      await to(next);
      const after = await answer(sliding, before, restless);
      hasMoved ||= after.place !== start.place;
      key ??= followerOf(start, after, restless);
      if (key === undefined && count >= 2) break;
      const [was, is] = [
        Number.isNaN(value) && key !== undefined ? valueOf(start, key) : value,
        key === undefined ? NaN : valueOf(after, key),
      ];
      if (is !== was && next !== shift) slope = (is - was) / (next - shift);
      [shift, value, before] = [next, is, after];
      const wish = Number.isFinite(slope) && slope !== 0 ? shift + (wanted - value) / slope : shift * 2;
      next = Math.max(limit.low, Math.min(limit.high, wish));
      if (Math.abs(next - shift) < 0.5) next = shift + Math.sign((wanted - value) * slope);
    }
    await mouse.up();
  });
  expectDelivered(report, ref);
  if (key === undefined && hasMoved) throw unconfirmed(sliding);
  return key;
}

function unconfirmed({ ref }: Sliding): BrowserError {
  return new BrowserError(
    "ACTION_FAILED",
    `${ref} was moved, but no number in the page follows it, so its value cannot be confirmed; drag it with offset and check what the page does`,
  );
}

function unmoved({ ref }: Sliding): BrowserError {
  return new BrowserError("ACTION_FAILED", `${ref} did not move, neither by keys nor by dragging`);
}
