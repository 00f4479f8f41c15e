// Acting on words inside running text.
import { BrowserError } from "../../contracts/errors.ts";
import type { PageTarget } from "../page/protocol.ts";
import { type ActionContext, type ActionOutcome, expectOk, frameForRef } from "./action_context.ts";
import { rootPoint } from "./aim.ts";
import { clickAim } from "./click.ts";
import { openFrames } from "./open_frames.ts";
import { cutText } from "../../contracts/text.ts";

/** Selects a passage inside a target, and lets the pointer go over it, as tools of editors wait for that. */
export async function selectText(
  context: ActionContext,
  ref: string,
  text: string,
  nth: number | undefined,
): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const frameId = frameForRef(tab, context.book, ref);
  const passage = expectOk(await tab.agent.call(frameId, "selectText", [ref, text, nth ?? null], deadline));
  context.log.delivered = true;
  const point = await rootPoint(context, frameId, passage).catch(() => undefined); // covered: selected all the same
  if (point !== undefined) {
    await tab.page.mouse.move(point.x, point.y);
    await tab.page.mouse.up();
  }
  return { certainty: "done", value: passage.said };
}

/**
 * Clicks words that stand in the page's text, in whichever frame.
 *
 * @throws `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` at once, with the number of matches | `TARGET_COVERED` | `NOT_VISIBLE`
 */
export async function clickText(
  context: ActionContext,
  text: string,
  nth: number | undefined,
  within: string | undefined,
): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const frames = within === undefined ? await openFrames(context) : [frameForRef(tab, context.book, within)];
  const places: { readonly frameId: string; readonly index: number }[] = [];
  for (const frameId of frames) {
    const { count } = expectOk(
      await tab.agent.call(frameId, "findPassages", [text, within ?? null], deadline),
    );
    for (let index = 0; index < count; index += 1) places.push({ frameId, index });
  }
  const place = pick(places, nth, text);
  const passage = expectOk(await tab.agent.call(place.frameId, "passagePoint", [place.index], deadline));
  const point = await rootPoint(context, place.frameId, passage);
  const { ref, said } = passage;
  const target: PageTarget = { ...passage, role: "generic", name: "", opensNewTab: false, kind: "text" };
  await clickAim(context, { ref, frameId: place.frameId, target, ...point, isFixed: true });
  return { certainty: "ask", hit: said };
}

function pick<T>(places: readonly T[], nth: number | undefined, text: string): T {
  const said = `"${cutText(text, 80)}"`;
  if (places.length === 0) {
    throw new BrowserError(
      "TARGET_NOT_FOUND",
      `No visible text says ${said}; call tab_snapshot, or tab_find to scroll for it`,
    );
  }
  if (nth === undefined && places.length > 1) {
    throw new BrowserError(
      "AMBIGUOUS_TARGET",
      `${places.length} passages say ${said}: give nth (1 is the first), within, or more of the words`,
    );
  }
  const place = places[(nth ?? 1) - 1];
  if (place !== undefined) return place;
  throw new BrowserError(
    "TARGET_NOT_FOUND",
    `${places.length} passages say ${said}, so there is no number ${nth}`,
  );
}
