// Walks the flat tree once and writes what a person would see.
import { collapseSpaces, flatText, smuggledCharacters, stripInvisible } from "./clean_text.ts";
import { eachFlatChild, idReferences, isElement } from "./flat_tree.ts";
import { containerOf, writeContainer } from "./containers.ts";
import { descend, isTextSeen, type Sight, textBox } from "./sight.ts";
import { writeControl } from "./controls.ts";
import { isCollection, isDrawn } from "./drawings/shapes.ts";
import { writeDrawn } from "./drawn_controls/write.ts";
import { writeFrame, writeImage, writeLabel, writeMeter } from "./replaced.ts";
import { writeTable } from "./tables.ts";
import { classState } from "./hints/class_states.ts";
import { maskSecrets } from "./sensitive.ts";
import type { Pass } from "./pass.ts";
import { sliceText } from "../../contracts/text.ts";
import { stackOf } from "../../contracts/thrown.ts";

/** Characters of one text node that are read; nobody reads more, and a page may hold megabytes in one. */
const TEXT_NODE_LIMIT = 200_000;

/** What the surroundings hand down. */
export interface Around {
  readonly sight: Sight;
  readonly pointer: boolean;
  /** Inside a control: structure of its content is not of interest. */
  readonly inControl: boolean;
}

const SKIPPED = new Set(
  "script style template noscript head meta link title base param source track datalist option optgroup rp defs desc metadata symbol clipPath mask linearGradient radialGradient pattern filter marker"
    .split(" "),
);

/** True when a box does not begin a line. */
function isInlineDisplay(display: string): boolean {
  return display.startsWith("inline") || display === "contents" || display.startsWith("ruby");
}

/** Writes the children of an element, generated content included. */
export function walkChildren(pass: Pass, element: Element, around: Around): void {
  const style = pass.styles.of(element);
  let seen: boolean | null = null;
  let visible: boolean | null = null;
  const isVisible = (): boolean => visible ??= style.visibility === "visible";
  const isSeen = (text: Node | null): boolean =>
    seen ??= isTextSeen(element, around.sight, pass.styles, text);
  const { before, after } = pass.styles.content(element);
  if (before !== "" && isVisible() && isSeen(null) && pass.isInScope(element)) {
    pass.out.text(maskSecrets(before, true));
  }
  const isClosed = element.localName === "details" && !(element as HTMLDetailsElement).open;
  let sawSummary = false;
  let keep: string | null = null;
  const writeOwnText = (child: Text): void => {
    const data = sliceText(child.data, TEXT_NODE_LIMIT);
    if (data.length < child.data.length) pass.truncated = true;
    if (data.trim() === "") {
      if (data !== "") pass.out.text(" ");
      return;
    }
    if (!isVisible()) return;
    pass.hiddenCharacters += smuggledCharacters(data);
    if (!isSeen(child)) {
      // What a control's name says is shown all the same.
      if (!around.inControl) pass.hiddenCharacters += flatText(data).length;
    } else if (pass.isInScope(element)) {
      keep ??= data.includes("\n") || data.includes("  ") ? style.whiteSpaceCollapse : null;
      if (pass.withBoxes) pass.out.cover(textBox(element, child));
      writeText(pass, maskSecrets(data), keep);
    }
  };
  eachFlatChild(element, (child) => {
    if (pass.truncated) return false;
    if (isElement(child)) {
      if (isClosed && (child.localName !== "summary" || sawSummary)) return true;
      sawSummary ||= child.localName === "summary";
      if (pass.owners.size === 0 || !pass.owners.has(child)) walkElement(pass, child, around);
    } else if (child.nodeType === 3 && !isClosed) {
      if (!pass.spend()) return false;
      writeOwnText(child as Text);
    }
    return true;
  });
  if (pass.owners.size > 0 && element.hasAttribute("aria-owns")) {
    for (const owned of idReferences(element, "aria-owns")) {
      if (pass.owners.get(owned) === element && !pass.said.has(owned)) {
        pass.said.add(owned);
        walkElement(pass, owned, around, true);
      }
    }
  }
  if (after !== "" && isVisible() && isSeen(null) && pass.isInScope(element)) {
    pass.out.text(maskSecrets(after, true));
  }
}

function writeText(pass: Pass, data: string, whiteSpace: string | null): void {
  const { out } = pass;
  if (whiteSpace === null || whiteSpace === "collapse") {
    out.text(collapseSpaces(data));
    return;
  }
  const keepsSpaces = whiteSpace !== "preserve-breaks";
  for (const [index, line] of stripInvisible(data).split(/\r\n?|\n/).entries()) {
    if (index > 0) out.breakLine();
    out.text(keepsSpaces ? line.replace(/\t/g, "  ") : collapseSpaces(line), keepsSpaces);
  }
}

/**
 * Writes one element and what is inside it. One that cannot be read is a line that says so: a form, for example, hides
 * its own methods behind fields of their names.
 */
