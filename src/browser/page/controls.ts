// Writes what can be acted on.
import { flatText, saysAll, wordsOf } from "./clean_text.ts";
import type { Reason } from "./actionable.ts";
import { bracket, type ControlFacts, elementInfo } from "./bracket.ts";
import { shapeBox } from "./drawings/shapes.ts";
import { shownValue } from "./field_values.ts";
import { levelWord } from "./grids/levels.ts";
import { classHint } from "./hints/class_states.ts";
import { drawnEditor } from "./editors/drawn_editor.ts";
import { hintFor } from "./hints.ts";
import { type DraftLine, isPlain, plainText } from "./lines.ts";
import { shadowRootOf } from "./flat_tree.ts";
import { labelsOf } from "./labels.ts";
import { meaningOf } from "./meaning.ts";
import { statesOf } from "./states.ts";
import { NAME_FROM_CONTENT } from "./role_tables.ts";
import { isSensitive, maskSecrets } from "./sensitive.ts";
import { isSeen, sightAt } from "./sight.ts";
import { containerOf, skipCaptions } from "./containers.ts";
import { hasRows, writeRow, writeTable } from "./tables.ts";
import type { Pass } from "./pass.ts";
import { type Around, walkChildren, writePlain } from "./walker.ts";

/** Longest name repeated on a control whose content follows below it. */
const LABEL_OVER_CONTENT = 80;

function wordFor(element: Element, role: string | null, reason: Reason): string {
  const tag = element.localName;
  if (reason === "editable" && (role === null || role === "generic")) return "textbox";
  if (tag === "canvas" && (role === null || role === "img")) return "canvas";
  if (tag === "summary" || tag === "video" || tag === "audio") return role ?? tag;
  if (
    role === null || role === "generic" || role === "none" || role === "presentation" || role === "paragraph"
  ) {
    return reason === "scrollable"
      ? "region"
      : reason === "focusable" || reason === "draggable"
      ? reason
      : "clickable";
  }
  return role;
}

function isLeaf(element: Element, reason: Reason): boolean {
  return reason === "editable" ||
    /^(?:input|select|textarea|canvas|video|audio|img)$/.test(element.localName);
}

/** True when nobody can see the control, nor a label of it. */
function isUnseen(pass: Pass, element: Element, around: Around): boolean {
  const box = shapeBox(element);
  const isOff = box.bottom + around.sight.scrollY <= 0 ||
    (box.right + around.sight.scrollX <= 0 && box.width > 0);
  if (isSeen(around.sight) && !isOff && box.width > 1 && box.height > 1) return false;
  for (const label of labelsOf(element, pass.styles)) {
    const area = label.getBoundingClientRect();
    if (area.width > 1 && area.height > 1 && isSeen(sightAt(label, pass.styles))) return false;
  }
  if (box.width <= 1 || box.height <= 1) {
    // A control without a box of its own may be all content: floats, positioned children.
    for (const child of element.children) {
      const area = child.getBoundingClientRect();
      if (area.width > 1 && area.height > 1 && isSeen(around.sight)) return false;
    }
    if (getComputedStyle(element).display.startsWith("inline") && element.textContent?.trim() === "") {
      return false;
    }
  }
  return true;
}

/** Facts of a control; its ref is minted here, and its meaning remembered. */
export function factsOf(
  pass: Pass,
  element: Element,
  role: string | null,
  reason: Reason,
  around: Around,
  givenName?: string,
  isShown = true,
): ControlFacts {
  const { options } = pass;
  const word = wordFor(element, role, reason);
  const driverRole = role ?? (word === "textbox" ? "textbox" : "generic");
  const ref = isShown ? pass.refs.refOf(element) : "";
  const isDrawn = drawnEditor(element) !== null;
  const isHidden = !isDrawn && isUnseen(pass, element, around);
  if (isShown) pass.refs.remember(element, meaningOf(element, word, pass.names), isHidden);
  const name = maskSecrets(givenName ?? flatText(pass.names.of(element).text), true);
  const states = statesOf(element, driverRole, pass.states);
  if (reason === "scrollable") states.push("scrollable");
  if (
    reason === "editable" && !states.includes("multiline") &&
    element.getAttribute("aria-multiline") !== "false"
  ) {
    states.push("multiline");
  }
  if (pass.cells.active.has(element) && !states.includes("focused")) states.push("active");
  const level = levelWord(element, driverRole);
  if (level !== null) states.push(level);
  if (isDrawn) states.push("drawn");
  if (isHidden) states.push("not visible");
  return {
    element,
    ref,
    role: driverRole,
    word,
    name,
    states,
    value: isDrawn ? {} : valueOf(pass, element, role, reason),
    hint: classHint(element, states),
    includeUrl: options.include.includes("url"),
    includeBox: options.include.includes("box"),
  };
}

