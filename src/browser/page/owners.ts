// Which elements are shown under another element than their parent, because it says that it owns them.
//
// Ownership is taken only where the owner writes it: a passage that stands nowhere because the page's markup is at odds
// with itself would be worse than one that stands where the document has it.
import { flatParent, idReferences } from "./flat_tree.ts";
import type { RoleCache } from "./roles.ts";

/** Owners whose content is a value, a picture, or rows: none of them takes in what stands elsewhere. */
const KEEPS_ITS_OWN =
  /^(?:combobox|textbox|searchbox|slider|spinbutton|img|progressbar|meter|table|grid|treegrid|row|rowgroup)$/;
const LEAF = /^(?:input|select|textarea|canvas|video|audio|img|iframe|frame|svg|object|embed)$/;

function writesOwned(owner: Element, roles: RoleCache): boolean {
  return !LEAF.test(owner.localName) && !KEEPS_ITS_OWN.test(roles.of(owner) ?? "") &&
    (owner as HTMLElement).isContentEditable !== true && owner.closest("[inert]") === null &&
    owner.checkVisibility();
}

/** True when the way up from `owner`, by owner where there is one, comes past `owned`. */
function isBelow(owner: Element, owned: Element, owners: ReadonlyMap<Element, Element>): boolean {
  const passed = new Set<Element>();
  for (let at: Element | null = owner; at !== null; at = owners.get(at) ?? flatParent(at)) {
    if (at === owned) return true;
    if (passed.has(at)) return false;
    passed.add(at);
  }
  return false;
}

/** Owned elements of a document with their owners. What stands inside its owner anyway stays where it is. */
export function ownersIn(root: Element, roles: RoleCache): ReadonlyMap<Element, Element> {
  const owners = new Map<Element, Element>();
  for (const owner of root.querySelectorAll("[aria-owns]")) {
    if (!writesOwned(owner, roles)) continue;
    for (const owned of idReferences(owner, "aria-owns")) {
      if (!owners.has(owned) && !owner.contains(owned) && !isBelow(owner, owned, owners)) {
        owners.set(owned, owner);
      }
    }
  }
  return owners;
}
