// Tables and grids as rows.
import { flatText } from "./clean_text.ts";
import { flatChildren, isElement } from "./flat_tree.ts";
import { type DraftLine, lineText, type Segment } from "./lines.ts";
import { descend } from "./sight.ts";
import { maskSecrets } from "./sensitive.ts";
import { headerText, skipCaptions } from "./containers.ts";
import type { Pass } from "./pass.ts";
import { type Around, walkChildren, walkElement } from "./walker.ts";

/** Lines in one cell beyond which its row is written as blocks. */
const CELL_LINES = 8;

/** Writes a table or grid; `isNamed` says that a bracket above it has said its name. */
export function writeTable(pass: Pass, table: Element, role: string, inside: Around, isNamed = false): void {
  const { out } = pass;
  const name = maskSecrets(flatText(pass.names.of(table).text), true);
  if (name !== "") skipCaptions(pass, table, name);
  out.capture();
  walkRows(pass, table, inside);
  const lines = out.release();
  if (lines.length === 0) return;
  if (name === "" || isNamed) {
    out.append(lines);
    return;
  }
  const place = out.header(headerText(role === "table" ? "table" : "grid", name));
  out.append(lines);
  out.endHeader(place, false);
}

/** Walks row groups down to rows; anything else in the table is written as usual. */
function walkRows(pass: Pass, element: Element, around: Around): void {
  const children = flatChildren(element);
  for (let index = 0; index < children.length; index++) {
    const child = children[index] as Node;
    if (pass.truncated) return;
    if (!isElement(child)) {
      if (child.nodeType === 3 && (child as Text).data.trim() !== "") {
        walkChildren(pass, element, around);
        return;
      }
      continue;
    }
    if (pass.owners.has(child) || pass.said.has(child)) continue;
    const role = pass.roles.of(child);
    const isGroup = role === "rowgroup" || role === "presentation" || role === "none" ||
      (role === null && child.querySelector("[role=row],tr") !== null);
    if (role !== "row" && !isGroup) {
      walkElement(pass, child, around);
      continue;
    }
    const style = pass.styles.of(child);
    if (style.display === "none" || child.hasAttribute("inert")) continue;
    const inside: Around = {
      sight: descend(around.sight, child, style),
      pointer: around.pointer || style.cursor === "pointer",
      inControl: around.inControl,
    };
    if (isGroup) {
      if (
        style.display !== "contents" &&
        pass.reasonOf(child, role, style, inside.pointer && !around.pointer) !== null
      ) {
        walkElement(pass, child, around);
      } else if (pass.spend()) walkRows(pass, child, inside);
    } else if (
      style.visibility === "visible" && style.display !== "contents" &&
      pass.reasonOf(child, role, style, inside.pointer && !around.pointer) !== null && pass.isInScope(child)
    ) {
      walkElement(pass, child, around);
    } else if (pass.spend()) writeRow(pass, child, inside);
  }
}

const CELL_ROLES = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** True when an element with role row has cells. */
export function hasRows(row: Element): boolean {
  return row.localName === "tr" ||
    row.querySelector("[role=cell],[role=gridcell],[role=columnheader],[role=rowheader],td,th") !== null;
}

function cellsOf(pass: Pass, row: Element): Element[] {
  const cells: Element[] = [];
  if (row.localName === "tr" && pass.owners.size === 0) {
    for (const child of row.children) if (/^t[dh]$/.test(child.localName)) cells.push(child);
    if (cells.length === row.childElementCount) return cells;
    cells.length = 0;
  }
  const collect = (element: Element): void => {
    const children = flatChildren(element);
    for (let index = 0; index < children.length; index++) {
      const child = children[index] as Node;
      if (!isElement(child) || pass.owners.has(child)) continue;
      const isCell = CELL_ROLES.test(pass.roles.of(child) ?? "") || child.localName === "td" ||
        child.localName === "th";
      if (
        !isCell &&
        child.querySelector("[role=gridcell],[role=cell],[role=columnheader],[role=rowheader]") !== null
      ) {
        collect(child);
      } else cells.push(child);
    }
  };
  collect(row);
  return cells;
}

/** Writes one row; `mark` is the bracket of a row that can be acted on. */
export function writeRow(pass: Pass, row: Element, inside: Around, mark = ""): void {
  const { out } = pass;
  const cells: (readonly DraftLine[])[] = [];
  for (const cell of cellsOf(pass, row)) {
    if (pass.styles.of(cell).display === "none") continue;
    out.capture();
    walkElement(pass, cell, inside);
    cells.push(out.release());
    const span = cell.getAttribute("colspan");
    if (span !== null) { for (let extra = 1; extra < Math.min(Number(span), 20); extra++) cells.push([]); }
  }
  while (cells.length > 0 && cells.at(-1)?.length === 0) cells.pop();
  if (cells.length === 0) {
    if (mark !== "") out.mark(mark);
    out.breakLine();
    return;
  }
  out.breakLine();
  const isLayout = cells.some((lines) =>
    lines.length > CELL_LINES ||
    lines.some((line) => line.frame !== undefined || line.prefix.endsWith("| ") || isRowLine(line))
  );
  if (isLayout || (cells.length === 1 && mark === "" && (cells[0]?.length ?? 0) > 1)) {
    if (mark !== "") out.mark(mark);
    for (const lines of cells) out.append(lines);
    return;
  }
  if (mark !== "") out.mark(mark);
  for (const [place, lines] of cells.entries()) {
    if (place > 0) out.text(" ");
    out.mark("|");
    if (lines.length > 0) out.text(" ");
    for (const [index, line] of lines.entries()) {
      if (index > 0) out.text(" ");
      out.replay(cellSegments(line));
      if (line.box !== undefined) out.cover(line.box);
    }
  }
  out.breakLine();
}

function isRowLine(line: DraftLine): boolean {
  const first = line.segments[0];
  return first?.kind === "mark" && first.text === "|";
}

function cellSegments(line: DraftLine): readonly Segment[] {
  const prefix = line.prefix.replace(/#+ /, "");
  if (line.segments.length === 1 && line.segments[0]?.kind === "image" && prefix === "") {
    return [{ kind: "mark", text: lineText(line) }];
  }
  const segments = line.segments.map(({ kind, text }): Segment =>
    kind === "text" ? { kind, text: text.replaceAll("|", "\\|") } : { kind, text }
  );
  return prefix === ""
    ? segments
    : [{ kind: "mark", text: prefix.trim() }, { kind: "text", text: " " }, ...segments];
}
