// Bounded data from the page: text, links, tables.
import type { PageFailure } from "./protocol.ts";
import { flatText } from "./clean_text.ts";
import { isInside, shadowRootsBelow } from "./flat_tree.ts";
import { renderedText } from "./rendered_text.ts";
import { failure } from "./resolve.ts";
import { computeRole } from "./roles.ts";
import { matchAll, one } from "./selectors.ts";
import { isSensitive, maskSecrets, refreshMasks } from "./sensitive.ts";
import { StyleCache } from "./style_cache.ts";
import { NameCache } from "./names.ts";
import { RoleCache } from "./roles.ts";
import { sliceText } from "../../contracts/text.ts";

/** Nodes that an extraction looks at. */
const NODE_BUDGET = 200_000;

function rootOf(selector: string | null): { readonly element: Element } | PageFailure {
  return selector === null ? { element: document.body ?? document.documentElement } : one(selector);
}

/** Rendered text, lines kept. */
export function text(
  selector: string | null,
  maxChars: number,
): { readonly text: string; readonly truncated: boolean } | PageFailure {
  const root = rootOf(selector);
  if (!("element" in root)) return root;
  if (isSensitive(root.element)) {
    return failure("SENSITIVE_VALUE", "The content of this field is never read");
  }
  refreshMasks();
  const budget = { spent: false };
  const whole = renderedText(root.element, new StyleCache(), {
    nodeBudget: NODE_BUDGET,
    maxChars: maxChars + 1_000,
    onBudget: () => void (budget.spent = true),
  }).replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
  return { text: sliceText(whole, maxChars), truncated: budget.spent || whole.length > maxChars };
}

function below(root: Element, selector: string): Element[] {
  return [root, ...shadowRootsBelow(root)].flatMap((scope) => [...scope.querySelectorAll(selector)]);
}

/** Links that can be seen. */
export function links(
  selector: string | null,
  maxItems: number,
): { readonly links: readonly { text: string; url: string }[]; readonly truncated: boolean } | PageFailure {
  const root = rootOf(selector);
  if (!("element" in root)) return root;
  refreshMasks();
  const styles = new StyleCache();
  const names = new NameCache(styles, new RoleCache());
  const found: { text: string; url: string }[] = [];
  const self = root.element.matches("a[href],area[href]") ? [root.element] : [];
  for (const link of [...self, ...below(root.element, "a[href],area[href]")]) {
    const { href } = link as HTMLAnchorElement;
    if (typeof href !== "string" || !link.checkVisibility({ visibilityProperty: true })) continue;
    const words = flatText(renderedText(link, styles)) || maskSecrets(flatText(names.of(link).text), true);
    if (words === "") continue;
    if (found.length === maxItems) return { links: found, truncated: true };
    found.push({ text: words, url: href });
  }
  return { links: found, truncated: false };
}

function isTable(element: Element): boolean {
  return /^(?:table|grid|treegrid)$/.test(computeRole(element) ?? "") || element.localName === "table";
}

function tableOf(selector: string | null): { readonly element: Element } | PageFailure {
  if (selector !== null) {
    const found = one(selector);
    if (!("element" in found) || isTable(found.element)) return found;
    const inner = below(found.element, "table,[role=table],[role=grid],[role=treegrid]");
    if (inner.length === 1 && inner[0] !== undefined) return { element: inner[0] };
    return failure(
      "SELECTOR_COUNT",
      `The selector matches no table, and ${inner.length} tables are inside its match`,
    );
  }
  const all = (matchAll("table,[role=table],[role=grid],[role=treegrid]") ?? [])
    .filter((element) => isTable(element) && element.checkVisibility());
  const outer = all.filter((element) => !all.some((other) => other !== element && isInside(other, element)));
  const [only] = outer;
  return only !== undefined && outer.length === 1
    ? { element: only }
    : failure("SELECTOR_COUNT", `The page has ${outer.length} tables: say which one with a selector`);
}

function cellsOf(row: Element): Element[] {
  return row.localName === "tr"
    ? [...row.children].filter(({ localName }) => localName === "td" || localName === "th")
    : below(row, "[role=cell],[role=gridcell],[role=columnheader],[role=rowheader],td,th");
}

function isHeaderRow(cells: readonly Element[]): boolean {
  return cells.length > 0 &&
    cells.every((cell) => cell.localName === "th" || computeRole(cell) === "columnheader");
}

/** A table as columns and rows; merged cells repeat their text in every place that they cover. */
export function table(
  selector: string | null,
  maxItems: number,
):
  | {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly truncated: boolean;
  }
  | PageFailure {
  const found = tableOf(selector);
  if (!("element" in found)) return found;
  refreshMasks();
  const styles = new StyleCache();
  const root = found.element;
  const rows = below(root, "tr,[role=row]").filter((row) =>
    row.closest("table,[role=table],[role=grid],[role=treegrid]") === root &&
    row.checkVisibility({ visibilityProperty: true })
  );
  let columns: readonly string[] = [];
  const data: string[][] = [];
  const pending = new Map<number, { text: string; left: number }>();
  for (const row of rows) {
    const cells = cellsOf(row);
    const texts = placeCells(cells, pending, styles);
    if (texts.length === 0) continue;
    if (data.length === 0 && isHeaderRow(cells)) {
      columns = columns.length === 0
        ? texts
        : texts.map((text, index) => joinHeader(columns[index] ?? "", text));
      continue;
    }
    if (data.length === maxItems) return { columns, rows: data, truncated: true };
    data.push(texts);
  }
  return { columns, rows: data, truncated: false };
}

function joinHeader(above: string, below: string): string {
  return above === "" || above === below ? below : below === "" ? above : `${above} ${below}`;
}

/** Most places that one cell may cover. */
const SPAN_LIMIT = 100;

function placeCells(
  cells: readonly Element[],
  pending: Map<number, { text: string; left: number }>,
  styles: StyleCache,
): string[] {
  const texts: string[] = [];
  const fill = (): void => {
    for (let above = pending.get(texts.length); above !== undefined; above = pending.get(texts.length)) {
      if (--above.left === 0) pending.delete(texts.length);
      texts.push(above.text);
    }
  };
  for (const cell of cells) {
    if (!cell.checkVisibility()) continue;
    fill();
    const text = flatText(renderedText(cell, styles));
    const across = Math.min(
      Math.max(Number(cell.getAttribute("colspan") ?? cell.getAttribute("aria-colspan") ?? 1), 1),
      SPAN_LIMIT,
    );
    const down = Number(cell.getAttribute("rowspan") ?? 1);
    for (let step = 0; step < across; step++) {
      if (down > 1) pending.set(texts.length, { text, left: Math.min(down, SPAN_LIMIT) - 1 });
      texts.push(text);
    }
  }
  fill();
  return texts;
}