function valueOf(pass: Pass, element: Element, role: string | null, reason: Reason): ControlFacts["value"] {
  if (
    reason === "editable" ||
    (role === "textbox" && element.localName !== "input" && element.localName !== "textarea")
  ) {
    if (isSensitive(element)) return { filled: element.textContent !== "" };
    return { value: pass.editableText(element) };
  }
  return shownValue(element, role ?? "");
}

/** Counts a control that is written. */
export function finish(pass: Pass, facts: ControlFacts): void {
  pass.actionable = pass.actionable ||
    (facts.element.localName !== "canvas" && !facts.states.includes("not visible"));
  if (facts.element.localName === "canvas") {
    const { x, y, width, height } = facts.element.getBoundingClientRect();
    if (x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0 && width > 1) {
      pass.canvasInView = true;
    }
  }
  if (pass.options.elements) pass.elements.push(elementInfo(facts));
}

/** Writes a control and whatever inside it its name does not say. */
export function writeControl(
  pass: Pass,
  element: Element,
  role: string | null,
  reason: Reason,
  inside: Around,
  givenName?: string,
): void {
  const { out } = pass;
  const facts = factsOf(pass, element, role, reason, inside, givenName);
  const atElement = pass.elements.length;
  finish(pass, facts);
  if (isLeaf(element, reason)) {
    out.mark(bracket(named(facts)));
    return;
  }
  const isContainer = !NAME_FROM_CONTENT.has(role ?? "") && reason !== "clickable" &&
    reason !== "draggable" &&
    element.localName !== "summary";
  const isRow = role === "row";
  if (isRow && hasRows(element)) {
    writeRow(pass, element, inside, bracket(facts, "", ""));
    return;
  }
  if (
    role === "combobox" || role === "textbox" || role === "searchbox" || role === "slider" ||
    role === "spinbutton"
  ) {
    writeWidget(pass, facts, inside);
    return;
  }
  if (!isContainer && isPlainText(element, facts.name)) {
    out.mark(bracket(facts));
    return;
  }
  out.capture();
  if (isContainer) {
    skipCaptions(pass, element, facts.name);
    writePlainInside(pass, element, role, inside);
  } else {walkChildren(pass, element, {
      ...inside,
      pointer: true,
      inControl: role !== "treeitem" && role !== "row",
    });}
  const lines = out.release();
  if (isContainer) writeAbove(pass, facts, lines);
  else if (reason === "clickable" && isWrapperOnly(facts, lines)) {
    // The pointer cursor begins around controls that stand for themselves.
    if (pass.options.elements) pass.elements.splice(atElement, 1);
    pass.out.append(lines);
  } else writeWithContent(pass, facts, lines);
}

/** The usual case: one text inside, and the name says it. */
function isPlainText(element: Element, name: string): boolean {
  const only = element.firstChild;
  if (only === null || only !== element.lastChild || only.nodeType !== 3 || name === "") return false;
  if (element.hasAttribute("aria-owns")) return false;
  return shadowRootOf(element) === null && element.localName !== "slot" &&
    name.includes(flatText((only as Text).data));
}

