// A ref reaches what was shown, or says why not.
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

/** Changes the page from its own world. */
function change(agent: AgentPage, script: string): Promise<unknown> {
  return agent.page.evaluate(script);
}

async function refused(agent: AgentPage, ref: string, code: string, ...words: string[]): Promise<void> {
  const result = await agent.call("target", ref, "pointer");
  if (result.ok) assert.fail(`${ref} was ready`);
  assert.equal(result.code, code, result.message);
  for (const word of words) {
    assert.ok(result.message.includes(word), `"${word}" is not in: ${result.message}`);
  }
}

test("target() gives a point inside the element, also after scrolling", async () => {
  const agent = await open(
    browser,
    `<div style="height:3000px"></div><button onclick="document.title='hit'">Far below</button>`,
  );
  const ref = await agent.ref("Far below");
  const result = await agent.call("target", ref, "pointer");
  assert.ok(result.ok);
  assert.equal(result.role, "button");
  assert.equal(result.name, "Far below");
  await agent.page.mouse.click(result.x, result.y);
  assert.equal(await agent.page.title(), "hit");
  await agent.page.close();
});

test("a relabelled, removed or replaced element is stale, and the message says both meanings", async () => {
  const agent = await open(
    browser,
    `<button id="b">Delete 1</button><a id="a" href="/one">Go</a><p><button id="r">Old</button></p>`,
  );
  const [button, link, replaced] = [
    await agent.ref("Delete 1"),
    await agent.ref("Go"),
    await agent.ref("Old"),
  ];
  await change(agent, `document.querySelector("#b").textContent = "Delete 2"`);
  await refused(agent, button, "STALE_REFERENCE", `button "Delete 1"`, `button "Delete 2"`);
  await change(agent, `document.querySelector("#a").href = "https://evil.example/two"`);
  await refused(agent, link, "STALE_REFERENCE", "/one", "https://evil.example/two");
  await change(agent, `document.querySelector("#r").outerHTML = '<button id="r">Old</button>'`);
  await refused(agent, replaced, "STALE_REFERENCE", `button "Old"`, "no longer in the page");
  await refused(agent, "e999", "STALE_REFERENCE", "never shown");
  await agent.page.close();
});

test("a changed form action, input type or list of options is a changed meaning; a value is not", async () => {
  const agent = await open(
    browser,
    `<form action="/save"><input id="t" aria-label="Text"><select id="s" aria-label="List"><option>A<option>B</select>
     <input id="c" type="checkbox" aria-label="Box"><button>Send</button></form>`,
  );
  const [text, list, box, send] = [
    await agent.ref("Text"),
    await agent.ref("List"),
    await agent.ref("Box"),
    await agent.ref("Send"),
  ];
  await change(agent, `t.value = "x"; s.value = "B"; c.checked = true`);
  for (const ref of [text, list, box, send]) assert.ok((await agent.call("target", ref, "pointer")).ok);
  await change(agent, `document.forms[0].action = "https://evil.example/"`);
  await refused(agent, send, "STALE_REFERENCE", "/save", "https://evil.example/");
  await change(agent, `s.options[1].value = "Z"`);
  await refused(agent, list, "STALE_REFERENCE", "options");
  await change(agent, `t.type = "range"`);
  await refused(agent, text, "STALE_REFERENCE", "slider");
  await agent.page.close();
});

test("what covers a target is named by its ref, role and name", async () => {
  const agent = await open(
    browser,
    `<button>Below</button><div id="d" role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff"><button>Accept</button></div>`,
  );
  const ref = await agent.ref("Below");
  await refused(agent, ref, "TARGET_COVERED", `button "Below"`, `dialog "Cookies"`);
  await change(agent, `d.outerHTML = '<button style="position:fixed;inset:0">Veil</button>'`);
  const veil = await agent.ref("Veil");
  await refused(agent, ref, "TARGET_COVERED", veil, `button "Veil"`);
  await agent.page.close();
});

test("a partly covered target is hit beside the cover", async () => {
  const agent = await open(
    browser,
    `<button style="position:absolute;left:0;top:0;width:200px;height:40px">Wide</button>
     <div style="position:absolute;left:80px;top:0;width:60px;height:40px;background:red"></div>`,
  );
  const result = await agent.call("target", await agent.ref("Wide"), "pointer");
  assert.ok(result.ok);
  assert.ok(result.x < 80 || result.x > 140);
  await agent.page.close();
});

