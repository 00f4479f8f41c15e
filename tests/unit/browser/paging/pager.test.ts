import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { elementPart, parseCursor, treePart } from "../../../../src/browser/paging/pager.ts";

function readAll(text: string, maxChars: number): string[] {
  const parts: string[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const { tree, cursor } = treePart(text, offset, maxChars, "c7");
    assert.ok(tree.length <= maxChars, `${tree.length} > ${maxChars}`);
    parts.push(tree.split("\n").slice(1, -1).join("\n"));
    offset = cursor === undefined ? undefined : parseCursor(cursor).offset;
  }
  return parts;
}

test("treePart() parts joined by line breaks are the whole text", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => text.replaceAll("\n", " "));
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 400, max: 600 }),
      (lines, max) => {
        const text = lines.join("\n");
        assert.equal(readAll(text, max).join("\n"), text);
      },
    ),
  );
});

test("treePart() cuts a line that is longer than a part, but no character", () => {
  const text = "😀".repeat(1000);
  const parts = readAll(text, 501);
  assert.equal(parts.join(""), text);
  for (const part of parts) assert.equal(part.isWellFormed(), true);
});

test("elementPart() hands out every element once", () => {
  const elements = Array.from(
    { length: 5 },
    (_, index) => ({ ref: `e${index + 1}`, role: "button", name: "" }),
  );
  const first = elementPart(elements, 0, 2, "c1");
  assert.equal(first.cursor, "c1.2");
  assert.deepEqual(elementPart(elements, 4, 2, "c1"), { elements: elements.slice(4) });
});

test("parseCursor() refuses what it did not write", () => {
  assert.deepEqual(parseCursor("c12.340"), { observation: 12, offset: 340 });
  for (const cursor of ["", "c1", "c1.-2", "c1.2x", "c1.99999999999"]) {
    assert.throws(() => parseCursor(cursor), { code: "CURSOR_NOT_FOUND" });
  }
});
