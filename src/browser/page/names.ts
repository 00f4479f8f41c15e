// Accessible names (accname 1.2), in agreement with the driver's role locators.
import { explicitRole, type RoleCache } from "./roles.ts";
import { CONTENT_IN_NAMES, NAME_FROM_CONTENT, UNNAMED_ROLES } from "./role_tables.ts";
import type { StyleCache } from "./style_cache.ts";
import { composedParent, idReferences, isElement, shadowRootOf } from "./flat_tree.ts";
import { embeddedValue } from "./embedded_values.ts";
import { nativeName } from "./native_names.ts";

/** Where a traversal stands. */
export interface Traversal {
  readonly visited: Set<Element>;
  /** The named element itself, something inside it, or neither (a label, a reference). */
  readonly target: "self" | "inside" | null;
  readonly labelledBy: boolean;
  readonly label: boolean;
  readonly native: boolean;
  /** Started at a hidden element that is referred to: hidden content counts. */
  readonly hiddenReference: boolean;
  readonly includeHidden: boolean;
  /** Leaves values of embedded controls out: for meaning, not for showing. */
  readonly withoutValues: boolean;
}

/** A name and how it came about. */
export interface ComputedName {
  readonly text: string;
  /** The name contains the value of a control. */
  readonly hasValue: boolean;
}

/** Names of one pass. */
export class NameCache {
  readonly styles: StyleCache;
  readonly roles: RoleCache;
  readonly #names = new Map<Element, ComputedName>();
  readonly #excluded = new Map<Element, boolean>();
  #sawValue = false;

  constructor(styles: StyleCache, roles: RoleCache) {
    this.styles = styles;
    this.roles = roles;
  }

  /** Name of an element, whitespace normalised. */
  of(element: Element): ComputedName {
    let name = this.#names.get(element);
    if (name === undefined) {
      this.#sawValue = false;
      const text = this.#compute(element, false);
      name = { text, hasValue: this.#sawValue };
      this.#names.set(element, name);
    }
    return name;
  }

  /** Name without the values of controls inside it: what stays when such a value changes. */
  withoutValues(element: Element): string {
    return this.#compute(element, true);
  }

  #compute(element: Element, withoutValues: boolean): string {
    if (UNNAMED_ROLES.has(this.roles.of(element) ?? "")) return "";
    return flat(this.alternative(element, {
      visited: new Set(),
      target: "self",
      labelledBy: false,
      label: false,
      native: false,
      hiddenReference: false,
      includeHidden: this.#isExcluded(element),
      withoutValues,
    }));
  }

  /** Text alternative of one element in a traversal. */
  alternative(element: Element, at: Traversal): string {
    if (at.visited.has(element)) return "";
    if (!at.includeHidden && (isIgnored(element) || (!at.hiddenReference && this.isHidden(element)))) {
      at.visited.add(element);
      return "";
    }
    const inner: Traversal = at.target === "self" ? { ...at, target: "inside" } : at;
    const labelledBy = labelElements(element);
    if (!at.labelledBy && labelledBy.length > 0) {
      const name = labelledBy.map((label) => this.reference(label, at, "labelledBy")).filter((text) =>
        text !== ""
      )
        .join(" ");
      if (name !== "") return name;
    }
    const role = this.roles.of(element) ?? "";
    if (at.label || at.labelledBy || at.target === "inside") {
      const value = embeddedValue(this, element, role, labelledBy, inner);
      if (value !== null) {
        this.#sawValue = true;
        return at.withoutValues ? "" : value;
      }
    }
    const label = element.getAttribute("aria-label");
    if (label !== null && label.trim() !== "") {
      at.visited.add(element);
      return label;
    }
    const presentational = role === "presentation" || role === "none";
    if (!presentational) {
      const native = nativeName(this, element, labelledBy.length > 0, at, inner);
      if (native !== null) return native;
    }
    const fromContent = NAME_FROM_CONTENT.has(role) ||
      (at.target === "inside" && CONTENT_IN_NAMES.has(role)) ||
      (element.localName === "summary" && !presentational) || at.labelledBy || at.label || at.native;
    at.visited.add(element);
    if (fromContent) {
      const content = this.#content(element, inner);
      if (content.trim() !== "") return content;
    }
    if (presentational && !/^i?frame$/.test(element.localName)) return "";
    const title = element.getAttribute("title") ?? "";
    return title.trim() === "" ? "" : title;
  }

