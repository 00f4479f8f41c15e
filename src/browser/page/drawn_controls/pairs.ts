// Which drawn widget stands for which native select that nobody sees. Libraries hide the select and draw a field of
// their own beside it, around it or below it; a person sees one control. The ref is that of the drawn part, because it
// is what takes clicks; name, value and options are those of the native part, which the drawn one only repeats.
import { flatText } from "../clean_text.ts";
import { idScope } from "../flat_tree.ts";
import { hasListener } from "../listened.ts";

/** A native select and what is drawn in its place. */
export interface DrawnControl {
  readonly native: HTMLSelectElement;
  /** All that is drawn: the field, and often its list. */
  readonly root: Element;
  /** What opens the list: a field that says so, else what takes the focus, else the root. It has the ref. */
  readonly opener: Element;
}

/** What was found in one document or shadow root, by native select, root and opener. */
type Pairs = ReadonlyMap<Element, DrawnControl>;

const LABELS_COMPARED = 30;
/** How far above the native select its drawn part is looked for. */
const MAX_CLIMB = 2;
const OPENERS = [
  "[role=combobox]",
  "[aria-haspopup=listbox],[aria-haspopup=true]",
  "[tabindex]:not([tabindex^='-']),button,a,input:not([type=hidden])",
];

function isBoxShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { width, height, right, bottom } = element.getBoundingClientRect();
  return width > 2 && height > 2 && right + scrollX > 0 && bottom + scrollY > 0;
}

/** True for a native select that nobody can see: not rendered, transparent, a point, clipped away, off the page. */
export function isUnseenSelect(select: Element): boolean {
  if (!isBoxShown(select)) return true;
  const { clip, clipPath, position } = getComputedStyle(select);
  if (position === "absolute" && /^rect\(0(?:px)?,? 0(?:px)?,? 0(?:px)?,? 0/.test(clip)) return true;
  if (/inset\((?:50|100)%/.test(clipPath)) return true;
  const parent = select.parentElement;
  if (parent === null || getComputedStyle(parent).overflowX === "visible") return false;
  const { width, height } = parent.getBoundingClientRect();
  return width <= 2 || height <= 2;
}

function words(element: Element): string {
  return flatText((element as HTMLElement).innerText ?? element.textContent ?? "");
}

/** True when an element looks like the drawn form of a select: it says its value, or holds its options. */
function repeats(candidate: Element, select: HTMLSelectElement): boolean {
  if (!isBoxShown(candidate) || candidate.matches("label,option,script,style")) return false;
  if ([...candidate.querySelectorAll("select")].some((other) => other !== select)) return false;
  const shown = words(candidate);
  const chosen = [...select.selectedOptions].map(({ label }) => flatText(label)).filter((label) =>
    label !== ""
  );
  const isSaid = chosen.length > 0 && chosen.every((label) => shown.includes(label)) &&
    shown.length <= chosen.join(" ").length + 40;
  if (isSaid) return true;
  const all = [...select.options].slice(0, LABELS_COMPARED).map(({ label }) => flatText(label)).filter((
    label,
  ) => label !== "");
  const inside = flatText(candidate.textContent ?? "");
  if (
    all.length > 1 && all.every((label) => inside.includes(label)) &&
    inside.length <= all.join(" ").length * 3 + 80
  ) {
    return true;
  }
  const mark = `${candidate.id} ${candidate.getAttribute("class") ?? ""}`;
  return candidate.querySelector("[role=combobox],[aria-haspopup=listbox]") !== null ||
    candidate.matches("[role=combobox]") ||
    (/select|choices|chosen|dropdown|combobox/i.test(mark) && (chosen.length === 0 || select.multiple));
}

/** True for what can open a list; a field may be transparent over the value, a cross without words is none. */
function canOpen(element: Element): boolean {
  if (element.localName !== "input" && words(element) === "" && !element.matches("[role=combobox]")) {
    return false;
  }
  const { width, height } = element.getBoundingClientRect();
  return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true });
}

function openerIn(root: Element): Element {
  for (const selector of OPENERS) {
    if (root.matches(selector)) return root;
    for (const found of root.querySelectorAll(selector)) if (canOpen(found)) return found;
  }
  // nothing in it takes the focus: what shows the value, not the box of value and list
  const first = [...root.children].find((child) => isBoxShown(child) && words(child) !== "");
  return first !== undefined && root.childElementCount > 1 ? first : root;
}

/** True for a part that answers to somebody: words that only repeat a select are no control. */
function isUsable(opener: Element, root: Element): boolean {
  if (OPENERS.some((selector) => opener.matches(selector))) return true;
  const parts = [opener, ...opener.querySelectorAll("*"), root];
  return parts.some((part) => hasListener(part) || getComputedStyle(part).cursor === "pointer");
}

function rootOf(select: HTMLSelectElement): Element | null {
  for (let at: Element = select, climbed = 0; climbed <= MAX_CLIMB; climbed++) {
    for (const beside of [at.nextElementSibling, at.previousElementSibling]) {
      if (beside !== null && repeats(beside, select)) return beside;
    }
    const parent: Element | null = at.parentElement;
    if (parent === null || parent === document.body || parent.localName === "form") return null;
    // anything else in the parent belongs to another control
    if ([...parent.querySelectorAll("select")].some((other) => other !== select)) return null;
    at = parent;
  }
  return null;
}

/** The whole widget where the library wrapped the select into it as well. */
function widest(root: Element, select: Element): Element {
  const parent = root.parentElement;
  const holdsAlone = parent !== null && parent !== document.body && parent.contains(select) &&
    /select|choices|dropdown/i.test(parent.getAttribute("class") ?? "") &&
    parent.querySelector("label,button[type=submit]") === null &&
    parent.querySelectorAll("select").length === 1;
  return holdsAlone ? widest(parent, select) : root;
}

function find(scope: Document | ShadowRoot): Pairs {
  const byPart = new Map<Element, DrawnControl>();
  for (const native of scope.querySelectorAll("select")) {
    if (!isUnseenSelect(native)) continue;
    const near = rootOf(native);
    if (near === null || byPart.has(near)) continue;
    const root = widest(near, native);
    const opener = openerIn(root);
    if (byPart.has(opener) || !isUsable(opener, root)) continue;
    const pair = { native, root, opener };
    for (const part of [native, root, opener]) byPart.set(part, pair);
  }
  return byPart;
}

const known = new WeakMap<object, Map<Node, Pairs>>();

function pairsOf(element: Element, pass: object): Pairs {
  const scope = idScope(element);
  let byScope = known.get(pass);
  if (byScope === undefined) known.set(pass, byScope = new Map());
  let pairs = byScope.get(scope);
  if (pairs === undefined) byScope.set(scope, pairs = find(scope));
  return pairs;
}

/**
 * The drawn control that an element is a part of: its native select, its root or its opener; null for anything else.
 *
 * @param pass what the looking is remembered for; a new object looks anew
 */
export function drawnControl(element: Element, pass: object = {}): DrawnControl | null {
  return pairsOf(element, pass).get(element) ?? null;
}

/** The hidden native select whose drawn opener this element is, or null. */
export function nativePartOf(opener: Element, pass: object = {}): HTMLSelectElement | null {
  const pair = drawnControl(opener, pass);
  return pair?.opener === opener ? pair.native : null;
}
