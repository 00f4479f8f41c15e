// The part of the in-page code's interface that serves searching, photographing and typed extraction.
import type { PageFailure } from "./protocol.ts";

/** A step of a search: look at what is there, go on down, or go to the top. */
export type SeekStep = "look" | "down" | "top";

/** Where a search is. */
export interface PageSeek {
  readonly ok: true;
  /** The text is on the screen now; asked for with `look` only. */
  readonly found: boolean;
  /** The step moved the scroller. */
  readonly moved: boolean;
  /** Pixels of content above what is shown. */
  readonly top: number;
  /** Pixels of content below it, as far as they are known. */
  readonly below: number;
}

/** One thing to read, as the tools take it. */
export interface PageFieldQuery {
  readonly name: string;
  readonly selector: string;
  readonly mode: "text" | "attribute" | "value";
  readonly attribute?: string;
}

/** What stands at one match. */
export interface PageFieldReading {
  readonly name: string;
  readonly matchIndex: number;
  readonly quote: string;
  readonly truncated: boolean;
}

/** What stands in a form field that was changed and not sent. */
export interface PageDraft {
  /** How the field is found again: tag, type, name, id and its number among its like. */
  readonly field: string;
  /** Text of a field, or the chosen values of a select. */
  readonly values?: readonly string[];
  /** State of a checkbox or radio button. */
  readonly checked?: boolean;
}

/** Further functions of the in-page code. */
export interface PageToolsAgent {
  /** Unsent input of the document, never of fields that are or were sensitive, or sound so. */
  readDrafts(): readonly PageDraft[];
  /** Puts unsent input back; the number of fields that are not there any more. */
  fillDrafts(drafts: readonly PageDraft[]): number;
  /** Searches a text in a region, or in the document: see {@link SeekStep}. */
  seek(ref: string | null, text: string, step: SeekStep): PageSeek | PageFailure;
  /**
   * Makes the content of private fields, and their mirrors in the page, invisible until `showPrivate`. No attribute and
   * no node changes. `failed` counts those that a style of the page keeps visible.
   */
  hidePrivate(): { readonly hidden: number; readonly failed: number };
  /** Ends what `hidePrivate` began. */
  showPrivate(): void;
  /** Reads fields at one moment. */
  inspectFields(
    fields: readonly PageFieldQuery[],
    limits: { readonly perField: number; readonly total: number; readonly chars: number },
  ):
    | { readonly ok: true; readonly url: string; readonly readings: readonly PageFieldReading[] }
    | PageFailure;
}
