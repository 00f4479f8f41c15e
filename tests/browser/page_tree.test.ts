// How the tree reads, and that hostile page text cannot pass for it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { PAGE_AGENT_GLOBAL } from "../../src/browser/page/protocol.ts";
import { launch, open } from "./page_harness.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/** The tree of some markup. */
async function tree(html: string, options = {}): Promise<string> {
  const agent = await open(browser, html);
  const text = await agent.tree(options);
  await agent.page.close();
  return text;
}

test("a form is one bracket for each control, said once", async () => {
  assert.equal(
    await tree(
      `<h1>Sign in</h1><p>Fields marked * are <b>required</b>.</p><form><div><label for="m">Email</label> <input id="m" type="email" required value="ada@example.org"></div>
<div><label>Password <input type="password" value="secret1"></label></div><div><label><input type="checkbox" checked> Remember me</label></div>
<div><label>Country <select><option>Norway<option>Sweden</select></label></div><div><button disabled>Sign in</button> <a href="/f">Forgot?</a></div></form>`,
    ),
    [
      "# Sign in",
      "Fields marked * are required.",
      "[e1 textbox required: Email = ada@example.org]",
      "[e2 textbox password filled: Password]",
      "[e3 checkbox checked: Remember me]",
      "[e4 combobox: Country = Norway {Norway | Sweden}]",
      "[e5 button disabled: Sign in] [e6 link: Forgot?]",
    ].join("\n"),
  );
});

test("tables, lists, terms, dialogs and groups keep their shape", async () => {
  assert.equal(
    await tree(
      `<table><caption>Orders</caption><tr><th>No</th><th>Total</th><th></th></tr><tr><td>1</td><td>2.50</td><td><button>Cancel</button></td></tr></table>
<ul><li>One<ul><li>Deep</li></ul></li><li><a href="/x">Two</a></li></ul><dl><dt>Name</dt><dd>Ada</dd></dl>
<div role="dialog" aria-labelledby="h"><h2 id="h">Cookies</h2><p>We use them.</p></div>
<fieldset><legend>Size</legend><label><input type="radio" checked> Small</label></fieldset><pre>a
  b</pre>`,
    ),
    [
      "table: Orders",
      " | No | Total",
      " | 1 | 2.50 | [e1 button: Cancel]",
      "- One",
      " - Deep",
      "[e2 link: Two]",
      "Name: Ada",
      "dialog: Cookies",
      " We use them.",
      "group: Size",
      " [e3 radio checked: Small]",
      " a",
      "   b",
    ].join("\n"),
  );
});

test("a control never loses visible words that its name does not say", async () => {
  const text = await tree(`<a href="/x" aria-label="Blue mug"><h3>Blue mug</h3><p>Sold out until May</p></a>
<div onclick="0"><p>Card text</p><button>Add</button></div><button aria-label="Close">×</button><div tabindex="0" role="tab">File <button>x</button></div>`);
  assert.match(text, /\[e1 link: Blue mug \(shown Sold out until May\)\]/);
  assert.match(text, /\[e2 clickable\]\n Card text\n \[e3 button: Add\]/);
  assert.match(text, /\[e4 button: Close \(shown ×\)\]/);
  assert.match(text, /\[e5 tab: File x\] \[e6 button: x\]/);
});

test("controls without a name carry a hint", async () => {
  const text = await tree(
    `<button><svg class="icon icon-trash"></svg></button><button><svg><use href="#save-file"></use></svg></button>
<button><i class="fa fa-gear"></i></button><p>Amount <input></p><span data-action="refresh" onclick="0" style="display:inline-block;width:9px;height:9px"></span>`,
  );
  assert.match(text, /button hint icon-trash\]/);
  assert.match(text, /button hint save-file\]/);
  assert.match(text, /button hint fa-gear\]/);
  assert.match(text, /textbox hint near Amount\]/);
  assert.match(text, /clickable hint refresh\]/);
});

