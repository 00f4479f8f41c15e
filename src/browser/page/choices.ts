// Lists that belong to a control: listboxes, menus, trees, and what opens like one without saying so.
import type { PageChoices } from "./protocol.ts";
import { pickOption } from "./options/native.ts";
import { nthNames, splitNth } from "./options/nth_name.ts";
import { excerpt, flatText } from "./clean_text.ts";
import {
  closestFlat,
  deepActiveElement,
  eachFlatChild,
  idReferences,
  isElement,
  isInside,
} from "./flat_tree.ts";
import { nativePartOf } from "./drawn_controls/pairs.ts";
import { isSuggestion } from "./grids/workable.ts";
import { optionLabel } from "./field_values.ts";
import { meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { computeRole, RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { isDisabled } from "./states.ts";
import { StyleCache } from "./style_cache.ts";
import { isTypable } from "./target.ts";

type List = Exclude<PageChoices, { readonly isGone: true }>;

const LIST_ROLES = /^(?:listbox|menu|menubar|tree|radiogroup|tablist|grid|treegrid)$/;
const ITEM_ROLES = /^(?:option|menuitem|menuitemradio|menuitemcheckbox|treeitem|radio|tab)$/;
const LIST_SELECTOR = "[role=listbox],[role=menu],[role=tree],[role=radiogroup],select[size],menu";
const NAMED_ITEMS = 12;
/** Elements looked at in search of a text that came up without any role. */
const TEXT_LIMIT = 5000;

/** Elements that said the wanted text before the control was opened. */
let saidBefore = new WeakSet<Element>();

function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

/** Lists that a control names as its own. */
function namedLists(opener: Element): Element[] {
  const combobox = closestFlat(opener, (at) => at.getAttribute("role") === "combobox");
  const inner = [...opener.querySelectorAll("[aria-controls],[aria-owns],[aria-activedescendant]")];
  const owners = [opener, ...(combobox === null ? [] : [combobox]), ...inner];
  const lists = owners.flatMap((owner) => [
    ...idReferences(owner, "aria-controls"),
    ...idReferences(owner, "aria-owns"),
    ...idReferences(owner, "aria-activedescendant").flatMap((item) =>
      closestFlat(item, (at) => LIST_ROLES.test(computeRole(at) ?? "")) ?? []
    ),
  ]);
  return [...new Set(lists)];
}

function distance(a: DOMRect, b: DOMRect): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return across + down;
}

/** The list of a control that is shown now, or null. */
function listOf(opener: Element): Element | null {
  if (LIST_ROLES.test(computeRole(opener) ?? "")) return opener;
  const named = namedLists(opener).filter(isShown);
  const withItems = named.find((list) => itemsOf(list).length > 0);
  if (withItems !== undefined) return withItems;
  if (named.length > 0) return named[0] ?? null;
  const root = opener.getRootNode() as Document | ShadowRoot;
  const lists = new Set([
    ...document.querySelectorAll(LIST_SELECTOR),
    ...root.querySelectorAll(LIST_SELECTOR),
  ]);
  const place = opener.getBoundingClientRect();
  return [...lists]
    .filter((list) =>
      isShown(list) && !isInside(list, opener) && !isExpanded(list) && itemsOf(list).length > 0
    )
    .sort((a, b) =>
      distance(a.getBoundingClientRect(), place) - distance(b.getBoundingClientRect(), place)
    )[0] ??
    null;
}

/** Lists that stand in the page all the time are no answer to a click on something else. */
let listsBefore = new WeakSet<Element>();

function isExpanded(list: Element): boolean {
  return listsBefore.has(list);
}

function itemsOf(list: Element): Element[] {
  const items: Element[] = [];
  const visit = (element: Element): void =>
    eachFlatChild(element, (child) => {
      if (!isElement(child)) return true;
      const role = child.localName === "option" ? "option" : computeRole(child) ?? "";
      if ((ITEM_ROLES.test(role) || (role === "row" && isSuggestion(child, list))) && isShown(child)) {
        items.push(child);
      }
      visit(child);
      return true;
    });
  visit(list);
  return items;
}

function nameOf(item: Element, names: NameCache): string {
  if (item.localName === "option") return optionLabel(item as HTMLOptionElement);
  const name = flatText(names.of(item).text);
  return name === "" ? flatText(item.textContent ?? "") : name;
}

/** What tells an item apart from others of its name: its group, its description, its value. */
function apart(item: Element): string {
  if (item.localName === "option") {
    const { value } = item as HTMLOptionElement;
    return `value ${excerpt(value, 40)}`;
  }
  const group = closestFlat(item, (at) => at.getAttribute("role") === "group");
  const label = group === null ? "" : group.getAttribute("aria-label") ??
    idReferences(group, "aria-labelledby").map((one) => one.textContent ?? "").join(" ");
  const text = [...idReferences(item, "aria-describedby").map((one) => one.textContent ?? "")].join(" ");
  const words = [
    label === "" ? "" : `in ${label}`,
    flatText(text) || item.getAttribute("title") || flatText(item.textContent ?? ""),
    item.getAttribute("data-value") ?? "",
  ];
  return excerpt(flatText(words.filter((each) => each !== "").join(", ")), 60);
}

/** Items with the wanted name, or the one of them whose number stands behind it. */
function called(items: readonly Element[], wanted: string, names: NameCache): readonly Element[] {
  const found = matching(items, wanted, names);
  const numbered = found.length === 0 ? splitNth(wanted) : null;
  if (numbered === null) return found;
  const same = matching(items, numbered.name, names);
  const one = same[numbered.nth - 1];
  return one === undefined ? same : [one];
}

/** Items with the wanted name: by every letter, else by letters of either case, else by what the name begins with. */
function matching(items: readonly Element[], wanted: string, names: NameCache): Element[] {
  const named = items.map((item) => ({ item, name: nameOf(item, names) }));
  const lower = wanted.toLowerCase();
  const tests: readonly ((name: string, item: Element) => boolean)[] = [
    (_, item) => item.localName === "option" && flatText((item as HTMLOptionElement).value) === wanted,
    (name) => name === wanted,
    (name) => name.toLowerCase() === lower,
    (name) => name.toLowerCase().startsWith(lower) && /^[^\p{L}\p{N}]/u.test(name.slice(wanted.length)),
  ];
  for (const fits of tests) {
    const found = named.filter(({ name, item }) => fits(name, item)).map(({ item }) => item);
    if (found.length > 0) {
      return found.filter((item) => !found.some((other) => other !== item && item.contains(other)));
    }
  }
  return [];
}

function sayers(wanted: string): Element[] {
  const found: Element[] = [];
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  for (let steps = 0; steps < TEXT_LIMIT; steps++) {
    const text = walker.nextNode();
    if (text === null) break;
    const parent = text.parentElement;
    if (parent === null || flatText(text.nodeValue ?? "") !== wanted || !isShown(parent)) continue;
    if (parent.checkVisibility({ opacityProperty: true })) found.push(parent); // a closed list may be transparent
  }
  return found;
}

function fieldOf(opener: Element, list: Element | null): Element | null {
  const takes = (element: Element): boolean =>
    isTypable(element) && (element as HTMLInputElement).readOnly !== true &&
    !isDisabled(element);
  if (takes(opener)) return opener;
  const inner = [...opener.querySelectorAll("input,textarea")].find((field) =>
    takes(field) && isShown(field)
  );
  if (inner !== undefined) return inner;
  const active = deepActiveElement();
  if (active === null || !takes(active)) return null;
  const isOfList = list !== null &&
    (isInside(active.parentElement ?? active, list) || idReferences(active, "aria-controls").includes(list) ||
      closestFlat(list, (at) => isInside(at, active) && at !== document.body) !== null);
  return isOfList || computeRole(active) === "combobox" ? active : null;
}

function scrollerOf(list: Element): Element | null {
  const candidates = [list, ...list.querySelectorAll("*")].slice(0, 50);
  return candidates.find((at) =>
    at.scrollHeight > at.clientHeight + 1 && at.clientHeight > 1 &&
    /^(?:auto|scroll|overlay)$/.test(getComputedStyle(at).overflowY)
  ) ?? closestFlat(list, (at) =>
    at !== document.body && at.scrollHeight > at.clientHeight + 1 &&
    /^(?:auto|scroll|overlay)$/.test(getComputedStyle(at).overflowY));
}

function isChosen(item: Element): boolean {
  if (item.localName === "option") return (item as HTMLOptionElement).selected;
  return ["aria-selected", "aria-checked"].some((name) => item.getAttribute(name) === "true") ||
    (item as HTMLInputElement).checked === true;
}

/** What a native list that a field names, and that is not shown yet, says of the wanted option. */
function linkedSelect(opener: Element, wanted: string): Pick<List, "refusal"> {
  const selects = namedLists(opener).filter((list) => list.localName === "select") as HTMLSelectElement[];
  const [select] = selects;
  const refuse = (code: "OPTION_NOT_FOUND" | "AMBIGUOUS_TARGET", message: string): Pick<List, "refusal"> => ({
    refusal: { code, message },
  });
  if (select === undefined) return {};
  if (selects.length > 1) return refuse("OPTION_NOT_FOUND", "it names several lists");
  if (select.multiple) {
    return refuse("OPTION_NOT_FOUND", "its list takes several options; open it and click them");
  }
  const picked = pickOption(select, wanted, "it");
  return "option" in picked ? {} : { refusal: picked };
}

/** What the control shows as its own: its value, or the text of the field around it. */
function shownBy(opener: Element): string {
  const field = opener.localName === "input"
    ? opener
    : opener.querySelector<HTMLInputElement>("input:not([type=hidden])");
  const value = (field as HTMLInputElement | null)?.value ?? "";
  let around: Element = opener;
  if (isTypable(opener)) { for (let up = 0; up < 3; up++) around = around.parentElement ?? around; }
  return `${flatText(value)}\n${flatText((around as HTMLElement).innerText ?? around.textContent ?? "")}`;
}

/**
 * Looks for an option of a control's list, in the state that the page is in now.
 *
 * @param isFirst the control was not opened yet: what is shown now is no answer to opening it
 */
export function choices(scene: Scene, ref: string, option: string, isFirst: boolean): PageChoices {
  const opener = scene.refs.get(ref)?.element.deref();
  if (opener === undefined || !opener.isConnected) return { isGone: true };
  const wanted = flatText(option);
  const names = new NameCache(new StyleCache(), new RoleCache());
  const isDrawn = nativePartOf(opener, names.styles) !== null;
  if (isFirst) {
    saidBefore = new WeakSet(sayers(wanted));
    listsBefore = new WeakSet([...document.querySelectorAll(LIST_SELECTOR)].filter(isShown));
  }
  const list = listOf(opener);
  const items = list === null ? [] : itemsOf(list);
  let found = called(items, wanted, names);
  if (found.length === 0 && items.length === 0 && !isFirst) {
    found = sayers(wanted).filter((element) =>
      !saidBefore.has(element) && (!isInside(opener, element) || isDrawn)
    );
  }
  const [item] = found;
  const field = fieldOf(opener, list);
  const scroller = list === null ? null : scrollerOf(list);
  const alias = (element: Element, word: string): string =>
    scene.refs.mintAlias(element, meaningOf(element, computeRole(element) ?? word, names));
  return {
    isGone: false,
    isOpen: items.length > 0 || item !== undefined,
    isOwn: list === opener,
    isList: list === opener || namedLists(opener).length > 0 || opener.hasAttribute("aria-haspopup") ||
      computeRole(opener) === "combobox" || isDrawn,
    ...(isFirst ? linkedSelect(opener, wanted) : {}),
    isMenu: list !== null && /^menu/.test(computeRole(list) ?? ""),
    matches: found.length,
    ...(found.length > 1 && { candidates: nthNames(excerpt(wanted, 80), found.map(apart), NAMED_ITEMS) }),
    names: items.slice(0, NAMED_ITEMS).map((one) => excerpt(nameOf(one, names), 40)),
    more: Math.max(0, items.length - NAMED_ITEMS),
    shown: shownBy(opener).split("\n").some((line) =>
      line.includes(item === undefined ? wanted : nameOf(item, names))
    ),
    ...(item === undefined ? {} : {
      item: alias(item, "clickable"),
      name: excerpt(nameOf(item, names), 200),
      isChosen: isChosen(item),
      isDisabled: isDisabled(item),
    }),
    ...(field === null ? {} : { field: alias(field, "textbox") }),
    ...(scroller === null ? {} : { scroller: alias(scroller, "region") }),
  };
}

/** Scrolls a list on by a little less than it shows; says whether it moved. */
export function scrollList(scene: Scene, ref: string, toTop: boolean): { readonly moved: boolean } {
  const list = scene.refs.get(ref)?.element.deref();
  if (list === undefined) return { moved: false };
  const before = list.scrollTop;
  list.scrollTo({ top: toTop ? 0 : before + Math.max(20, list.clientHeight * 0.8), behavior: "instant" });
  return { moved: list.scrollTop !== before };
}