  /** Text of an element that labels another one. */
  reference(target: Element, at: Traversal, kind: "labelledBy" | "label" | "native"): string {
    const hidden = this.isHidden(target);
    if (kind === "native") {
      const inner: Traversal = at.target === "self" ? { ...at, target: "inside" } : at;
      return this.alternative(target, {
        ...inner,
        native: true,
        hiddenReference: at.hiddenReference || hidden,
      });
    }
    return this.alternative(target, {
      ...at,
      target: null,
      labelledBy: kind === "labelledBy",
      label: kind === "label",
      native: false,
      hiddenReference: hidden,
    });
  }

  #content(element: Element, at: Traversal): string {
    const { before, after } = this.styles.content(element);
    let text = before;
    const visit = (node: Node, skipSlotted: boolean): void => {
      if (skipSlotted && (node as Element).assignedSlot) return;
      if (isElement(node)) {
        const part = this.alternative(node, at);
        const inline = node.localName !== "br" && this.styles.of(node).display === "inline";
        text += inline ? part : ` ${part} `;
      } else if (node.nodeType === 3) {
        if (!at.includeHidden && !at.hiddenReference && isUnrendered(node)) return;
        text += (node as Text).data;
      }
    };
    const assigned = element.localName === "slot" ? (element as HTMLSlotElement).assignedNodes() : [];
    if (assigned.length > 0) { for (const node of assigned) visit(node, false); }
    else {
      for (let child = element.firstChild; child !== null; child = child.nextSibling) visit(child, true);
      const shadow = shadowRootOf(element);
      if (shadow !== null) { for (const child of shadow.childNodes) visit(child, true); }
      if (element.hasAttribute("aria-owns")) {
        for (const owned of idReferences(element, "aria-owns")) visit(owned, true);
      }
    }
    return text + after;
  }

  /** Hidden from assistive technology: not rendered, not visible, or below `aria-hidden`. */
  isHidden(element: Element): boolean {
    if (isIgnored(element)) return true;
    const tag = element.localName;
    if (tag !== "slot" && this.styles.of(element).display === "contents") {
      for (const child of element.childNodes) {
        if (
          isElement(child)
            ? !this.isHidden(child)
            : child.nodeType === 3 && (child as Text).data.trim() !== ""
        ) {
          return this.#isExcluded(element);
        }
      }
      return true;
    }
    const isOption = tag === "option" && element.closest("select") !== null;
    if (!isOption && tag !== "slot" && !element.checkVisibility({ visibilityProperty: true })) return true;
    return this.#isExcluded(element);
  }

  #isExcluded(element: Element): boolean {
    let excluded = this.#excluded.get(element);
    if (excluded === undefined) {
      const parent = composedParent(element);
      excluded = (parent?.shadowRoot != null && element.getRootNode() === parent.getRootNode() &&
        element.assignedSlot === null) ||
        element.getAttribute("aria-hidden")?.toLowerCase() === "true" ||
        this.styles.of(element).display === "none" ||
        (parent !== null && this.#isExcluded(parent));
      this.#excluded.set(element, excluded);
    }
    return excluded;
  }
}

function isIgnored(element: Element): boolean {
  return /^(?:style|script|noscript|template)$/.test(element.localName);
}

function isUnrendered(node: Node): boolean {
  const parent = node.parentElement;
  if (parent === null) return false;
  if (parent.shadowRoot !== null && (node as Text).assignedSlot === null) return true;
  return parent.localName === "details" && !(parent as HTMLDetailsElement).open;
}

function labelElements(element: Element): readonly Element[] {
  // Set by script, the attribute is there and empty.
  if (!element.hasAttribute("aria-labelledby")) return [];
  return element.ariaLabelledByElements ?? idReferences(element, "aria-labelledby");
}

/** Whitespace as the driver folds it: no-break spaces stay, soft hyphens and zero-width spaces go. */
export function flat(text: string): string {
  return text.replace(/[\u200b\u00ad]/g, "").replace(/[^\S\u00a0]+/g, " ").split("\u00a0").map((part) =>
    part.trim()
  )
    .join("\u00a0").trim();
}

/** True when the author gave the element this role. */
export function hasExplicitRole(element: Element, role: string): boolean {
  return explicitRole(element) === role;
}