function isWrapperOnly({ role, hint, element }: ControlFacts, lines: readonly DraftLine[]): boolean {
  if (role !== "generic" || element.hasAttribute("onclick")) return false;
  if (lines.length === 0) {
    const box = shapeBox(element);
    return box.width <= 1 || box.height <= 1 || (hint === null && hintFor(element) === null);
  }
  return !isPlain(lines) && plainText(lines) === "";
}

function writePlainInside(pass: Pass, element: Element, role: string | null, inside: Around): void {
  if (role === "table" || role === "grid" || role === "treegrid") {
    writeTable(pass, element, role, inside, true);
  } else if (
    containerOf(pass, element, role)?.kind === "prefix"
  ) {
    writePlain(pass, element, role, inside);
  } else walkChildren(pass, element, inside);
}

/** A bracket for a control without a name gets a hint. */
export function named(facts: ControlFacts): ControlFacts {
  if (facts.name !== "") return facts;
  const hint = hintFor(facts.element);
  return facts.hint === null || hint === null || hint.split(" ").includes(facts.hint)
    ? { ...facts, hint: hint ?? facts.hint }
    : { ...facts, hint: `${hint} ${facts.hint}` };
}

/** Widgets whose content is their value. */
function writeWidget(pass: Pass, facts: ControlFacts, inside: Around): void {
  const { out } = pass;
  out.capture();
  walkChildren(pass, facts.element, { ...inside, pointer: true, inControl: true });
  const lines = out.release();
  const content = plainText(lines);
  const hasValue = facts.value.value !== undefined && facts.value.value !== "";
  const isSecret = facts.value.filled !== undefined;
  const value = hasValue || isSecret || content === "" || !isPlain(lines)
    ? facts.value
    : { ...facts.value, value: content };
  out.mark(bracket(named({ ...facts, value })));
  if (!isSecret && !isPlain(lines)) out.append(lines, 1);
}

/** A container that can be acted on: the bracket above, the content below. */
function writeAbove(pass: Pass, facts: ControlFacts, lines: readonly DraftLine[]): void {
  const { out } = pass;
  if (lines.length === 1 && isPlain(lines) && facts.states.every((state) => state !== "scrollable")) {
    writeWithContent(pass, facts, lines);
    return;
  }
  const place = out.header(bracket(lines.length === 0 ? named(facts) : facts));
  out.append(lines);
  out.endHeader(place, true);
}

/** Visible content that the name does not say. */
function unsaid(name: string, content: string, lines: readonly DraftLine[]): string {
  if (saysAll(name, content)) return "";
  const rest = lines.map((line) => plainText([line])).filter((text) => !saysAll(name, text)).join(" ");
  const tokens = rest.split(" ").filter((token) => !saysAll(name, token));
  return tokens.every((token) => wordsOf(token).length === 0) ? tokens.join(" ") : rest;
}

function writeWithContent(pass: Pass, facts: ControlFacts, lines: readonly DraftLine[]): void {
  const { out } = pass;
  const content = plainText(lines);
  if (isPlain(lines)) {
    const pictures = lines.flatMap(({ segments }) => segments).filter(({ kind }) => kind === "image");
    const name = facts.name !== ""
      ? facts.name
      : content !== ""
      ? content
      : pictures[0]?.text.slice("image: ".length) ?? "";
    const shown = unsaid(name, content, lines);
    out.mark(bracket(name === "" ? named(facts) : facts, shown, name));
    return;
  }
  const marks = lines.flatMap(({ segments }) => segments).filter(({ kind }) => kind === "mark");
  if (facts.name.length <= LABEL_OVER_CONTENT && lines.length === 1 && lines[0]?.frame === undefined) {
    out.mark(bracket(named(facts)));
    out.replay(saysAll(facts.name, content) ? marks : lines[0]?.segments ?? []);
    return;
  }
  const label = facts.name.length <= LABEL_OVER_CONTENT ? facts.name : "";
  const place = out.header(bracket(label === "" && content === "" ? named(facts) : facts, "", label));
  out.append(lines.filter((line) => label === "" || !isPlain([line]) || !saysAll(label, plainText([line]))));
  out.endHeader(place, true);
}
