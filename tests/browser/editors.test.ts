// Editors from libraries, filled and typed into as an outside client does it. What counts is what their own model holds.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Stage, Visit } from "./act_support.ts";
import { comesToHold, refBy, startWidgets } from "./widgets_stage.ts";

let stage: Stage;
before(async () => stage = await startWidgets("editors"));
after(() => stage.end());

// brackets that editors close, lines that they indent, a last line that they would pull to the left
const CODE = 'function f(x) {\n    if (x) {\n        return [x, "é€😀"];\n    }\n\n    }';
const field = (page: Visit) => refBy(page, /textbox .*multiline/);

/** Fills, types over everything and types on; what the editor holds is exactly what was given, each time. */
async function takesCode(page: Visit): Promise<void> {
  await comesToHold(page, { text: "let a = 1;" });
  const [filled] = await page.do({ type: "fill", ref: field(page), value: CODE });
  assert.equal(filled?.value, CODE);
  await comesToHold(page, { text: CODE });
  await page.do(
    { type: "type", ref: field(page), value: "\n{(1)}" },
    { type: "type", ref: field(page), value: "word" },
  );
  await comesToHold(page, { text: `${CODE}\n{(1)}word` });
  await page.do(
    { type: "click", ref: field(page) },
    { type: "press", key: "ControlOrMeta+A" },
    { type: "type", ref: field(page), value: CODE },
  );
  await comesToHold(page, { text: CODE });
  for (const value of ["(", "", "\ttabbed\n\n"]) {
    await page.do({ type: "fill", ref: field(page), value });
    await comesToHold(page, { text: value });
  }
}

for (const editor of ["codemirror5", "ace"]) {
  test(`${editor}: the field that nobody sees is reached through what is drawn for it`, async () => {
    const page = await stage.open(`/${editor}`);
    assert.match(page.tree, /\[e\d+ textbox multiline drawn/);
    assert.match(page.tree, /let a \\= 1;/);
    await takesCode(page);
    // the field itself holds what was typed last: that is not the editor's value
    const { checks } = await page.call("tab_verify", {
      snapshot_id: page.snapshotId,
      checks: [{ kind: "value", ref: field(page), value: "" }],
    }) as { checks: { pass: boolean; error?: { message: string } }[] };
    assert.equal(checks[0]?.pass, false);
    assert.match(checks[0]?.error?.message ?? "", /draws its text itself/);
    await page.do({ type: "focus", ref: field(page) }, { type: "press", key: "ControlOrMeta+A" }, {
      type: "type",
      ref: field(page),
      value: "focus is enough",
    });
    await comesToHold(page, { text: "focus is enough" });
    await page.call("tab_close");
  });
}

test("codemirror6: code is exact, also where only a part of it is drawn", async () => {
  const page = await stage.open("/codemirror6");
  await takesCode(page);
  const long = Array.from({ length: 300 }, (_, index) => `line ${index}`).join("\n");
  await page.do({ type: "fill", ref: field(page), value: long });
  await comesToHold(page, { text: long });
  await page.call("tab_close");
});

const PROSE = "Dear {Ada},\n  two spaces  inside\n\nsee (1) [2] 👨‍👩‍👧 é\n";

for (const editor of ["prosemirror", "quill", "lexical", "slate"]) {
  test(`${editor}: several lines, spaces, unicode and nothing at all are held as they were given`, async () => {
    const page = await stage.open(`/${editor}`);
    await comesToHold(page, { text: "Hello world" });
    for (const value of [PROSE, "", "("]) {
      await page.do({ type: "fill", ref: field(page), value });
      await comesToHold(page, { text: value });
      const { passed, checks } = await page.call("tab_verify", {
        snapshot_id: page.snapshotId,
        checks: [{ kind: "value", ref: field(page), value }],
      });
      assert.equal(passed, true, JSON.stringify(checks));
    }
    await page.do({ type: "click", ref: field(page) }, { type: "press", key: "ControlOrMeta+A" }, {
      type: "type",
      ref: field(page),
      value: "One\nTwo",
    });
    await comesToHold(page, { text: "One\nTwo" });
    await page.call("tab_close");
  });
}
