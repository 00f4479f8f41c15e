// What boxes of HTML are painted with: a colour, a gradient, a picture, or nothing but a thick edge.
import { sliceText } from "../../../contracts/text.ts";
import { escapeName, flatText } from "../clean_text.ts";
import { parseColor } from "../paint.ts";
import { visibleColor } from "./colors.ts";

const NO_BOX =
  /^(?:html|body|script|style|br|wbr|option|optgroup|input|select|textarea|img|video|canvas|iframe)$/;
const NAME_LIMIT = 40;

/** A painted box: its paint in words, and the word for what it is. */
export interface PaintedBox {
  readonly paint: string;
  readonly kind: "box" | "round box" | "background";
}

/** A box that is there for its paint: one without words, or the picture behind something; null for anything else. */
export function paintedBox(element: Element, style: CSSStyleDeclaration, box: DOMRect): PaintedBox | null {
  if (NO_BOX.test(element.localName)) return null;
  const { backgroundImage } = style;
  const picture = backgroundImage.includes("url(") ? pictureName(backgroundImage) : null;
  if (picture !== null) return { paint: picture, kind: "background" };
  if (flatText(element.textContent ?? "") !== "") return null;
  if (element.childElementCount > 0 && !isTrack(element, style, box)) return null;
  const paint = (backgroundImage === "none" ? null : gradient(backgroundImage)) ??
    visibleColor(style.backgroundColor) ?? edge(style, box);
  if (paint === null) return null;
  const radius = style.borderTopLeftRadius;
  const isRound = radius === "50%" || Number.parseFloat(radius) >= Math.min(box.width, box.height) / 2;
  return { paint, kind: isRound && box.width > 0 ? "round box" : "box" };
}

/** True for a box around boxes that shows a colour of its own, as the track of a progress bar does. */
function isTrack(element: Element, style: CSSStyleDeclaration, box: DOMRect): boolean {
  if (box.width * box.height > innerWidth * innerHeight / 8 || element.childElementCount > 8) return false;
  if (element.querySelector("a,button,input,select,textarea,img,svg,canvas,iframe") !== null) return false;
  const parent = element.parentElement;
  const around = parent === null ? null : getComputedStyle(parent).backgroundColor;
  return style.backgroundImage !== "none" || style.backgroundColor !== around;
}

function pictureName(image: string): string {
  const url = /url\("?([^")]*)/.exec(image)?.[1] ?? "";
  if (url.startsWith("data:") || url.startsWith("blob:")) return "picture";
  const file = flatText(url.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
  return file === "" ? "picture" : escapeName(sliceText(file, NAME_LIMIT));
}

function gradient(image: string): string | null {
  const colors = (image.match(/rgba?\([^)]*\)/g) ?? []).map(visibleColor).filter((color) => color !== null);
  const [first] = colors;
  const last = colors.at(-1);
  if (first === undefined || last === undefined) return null;
  return first === last ? first : `${first} to ${last}`;
}

/** Colour of a box that is all border, as swatches of lines are. */
function edge(style: CSSStyleDeclaration, { width, height }: DOMRect): string | null {
  const thick = Number.parseFloat(style.borderTopWidth);
  if (!(thick >= 1) || style.borderTopStyle === "none") return null;
  if (thick * 2 < Math.min(width, height) || (parseColor(style.borderTopColor)?.[3] ?? 0) <= 0.05) {
    return null;
  }
  return visibleColor(style.borderTopColor);
}
