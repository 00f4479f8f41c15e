import { BrowserError } from "../../../contracts/errors.ts";
import type { PageSlider } from "../../page/protocol.ts";
import { type ActionContext, type ActionOutcome, expectOk, frameForRef } from "../action_context.ts";
import { aimIn } from "../aim.ts";
import { expectDelivered, guardedInput } from "../input.ts";
import { setHandle, type Sliding } from "./set_handle.ts";

const MAX_KEYS = 400;
const MAX_MOVES = 12;
const ANSWER_MS = 250;
const POLL_MS = 20;
const TOLERANCE = 1e-6;

/**
 * Brings a slider to a value: a native one is set, one of ARIA is moved by keys, or by dragging where keys do nothing;
 * so is a bare handle in a track.
 *
 * @throws `INVALID_ARGUMENT` outside its range | `ACTION_FAILED` naming the nearest value that it took
 */
export async function setSlider(context: ActionContext, ref: string, wanted: number): Promise<ActionOutcome> {
  const sliding: Sliding = { context, ref, frameId: frameForRef(context.tab, context.book, ref), wanted };
  const { tab, deadline } = context;
  const found = await tab.agent.call(sliding.frameId, "slider", [ref, true], deadline);
  if (!found.ok && found.code === "UNSUPPORTED_FLOW") return await setHandle(sliding, found);
  const start = expectOk(found);
  checkRange(sliding, start);
  await aimIn(context, sliding.frameId, start.thumb, "focus");
  if (start.isNative) {
    const state = expectOk(
      await tab.agent.call(sliding.frameId, "setValue", [start.thumb, String(wanted)], deadline),
    );
    context.log.delivered = true;
    return outcome(sliding, Number(state.value));
  }
  if (isAt(sliding, start.value)) return outcome(sliding, start.value);
  const moved = await byKeys(sliding, start);
  return outcome(sliding, moved === start.value ? await byPointer(sliding, start) : moved);
}

function isAt({ wanted }: Sliding, value: number): boolean {
  return Math.abs(value - wanted) < TOLERANCE;
}

function outcome(sliding: Sliding, value: number): ActionOutcome {
  if (isAt(sliding, value)) return { certainty: "done", value: String(value) };
  throw new BrowserError(
    "ACTION_FAILED",
    `${sliding.ref} does not take ${sliding.wanted}; it stands at ${value} now. Give a value that its steps reach`,
  );
}

function checkRange({ ref, wanted }: Sliding, { min, max, step, value }: PageSlider): void {
  const isOutside = (min !== undefined && wanted < min - TOLERANCE) ||
    (max !== undefined && wanted > max + TOLERANCE);
  if (isOutside) {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      `${ref} goes from ${min ?? "?"} to ${max ?? "?"}; it stands at ${value}`,
    );
  }
  if (step === undefined || min === undefined) return;
  const steps = (wanted - min) / step;
  if (Math.abs(steps - Math.round(steps)) < TOLERANCE) return;
  const [below, above] = [min + Math.floor(steps) * step, min + Math.ceil(steps) * step];
  throw new BrowserError(
    "INVALID_ARGUMENT",
    `${ref} moves in steps of ${step}: ${below} or ${above} is next to ${wanted}`,
  );
}

async function read({ context, ref, frameId }: Sliding): Promise<PageSlider> {
  return expectOk(await context.tab.agent.call(frameId, "slider", [ref, false], context.deadline));
}

/** The value once it differs from the one before, or after a quarter of a second. */
async function answer(sliding: Sliding, before: number): Promise<number> {
  const soon = sliding.context.deadline.within(ANSWER_MS);
  for (;;) {
    const { value } = await read(sliding);
    if (value !== before || soon.remainingMs < POLL_MS) return value;
    await soon.sleep(POLL_MS);
  }
}

async function press(sliding: Sliding, thumb: string, key: string): Promise<void> {
  const { context, frameId, ref } = sliding;
  const report = await guardedInput(
    context,
    { ref: thumb, frameId },
    () => context.tab.page.keyboard.press(key),
  );
  expectDelivered(report, ref);
}

/** Moves by keys as long as they bring it nearer; returns where it ended. */
async function byKeys(sliding: Sliding, start: PageSlider): Promise<number> {
  const { context, frameId, wanted } = sliding;
  expectOk(await context.tab.agent.call(frameId, "focus", [start.thumb], context.deadline));
  let { value, thumb } = start;
  const ends = [{ key: "Home", at: start.min }, { key: "End", at: start.max }];
  const near = ends.find(({ at }) =>
    at !== undefined && Math.abs(at - wanted) * 3 < Math.abs(value - wanted)
  );
  if (near !== undefined) {
    await press(sliding, thumb, near.key);
    value = await answer(sliding, value);
  }
  for (let count = 0; count < MAX_KEYS && !isAt(sliding, value); count += 1) {
    const isUp = wanted > value;
    ({ thumb } = await read(sliding));
    await press(sliding, thumb, isUp ? "ArrowUp" : "ArrowDown");
    const next = await answer(sliding, value);
    const isNearer = Math.abs(next - wanted) < Math.abs(value - wanted);
    if (!isNearer) return next;
    value = next;
  }
  return value;
}

/** Drags the thumb to where the value should be, and corrects by what it shows. */
async function byPointer(sliding: Sliding, start: PageSlider): Promise<number> {
  const { context, frameId, wanted, ref } = sliding;
  const { min, max, isVertical, isReversed, track: [, , width, height] } = start;
  if (min === undefined || max === undefined || max === min) return start.value;
  const { thumb } = await read(sliding);
  const from = await aimIn(context, frameId, thumb, "pointer");
  const { mouse } = context.tab.page;
  const length = (isVertical ? -height : isReversed ? -width : width) / (max - min);
  let { value } = start;
  let shift = (wanted - value) * length;
  const report = await guardedInput(context, { ref: thumb, frameId }, async () => {
    await mouse.move(from.x, from.y);
    await mouse.down();
    for (let count = 0; count < MAX_MOVES && !isAt(sliding, value); count += 1) {
      await mouse.move(from.x + (isVertical ? 0 : shift), from.y + (isVertical ? shift : 0), { steps: 4 });
      value = await answer(sliding, value);
      shift += (wanted - value) * length;
    }
    await mouse.up();
  });
  expectDelivered(report, ref);
  return (await read(sliding)).value;
}
