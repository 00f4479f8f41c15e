// The flat tree: light children, shadow roots (open ones, and closed ones that were handed in), slots.
const closedRoots = new WeakMap<Element, ShadowRoot>();
let hasClosedRoots = false;

/** Makes a closed shadow root reachable for everything here. */
export function registerClosedRoot(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
  hasClosedRoots = true;
}

/** The shadow root of an element, closed ones only when they were registered. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  return element.shadowRoot ?? (hasClosedRoots ? closedRoots.get(element) ?? null : null);
}

/** True for a node that is an element. */
export function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === 1;
}

/** Tag name in lower case; a form whose control is named `tagName` does not fool it. */
export function tagOf(element: Element): string {
  return element.localName;
}

/** Children in the flat tree. */
export function flatChildren(element: Element): ArrayLike<Node> {
  if (element.localName === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return (shadowRootOf(element) ?? element).childNodes;
}

function slotInClosedRoot(root: ShadowRoot, node: Node): Element | null {
  for (const slot of root.querySelectorAll("slot")) {
    if (slot.assignedNodes().includes(node as Element)) return slot;
  }
  return null;
}

/** Calls for each child in the flat tree until the call gives false. */
export function eachFlatChild(element: Element, visit: (child: Node) => boolean): void {
  if (element.localName !== "slot" && shadowRootOf(element) === null) {
    // By far the most, and twice as fast as going through a list.
    for (let child = element.firstChild; child !== null; child = child.nextSibling) if (!visit(child)) return;
    return;
  }
  const children = flatChildren(element);
  for (let index = 0; index < children.length; index++) if (!visit(children[index] as Node)) return;
}

/** Parent in the flat tree: the slot of a slotted node, the host of a shadow root's child. */
export function flatParent(node: Node): Element | null {
  const slot = (node as Element).assignedSlot;
  if (slot?.localName === "slot") return slot; // a form may have a field of this name
  const parent = node.parentNode;
  if (parent === null) return null;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  if (!isElement(parent)) return null;
  const closed = closedRoots.get(parent);
  return closed === undefined ? parent : slotInClosedRoot(closed, node) ?? parent;
}

/** Parent over shadow boundaries, without slots. */
export function composedParent(node: Node): Element | null {
  const parent = node.parentNode;
  if (parent === null) return null;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  return isElement(parent) ? parent : null;
}

/** True when `node` is `ancestor` or stands inside it, in the flat or the composed tree. */
export function isInside(ancestor: Element, node: Node | null): boolean {
  for (let at: Node | null = node; at !== null; at = flatParent(at)) if (at === ancestor) return true;
  for (let at: Node | null = node; at !== null; at = composedParent(at)) if (at === ancestor) return true;
  return false;
}

/** Nearest element, itself included, that matches, over shadow boundaries. */
export function closestFlat(element: Element, matches: (candidate: Element) => boolean): Element | null {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) if (matches(at)) return at;
  return null;
}

/** The root that ids of this element live in. */
export function idScope(element: Element): Document | ShadowRoot {
  const root = element.getRootNode();
  return root.nodeType === 11 && "host" in root ? root as ShadowRoot : element.ownerDocument;
}

/** Elements that an attribute with ids names, in its order. */
export function idReferences(element: Element, attribute: string): Element[] {
  const value = element.getAttribute(attribute);
  if (value === null) return [];
  const scope = idScope(element);
  const found: Element[] = [];
  for (const id of value.split(/\s+/)) {
    const target = id === "" ? null : scope.getElementById(id);
    if (target !== null && !found.includes(target)) found.push(target);
  }
  return found;
}

/** The element that has the focus, inside shadow roots too. */
export function deepActiveElement(): Element | null {
  let active: Element | null = document.activeElement;
  while (active !== null) {
    const inner: Element | null = shadowRootOf(active)?.activeElement ?? null;
    if (inner === null) return active;
    active = inner;
  }
  return null;
}

/** The innermost element at a point of the viewport. */
export function deepElementFromPoint(x: number, y: number): Element | null {
  let hit: Element | null = document.elementFromPoint(x, y);
  for (let steps = 0; hit !== null && steps < 64; steps++) {
    const root = shadowRootOf(hit);
    if (root === null) return hit;
    let inner = root.elementFromPoint(x, y);
    if (inner === hit || inner === null) {
      // Text that is slotted reports its light parent: the host. What paints around it is the next in the stack.
      inner = root.elementsFromPoint(x, y).find((candidate) => candidate.getRootNode() === root) ?? null;
    }
    if (inner === null || inner === hit || inner.getRootNode() !== root) return hit;
    hit = inner;
  }
  return hit;
}

/** Every shadow root below a node, nested ones included. */
export function shadowRootsBelow(root: Document | ShadowRoot | Element): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  const visit = (scope: Document | ShadowRoot | Element): void => {
    for (const element of scope.querySelectorAll("*")) {
      const shadow = shadowRootOf(element);
      if (shadow !== null) {
        found.push(shadow);
        visit(shadow);
      }
    }
  };
  if (isElement(root)) {
    const own = shadowRootOf(root);
    if (own !== null) {
      found.push(own);
      visit(own);
    }
  }
  visit(root);
  return found;
}
