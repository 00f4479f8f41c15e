// Stops input that would reach something else than what was meant, before any handler of the page sees it.
import type { PageFailure, PageGuardReport } from "./protocol.ts";
import { deepActiveElement, deepElementFromPoint, isElement } from "./flat_tree.ts";
import { nameCover, reaches } from "./hit_test.ts";
import { meaningChange } from "./meaning.ts";
import { meaningNow, resolve, type Resolved } from "./resolve.ts";
import type { Scene } from "./scene.ts";

const POINTER_EVENTS = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "touchstart",
  "touchend",
] as const;
const RELEASES = /^(?:pointerup|mouseup|touchend|click|auxclick|dblclick|contextmenu)$/;
const KEY_EVENTS = ["keydown", "beforeinput", "paste"] as const;

/** One guard per document; its listeners come before those of the page when the agent loads first. */
export class InputGuard {
  readonly #scene: Scene;
  #armed: Resolved | null = null;
  #delivered = 0;
  #keys = 0;
  #isPressed = false;
  #blocked = 0;
  #blockedBy: string | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#listen();
  }

  // `document.open()` removes every listener of the window; adding one that is there changes nothing.
  #listen(): void {
    for (const type of [...POINTER_EVENTS, ...KEY_EVENTS]) {
      addEventListener(type, this.#onEvent, { capture: true, passive: false });
    }
  }

  /** Arms the guard for one ref. */
  arm(ref: string): { readonly ok: true } | PageFailure {
    this.disarm();
    const resolved = resolve(this.#scene, ref);
    if (!("element" in resolved)) return resolved;
    this.#listen();
    this.#armed = resolved;
    return { ok: true };
  }

  /** Ends the guard and tells what it saw. */
  disarm(): PageGuardReport {
    const report: PageGuardReport = {
      delivered: this.#delivered,
      blocked: this.#blocked,
      ...(this.#blockedBy === undefined ? {} : { blockedBy: this.#blockedBy }),
    };
    this.#armed = null;
    this.#delivered = 0;
    this.#keys = 0;
    this.#isPressed = false;
    this.#blocked = 0;
    this.#blockedBy = undefined;
    return report;
  }

  readonly #onEvent = (event: Event): void => {
    const armed = this.#armed;
    if (armed === null || !event.isTrusted) return;
    const refusal = this.#refusal(armed, event);
    if (refusal === null) {
      this.#delivered++;
      if (event.type === "keydown") this.#keys++;
      if (event.type === "mousedown" || event.type === "touchstart") this.#isPressed = true;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#blocked++;
    this.#blockedBy ??= refusal;
  };

  #refusal({ element, meaning }: Resolved, event: Event): string | null {
    const path = event.composedPath();
    const [first] = path;
    const hit = isElement(first as Node | undefined) ? first as Element : null;
    if (this.#isPressed && RELEASES.test(event.type)) {
      // What the page does when it is pressed is its answer to input that was meant for it. A click goes to what holds
      // both the press and the release, so one that went elsewhere was not pressed here.
      if (!event.type.endsWith("click")) return null;
      if (!element.isConnected || hit?.contains(element) === true) return null;
    } else if (!element.isConnected) return nameCover(this.#scene, hit);
    if (!this.#arrives(element, path, event, hit)) return nameCover(this.#scene, hit);
    if (this.#isPressed && RELEASES.test(event.type)) return null;
    const change = meaningChange(meaning, meaningNow(element, meaning));
    return change === null ? null : `the target itself: it ${change}`;
  }

  #arrives(element: Element, path: readonly EventTarget[], event: Event, hit: Element | null): boolean {
    if (path.includes(element) || reaches(element, hit)) return true;
    // Enter in a field sends a click to its form's button, an arrow key to the next radio button.
    if (event.type === "click" && this.#keys > 0 && (event as PointerEvent).detail === 0) return true;
    if (!("clientX" in event)) {
      return hit !== null && isClosedHost(hit, element) && reaches(element, deepActiveElement());
    }
    // Inside a closed root the path ends at its host.
    const { clientX, clientY } = event as MouseEvent;
    return hit !== null && isClosedHost(hit, element) &&
      reaches(element, deepElementFromPoint(clientX, clientY));
  }
}

function isClosedHost(host: Element, inside: Element): boolean {
  if (host.shadowRoot !== null) return false;
  for (let root = inside.getRootNode(); root.nodeType === 11 && "host" in root;) {
    const outer = (root as ShadowRoot).host;
    if (outer === host) return true;
    root = outer.getRootNode();
  }
  return false;
}
