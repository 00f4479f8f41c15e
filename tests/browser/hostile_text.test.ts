// What a page writes reaches clients, models and files. Whatever it is, a reply is JSON that every reader takes, and what
// was read in a reply can be used in the next call.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Site, startSite } from "./engine_site.ts";
import { type Body, snapshotIn, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

// set by script, because no HTML file can hold a lone surrogate
const BROKEN = `<main id=at></main><script>
const broken = "half \\ud83d emoji\\u0000\\u0007\\u0085";
document.title = "Title " + broken;
const make = (tag, text, more = {}) => {
  const made = Object.assign(document.createElement(tag), more);
  made.append(text);
  at.append(made);
  return made;
};
make("h1", broken);
make("p", "before\\u2028after\\u2029end \\u202ereversed\\u2066 isolated");
make("button", "Send " + broken, { id: "send", onclick: () => { out.textContent = "Sent \\udc00 now"; } });
make("a", "Link " + broken, { href: "/short?q=%ED%A0%BD" });
const label = make("label", "Field " + broken + " ");
label.append(Object.assign(document.createElement("input"), { id: "field", value: "value " + broken }));
const list = make("label", "Kind ");
const select = document.createElement("select");
select.append(new Option("Plain", "plain"), new Option("Odd " + broken, "odd " + broken));
list.append(select);
const table = make("table", "");
table.innerHTML = "<caption>Rows</caption><tr><th>Name<th>Note<tr><td id=name><td>x";
document.getElementById("name").textContent = "cell " + broken;
const plain = make("p", "", { id: "out" });
plain.setAttribute("data-note", "note " + broken);
</script>`;

const LONG = `<button id=b></button><label>Long <input id=f></label><p id=p></p><script>
const long = "👍🏽e\\u0301".repeat(20_000);
b.textContent = long; f.value = long; p.textContent = long; document.title = long;
</script>`;

before(async () => {
  site = await startSite({ "/broken": BROKEN, "/long": LONG, "/short": "<p>Short</p>" });
  calls = await ToolCalls.start({ timeoutMs: 30_000 }); // a megabyte in one name takes seconds of a busy core
});

after(async () => {
  await calls.stop();
  await site.close();
});

// deno-lint-ignore no-control-regex
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/;

/** Asserts that every text and key of a reply can be read by anybody. */
function assertFit(body: Body): void {
  JSON.stringify(body, (key, value) => {
    for (const text of typeof value === "string" ? [key, value] : [key]) {
      assert(text.isWellFormed() && !UNFIT.test(text), JSON.stringify(text).slice(0, 300));
    }
    return value;
  });
}

test("no tool passes on broken text of a page", async () => {
  const opened = await calls.open(`${site.origin}/broken`);
  const { session_id } = opened;
  assertFit(opened);
  assert.match(opened.tree, /half \ufffd emoji/);
  assert.doesNotMatch(
    opened.tree,
    /[\u202a-\u202e\u2066-\u2069]/,
    "bidirectional controls turn a line round",
  );
  const reads: readonly (readonly [string, Record<string, unknown>])[] = [
    ["tab_snapshot", { format: "elements" }],
    ["tab_snapshot", { include: ["url", "box", "graphics"] }],
    ["tab_extract", { kind: "text" }],
    ["tab_extract", { kind: "links" }],
    ["tab_extract", { kind: "table", selector: "table" }],
    ["tab_find", { text: "half" }],
    ["tab_tabs", { action: "list" }],
    ["tab_extract_structured", {
      schema: true,
      fields: [
        { name: "value", selector: "#field", mode: "value" },
        { name: "note", selector: "#out", mode: "attribute", attribute: "data-note" },
        { name: "cell", selector: "#name", mode: "text" },
      ],
    }],
    ["tab_verify", {
      checks: [{ kind: "title", contains: "nowhere" }, { kind: "text", contains: "half nothing" }],
    }],
  ];
  for (const [tool, given] of reads) assertFit((await calls.call(tool, { session_id, ...given })).body);
  assertFit(await calls.ok("tab_list", {}));
  await calls.close(opened);
});

test("what was read in a reply is found again in the next call", async () => {
  const opened = await calls.open(`${site.origin}/broken`);
  const { session_id, snapshot_id, tree } = opened;
  const button = /button: (Send [^\]]*?)\]/.exec(tree)?.[1] ?? "";
  const option = /Odd [^|\]}]*/.exec(tree)?.[0].trim() ?? "";
  const [value] = /value half [^\]]*?(?=\])/.exec(tree) ?? [""];
  const field = /\[(e\d+) textbox[^\]]*Field/.exec(tree)?.[1] ?? "";
  const select = /\[(e\d+) combobox[^\]]*Kind/.exec(tree)?.[1] ?? "";
  assert(button !== "" && option !== "" && value !== "", tree);
  const acted = await calls.ok("tab_act", {
    session_id,
    snapshot_id,
    actions: [{ type: "select", ref: select, values: [option] }],
    post_checks: [
      { kind: "value", ref: select, value: option },
      { kind: "title", contains: opened.title },
      {
        kind: "attribute",
        selector: "#out",
        name: "data-note",
        value: "note half \ufffd emoji\ufffd\ufffd\ufffd",
      },
      { kind: "value", ref: field, value: "value half \ufffd emoji\ufffd\ufffd\ufffd" },
    ],
  });
  assertFit(acted);
  const clicked = await calls.ok("tab_click_named", { session_id, name: button });
  assertFit(clicked);
  assert.match(snapshotIn(clicked).tree, /Sent \ufffd now/);
  await calls.close(opened);
});

test("names, values and texts of a hundred thousand characters are cut between characters", async () => {
  const opened = await calls.open(`${site.origin}/long`);
  assertFit(opened);
  assert(JSON.stringify(opened).length < 120_000, `${JSON.stringify(opened).length} characters`);
  const { session_id } = opened;
  const segments = new Set(["👍🏽", "e\u0301"]);
  const reads: readonly (readonly [string, Record<string, unknown>])[] = [
    ["tab_snapshot", { format: "elements" }],
    ["tab_extract", { kind: "text" }],
    ["tab_list", {}],
    ["tab_verify", { checks: [{ kind: "value", selector: "#f", value: "short" }] }],
  ];
  for (const [tool, given] of reads) {
    const { body } = await calls.call(tool, tool === "tab_list" ? given : { session_id, ...given });
    assertFit(body);
    const text = JSON.stringify(body);
    assert(text.length < 130_000, `${tool}: ${text.length} characters`);
    for (const [run] of text.matchAll(/(?:👍🏽|[👍🏽\u0301]|e\u0301)+/gu)) {
      for (const { segment } of new Intl.Segmenter().segment(run)) {
        assert(segments.has(segment), `${tool} split a character: ${segment}`);
      }
    }
  }
  await calls.close(opened);
});