export function walkElement(pass: Pass, element: Element, around: Around, owned = false): void {
  const { out } = pass;
  const standing = out.standing();
  try {
    walkReadable(pass, element, around, owned);
  } catch (error) {
    pass.failure ??= stackOf(error);
    out.recover(standing);
    out.mark(`(a part, ${element.localName}, could not be read)`);
    out.breakLine();
  }
}

function walkReadable(pass: Pass, element: Element, around: Around, owned: boolean): void {
  const tag = element.localName;
  if (SKIPPED.has(tag) || (pass.said.size > 0 && pass.said.has(element) && !owned)) return;
  if (!pass.spend()) return;
  const style = pass.styles.of(element);
  const { display } = style;
  if (display === "none" || element.hasAttribute("inert")) return;
  const sight = descend(around.sight, element, style);
  const isInline = isInlineDisplay(display);
  const { out } = pass;
  if (tag === "br") {
    out.breakLine();
    return;
  }
  if (!isInline) {
    if (display === "table-cell") out.text(" ");
    else out.breakLine();
  }
  const inside: Around = {
    sight,
    pointer: around.pointer || (style.cursor === "pointer" && !(isDrawn(element) && isCollection(element))),
    inControl: around.inControl,
  };
  if (style.contentVisibility !== "hidden" || tag === "iframe") {
    writeElement(pass, element, style, display, around, inside);
  }
  if (!isInline) {
    if (display === "table-cell") out.text(" ");
    else if (tag !== "dt") out.breakLine();
  }
}

function writeElement(
  pass: Pass,
  element: Element,
  style: CSSStyleDeclaration,
  display: string,
  around: Around,
  inside: Around,
): void {
  const tag = element.localName;
  if (tag === "iframe" || tag === "frame") {
    if (style.visibility === "visible") writeFrame(pass, element);
    return;
  }
  if (writeDrawn(pass, element, inside)) return;
  const role = pass.roles.of(element);
  if (tag === "label" && writeLabel(pass, element as HTMLLabelElement, inside)) return;
  const isVisible = display !== "contents" && style.visibility === "visible";
  const reason = isVisible ? pass.reasonOf(element, role, style, inside.pointer && !around.pointer) : null;
  if (reason !== null) {
    if (pass.isInScope(element)) writeControl(pass, element, role, reason, inside);
    else walkChildren(pass, element, inside);
    return;
  }
  writePlain(pass, element, role, inside, isVisible);
}

/** Writes an element without a ref of its own. */
export function writePlain(
  pass: Pass,
  element: Element,
  role: string | null,
  inside: Around,
  isVisible = true,
): void {
  const tag = element.localName;
  if (tag === "img" || role === "img" || (tag === "svg" && isPicture(role))) {
    if (isVisible) writeImage(pass, element, role, inside);
    return;
  }
  if (tag === "input" || tag === "select" || tag === "textarea") return;
  if (isVisible && (role === "progressbar" || role === "meter") && writeMeter(pass, element, role)) return;
  if (role === "table" || role === "grid" || role === "treegrid") {
    writeTable(pass, element, role, inside);
    return;
  }
  const container = containerOf(pass, element, role);
  if (container !== null) writeContainer(pass, element, container, inside);
  else writeBlock(pass, element, role, inside);
}

/** False for a drawing that has the role of a widget, as a group of stars has. */
function isPicture(role: string | null): boolean {
  return role === null || role === "none" || role === "presentation";
}

function headingLevel(element: Element): number {
  const native = /^h([1-6])$/.exec(element.localName)?.[1];
  const level = Number(element.getAttribute("aria-level") ?? native ?? 2);
  return Number.isInteger(level) && level >= 1 ? Math.min(level, 6) : 2;
}

function itemPrefix(element: Element, style: CSSStyleDeclaration): string {
  const parent = element.parentElement;
  const state = classState(element);
  const mark = state !== null && /^(?:selected|active|current|done|complete|completed|checked)$/.test(state)
    ? `(${state}) `
    : "";
  if (parent?.localName !== "ol" || style.listStyleType === "none") return `- ${mark}`;
  const list = parent as HTMLOListElement;
  const written = (element as HTMLLIElement).value;
  const number = written > 0 ? written : list.start + [...list.children].indexOf(element);
  return `${number}. ${mark}`;
}

function writeBlock(pass: Pass, element: Element, role: string | null, inside: Around): void {
  const { out } = pass;
  const tag = element.localName;
  let prefix = "";
  if (!inside.inControl) {
    if (role === "heading") prefix = `${"#".repeat(headingLevel(element))} `;
    else if (role === "listitem") prefix = itemPrefix(element, pass.styles.of(element));
    else if (tag === "blockquote") prefix = "> ";
  }
  if (prefix !== "") {
    const place = out.enter(prefix);
    walkChildren(pass, element, inside);
    out.leave(place);
  } else if (tag === "pre") {
    out.breakLine();
    const place = out.enter("", 1);
    walkChildren(pass, element, inside);
    out.leave(place);
  } else if (tag === "dt" && !inside.inControl) {
    out.breakLine();
    walkChildren(pass, element, inside);
    out.endTerm();
  } else walkChildren(pass, element, inside);
}
