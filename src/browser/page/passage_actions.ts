// Selecting and clicking passages of text.
import type { PageFailure, PagePassage } from "./protocol.ts";
import { excerpt, flatText } from "./clean_text.ts";
import { deepElementFromPoint } from "./flat_tree.ts";
import { nameCover } from "./hit_test.ts";
import { describe, meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { failure, resolve } from "./resolve.ts";
import { RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { renderedText } from "./rendered_text.ts";
import { isInsideSensitive, isSensitive, maskSecrets, refreshMasks } from "./sensitive.ts";
import { StyleCache } from "./style_cache.ts";
import { passagesIn } from "./text_ranges.ts";

/** Picks one of several, or says how many there are. */
function pick<T>(
  found: readonly T[],
  nth: number | null,
  where: string,
  words: string,
): { readonly one: T } | PageFailure {
  const said = `"${excerpt(words, 80)}"`;
  if (found.length === 0) return failure("TARGET_NOT_FOUND", `${where} does not say ${said}`);
  if (nth === null && found.length > 1) {
    return failure(
      "AMBIGUOUS_TARGET",
      `${where} says ${said} ${found.length} times: give nth, or more of the words`,
    );
  }
  const one = found[(nth ?? 1) - 1];
  if (one === undefined) {
    return failure(
      "TARGET_NOT_FOUND",
      `${where} says ${said} ${found.length} times, so there is no number ${nth}`,
    );
  }
  return { one };
}

/** Selects a passage inside a target; says where it is, so that the pointer can be let go there. */
export function selectText(
  scene: Scene,
  ref: string,
  words: string,
  nth: number | null,
): PagePassage | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  if (isSensitive(element) || isInsideSensitive(element)) {
    return failure("SENSITIVE_VALUE", `What ${what} holds is never read, so nothing in it can be found`);
  }
  if (element.localName === "input" || element.localName === "textarea") {
    return selectInField(element as HTMLInputElement, what, words, nth);
  }
  const picked = pick(passagesIn(element, words), nth, what, words);
  if (!("one" in picked)) return picked;
  const range = picked.one;
  (element as HTMLElement).focus({ preventScroll: true });
  return select(range);
}

function selectInField(
  field: HTMLInputElement,
  what: string,
  words: string,
  nth: number | null,
): PagePassage | PageFailure {
  const starts: number[] = [];
  const { value } = field;
  for (let at = value.indexOf(words); at >= 0; at = value.indexOf(words, at + words.length)) starts.push(at);
  const picked = pick(starts, nth, what, words);
  if (!("one" in picked)) return picked;
  field.focus({ preventScroll: true });
  try {
    field.setSelectionRange(picked.one, picked.one + words.length);
  } catch {
    return failure(
      "UNSUPPORTED_FLOW",
      `${what} is a field of type ${field.type}, whose text cannot be selected in part`,
    );
  }
  const { left, top, width, height } = field.getBoundingClientRect();
  return { ok: true, x: left + width / 2, y: top + height / 2, said: excerpt(flatText(words), 200) };
}

/** Where a passage stands that is clicked; its element gets a ref for the steps of one action. */
export function findPassages(
  scene: Scene,
  words: string,
  within: string | null,
): { readonly ok: true; readonly count: number; readonly around: readonly string[] } | PageFailure {
  refreshMasks();
  let root: Element = document.body ?? document.documentElement;
  if (within !== null) {
    const resolved = resolve(scene, within);
    if (!("element" in resolved)) return resolved;
    root = resolved.element;
  }
  found = passagesIn(root, words).filter((range) => !isInsideSensitive(range.startContainer));
  const around = found.slice(0, NAMED_PASSAGES).map(blockOf).map((block) => excerpt(block, 60));
  return { ok: true, count: found.length, around };
}

let found: readonly Range[] = [];
/** Passages of one wording that are named in a message. */
const NAMED_PASSAGES = 8;

/** The text of the block that a passage stands in. */
function blockOf(range: Range): string {
  let at: Element | null = parentOf(range);
  while (at !== null && getComputedStyle(at).display.startsWith("inline")) at = at.parentElement;
  return maskSecrets(flatText(at === null ? "" : renderedText(at, new StyleCache())), true);
}

/** Selects a passage found last; says where it is, so that the pointer can be let go there. */
export function selectPassage(index: number): PagePassage | PageFailure {
  const range = found[index];
  if (range === undefined || !range.startContainer.isConnected) {
    return failure("STALE_REFERENCE", "The passage left the page just now; call tab_snapshot");
  }
  return select(range);
}

function select(range: Range): PagePassage {
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  show(range);
  const { x, y } = centreOf(range);
  return { ok: true, x, y, said: excerpt(flatText(selection?.toString() ?? ""), 200) };
}

/** A point of the passage with this index among those found last. */
export function passagePoint(
  scene: Scene,
  index: number,
): PagePassage & { readonly ref: string } | PageFailure {
  const range = found[index];
  const element = range === undefined ? null : parentOf(range);
  if (range === undefined || element === null || !element.isConnected) {
    return failure("STALE_REFERENCE", "The passage left the page just now; call tab_snapshot");
  }
  show(range);
  const point = centreOf(range);
  const hit = deepElementFromPoint(point.x, point.y);
  const said = excerpt(flatText(range.toString()), 80);
  if (hit === null) return failure("NOT_VISIBLE", `"${said}" cannot be scrolled into view`);
  if (hit !== element) {
    return failure("TARGET_COVERED", `"${said}" is covered by ${nameCover(scene, hit)}`);
  }
  const names = new NameCache(new StyleCache(), new RoleCache());
  const ref = scene.refs.mintAlias(element, meaningOf(element, "clickable", names));
  return { ok: true, ...point, said: nameCover(scene, element), ref };
}

function parentOf(range: Range): Element | null {
  return range.startContainer.parentElement;
}

function centreOf(range: Range): { readonly x: number; readonly y: number } {
  const box = [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ??
    range.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function show(range: Range): void {
  const { x, y } = centreOf(range);
  const isIn = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const hit = isIn ? deepElementFromPoint(x, y) : null;
  const parent = parentOf(range);
  if (parent === null || hit === parent) return;
  parent.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
}
