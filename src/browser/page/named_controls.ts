// Controls that are asked for by their name.
import { flatText } from "./clean_text.ts";
import { shadowRootsBelow } from "./flat_tree.ts";
import { meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import { StyleCache } from "./style_cache.ts";

const CANDIDATES =
  'button,summary,input:is([type=button i],[type=submit i],[type=reset i],[type=image i]),[role="button" i],[role^="menuitem" i]';
const ROLES = /^(?:button|menuitem|menuitemradio|menuitemcheckbox)$/;

/** Refs, good for the steps of one action, of the visible buttons and menu items with exactly this name. */
export function findNamed(scene: Scene, name: string): readonly string[] {
  const wanted = flatText(name);
  const names = new NameCache(new StyleCache(), new RoleCache());
  const found: string[] = [];
  for (const root of [document, ...shadowRootsBelow(document)]) {
    for (const element of root.querySelectorAll(CANDIDATES)) {
      const role = names.roles.of(element) ?? "";
      if (!ROLES.test(role) || !isVisible(element) || flatText(names.of(element).text) !== wanted) continue;
      found.push(scene.refs.mintAlias(element, meaningOf(element, role, names)));
    }
  }
  return found;
}

function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert]") !== null) {
    return false;
  }
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
