// Makes a target ready for input, or says why it is not.
import type { PageFailure, PageNeed, PageTarget } from "./protocol.ts";
import { flatText } from "./clean_text.ts";
import { findPoint, nameCover, surfaces } from "./hit_test.ts";
import { isDisabled, opensNewTab } from "./states.ts";
import { drawnFrame, isAnimated, isPageBusy, mayBecomeReady } from "./busy.ts";
import { hasEditContext } from "./editors/drawn_editor.ts";
import { isModelEditor } from "./editors/model_text.ts";
import { describe } from "./meaning.ts";
import { maskSecrets } from "./sensitive.ts";
import { failure, resolve, type Resolved } from "./resolve.ts";
import type { Scene } from "./scene.ts";

/** Longest wait for an animation frame: hidden tabs get none. */
const FRAME_MS = 50;

function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done();
    });
  });
}

const TYPED_INPUTS = /^(?:text|search|email|tel|url|password|number)$/;

/** True for what takes typed text. */
export function isTypable(element: Element): boolean {
  if (element.localName === "textarea") return true;
  if (element.localName === "input") return TYPED_INPUTS.test((element as HTMLInputElement).type);
  return (element as HTMLElement).isContentEditable === true || hasEditContext(element);
}

function editFailure({ element, ref, meaning }: Resolved): PageFailure | null {
  const what = `${ref} (${describe(meaning)})`;
  const tag = element.localName;
  if (tag === "select") {
    return failure("NOT_EDITABLE", `${what} is a list of options: choose one with select`);
  }
  if (tag === "input" && !isTypable(element)) {
    const { type } = element as HTMLInputElement;
    if (type === "checkbox" || type === "radio") {
      return failure("NOT_EDITABLE", `${what} is set with check, not filled`);
    }
    if (/^(?:button|submit|reset|image|file)$/.test(type)) {
      return failure("NOT_EDITABLE", `${what} takes no text: it is an input of type ${type}`);
    }
  } else if (!isTypable(element)) {
    const inner = element.querySelector("input,textarea,[contenteditable]");
    return failure(
      "NOT_EDITABLE",
      `${what} takes no text${inner === null ? "" : "; the field inside it has a ref of its own"}`,
    );
  }
  if ((element as HTMLInputElement).readOnly === true || element.getAttribute("aria-readonly") === "true") {
    return failure("NOT_EDITABLE", `${what} is read-only`, isPageBusy());
  }
  return null;
}

/** Rechecks a ref and finds a point to act on. Changes nothing but scroll positions. */
export async function target(scene: Scene, ref: string, need: PageNeed): Promise<PageTarget | PageFailure> {
  const resolved = resolve(scene, ref);
  if (!("element" in resolved)) return resolved;
  const { element, meaning } = resolved;
  const what = `${ref} (${describe(meaning)})`;
  if (need !== "hover" && isDisabled(element)) {
    return failure("TARGET_DISABLED", `${what} is disabled`, mayBecomeReady(element));
  }
  if (need === "edit") {
    const refused = editFailure(resolved);
    if (refused !== null) return refused;
  }
  if (element.closest("[inert]") !== null) {
    return failure("TARGET_DISABLED", `${what} is in an inert part of the page`, mayBecomeReady(element));
  }
  if (surfaces(element).length === 0) {
    return scene.refs.get(ref)?.isUnseen === true
      ? failure("NOT_VISIBLE", `${what} is not visible`, mayBecomeReady(element))
      : {
        ...failure(
          "STALE_REFERENCE",
          `${what} is hidden now; observe the page again`,
          mayBecomeReady(element),
        ),
        mayReturn: true,
      };
  }
  let found = findPoint(element);
  if (found === null || "cover" in found) {
    scrollTo(element);
    await nextFrame();
    found = findPoint(element);
  }
  const before = placeOf(element);
  await drawnFrame(element, nextFrame);
  if (!element.isConnected) return resolve(scene, ref) as PageFailure;
  if (placeOf(element) !== before) {
    await nextFrame();
    if (isAnimated(element) || mayBecomeReady(element)) {
      return failure("NOT_VISIBLE", `${what} is still moving`, true);
    }
  }
  // What was found before the frame may not be true after it.
  const again = resolve(scene, ref);
  if (!("element" in again)) return again;
  found = findPoint(element);
  if (found === null) {
    return failure("NOT_VISIBLE", `${what} cannot be scrolled into view`, mayBecomeReady(element));
  }
  if ("cover" in found && need !== "focus") return covered(scene, element, what, found.cover);
  const point = "point" in found ? found.point : centre(element);
  return {
    ok: true,
    x: point.x,
    y: point.y,
    role: meaning.role,
    name: maskSecrets(meaning.name, true),
    opensNewTab: opensNewTab(element),
    kind: kindOf(element),
    ...(isTypable(element) && isModelEditor(element) ? { isModel: true } : {}),
  };
}

function kindOf(element: Element): string {
  if (element.localName === "input") return `input:${(element as HTMLInputElement).type}`;
  if (element.localName !== "textarea" && isTypable(element)) return "contenteditable";
  const link = element.closest("a[href], area[href]");
  return link !== null && leadsOutside(link as HTMLAnchorElement) ? "link:outside" : element.localName;
}

/** True for a link to a file, or to another program: nobody sees from inside the page that it was followed. */
function leadsOutside(link: HTMLAnchorElement): boolean {
  const { protocol } = link as Partial<HTMLAnchorElement>; // a link of a drawing has none
  return link.hasAttribute("download") ||
    (protocol !== undefined && !/^(?:https?|about|blob|data|file|javascript)?:$/.test(protocol));
}

function covered(scene: Scene, element: Element, what: string, cover: Element | null): PageFailure {
  const isBusy = mayBecomeReady(element) || (cover !== null && isAnimated(cover));
  if (getComputedStyle(element).pointerEvents === "none") {
    return failure(
      "TARGET_COVERED",
      `${what} takes no pointer input; ${nameCover(scene, cover)} gets it`,
      isBusy,
    );
  }
  return failure("TARGET_COVERED", `${what} is covered by ${flatText(nameCover(scene, cover))}`, isBusy);
}

function scrollTo(element: Element): void {
  const options: ScrollIntoViewOptions = { block: "center", inline: "nearest", behavior: "instant" };
  if (element.getClientRects().length > 0) element.scrollIntoView(options);
  else {((element as HTMLInputElement).labels?.[0] ?? element.firstElementChild ?? element).scrollIntoView(
      options,
    );}
}

function placeOf(element: Element): string {
  return surfaces(element).map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join())
    .join(";");
}

function centre(element: Element): { x: number; y: number } {
  const [box] = surfaces(element);
  return box === undefined ? { x: 0, y: 0 } : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
