// A secret that stands in a field leaves the page by no way.
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

const SECRETS = [
  "hunter2secret",
  "otp918273",
  "4242424242424242",
  "hidden_tok_77",
  "cvc737x",
  "masked_text_9",
  "newpass_55",
];
const FIELDS =
  `<form><label>Password <input id="pw" type="password" value="hunter2secret" aria-valuetext="hunter2secret"
  placeholder="hunter2secret" title="hunter2secret"></label>
<label>Code <input id="otp" autocomplete="one-time-code" value="otp918273"></label>
<label>Card <input id="card" autocomplete="billing cc-number" value="4242424242424242"></label>
<label>CVC <input autocomplete="cc-csc" value="cvc737x"></label>
<label>New <textarea autocomplete="new-password">newpass_55</textarea></label>
<label>Masked <input style="-webkit-text-security: disc" value="masked_text_9"></label>
<input type="hidden" name="t" value="hidden_tok_77"><label>Plain <input id="plain" value="plain value"></label>
<div class="mirror" data-v="hunter2secret">Mirror:</div><p>You typed hunter2secret just now</p>
<button aria-label="Show hunter2secret">Show</button></form>
<style>.mirror::after { content: attr(data-v) }</style>`;

/** Everything that the agent can be made to say about the page. */
async function everything(agent: AgentPage): Promise<string> {
  // `secrets` is for the driver's side alone, which keeps them out of whatever else leaves
  const { secrets: _, ...shown } = await agent.observe({ include: ["url", "box"], elements: true });
  const said: unknown[] = [shown];
  for (const { ref } of (said[0] as { elements: { ref: string }[] }).elements) {
    said.push(await agent.call("state", ref), await agent.call("target", ref, "pointer"));
    said.push(await agent.call("setValue", ref, "  "), await agent.call("selectOptions", ref, ["x"]));
    said.push(await agent.call("check", { kind: "value", value: "x", ref }));
  }
  said.push(await agent.call("text", null, 20_000), await agent.call("links", null, 100));
  for (const secret of SECRETS) {
    const { actual, hint, error } = await agent.call("check", {
      kind: "text",
      contains: `You typed ${secret.slice(0, 3)}`,
    });
    said.push(actual, hint, error);
  }
  return JSON.stringify(said);
}

test("no secret is in trees, elements, states, checks, messages or extracted data", async () => {
  const agent = await open(browser, FIELDS);
  const said = await everything(agent);
  for (const secret of SECRETS) assert.ok(!said.includes(secret), `${secret} was said`);
  const tree = await agent.tree();
  assert.match(tree, /textbox password (?:filled|empty)[^\]]*: Password/);
  assert.match(tree, /textbox value hidden (?:filled|empty)[^\]]*: Card/);
  await agent.page.close();
});

test("a field that was a password stays secret when the page shows it", async () => {
  const agent = await open(browser, FIELDS);
  await agent.page.evaluate(() => document.querySelector("#pw")?.setAttribute("type", "text"));
  const said = await everything(agent);
  assert.ok(!said.includes("hunter2secret"));
  await agent.page.close();
});

test("a password field that is replaced by a text field of the same name stays secret", async () => {
  const agent = await open(
    browser,
    `<form><input type="password" name="pin" aria-label="Pin" value="s3cr3tpin"></form>`,
  );
  await agent.tree();
  await agent.page.evaluate(() => {
    const form = document.querySelector("form");
    if (form !== null) form.innerHTML = '<input type="text" name="pin" aria-label="Pin" value="s3cr3tpin">';
  });
  assert.ok(!(await everything(agent)).includes("s3cr3tpin"));
  assert.match(await agent.tree(), /textbox value hidden (?:filled|empty)[^\]]*: Pin/);
  await agent.page.close();
});

test("a password that appeared and was shown between two observations stays secret", async () => {
  const agent = await open(browser, "<div id=host></div>");
  await agent.page.evaluate(async () => {
    const field = document.createElement("input");
    field.type = "password";
    field.value = "shown_later_1";
    document.querySelector("#host")?.append(field);
    await new Promise((done) => setTimeout(done));
    field.type = "text";
  });
  assert.ok(!(await everything(agent)).includes("shown_later_1"));
  await agent.page.close();
});

test("a value check of a secret field is refused, by ref and by selector, and cannot pass by waiting", async () => {
  const agent = await open(browser, FIELDS);
  const ref = await agent.ref("Password");
  for (const target of [{ ref }, { selector: "#pw" }, { selector: "#otp" }, { selector: "[name=t]" }]) {
    const result = await agent.call("check", { kind: "value", value: "hunter2secret", ...target });
    assert.equal(result.pass, false);
    assert.equal(result.error?.code, "SENSITIVE_VALUE");
    assert.equal(result.fatal, true);
  }
  await agent.page.close();
});

test("an ordinary value is shown and checked", async () => {
  const agent = await open(browser, FIELDS);
  assert.match(await agent.tree(), /textbox: Plain = plain value\]/);
  const result = await agent.call("check", { kind: "value", value: "plain value", selector: "#plain" });
  assert.deepEqual(result, { pass: true, actual: "plain value" });
  await agent.page.close();
});

test("a password inside a label is no part of a name", async () => {
  const agent = await open(
    browser,
    `<label for="box">Use <input type="password" value="inlabel_88" aria-label="pw"> to sign</label><input type="checkbox" id="box">`,
  );
  const said = await everything(agent);
  assert.ok(!said.includes("inlabel_88"));
  await agent.page.close();
});

test("a drawn select that writes new-password is no password; with any other token of secrets it stays one", async () => {
  const list = `role="combobox" aria-autocomplete="list"`;
  const agent = await open(
    browser,
    `<label>City <input ${list} autocomplete="new-password" value="Bergen"></label>
     <label>Code <input ${list} autocomplete="one-time-code" value="918273"></label>
     <label>Next <input type="password" ${list} autocomplete="new-password" value="hunter2secret"></label>
     <label>Free <input role="combobox" autocomplete="new-password" value="loosely_9"></label>
     <p>Trains to Bergen</p>`,
  );
  const said = await everything(agent);
  assert.match(said, /City = Bergen/);
  assert.match(said, /Trains to Bergen/);
  for (const secret of ["918273", "hunter2secret", "loosely_9"]) {
    assert.equal(said.includes(secret), false, secret);
  }
});
