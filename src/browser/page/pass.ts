// What one walk over the document shares.
import type { ElementInfo } from "../../contracts/browser.ts";
import { type Reason, reasonFor } from "./actionable.ts";
import type { PageFrame, PageObserveOptions } from "./protocol.ts";
import { WorkableCells } from "./grids/workable.ts";
import { LineWriter } from "./lines.ts";
import { NameCache } from "./names.ts";
import { ownersIn } from "./owners.ts";
import { RoleCache } from "./roles.ts";
import { StyleCache } from "./style_cache.ts";
import type { RefBook } from "./refs.ts";
import { renderedText } from "./rendered_text.ts";
import { type Sight, sightAt } from "./sight.ts";
import { StateCache } from "./states.ts";

/** State of one observation. */
export class Pass {
  readonly styles: StyleCache;
  readonly roles = new RoleCache();
  readonly names: NameCache;
  readonly states = new StateCache();
  readonly out = new LineWriter();
  readonly refs: RefBook;
  readonly options: PageObserveOptions;
  readonly elements: ElementInfo[] = [];
  readonly frames: PageFrame[] = [];
  readonly frameElements: Element[] = [];
  /** Elements whose text has been said as a name, or that were written at another place. */
  readonly said = new Set<Element>();
  /** Rows and cells that can be chosen without taking the focus. */
  readonly cells = new WorkableCells(this.roles);
  /** Owner by `aria-owns`, for elements that stand elsewhere in the document. */
  readonly owners: ReadonlyMap<Element, Element>;
  readonly root: Element;
  /** There may be drawn controls with a hidden native part. */
  readonly hasSelects: boolean;
  readonly #startedMs = performance.now();
  /** Text and pictures are written with their places. */
  readonly withBoxes: boolean;
  hiddenCharacters = 0;
  visited = 0;
  truncated = false;
  /** What the first part that could not be read failed with. */
  failure: string | null = null;
  actionable = false;
  canvasInView = false;

  constructor(refs: RefBook, options: PageObserveOptions, root: Element, hasShadow: boolean) {
    this.styles = new StyleCache(hasShadow);
    this.names = new NameCache(this.styles, this.roles);
    this.refs = refs;
    this.options = options;
    this.withBoxes = options.include.includes("box");
    this.root = root;
    this.hasSelects = hasShadow || root.querySelector("select") !== null;
    this.owners = ownersIn(root, this.roles);
  }

  /** Sight at an element, worked out from the root down. */
  sightOf(element: Element): Sight {
    return sightAt(element, this.styles);
  }

  /** Why an element gets a ref, or null; see {@link reasonFor}. */
  reasonOf(
    element: Element,
    role: string | null,
    style: CSSStyleDeclaration,
    pointerBegins: boolean,
  ): Reason | null {
    return reasonFor(element, role, style, pointerBegins) ??
      (this.cells.includes(element, role) ? "focusable" : null);
  }

  /** Text of an editable region with its line breaks. */
  editableText(element: Element): string {
    return renderedText(element, this.styles, { editable: true }).trim();
  }

  /** Counts a node; false when the budget is used up. */
  spend(): boolean {
    if (this.visited >= this.options.nodeBudget || this.#isLate()) this.truncated = true;
    if (this.truncated) return false;
    this.visited++;
    return true;
  }

  /** Whether the walk has taken too long. */
  #isLate(): boolean {
    return this.visited % 256 === 0 && performance.now() - this.#startedMs > this.options.timeBudgetMs;
  }

  /** True when a box may be shown: everything, or what touches the viewport. */
  isInScope(element: Element): boolean {
    if (this.options.viewportOnly !== true) return true;
    const box = element.getBoundingClientRect();
    return box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  }
}
