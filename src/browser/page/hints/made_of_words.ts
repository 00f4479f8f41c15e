// What people wrote and what machines made: `folder-open` says something, `css-1x2y3z`, `e0` and `data-v-7ba5bd90` do not.

/** Attributes and classes that frameworks write for themselves. */
const FRAMEWORK =
  /^(?:v|ng|_ng\w*|reactid|reactroot|styled|css|jss|sc|svelte|astro|emotion|mui|radix|headlessui|ember|vue|qa)(?:-|$)/i;

/** One word: letters with a vowel among them, or a small number. */
function isWord(part: string): boolean {
  if (/^\d{1,2}$/.test(part)) return true;
  if (!/^\p{L}+$/u.test(part)) return false;
  return part.length <= 3 || !/^[a-z]+$/i.test(part) ||
    (/[aeiouy]/i.test(part) && !/[^aeiouy]{6}/i.test(part));
}

/** Whether a name consists of words, with hyphens, spaces, underscores or capitals between them. */
export function isMadeOfWords(name: string): boolean {
  if (name.length > 60 || FRAMEWORK.test(name)) return false;
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[^\p{L}\p{N}]+/u).filter((part) =>
    part !== ""
  );
  return parts.length > 0 && parts.some((part) => /\p{L}{2}/u.test(part)) && parts.every(isWord);
}

/** Whether all of its kind beside it have the attribute as well, so that it says nothing about this one. */
export function allHave(element: Element, attribute: string): boolean {
  const kin = kinOf(element);
  return kin.length > 0 && kin.every((one) => one.hasAttribute(attribute));
}

/** Siblings of the same kind compared at most. */
const KIN_LIMIT = 60;

/** The others of its kind beside an element. */
export function kinOf(element: Element): readonly Element[] {
  const role = element.getAttribute("role");
  const kin: Element[] = [];
  for (const one of element.parentElement?.children ?? []) {
    if (one === element || one.localName !== element.localName || one.getAttribute("role") !== role) continue;
    kin.push(one);
    if (kin.length === KIN_LIMIT) break;
  }
  return kin;
}
