// The level of a row or tree item whose place in the document does not tell it.
import { closestFlat, flatParent } from "../flat_tree.ts";

/** `level 2` and deeper, in a word for the tree; null on the first level and where indentation says it. */
export function levelWord(element: Element, role: string): string | null {
  const isRow = role === "row";
  if (!isRow && role !== "treeitem") return null;
  const level = Number(element.getAttribute("aria-level"));
  if (!Number.isInteger(level) || level < 2 || level > 99) return null;
  const parent = flatParent(element);
  const isNested = !isRow && parent !== null &&
    closestFlat(parent, (at) => /^(?:treeitem|tree)$/.test(at.getAttribute("role") ?? ""))
        ?.getAttribute("role") === "treeitem";
  return isNested ? null : `level ${level}`;
}
