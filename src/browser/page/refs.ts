// Refs and what they stood for when they were last shown.
import type { Meaning } from "./meaning.ts";

/** What is remembered of a ref. */
export interface RefEntry {
  readonly ref: string;
  readonly element: WeakRef<Element>;
  readonly meaning: Meaning;
  /** Nobody could see it when it was observed. */
  readonly isUnseen?: boolean;
}

/** Entries kept at most; beyond it the ones whose element is gone are forgotten. */
const CAPACITY = 50_000;

/** Refs of one document. */
export class RefBook {
  readonly #refs = new WeakMap<Element, string>();
  readonly #entries = new Map<string, RefEntry>();
  #next = 1;
  #aliases = 0;
  #prefix = "e";

  /** Begins an observation. */
  begin(prefix: string, next: number): void {
    this.#prefix = prefix;
    this.#next = Math.max(next, this.#next);
    if (this.#entries.size > CAPACITY) this.#forgetDead();
  }

  /** First number that is free now. */
  get next(): number {
    return this.#next;
  }

  /** The element's ref; minted when it has none. */
  refOf(element: Element): string {
    let ref = this.#refs.get(element);
    if (ref === undefined) {
      ref = `${this.#prefix}${this.#next++}`;
      this.#refs.set(element, ref);
    }
    return ref;
  }

  /** The element's ref when it has been shown. */
  shownRef(element: Element): string | undefined {
    const ref = this.#refs.get(element);
    return ref !== undefined && this.#entries.has(ref) ? ref : undefined;
  }

  /** Remembers what is shown. */
  remember(element: Element, meaning: Meaning, isUnseen = false): void {
    const ref = this.refOf(element);
    this.#entries.set(ref, { ref, element: new WeakRef(element), meaning, isUnseen });
  }

  /** Lets a ref stand for the element that the page put in the place of its own. */
  succeed(ref: string, element: Element): void {
    const entry = this.#entries.get(ref);
    if (entry === undefined) return;
    if (!ref.startsWith("~")) this.#refs.set(element, ref);
    this.#entries.set(ref, { ...entry, element: new WeakRef(element) });
  }

  /**
   * A name for an element that was found and not shown, for the steps of one action. What was shown of the element, and
   * its own ref, stay as they are.
   */
  mintAlias(element: Element, meaning: Meaning): string {
    const ref = `~${++this.#aliases}`;
    this.#entries.set(ref, { ref, element: new WeakRef(element), meaning });
    return ref;
  }

  /** What is remembered of a ref. */
  get(ref: string): RefEntry | undefined {
    return this.#entries.get(ref);
  }

  #forgetDead(): void {
    for (const [ref, { element }] of this.#entries) {
      if (element.deref()?.isConnected !== true) this.#entries.delete(ref);
    }
  }
}