test("a label, a child and slotted text count as the target", async () => {
  const agent = await open(
    browser,
    `<style>.c input{position:absolute;opacity:0;pointer-events:none}</style><label class="c"><input type="checkbox"><span>Styled box</span></label>
     <label><input type="checkbox" id="n" style="display:none"><b>Hidden box</b></label>
     <button><span style="display:block">Inner text</span></button><x-b>Slotted</x-b>
     <script>customElements.define("x-b", class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: "open" }).innerHTML = "<button><slot></slot></button>"; } })</script>`,
  );
  for (const words of ["Styled box", "Hidden box", "Inner text", "Slotted"]) {
    const result = await agent.call("target", await agent.ref(words), "pointer");
    assert.ok(result.ok, `${words}: ${JSON.stringify(result)}`);
  }
  const hidden = await agent.call("target", await agent.ref("Hidden box"), "pointer");
  assert.ok(hidden.ok);
  await agent.page.mouse.click(hidden.x, hidden.y);
  assert.equal(await agent.page.evaluate(`n.checked`), true);
  assert.match(await agent.tree(), /checkbox checked[^\]]*: Hidden box/);
  await agent.page.close();
});

test("disabled, hidden and unfit targets say so", async () => {
  const agent = await open(
    browser,
    `<button disabled>Off</button><button id="v">Gone</button><input type="checkbox" aria-label="Box"><input readonly aria-label="Fixed"><div inert><p>x</p></div>
     <fieldset disabled><button>In fieldset</button></fieldset><div role="button" aria-disabled="true" tabindex="0">Aria off</div><select aria-label="Pick"><option>1</select>`,
  );
  const gone = await agent.ref("Gone");
  await refused(agent, await agent.ref("Off"), "TARGET_DISABLED", "disabled");
  await refused(agent, await agent.ref("In fieldset"), "TARGET_DISABLED");
  await refused(agent, await agent.ref("Aria off"), "TARGET_DISABLED");
  assert.ok((await agent.call("target", await agent.ref("Off"), "hover")).ok);
  await change(agent, `v.style.display = "none"`);
  const hidden = await agent.call("target", gone, "pointer");
  assert.equal(hidden.ok, false);
  for (const words of ["Box", "Fixed", "Pick"]) {
    const result = await agent.call("target", await agent.ref(words), "edit");
    if (result.ok) assert.fail(`${words} can be edited`);
    assert.equal(result.code, "NOT_EDITABLE");
  }
  await agent.page.close();
});

test("a busy page, a moving target and a resting one are told apart", async () => {
  const agent = await open(
    browser,
    `<button id="m">Moving</button><button disabled>Rest</button>`,
  );
  const [moving, rest] = [await agent.ref("Moving"), await agent.ref("Rest")];
  const still = await agent.call("target", rest, "pointer");
  assert.equal(still.ok ? null : still.busy, undefined);
  await change(
    agent,
    `m.animate([{ transform: "translateX(0)" }, { transform: "translateX(400px)" }], { duration: 500, iterations: 1000 })`,
  );
  const result = await agent.call("target", moving, "pointer");
  assert.equal(result.ok ? null : result.busy, true);
  await change(
    agent,
    `document.body.insertAdjacentHTML("beforeend", '<div class="spinner" style="width:20px;height:20px">…</div>')`,
  );
  const waiting = await agent.call("target", rest, "pointer");
  assert.equal(waiting.ok ? null : waiting.busy, true);
  await agent.page.close();
});

test("a frame's place and cover are told", async () => {
  const agent = await open(
    browser,
    `<iframe srcdoc="<p>in</p>" style="border:5px solid;padding:3px;position:absolute;left:10px;top:20px"></iframe>`,
  );
  await agent.observe();
  assert.deepEqual(await agent.call("frameOffset", 0, true), { x: 18, y: 28 });
  assert.deepEqual(await agent.call("hitsFrame", 0, 60, 60), { hit: true });
  await change(
    agent,
    `document.body.insertAdjacentHTML("beforeend", '<div role="dialog" aria-label="Veil" style="position:fixed;inset:0"></div>')`,
  );
  const covered = await agent.call("hitsFrame", 0, 60, 60);
  assert.equal(covered.hit, false);
  assert.match(covered.coveredBy ?? "", /dialog "Veil"/);
  await agent.page.close();
});
