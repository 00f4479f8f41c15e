import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "node:http";
import { BrowserEngine } from "../../src/browser/engine.ts";

const PASSWORD = "hunter2zz";
const CARD = "4111111111111111";

/** A page that repeats what its sensitive fields hold wherever it can. */
const PAGE = `<!doctype html><title>start</title><h1>Pay</h1>
<label>Password <input id=p type=password value=${PASSWORD}></label>
<label>Card <input id=c autocomplete=cc-number value=${CARD}></label>
<label>Pick <select id=s></select></label> <p id=t></p> <a id=a>link</a>
<iframe id=f srcdoc="<p>inner</p>"></iframe>
<button onclick="alert('your password is ' + p.value)">Tell</button>
<button onclick="location.hash = encodeURIComponent(p.value)">Go</button>
<script>
document.title = p.value + ' ' + c.value; f.title = p.value; a.href = '/x/' + p.value; a.title = c.value;
s.innerHTML = '<option value="' + p.value + '">' + p.value; t.textContent = c.value.replace(/(.{4})/g, '$1 ') + p.value;
</script>`;

const site = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(PAGE);
});
await new Promise<void>((ready) => site.listen(0, "127.0.0.1", () => ready()));
const address = site.address();
if (address === null || typeof address === "string") throw new Error("no port");
const url = `http://127.0.0.1:${address.port}/`;
const engine = new BrowserEngine();
after(async () => {
  await engine.dispose();
  site.closeAllConnections();
  site.close();
});

function assertSilent(what: string, reply: unknown): void {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply);
  for (const secret of [PASSWORD, CARD, "4111 1111 1111 1111", "4111-1111"]) {
    assert.ok(!text.includes(secret), `${what} shows ${secret}: ${text.slice(0, 600)}`);
  }
}

async function refOf(sessionId: string, name: string): Promise<{ ref: string; snapshotId: string }> {
  const seen = await engine.snapshot(sessionId, { format: "elements" });
  const ref = seen.elements?.find((element) => element.name === name)?.ref;
  assert.ok(ref !== undefined, name);
  return { ref, snapshotId: seen.snapshot_id };
}

test("what sensitive fields hold leaves by no channel, wherever the page repeats it", async () => {
  const opened = await engine.open(url);
  const id = opened.session_id;
  assertSilent("open", opened);
  assertSilent("snapshot", await engine.snapshot(id, { include: ["url", "box"] }));
  assertSilent("elements", await engine.snapshot(id, { format: "elements", include: ["url"] }));
  assertSilent("list", await engine.list());
  for (const kind of ["text", "links"] as const) assertSilent(kind, await engine.extract(id, { kind }));
  const checks = [
    { kind: "title", contains: "nothing" },
    { kind: "text", contains: "4111 of something else" },
    { kind: "url", value: "http://127.0.0.1/" },
  ] as const;
  for (const check of checks) assertSilent(check.kind, await engine.verify(id, [check], { timeoutMs: 100 }));
  const go = await refOf(id, "Go");
  assertSilent("address", await engine.act(id, go.snapshotId, [{ type: "click", ref: go.ref }]));
  assertSilent("address afterwards", await engine.snapshot(id));
  const tell = await refOf(id, "Tell");
  assertSilent("dialog", await engine.act(id, tell.snapshotId, [{ type: "click", ref: tell.ref }]));
  assertSilent("list during a dialog", await engine.list());
  await engine.close(id);
});

test("a value that was typed into a sensitive field is as secret as one that was there", async () => {
  const { session_id: id } = await engine.open(url);
  const typed = "another-secret-77";
  const { ref, snapshotId } = await refOf(id, "Password");
  const filled = await engine.act(id, snapshotId, [{ type: "fill", ref, value: typed }], {
    snapshot: "full",
  });
  assert.equal(filled.ok, true);
  const tell = await refOf(id, "Tell");
  const told = await engine.act(id, tell.snapshotId, [{ type: "click", ref: tell.ref }]);
  assert.ok(JSON.stringify(told).includes("your password is"), "the dialog is reported");
  assert.ok(!JSON.stringify(told).includes(typed), JSON.stringify(told));
  await engine.close(id);
});

test("no selector can feel for a secret sign by sign", async () => {
  const { session_id: id } = await engine.open(url);
  const feelers = [
    "input[value^=hunter2]",
    "input[ value *= hunter ]",
    "label:has(input[value^='h'])",
    "input[v\\61lue^=hunter2]",
    "input[VALUE|=hunter2zz]",
  ];
  const answers = new Set<string>();
  for (const selector of [...feelers, ...feelers.map((feeler) => feeler.replace("hunter2", "banter9"))]) {
    const [outcome] =
      (await engine.verify(id, [{ kind: "count", selector, value: 1 }], { timeoutMs: 100 })).checks;
    assert.equal(outcome?.pass, false, selector);
    answers.add(JSON.stringify({ actual: outcome?.actual, code: outcome?.error?.code }));
  }
  assert.equal(answers.size, 1, "right and wrong guesses get the same answer");
  const plain = await engine.verify(id, [{ kind: "count", selector: "input[type=password]", value: 1 }]);
  assert.equal(plain.passed, true);
  await engine.close(id);
});

test("data that would contain what a sensitive field holds is refused, and what stands beside it is not", async () => {
  const { session_id: id } = await engine.open(url);
  const read = (selector: string, attribute?: string): Promise<unknown> =>
    engine.extractStructured(id, {
      schema: true,
      fields: [{
        name: "it",
        selector,
        mode: attribute === undefined ? "text" : "attribute",
        ...(attribute !== undefined && { attribute }),
        required: true,
      }],
    });
  for (const [selector, attribute] of [["#t", undefined], ["#a", "href"], ["#a", "title"]] as const) {
    await assert.rejects(read(selector, attribute), (error: Error & { code?: string }) => {
      assertSilent("refusal", error.message);
      return error.code === "SECRET_DENIED";
    });
  }
  assert.deepEqual((await read("h1") as { data: unknown }).data, { it: "Pay" });
  // the field holds something else now: the copies of what it held are as secret as before
  const { ref, snapshotId } = await refOf(id, "Password");
  await engine.act(id, snapshotId, [{ type: "fill", ref, value: "other words" }]);
  await assert.rejects(read("#a", "href"), { code: "SECRET_DENIED" });
  await engine.close(id);
});