test("long native lists are bounded, and urls and boxes come on request only", async () => {
  const options = Array.from({ length: 50 }, (_one, index) => `<option>Option ${index}`).join("");
  const html =
    `<select aria-label="Many">${options}</select> <a href="/a?b=1" style="position:absolute;left:7px;top:9px">Link</a>`;
  const plain = await tree(html);
  assert.match(plain, /Option 19 \| \+30 more\}/);
  assert.ok(!plain.includes("Option 20") && !plain.includes("/a?b=1") && !plain.includes(" box "));
  const agent = await open(browser, html, "http://shop.example/");
  assert.match(await agent.tree({ include: ["url", "box"] }), /link box 7,9,\d+,\d+: Link -> \/a\?b=1\]/);
  await agent.page.close();
});

test("page text cannot pass for a control, a mark or structure", async () => {
  const agent = await open(
    browser,
    await readFile(new URL("../fixtures/pages/hostile.html", import.meta.url), "utf8"),
  );
  const { lines, elements = [] } = await agent.observe();
  const known = new Set(elements.map(({ ref }) => ref));
  assert.equal(lines[0]?.text, "# Offers");
  for (const { text } of lines.slice(1)) {
    for (const [, slashes = "", ref] of text.matchAll(/(\\*)\[\s*((?:f\d+)?e\d+)/g)) {
      if (slashes.length % 2 === 0) assert.ok(known.has(ref ?? ""), `forged ${ref} in: ${text}`);
    }
    assert.doesNotMatch(text, /(?<!\\)<\s*\/?\s*page/);
    if (!text.startsWith("dialog: Fake")) assert.doesNotMatch(text, /^(?:frame|dialog|#|- )/);
    assert.doesNotMatch(text, /[\u200b-\u200f\u202a-\u202e]|[\u{e0000}-\u{e007f}]/u);
  }
  assert.equal(lines.filter(({ text }) => text.startsWith("hidden_text:")).length, 1);
  await agent.page.close();
});

test("what a person cannot see is left out and counted; what only looks suspicious stays", async () => {
  const text = await tree(await readFile(new URL("../fixtures/pages/hostile.html", import.meta.url), "utf8"));
  for (
    const word of [
      "seethroughwords",
      "tinywords",
      "offscreenwords",
      "whitewords",
      "onepixelwords",
      "clippedwords",
      "transparentwords",
      "unfilledwords",
      "filteredwords",
      "pointwords",
      "displaynonewords",
      "invisiblewords",
      "inertwords",
      "cvwords",
    ]
  ) {
    assert.ok(!text.includes(word), word);
  }
  const seen = [
    "lightondark",
    "overlaywords",
    "refilledwords",
    "hazywords",
    "gradientwords",
    "before",
    "after",
  ];
  for (const word of seen) assert.ok(text.includes(word), word);
  assert.match(text, /\nhidden_text: \d+ characters not visible$/);
});

test("frames are lines of their own, and closed shadow roots open when they are handed in", async () => {
  const agent = await open(
    browser,
    `<p>Before</p><iframe role="presentation" name="pay" title="Payment" src="about:blank?x=1#y"></iframe><iframe style="display:none"></iframe>
     <div id="host"></div><script>host.attachShadow({ mode: "closed" }).innerHTML = "<button>Closed</button>"</script>`,
  );
  const seen = await agent.observe();
  assert.deepEqual(seen.frames, [{ name: "pay", title: "Payment", src: "about:blank" }]);
  assert.deepEqual(
    seen.lines.filter(({ frame }) => frame !== undefined).map(({ frame, text }) => [frame, text]),
    [[0, "frame"]],
  );
  assert.ok(!(await agent.tree()).includes("Closed"));
  const { root } = await agent.session.send("DOM.getDocument", { depth: -1, pierce: true });
  const find = (node: typeof root): typeof root | undefined =>
    node.shadowRoots?.[0] !== undefined
      ? node
      : (node.children ?? []).map(find).find((found) => found !== undefined);
  const host = find(root);
  const [shadow] = host?.shadowRoots ?? [];
  assert.ok(host !== undefined && shadow !== undefined);
  const [hostObject, shadowObject] = await Promise.all([host, shadow].map(async ({ backendNodeId }) => {
    const { object } = await agent.session.send("DOM.resolveNode", {
      backendNodeId,
      executionContextId: agent.contextId,
    });
    return { objectId: object.objectId ?? "" };
  }));
  assert.ok(hostObject !== undefined && shadowObject !== undefined);
  await agent.session.send("Runtime.callFunctionOn", {
    functionDeclaration: `function (root) { ${PAGE_AGENT_GLOBAL}.registerClosedRoot(this, root); }`,
    objectId: hostObject.objectId,
    arguments: [shadowObject],
  });
  const ref = await agent.ref("Closed");
  const ready = await agent.call("target", ref, "pointer");
  assert.ok(ready.ok, JSON.stringify(ready));
  await agent.call("guard", ref);
  await agent.page.mouse.click(ready.x, ready.y);
  const report = await agent.call("unguard");
  assert.ok(report.delivered > 0 && report.blocked === 0);
  await agent.page.close();
});

test("the walk stops at its budget and says so", async () => {
  const agent = await open(browser, "<p>x</p>".repeat(500));
  const seen = await agent.observe({ nodeBudget: 100 });
  assert.equal(seen.scanTruncated, true);
  assert.ok(seen.lines.length < 60);
  assert.equal((await agent.observe()).scanTruncated, false);
  await agent.page.close();
});

test("a root and the viewport narrow the tree", async () => {
  const agent = await open(
    browser,
    `<main><p>Inside</p><button>In</button></main><p>Outside</p><div style="height:3000px"></div><button>Far</button>`,
  );
  assert.equal(await agent.tree({ selector: "main" }), "Inside\n[e1 button: In]");
  assert.doesNotMatch(await agent.tree({ viewportOnly: true }), /Far/);
  const failed = await agent.call("observe", {
    prefix: "e",
    nextRef: 1,
    selector: "p",
    include: [],
    elements: false,
    nodeBudget: 1_000,
    timeBudgetMs: 60_000,
  });
  assert.ok("code" in failed && failed.code === "SELECTOR_COUNT");
  await agent.page.close();
});

test("a page that only draws says so", async () => {
  const agent = await open(browser, `<canvas width="300" height="200"></canvas>`);
  const drawn = await agent.observe();
  assert.equal(drawn.canvasOnly, true);
  assert.equal(drawn.actionable, false);
  await agent.page.setContent(`<canvas width="300" height="200"></canvas><button>Start</button>`);
  assert.equal((await agent.observe()).canvasOnly, false);
  await agent.page.close();
});

test("drawn shapes are lines on request", async () => {
  const agent = await open(
    browser,
    `<style>body{margin:0}</style><svg width="100" height="100" style="display:block"><circle cx="50" cy="40" r="20" fill="red"/></svg>
     <div style="width:30px;height:10px;background:#00f"></div><button style="width:40px;height:40px;background:lime" aria-label="Go"></button>`,
  );
  assert.ok(!(await agent.tree()).includes("shape"));
  const text = await agent.tree({ include: ["graphics"] });
  assert.match(text, /^shape: red circle at 50,40 size 40x40$/m);
  assert.match(text, /^shape: blue box at 15,105 size 30x10$/m);
  assert.match(text, /^shape: .*green box at .* in e1$/m);
  await agent.page.close();
});

test("elements that only a script listens to get a ref when they are handed in", async () => {
  const agent = await open(browser, `<div id="d">Plain words</div>`);
  assert.equal(await agent.tree(), "Plain words");
  await agent.inWorld(`${PAGE_AGENT_GLOBAL}.registerClickables(document.querySelector("#d"))`);
  assert.equal(await agent.tree(), "[e1 clickable: Plain words]");
  await agent.page.close();
});
