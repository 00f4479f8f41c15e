// Controls that are asked for by their name.
import { flatText } from "./clean_text.ts";
import { shadowRootsBelow } from "./flat_tree.ts";
import { meaningOf } from "./meaning.ts";
import { NameCache } from "./names.ts";
import { RoleCache } from "./roles.ts";
import type { Scene } from "./scene.ts";
import type { PageNamed } from "./protocol.ts";
import { placesOf } from "./hints/place_words.ts";
import { sightAt } from "./sight.ts";
import { StyleCache } from "./style_cache.ts";

const CANDIDATES =
  'button,summary,input:is([type=button i],[type=submit i],[type=reset i],[type=image i]),[role="button" i],[role^="menuitem" i]';
const ROLES = /^(?:button|menuitem|menuitemradio|menuitemcheckbox)$/;

/** The visible buttons and menu items with exactly this name; their refs are good for the steps of one action. */
export function findNamed(scene: Scene, name: string): readonly PageNamed[] {
  const wanted = flatText(name);
  const names = new NameCache(new StyleCache(), new RoleCache());
  const found: Element[] = [];
  for (const root of [document, ...shadowRootsBelow(document)]) {
    for (const element of root.querySelectorAll(CANDIDATES)) {
      const role = names.roles.of(element) ?? "";
      if (!ROLES.test(role) || !isVisible(element) || flatText(names.of(element).text) !== wanted) continue;
      found.push(element);
    }
  }
  const { styles } = names;
  const eyes = { styles, sightOf: (element: Element) => sightAt(element, styles) };
  const places = found.length > 1 ? placesOf(eyes, found, (element) => found.includes(element)) : new Map();
  return found.map((element) => {
    const role = names.roles.of(element) ?? "";
    return {
      ref: scene.refs.mintAlias(element, meaningOf(element, role, names)),
      where: places.get(element) ?? "",
    };
  });
}

function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[inert]") !== null) {
    return false;
  }
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
