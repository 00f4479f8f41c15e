// Checks, extraction, values and scrolling in one document.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { type AgentPage, launch, open } from "./page_harness.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

function text(agent: AgentPage, contains: string): ReturnType<AgentPage["call"]> {
  return agent.call("check", { kind: "text", contains });
}

const PAGE = `<h1>Order  1001</h1><p>Thank you, <b>Ada</b> <i>Lovelace</i>. Your order
 is on its <a href="/w">way</a>.</p><p style="text-transform:uppercase">Shipped today</p><p hidden>never shown</p>
 <p style="opacity:0">transparent sentence</p><input id="v" aria-label="Note" value="only in the field">
 <select id="s" aria-label="Land"><option value="no">Norway</option><option value="se" selected>Sweden</option></select>
 <textarea id="t" aria-label="Long">line one
line two</textarea><div id="host"></div><button aria-label="Attribute words">x</button>
 <script>host.attachShadow({ mode: "open" }).innerHTML = "<p class=deep>words in shadow</p>"</script>`;

test("a text check reads across elements and gives the passage around the hit", async () => {
  const agent = await open(browser, PAGE);
  for (
    const words of [
      "Thank you, Ada Lovelace. Your order is on its way.",
      "Order 1001",
      "SHIPPED TODAY",
      "Shipped today",
      "words in shadow",
    ]
  ) {
    const result = await text(agent, words) as { pass: boolean; actual: string };
    assert.equal(result.pass, true, words);
    assert.ok(result.actual.length <= 160 && result.actual.includes(words));
  }
  for (const words of ["never shown", "transparent sentence", "Norway", "Order 2002"]) {
    assert.equal((await text(agent, words) as { pass: boolean }).pass, false, words);
  }
  await agent.page.close();
});

test("a failing text check gives the nearest passage, or says where the text stands", async () => {
  const agent = await open(browser, PAGE + "<p>filler words here</p>".repeat(100));
  const near = await agent.call("check", { kind: "text", contains: "Thank you, Grace Lovelace" });
  assert.equal(near.pass, false);
  assert.match(String(near.actual), /Thank you, Ada Lovelace/);
  assert.ok(String(near.actual).length <= 160);
  const inField = await agent.call("check", { kind: "text", contains: "only in the field" });
  assert.equal(inField.fatal, true);
  assert.match(inField.hint ?? "", /"value"/);
  assert.match(
    (await agent.call("check", { kind: "text", contains: "Attribute words" })).hint ?? "",
    /aria-label/,
  );
  assert.match((await agent.call("check", { kind: "text", contains: "thank YOU" })).hint ?? "", /capitals/);
  await agent.page.close();
});

test("visible, count and value checks answer, and bad selectors are errors, not exceptions", async () => {
  const agent = await open(browser, PAGE);
  assert.deepEqual(await agent.call("check", { kind: "visible", selector: "h1" }), {
    pass: true,
    actual: true,
  });
  assert.equal((await agent.call("check", { kind: "visible", selector: "[hidden]" })).pass, false);
  assert.equal((await agent.call("check", { kind: "visible", selector: ".deep" })).pass, true);
  assert.deepEqual(await agent.call("check", { kind: "count", selector: "p", value: 4 }), {
    pass: true,
    actual: 4,
  });
  assert.deepEqual(await agent.call("check", { kind: "count", selector: "nope", value: 1 }), {
    pass: false,
    actual: 0,
  });
  assert.equal((await agent.call("check", { kind: "value", selector: "#s", value: "se" })).pass, true);
  assert.equal(
    (await agent.call("check", { kind: "value", selector: "#t", value: "line one\nline two" })).pass,
    true,
  );
  const ref = await agent.ref("Note");
  assert.equal(
    (await agent.call("check", { kind: "value", ref, value: "other" })).actual,
    "only in the field",
  );
  assert.equal(
    (await agent.call("check", { kind: "value", selector: "p", value: "x" })).error?.code,
    "SELECTOR_COUNT",
  );
  for (const kind of ["visible", "count", "value"] as const) {
    const result = await agent.call(
      "check",
      { kind, selector: "a[", value: kind === "count" ? 1 : "x" } as never,
    );
    assert.equal(result.error?.code, "INVALID_ARGUMENT");
  }
  await agent.page.close();
});

