// Acting on words inside running text.
import type { ClickManner } from "../../contracts/actions.ts";
import { BrowserError } from "../../contracts/errors.ts";
import type { PageTarget } from "../page/protocol.ts";
import { type ActionContext, type ActionOutcome, expectOk, frameForRef } from "./action_context.ts";
import { rootPoint } from "./aim.ts";
import { asksForNewTab, clickAim, clickingOf, holding } from "./click.ts";
import { openFrames } from "./open_frames.ts";
import { cutText } from "../../contracts/text.ts";

/**
 * Selects a passage inside a target, or without one wherever the page says it, and lets the pointer go over it, as tools
 * of editors wait for that.
 */
export async function selectText(
  context: ActionContext,
  ref: string | undefined,
  text: string,
  nth: number | undefined,
): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const place = ref === undefined ? await findOne(context, text, nth, undefined) : undefined;
  const frameId = place?.frameId ?? frameForRef(tab, context.book, ref ?? "");
  const passage = expectOk(
    place === undefined
      ? await tab.agent.call(frameId, "selectText", [ref ?? "", text, nth ?? null], deadline)
      : await tab.agent.call(frameId, "selectPassage", [place.index], deadline),
  );
  context.log.delivered = true;
  const point = await rootPoint(context, frameId, passage).catch(() => undefined); // covered: selected all the same
  if (point !== undefined) {
    await tab.page.mouse.move(point.x, point.y);
    await tab.page.mouse.up();
  }
  return { certainty: "done", value: passage.said };
}

/** Words to click, and how. */
export interface PassageClick extends ClickManner {
  readonly text: string;
  readonly nth?: number;
  readonly within?: string;
}

/**
 * Clicks words that stand in the page's text, in whichever frame.
 *
 * @throws `TARGET_NOT_FOUND` | `AMBIGUOUS_TARGET` at once, with the number of matches | `TARGET_COVERED` | `NOT_VISIBLE`
 */
export async function clickText(
  context: ActionContext,
  { text, nth, within, ...manner }: PassageClick,
): Promise<ActionOutcome> {
  const { tab, deadline } = context;
  const clicking = clickingOf(manner);
  const place = await findOne(context, text, nth, within);
  const passage = expectOk(await tab.agent.call(place.frameId, "passagePoint", [place.index], deadline));
  const point = await rootPoint(context, place.frameId, passage);
  const { ref, said } = passage;
  const target: PageTarget = { ...passage, role: "generic", name: "", opensNewTab: false, kind: "text" };
  const aim = { ref, frameId: place.frameId, target, ...point, isFixed: true };
  await holding(context, clicking.modifiers, () => clickAim(context, aim, clicking));
  return { certainty: "ask", hit: said, opensNewTab: asksForNewTab(clicking) };
}

interface Place {
  readonly frameId: string;
  readonly index: number;
}

/** The one passage that is meant, in whichever frame. */
async function findOne(
  context: ActionContext,
  text: string,
  nth: number | undefined,
  within: string | undefined,
): Promise<Place> {
  const { tab, deadline } = context;
  const frames = within === undefined ? await openFrames(context) : [frameForRef(tab, context.book, within)];
  const places: Place[] = [];
  const around: string[] = [];
  for (const frameId of frames) {
    const found = expectOk(await tab.agent.call(frameId, "findPassages", [text, within ?? null], deadline));
    around.push(...found.around.map((words, index) => `${places.length + index + 1} in "${words}"`));
    for (let index = 0; index < found.count; index += 1) places.push({ frameId, index });
  }
  return pick(places, nth, text, around);
}

function pick(
  places: readonly Place[],
  nth: number | undefined,
  text: string,
  around: readonly string[],
): Place {
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
      `${places.length} passages say ${said}: give nth (1 is the first), within, or more of the words${
        around.length === 0 ? "" : `: ${around.slice(0, 8).join(", ")}`
      }`,
    );
  }
  const place = places[(nth ?? 1) - 1];
  if (place !== undefined) return place;
  throw new BrowserError(
    "TARGET_NOT_FOUND",
    `${places.length} passages say ${said}, so there is no number ${nth}`,
  );
}
