// What ARIA says about roles, as data.

/** Roles that content may ask for. */
export const VALID_ROLES: ReadonlySet<string> = new Set(
  ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid " +
    "gridcell group heading img insertion link list listbox listitem log main mark marquee math meter menu menubar " +
    "menuitem menuitemcheckbox menuitemradio navigation none note option paragraph presentation progressbar radio " +
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong " +
    "subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid " +
    "treeitem").split(" "),
);

/** Roles that a person operates. */
export const CONTROL_ROLES: ReadonlySet<string> = new Set(
  ("button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox " +
    "menuitemradio option treeitem").split(" "),
);

/** Roles whose name comes from their content. */
export const NAME_FROM_CONTENT: ReadonlySet<string> = new Set(
  ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
    "rowheader switch tab tooltip treeitem").split(" "),
);

/** Roles that pass their content on to a name around them. */
export const CONTENT_IN_NAMES: ReadonlySet<string> = new Set([
  "",
  ..."caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph presentation"
    .split(" "),
  ..."region row rowgroup section strong subscript superscript table term time".split(" "),
]);

/** Roles that have no name. */
export const UNNAMED_ROLES: ReadonlySet<string> = new Set(
  ("caption code definition deletion emphasis generic insertion mark paragraph presentation strong subscript suggestion " +
    "superscript term time").split(" "),
);

const NAMING_PROHIBITED = new Set(
  "caption code deletion emphasis generic insertion paragraph presentation strong subscript superscript"
    .split(" "),
);

const GLOBAL_ATTRIBUTES =
  "atomic busy controls current describedby details dropeffect flowto grabbed hidden keyshortcuts live owns relevant"
    .split(" ");

/** True when a global ARIA attribute keeps an element from being merely presentational. */
export function hasGlobalAttribute(element: Element, role: string): boolean {
  if (!element.hasAttributes()) return false;
  if (GLOBAL_ATTRIBUTES.some((name) => element.hasAttribute(`aria-${name}`))) return true;
  if (element.hasAttribute("aria-roledescription") && role !== "generic") return true;
  return !NAMING_PROHIBITED.has(role) &&
    (element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby"));
}

/** Roles that `aria-expanded` means something for. */
export const EXPANDABLE: ReadonlySet<string> = new Set(
  ("application button checkbox combobox gridcell link listbox menuitem row rowheader tab treeitem columnheader " +
    "menuitemcheckbox menuitemradio switch").split(" "),
);

/** Roles that `aria-selected` means something for. */
export const SELECTABLE: ReadonlySet<string> = new Set(
  "gridcell option row tab rowheader columnheader treeitem".split(" "),
);

/** Roles that `aria-checked` means something for. */
export const CHECKABLE: ReadonlySet<string> = new Set(
  "checkbox menuitemcheckbox option radio switch menuitemradio treeitem".split(" "),
);