test("text, links and tables are read within their bounds", async () => {
  const url = "http://shop.example/";
  const agent = await open(
    browser,
    `<p>One <a href="/a#x">first</a></p><a href="/b"><img alt="Second" src="data:,"></a><a href="/c" hidden>no</a>
     <table><tr><th>Name</th><th colspan="2">Size</th></tr><tr><td rowspan="2">Mug</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
     <input value="not text">`,
    url,
  );
  const words = await agent.call("text", null, 1_000);
  assert.ok("text" in words && words.text.startsWith("One first") && !words.text.includes("not text"));
  const short = await agent.call("text", "p", 5);
  assert.deepEqual(short, { text: "One f", truncated: true, url });
  assert.deepEqual(await agent.call("links", null, 10), {
    url,
    links: [{ text: "first", url: "http://shop.example/a#x" }, {
      text: "Second",
      url: "http://shop.example/b",
    }],
    truncated: false,
  });
  assert.deepEqual(await agent.call("table", null, 10), {
    url,
    columns: ["Name", "Size", "Size"],
    rows: [["Mug", "1", "2"], ["Mug", "3", "4"]],
    truncated: false,
  });
  assert.deepEqual(await agent.call("table", null, 1), {
    url,
    columns: ["Name", "Size", "Size"],
    rows: [["Mug", "1", "2"]],
    truncated: true,
  });
  const none = await agent.call("text", "#nope", 10);
  assert.ok("code" in none && none.code === "SELECTOR_COUNT");
  await agent.page.close();
});

test("values are set with the events that pages listen to", async () => {
  const agent = await open(
    browser,
    `<input type="date" aria-label="Day"><input type="color" aria-label="Tint"><input type="range" aria-label="Loud" min="0" max="10">
     <select aria-label="Land"><option value="no">Norway</option><option value="se">Sweden</option><option disabled>Mars</option></select>
     <select multiple aria-label="Many"><option>A<option>B<option>C</select><input aria-label="Plain" value="old"><div contenteditable aria-label="Rich">old <b>text</b></div>
     <script>var log = []; for (const t of ["input", "change"]) addEventListener(t, (e) => log.push(t + ":" + e.target.ariaLabel));</script>`,
  );
  const ref = (words: string): Promise<string> => agent.ref(words);
  assert.deepEqual(await agent.call("setValue", await ref("Day"), "2031-02-03"), {
    ok: true,
    value: "2031-02-03",
  });
  assert.deepEqual(await agent.call("setValue", await ref("Tint"), "#ff0000"), {
    ok: true,
    value: "#ff0000",
  });
  assert.deepEqual(await agent.call("setValue", await ref("Loud"), "7"), { ok: true, value: "7" });
  const bad = await agent.call("setValue", await ref("Day"), "tomorrow");
  assert.ok(!bad.ok && bad.code === "INVALID_ARGUMENT" && bad.message.includes("YYYY-MM-DD"));
  assert.deepEqual(await agent.call("selectOptions", await ref("Land"), ["Sweden"]), {
    ok: true,
    value: "se",
  });
  assert.deepEqual(await agent.call("selectOptions", await ref("Many"), ["A", "C"]), {
    ok: true,
    value: "A, C",
  });
  const missing = await agent.call("selectOptions", await ref("Land"), ["Denmark"]);
  assert.ok(!missing.ok && missing.code === "OPTION_NOT_FOUND" && missing.message.includes("Norway"));
  const off = await agent.call("selectOptions", await ref("Land"), ["Mars"]);
  assert.ok(!off.ok && off.message.includes("disabled"));
  assert.deepEqual(await agent.page.evaluate("log"), [
    "input:Day",
    "change:Day",
    "input:Tint",
    "change:Tint",
    "input:Loud",
    "change:Loud",
    "input:Land",
    "change:Land",
    "input:Many",
    "change:Many",
  ]);
  for (const words of ["Plain", "Rich"]) {
    assert.deepEqual(await agent.call("selectAll", await ref(words)), { ok: true });
    await agent.page.keyboard.insertText("new");
    assert.deepEqual(await agent.call("state", await ref(words)), { ok: true, value: "new" });
  }
  await agent.page.close();
});

test("scrolling moves the scroller of a ref, or the page, and says whether anything moved", async () => {
  const agent = await open(
    browser,
    `<div role="region" aria-label="Box" style="height:50px;overflow:auto"><button>Inside</button><div style="height:500px"></div></div><div style="height:3000px"></div>`,
  );
  const box = await agent.ref("Box");
  assert.deepEqual(await agent.call("scroll", box, 0, 100), { ok: true, moved: true });
  assert.deepEqual(await agent.call("scroll", box, 0, -500), { ok: true, moved: true });
  assert.deepEqual(await agent.call("scroll", box, 0, -500), { ok: true, moved: false });
  assert.deepEqual(await agent.call("scroll", await agent.ref("Inside"), 0, 60), { ok: true, moved: true });
  assert.deepEqual(await agent.call("scroll", null, 0, 200), { ok: true, moved: true });
  assert.equal(await agent.page.evaluate("scrollY"), 200);
  await agent.page.close();
});

test("changes are counted from the beginning of an action", async () => {
  const agent = await open(browser, `<p id="p">x</p>`);
  await agent.call("watchMutations");
  assert.equal((await agent.call("beginAction")).count, 0);
  await agent.page.evaluate(`p.textContent = "y"`);
  const seen = await agent.call("mutations");
  assert.ok(seen.count > 0 && seen.quietMs >= 0 && seen.busy === false);
  assert.equal((await agent.call("beginAction")).count, 0);
  await agent.page.close();
});
