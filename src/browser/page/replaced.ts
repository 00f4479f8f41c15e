// Elements that are no text: frames, pictures, meters; and labels, whose text their control says.
import { escapeName, escapeText, flatText, saysAll } from "./clean_text.ts";
import { oneLine, shownValue } from "./field_values.ts";
import { drawnControl } from "./drawn_controls/pairs.ts";
import { holdsContent } from "./drawings/shapes.ts";
import { isInside } from "./flat_tree.ts";
import { plainText } from "./lines.ts";
import { hasListener } from "./listened.ts";
import { maskSecrets } from "./sensitive.ts";
import { isSeen } from "./sight.ts";
import { writeControl } from "./controls.ts";
import type { Pass } from "./pass.ts";
import { type Around, walkChildren } from "./walker.ts";

/** Writes a frame element; its content is put below by whoever joins the documents. */
export function writeFrame(pass: Pass, element: Element): void {
  const box = element.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1 || !pass.isInScope(element)) return;
  const { out } = pass;
  out.breakLine();
  const src = element.getAttribute("src") ?? "";
  pass.frames.push({
    name: flatText(element.getAttribute("name") ?? ""),
    title: flatText(element.getAttribute("title") ?? element.getAttribute("aria-label") ?? ""),
    src: src.replace(/[?#].*$/s, ""),
  });
  out.mark("frame");
  out.breakLine(pass.frameElements.push(element) - 1);
}

/** Writes a picture that says something; drawings keep their text. */
export function writeImage(pass: Pass, element: Element, role: string | null, inside: Around): void {
  const name = role === "img" ? maskSecrets(flatText(pass.names.of(element).text), true) : "";
  if (name !== "" && pass.isInScope(element) && isSeen(inside.sight)) {
    pass.out.mark(`image: ${escapeText(name)}`, "image");
    if (pass.withBoxes) pass.out.cover(element.getBoundingClientRect());
  }
  if (element.localName === "svg") {
    if (holdsContent(element, pass.styles, inside.pointer || inside.inControl, hasListener)) {
      walkChildren(pass, element, inside);
    }
  } else if (element.localName !== "img") {
    pass.out.capture();
    walkChildren(pass, element, inside);
    const lines = pass.out.release();
    if (
      !saysAll(name, plainText(lines)) ||
      lines.some(({ segments }) => segments.some(({ kind }) => kind === "mark"))
    ) {
      pass.out.append(lines);
    }
  }
}

/** Writes a progress bar or meter; false when it says nothing. */
export function writeMeter(pass: Pass, element: Element, role: string): boolean {
  const name = maskSecrets(flatText(pass.names.of(element).text), true);
  const { value, choices } = shownValue(element, role);
  if (value === undefined && element.localName !== "progress" && element.localName !== "meter") return false;
  const text = `${role}${name === "" ? "" : `: ${escapeName(name)}`}` +
    (value === undefined ? " (running)" : ` = ${escapeName(oneLine(value))}`) +
    (choices === undefined ? "" : ` {${escapeName(choices)}}`);
  pass.out.mark(text);
  if (pass.withBoxes) pass.out.cover(element.getBoundingClientRect());
  if (element.childElementCount > 0 && element.localName !== "progress" && element.localName !== "meter") {
    walkChildren(pass, element, { ...inside(pass, element) });
  }
  return true;
}

function inside(pass: Pass, element: Element): Around {
  return { sight: pass.sightOf(element), pointer: true, inControl: true };
}

/**
 * Writes a label: what its control says as its name is not said twice. A control that is not rendered itself (a styled
 * check box) is written at the place of its label. False when the label is to be treated as any other element.
 */
export function writeLabel(pass: Pass, label: HTMLLabelElement, around: Around): boolean {
  const control = label.control;
  if (
    control === null || around.inControl || !isInside(pass.root, control) ||
    pass.styles.of(label).visibility !== "visible"
  ) {
    return false;
  }
  const role = pass.roles.of(control);
  const isRendered = drawnControl(control, pass.styles) !== null ||
    control.checkVisibility({ visibilityProperty: true });
  if (role === null || (isRendered && !pass.isInScope(control))) return false;
  if (!isRendered && !/^(?:checkbox|radio|file)$/.test((control as HTMLInputElement).type)) return false;
  const { out } = pass;
  out.capture();
  walkChildren(pass, label, { ...around, pointer: true });
  const lines = out.release();
  const text = plainText(lines);
  const name = isRendered ? flatText(pass.names.of(control).text) : text;
  if (!isRendered && !pass.said.has(control)) {
    pass.said.add(control);
    writeControl(pass, control, role, "control", around, name);
  }
  const isSaid = saysAll(maskSecrets(name, true), text);
  for (const line of lines) {
    const segments = isSaid ? line.segments.filter(({ kind }) => kind === "mark") : line.segments;
    if (line.frame !== undefined) out.append([line]);
    else if (segments.length > 0) {
      out.replay(segments);
      if (lines.length > 1) out.breakLine();
    }
  }
  return true;
}
