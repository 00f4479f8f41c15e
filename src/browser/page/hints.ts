// Hints for controls that have no name: what the markup calls them, or what stands beside them.
import { flatText } from "./clean_text.ts";
import { isDrawn } from "./drawings/shapes.ts";
import { flatParent } from "./flat_tree.ts";
import { colorName } from "./drawings/colors.ts";
import { classesOf as classes } from "./hints/class_states.ts";
import { allHave, isMadeOfWords } from "./hints/made_of_words.ts";
import { parseColor } from "./paint.ts";
import { sliceText } from "../../contracts/text.ts";

const ICON_CLASS = /(?:^|[-_])(?:icons?|ico|fa|bi|mdi|glyphicon|lucide|feather|ti|ri|svg)(?:[-_]|$)/i;
const STYLE_CLASS =
  /^(?:fa[srlbd]?|icons?|ico|bi|mdi|glyphicon|lucide|feather|btn|button|material-icons.*|svg|inline|block|flex|w-.*|h-.*|p[xytrbl]?-.*|m[xytrbl]?-.*|text-.*|fa-(?:fw|lg|\dx|solid|regular|brands))$/i;

function iconIn(element: Element): string | null {
  const candidates = [element, ...[...element.querySelectorAll("*")].slice(0, 12)];
  for (const candidate of candidates) {
    if (candidate.localName === "use") {
      const sprite = candidate.getAttribute("href") ?? candidate.getAttribute("xlink:href") ?? "";
      const id = sprite.split("#")[1];
      if (id !== undefined && id !== "") return id;
    }
    const icon = candidate.getAttribute("data-icon") ?? candidate.getAttribute("data-lucide") ??
      candidate.getAttribute("icon");
    if (icon !== null && icon !== "") return icon;
    const named = classes(candidate).find((name) => ICON_CLASS.test(name) && !STYLE_CLASS.test(name));
    if (named !== undefined) return named;
    if (candidate.localName === "img") {
      const file = (candidate.getAttribute("src") ?? "").split(/[?#]/)[0]?.split("/").at(-1) ?? "";
      if (/^[\w-]{2,40}\.(?:svg|png|gif|webp|jpe?g)$/i.test(file)) return file.replace(/\.\w+$/, "");
    }
  }
  return null;
}

function dataOf(element: Element): string | null {
  for (const { name, value } of element.attributes) {
    if (!name.startsWith("data-") || /^data-(?:v-|react|ng|turbo|controller|reactid|styled)/.test(name)) {
      continue;
    }
    if (
      /^data-(?:value|rating|score|index|number|step|day|date|color|colour)$/.test(name) && value.length > 0
    ) {
      return value.length <= 40 ? `${name.slice(5)} ${value}` : null;
    }
    if (/^[\w -]{2,40}$/.test(value) && isMadeOfWords(value) && isMadeOfWords(name.slice(5))) {
      return /action|label|name|title|tooltip|testid|test|role|type|cmd|command|value/.test(name)
        ? value
        : `${name.slice(5)} ${value}`;
    }
    if (value === "" && isMadeOfWords(name.slice(5)) && !allHave(element, name)) return name.slice(5);
  }
  return null;
}

function beside(element: Element): string | null {
  for (let at: Element = element, climbed = 0; climbed < 2; climbed++) {
    const text = textOf(at.previousSibling) ?? textOf(at.nextSibling);
    if (text !== null) return text;
    const parent = flatParent(at);
    if (parent === null || parent === document.body || parent.childElementCount > 6) return null;
    at = parent;
  }
  return null;
}

function textOf(node: Node | null): string | null {
  let at = node;
  while (at !== null && at.nodeType === 3 && (at as Text).data.trim() === "") at = at.previousSibling;
  if (
    at === null ||
    (at.nodeType === 1 && (at as Element).querySelector("input,select,textarea,button,a") !== null)
  ) {
    return null;
  }
  if (at.nodeType === 1 && !(at as Element).checkVisibility({ visibilityProperty: true })) return null;
  if (
    at.nodeType === 1 &&
    /^(?:script|style|template|input|select|textarea|button|a)$/.test((at as Element).localName)
  ) {
    return null;
  }
  const text = flatText(at.textContent ?? "");
  return text.length > 1 && text.length <= 60 ? text : null;
}

/** A hint for an element without a name, or null. */
export function hintFor(element: Element): string | null {
  const title = element.getAttribute("title") ?? element.querySelector("[title]")?.getAttribute("title");
  const candidates = [
    () => (title !== null && title !== undefined && title.trim() !== "" ? title : null),
    () => iconIn(element),
    () => dataOf(element),
    () => element.getAttribute("name"),
    () => isDrawn(element) ? shapeHint(element) : paintOf(element),
    () => placeAmong(element),
    () => besideField(element),
    () =>
      element.id !== "" && /^[a-z][\w-]{1,40}$/i.test(element.id) && isMadeOfWords(element.id)
        ? element.id
        : null,
    () =>
      classes(element).find((name) =>
        /^[a-z][a-z-]{3,30}$/i.test(name) && !STYLE_CLASS.test(name) && isMadeOfWords(name)
      ) ?? null,
  ];
  for (const candidate of candidates) {
    const hint = candidate();
    if (hint !== null && hint.trim() !== "") return sliceText(flatText(hint), 60);
  }
  return null;
}

/** Which one a part of a drawing is of several, and its colour: both may be what a picture tells by. */
function shapeHint(shape: SVGElement): string | null {
  const { fill, stroke } = getComputedStyle(shape);
  const [color] = shape.localName === "g" || shape.localName === "svg"
    ? []
    : [fill, stroke].map(parseColor).filter((paint) => paint !== null && paint[3] > 0.05);
  const said = [placeAmong(shape), color === null || color === undefined ? null : colorName(color)];
  return said.filter((word) => word !== null).join(" ") || null;
}

/** Largest side of something that is there to be a colour, in pixels. */
const SWATCH_LIMIT = 100;

/** Colour of an element that is nothing but a coloured box. */
function paintOf(element: Element): string | null {
  const only = element.childElementCount === 1 ? element.firstElementChild : null;
  for (const box of only === null ? [element] : [only, element]) {
    if (box.childElementCount > (box === element && only !== null ? 1 : 0)) return null;
    const { width, height } = box.getBoundingClientRect();
    if (width > SWATCH_LIMIT || height > SWATCH_LIMIT || flatText(box.textContent ?? "") !== "") return null;
    const { backgroundColor, backgroundImage } = getComputedStyle(box);
    const color = parseColor(backgroundColor);
    if (color !== null && color[3] > 0.05 && backgroundImage === "none") return colorName(color);
  }
  return null;
}

/** Which one it is of several of a kind side by side, and beside what: a star, a dot, a tool without a name. */
function placeAmong(element: Element): string | null {
  const kind = (one: Element): string => `${one.localName} ${one.getAttribute("role") ?? ""}`;
  const peers = [...element.parentElement?.children ?? []].filter((one) => kind(one) === kind(element));
  if (peers.length < 3 || peers.length > 60) return null;
  const place = `${peers.indexOf(element) + 1}/${peers.length}`;
  const before = element.previousElementSibling;
  const neighbour = before === null ? null : besideName(before);
  if (neighbour !== null) return `${place} at right of ${neighbour}`;
  const field = before === null ? besideField(element) : null; // said once, with the first
  return field === null ? place : `${place} ${field}`;
}

/** What the control before is called. */
function besideName(element: Element): string | null {
  const said = element.getAttribute("aria-label") ?? element.getAttribute("title") ??
    iconIn(element) ?? element.getAttribute("data-action") ?? element.textContent;
  const text = flatText(said ?? "");
  return text.length > 1 && text.length <= 40 ? text : null;
}

function besideField(element: Element): string | null {
  const text = beside(element);
  return text === null ? null : `near ${text}`;
}
