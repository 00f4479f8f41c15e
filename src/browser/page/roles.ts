// The role of an element, as the driver's role locators see it.
import { composedParent, idReferences, tagOf } from "./flat_tree.ts";
import { hasGlobalAttribute, VALID_ROLES } from "./role_tables.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  article: "article",
  aside: "complementary",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hr: "separator",
  html: "document",
  ins: "insertion",
  li: "listitem",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  svg: "img",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  tr: "row",
  ul: "list",
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  submit: "button",
};

const PRESENTATION_PARENTS: Readonly<Record<string, readonly string[]>> = {
  dd: ["dl", "div"],
  div: ["dl"],
  dt: ["dl", "div"],
  li: ["ol", "ul"],
  tbody: ["table"],
  td: ["tr"],
  tfoot: ["table"],
  th: ["tr"],
  thead: ["table"],
  tr: ["thead", "tbody", "tfoot", "table"],
};

const LANDMARK_BLOCKERS =
  "article:not([role]),aside:not([role]),main:not([role]),nav:not([role]),section:not([role])," +
  "[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

/** The role that the author wrote, when it is a real one. */
export function explicitRole(element: Element): string | null {
  const written = element.getAttribute("role");
  if (written === null) return null;
  for (const token of written.toLowerCase().split(/\s+/)) if (VALID_ROLES.has(token)) return token;
  return null;
}

function closestComposed(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    if (at.matches(selector)) return at;
  }
  return null;
}

function hasTabIndex(element: Element): boolean {
  const written = element.getAttribute("tabindex");
  return written !== null && !Number.isNaN(Number(written));
}

/** Disabled by its own attribute, its fieldset or its group of options. */
export function isNativelyDisabled(element: Element): boolean {
  if (!/^(?:button|input|select|textarea|option|optgroup)$/.test(element.localName)) return false;
  return element.matches(":disabled") ||
    (element.localName === "option" && element.closest("optgroup:disabled") !== null);
}

function isFocusable(element: Element): boolean {
  if (isNativelyDisabled(element)) return false;
  if (hasTabIndex(element)) return true;
  const tag = tagOf(element);
  if (tag === "a" || tag === "area") return element.hasAttribute("href");
  if (tag === "input") return !(element as HTMLInputElement).hidden;
  return tag === "button" || tag === "details" || tag === "select" || tag === "textarea";
}

function inputRole(input: HTMLInputElement): string | null {
  const type = input.type;
  if (type === "hidden") return null;
  if (/^(?:email|search|tel|text|url)$/.test(type)) {
    if (idReferences(input, "list")[0]?.localName === "datalist") return "combobox";
    return type === "search" ? "searchbox" : "textbox";
  }
  return INPUT_ROLES[type] ?? "textbox";
}

function headerRole(cell: Element): string | null {
  const scope = cell.getAttribute("scope");
  if (scope === "col" || scope === "colgroup") return "columnheader";
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  const next = cell.nextElementSibling;
  const previous = cell.previousElementSibling;
  if (next === null && previous === null) {
    const row = cell.parentElement;
    const table = row?.localName === "tr" ? closestComposed(row, "table") : null;
    return table !== null && (table as HTMLTableElement).rows.length <= 1 ? null : "columnheader";
  }
  const isData = (other: Element | null): boolean =>
    other?.localName === "td" && (other.textContent?.trim() !== "" || other.children.length > 0);
  if (next?.localName === "th" && previous?.localName === "th") return "columnheader";
  return isData(next) || isData(previous) ? "rowheader" : "columnheader";
}

function imageRole(image: Element): string {
  const decorative = image.getAttribute("alt") === "" && !image.getAttribute("title") &&
    !hasGlobalAttribute(image, "") && !hasTabIndex(image);
  return decorative ? "presentation" : "img";
}

function isNamedByAuthor(element: Element): boolean {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby");
}

function ownImplicitRole(element: Element): string | null {
  const tag = tagOf(element);
  const simple = SIMPLE[tag];
  if (simple !== undefined) return simple;
  switch (tag) {
    case "a":
    case "area":
      return element.hasAttribute("href") || element.hasAttribute("xlink:href") ? "link" : null;
    case "footer":
      return closestComposed(element, LANDMARK_BLOCKERS) ? null : "contentinfo";
    case "header":
      return closestComposed(element, LANDMARK_BLOCKERS) ? null : "banner";
    case "form":
      return isNamedByAuthor(element) ? "form" : null;
    case "section":
      return isNamedByAuthor(element) ? "region" : null;
    case "img":
      return imageRole(element);
    case "input":
      return inputRole(element as HTMLInputElement);
    case "select": {
      const select = element as HTMLSelectElement;
      return select.multiple || select.size > 1 ? "listbox" : "combobox";
    }
    case "td": {
      const table = element.closest("table") ?? closestComposed(element, "table");
      const role = table === null ? null : explicitRole(table);
      return role === "grid" || role === "treegrid" ? "gridcell" : "cell";
    }
    case "th":
      return headerRole(element);
    default:
      return null;
  }
}

/** The role that a presentational list or table passes down to its parts, or null. */
function inheritedRole(element: Element, known: Map<Element, string | null>): string | null {
  const parents = PRESENTATION_PARENTS[element.localName];
  const parent = parents === undefined ? null : composedParent(element);
  if (parent === null || !parents?.includes(parent.localName)) return null;
  let inherited = known.get(parent);
  if (inherited === undefined) {
    const role = explicitRole(parent);
    const isPassedDown = (role === "none" || role === "presentation") && !hasGlobalAttribute(parent, role) &&
      !isFocusable(parent);
    inherited = isPassedDown ? role : inheritedRole(parent, known);
    known.set(parent, inherited);
  }
  return inherited;
}

function implicitRole(element: Element, known: Map<Element, string | null>): string | null {
  const own = ownImplicitRole(element);
  return own === null ? null : inheritedRole(element, known) ?? own;
}

/** Role by ARIA, or null; presentational elements give `none` or `presentation`. */
export function computeRole(element: Element, known = new Map<Element, string | null>()): string | null {
  const explicit = explicitRole(element);
  if (explicit === null) return implicitRole(element, known);
  if (explicit === "none" || explicit === "presentation") {
    const implicit = implicitRole(element, known);
    if (hasGlobalAttribute(element, implicit ?? "") || isFocusable(element)) return implicit;
  }
  return explicit;
}

/** Roles of one pass. */
export class RoleCache {
  readonly #roles = new Map<Element, string | null>();
  readonly #inherited = new Map<Element, string | null>();

  /** Role of an element, computed once. */
  of(element: Element): string | null {
    let role = this.#roles.get(element);
    if (role === undefined) {
      role = computeRole(element, this.#inherited);
      this.#roles.set(element, role);
    }
    return role;
  }
}
