import type { CaptureImage } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { isGone } from "./failures.ts";
import type { Tab } from "./tab.ts";

const MAX_PIXELS = 32_000_000;
const MAX_BYTES = 4 * 1024 * 1024;
// An image that is too large is taken again with less detail before it is refused.
const QUALITIES = [80, 55, 30] as const;
const FRAME_TIMEOUT_MS = 500;

/**
 * Photographs a tab. Private fields, and passages of the page that repeat what they hold, are invisible in the image.
 *
 * @throws `CAPTURE_TOO_LARGE` | `SENSITIVE_VALUE` when something private cannot be hidden | `TIMEOUT`
 */
export async function capturePage(tab: Tab, fullPage: boolean, deadline: Deadline): Promise<CaptureImage> {
  const metrics = await deadline.race(tab.layout());
  const { cssVisualViewport: view, cssContentSize: content } = metrics;
  const area = fullPage ? content.width * content.height : view.clientWidth * view.clientHeight;
  if (area > MAX_PIXELS) {
    throw new BrowserError(
      "CAPTURE_TOO_LARGE",
      `The page has ${
        Math.round(area / 1e6)
      } million pixels; at most 32 can be captured. Leave full_page out`,
    );
  }
  const { data, masked } = await withoutPrivate(tab, deadline, () => photograph(tab, fullPage, deadline));
  return {
    mime_type: "image/jpeg",
    bytes: data.byteLength,
    tab_id: tab.tabId,
    url: tab.url,
    viewport: {
      width: Math.round(view.clientWidth),
      height: Math.round(view.clientHeight),
      scrollX: Math.round(view.pageX),
      scrollY: Math.round(view.pageY),
    },
    coordinate_space: fullPage ? "document-css" : "viewport-css",
    ...(masked > 0 && { masked }),
    data,
  };
}

async function photograph(tab: Tab, fullPage: boolean, deadline: Deadline): Promise<Uint8Array> {
  for (const quality of QUALITIES) {
    const image = await deadline.race(tab.page.screenshot({
      type: "jpeg",
      quality,
      fullPage,
      scale: "css",
      caret: "initial",
      timeout: Math.max(1, deadline.remainingMs),
    }));
    if (image.byteLength <= MAX_BYTES) return new Uint8Array(image);
  }
  throw new BrowserError(
    "CAPTURE_TOO_LARGE",
    "The image is larger than 4 MiB even with little detail; capture the viewport only, or a part after scrolling",
  );
}

/**
 * Does something that makes the page visible outside of it, with private content hidden in all frames.
 *
 * @throws `SENSITIVE_VALUE` when a style of the page keeps something private visible
 */
export async function withoutPrivate<T>(
  tab: Tab,
  deadline: Deadline,
  work: () => Promise<T>,
): Promise<{ readonly data: T; readonly masked: number }> {
  const frameIds = await deadline.race(tab.frameIds());
  try {
    const counts = await Promise.all(frameIds.map((frameId) => hideIn(tab, frameId, deadline)));
    if (counts.some(({ failed }) => failed > 0)) {
      throw new BrowserError(
        "SENSITIVE_VALUE",
        "The page shows a private field in a way that cannot be hidden, so no image of it is made; use tab_snapshot",
      );
    }
    return { data: await work(), masked: counts.reduce((sum, { hidden }) => sum + hidden, 0) };
  } finally {
    await Promise.all(frameIds.map(async (frameId) => {
      try {
        await tab.agent.call(
          frameId,
          "showPrivate",
          [],
          deadline.atLeast(FRAME_TIMEOUT_MS).within(FRAME_TIMEOUT_MS),
        );
      } catch {
        // the frame went away with what was hidden in it, or hangs: then nobody sees it either
      }
    }));
  }
}

async function hideIn(
  tab: Tab,
  frameId: string,
  deadline: Deadline,
): Promise<{ readonly hidden: number; readonly failed: number }> {
  try {
    const isMain = frameId === tab.mainFrameId;
    return await tab.agent.read(
      frameId,
      "hidePrivate",
      [],
      isMain ? deadline : deadline.within(FRAME_TIMEOUT_MS),
    );
  } catch (error) {
    if (frameId === tab.mainFrameId) throw error;
    if (error instanceof DeadlineOver && error.reason === "timeout") return { hidden: 0, failed: 1 };
    if (error instanceof DeadlineOver && !isGone(error)) throw error;
    return { hidden: 0, failed: 0 }; // the frame is gone
  }
}
