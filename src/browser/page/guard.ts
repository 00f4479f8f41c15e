// Stops input that would reach something else than what was meant, before any handler of the page sees it.
import type { PageFailure, PageGuardReport } from "./protocol.ts";
import { composedParent, deepActiveElement, deepElementFromPoint, isElement } from "./flat_tree.ts";
import { nameCover, type Point, reaches, surfaces } from "./hit_test.ts";
import { rowText, successorAmong } from "./input/successor.ts";
import { meaningChange } from "./meaning.ts";
import { meaningNow, resolve, type Resolved } from "./resolve.ts";
import type { Scene } from "./scene.ts";
import { isTypable } from "./target.ts";

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
const PRESSES = /^(?:pointerdown|mousedown|touchstart)$/;
const MOVES = ["pointerover", "pointermove", "mousemove"] as const;
const RELEASES = /^(?:pointerup|mouseup|touchend|click|auxclick|dblclick|contextmenu)$/;
const KEY_EVENTS = ["keydown", "beforeinput", "paste"] as const;

/** One guard per document; its listeners come before those of the page when the agent loads first. */
export class InputGuard {
  readonly #scene: Scene;
  #armed: Resolved | null = null;
  #row = "";
  /** The first event of the input has reached the target: what the page draws from now on is its answer. */
  #hasBegun = false;
  /** A pointer is down that reached the target; what else a press consists of is still to come. */
  #isPointerDown = false;
  /** A key is down that reached the target. */
  #isKeyDown = false;
  #points: Point[] = [];
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
    for (const type of MOVES) addEventListener(type, this.#onMove, { capture: true, passive: true });
    addEventListener("keyup", this.#onKeyUp, { capture: true, passive: true });
  }

  /** Arms the guard for one ref. */
  arm(ref: string): { readonly ok: true } | PageFailure {
    this.disarm();
    const resolved = resolve(this.#scene, ref);
    if (!("element" in resolved)) return resolved;
    this.#listen();
    this.#armed = resolved;
    this.#row = rowText(resolved.element);
    const [box] = surfaces(resolved.element);
    if (box !== undefined) this.#points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    return { ok: true };
  }

  /** Ends the guard and tells what it saw. */
  disarm(): PageGuardReport {
    if (this.#delivered > 0) this.#follow([deepActiveElement(), ...this.#points.map(elementAt)]);
    const report: PageGuardReport = {
      delivered: this.#delivered,
      blocked: this.#blocked,
      ...(this.#blockedBy === undefined ? {} : { blockedBy: this.#blockedBy }),
    };
    this.#armed = null;
    this.#row = "";
    this.#points = [];
    this.#hasBegun = false;
    this.#isPointerDown = false;
    this.#isKeyDown = false;
    this.#delivered = 0;
    this.#keys = 0;
    this.#isPressed = false;
    this.#blocked = 0;
    this.#blockedBy = undefined;
    return report;
  }

  /** Goes on with what the page put in the target's place, where that means the same; true while there is a target. */
  #follow(hits: readonly (Element | null)[]): boolean {
    const armed = this.#armed;
    if (armed === null) return false;
    if (armed.element.isConnected) return true;
    for (const hit of hits) {
      const next = successorAmong(upwards(hit), armed, this.#row, this.#scene.refs);
      if (next === null) continue;
      this.#scene.refs.succeed(next.ref, next.element);
      this.#armed = next;
      return true;
    }
    return false;
  }

  readonly #onMove = (event: Event): void => {
    const armed = this.#armed;
    if (armed === null || this.#hasBegun || !event.isTrusted || !armed.element.isConnected) return;
    const path = event.composedPath();
    this.#hasBegun = this.#arrives(armed.element, path, event, firstElement(path));
  };

  readonly #onKeyUp = (event: Event): void => {
    if (event.isTrusted) this.#isKeyDown = false;
  };

  readonly #onEvent = (event: Event): void => {
    if (this.#armed === null || !event.isTrusted) return;
    const hit = firstElement(event.composedPath());
    if (this.#hasBegun) this.#follow([hit]);
    const refusal = this.#refusal(this.#armed, event, hit);
    if (event.type === "keydown") this.#isKeyDown = refusal === null;
    if (event.type === "pointerdown") this.#isPointerDown = refusal === null;
    if (refusal !== null && PRESSES.test(event.type)) this.#isPressed = false;
    if (refusal === null) {
      this.#delivered++;
      this.#hasBegun = true;
      if ("clientX" in event) {
        const { clientX, clientY } = event as MouseEvent;
        this.#points = [{ x: clientX, y: clientY }, ...this.#points.slice(-1)];
      }
      if (event.type === "keydown") this.#keys++;
      // A handler that prevents a pointer's press keeps the mouse's from coming; the release and the click come all the same.
      if (PRESSES.test(event.type)) this.#isPressed = true;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // Enter did its work in a handler that took the field away: the line break that would follow is nobody's
    if (this.#isKeyDown && /^insert(?:LineBreak|Paragraph)$/.test((event as InputEvent).inputType)) return;
    this.#blocked++;
    this.#blockedBy ??= refusal;
  };

  #refusal({ element, meaning }: Resolved, event: Event, hit: Element | null): string | null {
    const path = event.composedPath();
    // What a key does follows from its press: where a handler moved the caret to another field, it goes there.
    if (this.#isKeyDown && event.type === "beforeinput" && element.isConnected && hit !== null) {
      if (isTypable(element) && isTypable(hit)) return null;
    }
    // A target that was drawn anew on the way leaves the rest of the press to what is around it.
    if (this.#isPointerDown && event.type === "mousedown" && hit?.contains(element) === true) return null;
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

function firstElement([first]: readonly EventTarget[]): Element | null {
  return isElement(first as Node | undefined) ? first as Element : null;
}

function elementAt({ x, y }: Point): Element | null {
  return deepElementFromPoint(x, y);
}

/** Levels up from what was hit to what may be the control. */
const CONTROL_LEVELS = 6;

function* upwards(element: Element | null): Generator<Element> {
  let at = element;
  for (let level = 0; level < CONTROL_LEVELS && at !== null && at.localName !== "body"; level++) {
    yield at;
    for (const label of at.localName === "label" ? [(at as HTMLLabelElement).control] : []) {
      if (label !== null) yield label;
    }
    at = composedParent(at);
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
