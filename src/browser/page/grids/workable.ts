// Rows and cells that can be chosen though they never take the focus: a field or the grid follows them by
// `aria-activedescendant`, or they say that they can be selected or opened.
import { closestFlat, deepActiveElement, idReferences, idScope } from "../flat_tree.ts";
import type { RoleCache } from "../roles.ts";

const CELL = /^(?:gridcell|rowheader)$/;
const GRID = /^(?:tree)?grid$/;
const POPUP = "[role=grid],[role=treegrid]";

/** What one observation knows of grids that are followed. */
export class WorkableCells {
  /** What a focused or open widget says is active in it. */
  readonly active = new Set<Element>();
  /** Kind of parts that the owner of a grid moves through, by grid. */
  readonly #followed = new Map<Element, { rows: boolean; cells: boolean }>();
  readonly #roles: RoleCache;

  constructor(roles: RoleCache) {
    this.#roles = roles;
    const scopes = new Set<Document | ShadowRoot>([document]);
    const focused = deepActiveElement();
    if (focused !== null) scopes.add(idScope(focused));
    for (const scope of scopes) {
      for (const owner of scope.querySelectorAll("[aria-activedescendant],[aria-haspopup=grid]")) {
        this.#follow(owner);
      }
    }
  }

  #follow(owner: Element): void {
    const [active] = idReferences(owner, "aria-activedescendant");
    if (active !== undefined) this.active.add(active);
    const named = [...idReferences(owner, "aria-controls"), ...idReferences(owner, "aria-owns")];
    const inside = active === undefined
      ? null
      : closestFlat(active, (at) => GRID.test(this.#roles.of(at) ?? ""));
    const own = GRID.test(this.#roles.of(owner) ?? "") && owner.hasAttribute("aria-activedescendant");
    const grids = own ? [owner] : [
      ...named.flatMap((list) => list.matches(POPUP) ? [list] : [...list.querySelectorAll(POPUP)]),
      ...inside === null ? [] : [inside],
    ];
    const isCell = active !== undefined && CELL.test(this.#roles.of(active) ?? "");
    for (const grid of grids) {
      const known = this.#followed.get(grid) ?? { rows: false, cells: false };
      // Suggestions are rows; a grid that moves through its cells has no use for refs of rows.
      const rows = own ? active !== undefined && !isCell : true;
      this.#followed.set(grid, { rows: known.rows || rows, cells: known.cells || isCell || (own && !rows) });
    }
  }

  /** True when a row or cell can be chosen. */
  includes(element: Element, role: string | null): boolean {
    const isRow = role === "row";
    if (!isRow && (role === null || !CELL.test(role))) return false;
    if (this.active.has(element)) return true;
    if (isRow && element.hasAttribute("aria-expanded")) return true;
    const selected = element.getAttribute("aria-selected");
    if (selected === "true" || (selected === "false" && (!isRow || !holdsFocusable(element)))) return true;
    if (this.#followed.size === 0) return false;
    const grid = closestFlat(element, (at) => GRID.test(this.#roles.of(at) ?? ""));
    const followed = grid === null ? undefined : this.#followed.get(grid);
    if (followed === undefined) return false;
    return isRow ? followed.rows && element.querySelector("[role=columnheader],th") === null : followed.cells;
  }
}

/** True for a row that is selected by one of its cells. */
function holdsFocusable(row: Element): boolean {
  return row.querySelector("[tabindex]:is(td,[role=gridcell],[role=rowheader])") !== null;
}

/** True for a row that is chosen as a whole: one of a popup grid whose cells neither take the focus nor are selected. */
export function isSuggestion(row: Element, list: Element): boolean {
  return list.matches(POPUP) && (row.id !== "" || row.hasAttribute("aria-selected")) &&
    row.querySelector("[role=columnheader],th,[tabindex],[role=gridcell][aria-selected]") === null;
}
