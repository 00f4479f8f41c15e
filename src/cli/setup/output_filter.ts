import { printable } from "../printable.ts";

/**
 * Turns the output of an installer into lines worth reading: no stack frames, no line twice.
 *
 * @param write receives each line
 * @returns takes output as it comes
 */
export function filterOutput(write: (line: string) => void): (text: string) => void {
  const seen = new Set<string>();
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (/^\s|^[{}\]]/.test(line)) continue; // a stack or the fields of an error
      const clean = printable(line.replace(COLOURS, ""), 200);
      if (clean === "" || seen.has(clean)) continue;
      seen.add(clean);
      write(clean);
    }
  };
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
