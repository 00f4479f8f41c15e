// Names of colours.
import { type Color, parseColor } from "../paint.ts";

const COLORS: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ["black", 0, 0, 0],
  ["white", 255, 255, 255],
  ["grey", 128, 128, 128],
  ["light grey", 211, 211, 211],
  ["dark grey", 64, 64, 64],
  ["red", 230, 20, 20],
  ["dark red", 128, 0, 0],
  ["orange", 255, 150, 0],
  ["brown", 140, 75, 25],
  ["yellow", 250, 235, 30],
  ["olive", 128, 128, 0],
  ["green", 20, 150, 40],
  ["light green", 140, 235, 140],
  ["dark green", 0, 80, 0],
  ["cyan", 0, 220, 230],
  ["teal", 0, 128, 128],
  ["blue", 30, 60, 230],
  ["light blue", 150, 200, 245],
  ["navy", 0, 0, 100],
  ["purple", 130, 30, 160],
  ["magenta", 240, 40, 230],
  ["pink", 255, 180, 200],
];

/** Name of the nearest common colour. */
export function colorName([red, green, blue]: Color): string {
  let best = { name: "", distance: Infinity };
  for (const [name, r, g, b] of COLORS) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < best.distance) best = { name, distance };
  }
  return best.name;
}

/** Name of a colour that can be seen, or null. */
export function visibleColor(text: string): string | null {
  const color = parseColor(text);
  return color === null || color[3] <= 0.05 ? null : colorName(color);
}
