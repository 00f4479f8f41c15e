// What an editor with a model of its own holds, and how it is given text as one piece. Both go the ways that every editor
// has for the clipboard, without touching the clipboard itself: only the page sees the events.
import type { PageFailure, PageModelText } from "../protocol.ts";
import { deepActiveElement, isInside } from "../flat_tree.ts";
import { describe } from "../meaning.ts";
import { failure, resolve } from "../resolve.ts";
import type { Scene } from "../scene.ts";
import { isSensitive } from "../sensitive.ts";
import { drawnEditor, showsText } from "./drawn_editor.ts";

const MONOSPACED = /mono|courier|consolas|menlo|monaco/i;

/** True where the page draws the text and helps to write it: what is typed key by key is not what it holds in the end. */
export function isModelEditor(element: Element): boolean {
  if (isSensitive(element)) return false;
  return drawnEditor(element) !== null || isCodeEditor(element);
}

/** An editable region for code: every space counts, and nobody checks its spelling. */
function isCodeEditor(element: Element): boolean {
  if ((element as HTMLElement).isContentEditable !== true || (element as HTMLElement).spellcheck) {
    return false;
  }
  const { whiteSpaceCollapse, fontFamily } = getComputedStyle(element);
  return /^(?:preserve|break-spaces)$/.test(whiteSpaceCollapse) && MONOSPACED.test(fontFamily);
}

/** The focused element of an editor; the selection, and so what is copied or replaced, is wherever the focus is. */
function focusedIn(scene: Scene, ref: string): { readonly active: Element } | PageFailure {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const active = deepActiveElement();
  if (active !== null && isInside(resolved.element, active)) return { active };
  return failure(
    "STALE_REFERENCE",
    `${ref} (${describe(resolved.meaning)}) lost the focus; observe the page again`,
  );
}

function clipboardEvent(type: "copy" | "paste", clipboardData: DataTransfer): ClipboardEvent {
  return new ClipboardEvent(type, { bubbles: true, cancelable: true, composed: true, clipboardData });
}

/** What the editor would copy now; a selection of the whole gives all that it holds. */
export function copied(scene: Scene, ref: string): PageModelText | PageFailure {
  const found = focusedIn(scene, ref);
  if (!("active" in found)) return found;
  const { active } = found;
  const data = new DataTransfer();
  const event = clipboardEvent("copy", data);
  const end = document.documentElement;
  // what a page adds to whatever is copied from it is not the editor's
  const stop = (copy: Event): void => copy.stopPropagation();
  end.addEventListener("copy", stop);
  active.dispatchEvent(event);
  end.removeEventListener("copy", stop);
  const text = event.defaultPrevented ? data.getData("text/plain") : selectedIn(active);
  // nothing to copy where something is shown: it was not selected, or is not given away
  const isKept = text === "" && showsText(drawnEditor(active)?.drawn ?? active);
  return { ok: true, text: text === null || isKept ? null : toLines(text) };
}

function selectedIn(field: Element): string | null {
  if (field.localName !== "textarea") return null;
  const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
  return value.slice(selectionStart, selectionEnd);
}

function toLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Gives a focused editor a text as a paste would: editors take it in their own way, others insert it. */
export function paste(scene: Scene, ref: string, text: string): { readonly ok: true } | PageFailure {
  const found = focusedIn(scene, ref);
  if (!("active" in found)) return found;
  const data = new DataTransfer();
  data.setData("text/plain", text);
  if (found.active.dispatchEvent(clipboardEvent("paste", data))) {
    document.execCommand("insertText", false, text);
  }
  return { ok: true };
}
