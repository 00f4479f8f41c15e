/** Length of a text in characters as published schemas count them: one outside the basic plane counts once. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
