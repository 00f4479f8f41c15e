// Input that would reach something else than what was meant is stopped before the page sees it.
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

const COUNTING =
  `<script>var seen = []; for (const t of ["pointerdown","mousedown","mouseup","click","keydown","input"])
  addEventListener(t, (e) => seen.push(t + ":" + (e.target.id || e.target.localName)), true);</script>`;

async function pointTo(agent: AgentPage, words: string): Promise<{ ref: string; x: number; y: number }> {
  const ref = await agent.ref(words);
  const ready = await agent.call("target", ref, "pointer");
  assert.ok(ready.ok, JSON.stringify(ready));
  return { ref, x: ready.x, y: ready.y };
}

/** The agent is there before the page's own listeners, as the driver puts it. */
async function openGuarded(html: string): Promise<AgentPage> {
  const agent = await open(browser, html);
  await agent.page.evaluate(`${COUNTING.replace(/<\/?script>/g, "")}`);
  return agent;
}

test("input that reaches its target is delivered and counted", async () => {
  const agent = await openGuarded(`<button id="b">Pay</button>`);
  const { ref, x, y } = await pointTo(agent, "Pay");
  assert.deepEqual(await agent.call("guard", ref), { ok: true });
  await agent.page.mouse.click(x, y);
  const report = await agent.call("unguard");
  assert.equal(report.blocked, 0);
  assert.ok(report.delivered >= 3);
  assert.ok((await agent.page.evaluate<string[]>("seen")).includes("click:b"));
  await agent.page.close();
});

test("a node that was swapped between target and input gets nothing", async () => {
  const agent = await openGuarded(`<button id="b" style="width:200px">Pay</button>`);
  const { ref, x, y } = await pointTo(agent, "Pay");
  await agent.call("guard", ref);
  await agent.page.evaluate(`b.outerHTML = '<button id="evil" style="width:200px">Pay</button>'`);
  await agent.page.mouse.click(x, y);
  const report = await agent.call("unguard");
  assert.equal(report.delivered, 0);
  assert.ok(report.blocked >= 3);
  assert.match(report.blockedBy ?? "", /Pay/);
  assert.deepEqual(await agent.page.evaluate<string[]>("seen"), []);
  await agent.page.close();
});

test("a cover that slides in, and a target that changed its meaning, get nothing", async () => {
  const agent = await openGuarded(`<button id="b">Pay</button>`);
  const first = await pointTo(agent, "Pay");
  await agent.call("guard", first.ref);
  await agent.page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", '<div id="veil" role="dialog" aria-label="Offer" style="position:fixed;inset:0"></div>')`,
  );
  await agent.page.mouse.click(first.x, first.y);
  const covered = await agent.call("unguard");
  assert.equal(covered.delivered, 0);
  assert.match(covered.blockedBy ?? "", /dialog "Offer"/);
  await agent.page.evaluate(`veil.remove()`);
  const second = await pointTo(agent, "Pay");
  await agent.call("guard", second.ref);
  await agent.page.evaluate(`b.textContent = "Pay 9,000"`);
  await agent.page.mouse.click(second.x, second.y);
  const changed = await agent.call("unguard");
  assert.equal(changed.delivered, 0);
  assert.match(changed.blockedBy ?? "", /Pay 9,000/);
  assert.deepEqual(await agent.page.evaluate<string[]>("seen"), []);
  await agent.page.close();
});

test("a label's click reaches its control through the guard", async () => {
  const agent = await openGuarded(
    `<label for="c">Agree</label><input id="c" type="checkbox" style="position:absolute;opacity:0;pointer-events:none">`,
  );
  const { ref, x, y } = await pointTo(agent, "Agree");
  await agent.call("guard", ref);
  await agent.page.mouse.click(x, y);
  const report = await agent.call("unguard");
  assert.equal(report.blocked, 0);
  assert.equal(await agent.page.evaluate("c.checked"), true);
  await agent.page.close();
});

test("keys reach the focused target only", async () => {
  const agent = await openGuarded(
    `<form onsubmit="document.title='sent';return false"><input id="t" aria-label="Text"><input id="o" aria-label="Other"><button>Go</button></form>`,
  );
  const ref = await agent.ref("Text");
  assert.deepEqual(await agent.call("focus", ref), { ok: true });
  await agent.call("guard", ref);
  await agent.page.keyboard.type("ab");
  await agent.page.keyboard.insertText("cd");
  await agent.page.keyboard.press("Enter");
  const fine = await agent.call("unguard");
  assert.equal(fine.blocked, 0);
  assert.equal(await agent.page.evaluate("t.value"), "abcd");
  assert.equal(await agent.page.title(), "sent");
  await agent.call("guard", ref);
  await agent.page.evaluate("o.focus()");
  await agent.page.keyboard.type("x");
  await agent.page.keyboard.insertText("y");
  const stolen = await agent.call("unguard");
  assert.ok(stolen.blocked >= 2);
  assert.equal(await agent.page.evaluate("o.value"), "");
  await agent.page.close();
});

test("a page that redraws a target when it is pressed still gets the click", async () => {
  const agent = await openGuarded(`<button id="b">Follow</button>`);
  await agent.page.evaluate(`b.addEventListener("mousedown", () => { b.textContent = "Following"; })`);
  const { ref, x, y } = await pointTo(agent, "Follow");
  await agent.call("guard", ref);
  await agent.page.mouse.click(x, y);
  assert.equal((await agent.call("unguard")).blocked, 0);
  assert.ok((await agent.page.evaluate<string[]>("seen")).includes("click:b"));
  await agent.page.close();
});
