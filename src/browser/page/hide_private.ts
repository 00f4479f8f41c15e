// Makes private content invisible while a picture is taken. By animations that are at their end at once: they change no
// attribute and no node, so that no script of the page is called.
import { shadowRootsBelow } from "./flat_tree.ts";
import { isSensitive, liveValue, maskSecrets, refreshMasks } from "./sensitive.ts";

const TEXT_LIMIT = 50_000;
const FIELDS = "input,textarea,select,[contenteditable],[role=textbox]";

let running: Animation[] = [];

/** Hides private fields and text that repeats them. */
export function hidePrivate(): { readonly hidden: number; readonly failed: number } {
  showPrivate();
  const roots = [document, ...shadowRootsBelow(document)];
  refreshMasks(roots.slice(1) as ShadowRoot[]);
  let hidden = 0;
  let failed = 0;
  const targets = new Set<Element>();
  for (const root of roots) {
    for (const field of root.querySelectorAll(FIELDS)) {
      if ((field as HTMLInputElement).type !== "hidden" && isSensitive(field) && liveValue(field) !== "") {
        targets.add(field);
      }
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let count = 0; count < TEXT_LIMIT && texts.nextNode(); count++) {
      const { data, parentElement } = texts.currentNode as Text;
      if (parentElement !== null && data.trim() !== "" && maskSecrets(data) !== data) {
        targets.add(parentElement);
      }
    }
  }
  for (const target of targets) {
    if (hide(target)) hidden++;
    else failed++;
  }
  return { hidden, failed };
}

/** Ends it. */
export function showPrivate(): void {
  for (const animation of running) animation.cancel();
  running = [];
}

function hide(element: Element): boolean {
  const isField = /^(?:input|textarea|select)$/.test(element.localName);
  if (isField) {
    apply(element, { color: "transparent", webkitTextFillColor: "transparent", textShadow: "none" });
    const style = getComputedStyle(element);
    if (style.getPropertyValue("-webkit-text-fill-color") === "rgba(0, 0, 0, 0)") return true;
  }
  apply(element, { opacity: "0" }); // what is inside may have colours of its own
  return getComputedStyle(element).opacity === "0";
}

function apply(element: Element, style: Record<string, string>): void {
  const animation = element.animate([style, style], { duration: 1, fill: "both" });
  animation.finish();
  running.push(animation);
}
