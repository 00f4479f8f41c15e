import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { assertCode, refOf, type Site, startSite, until } from "./engine_site.ts";
import { type Body, type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

interface Entry {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly resource_type: string;
  readonly content_type: string;
  readonly declared_bytes?: number;
}

const ON = { captureNetwork: true, allowPageScript: true };
let site: Site;
let calls: ToolCalls;

before(async () => {
  site = await startSite({
    "/": `<h1>Page</h1><button onclick="load('/data.json?secret=1')">Load</button>
      <button onclick="load('/image')">Image</button><button onclick="load('/chunked')">Chunked</button>
      <button onclick="load('/large')">Large</button><button onclick="load('/latin')">Latin</button>
      <button onclick="many()">Many</button><p id=out>before</p><script>
      const load = async (path) => { const answer = await fetch(path, { method: "POST", headers: { "x-key": "k3y" } });
        await answer.arrayBuffer(); out.textContent = path.split("?")[0] + " " + answer.status; };
      const many = async () => { for (let i = 0; i < 210; i++) await fetch("/tiny"); out.textContent = "many done"; };
      </script><iframe src="/inner"></iframe>`,
    "/inner": `<p>Inner</p>`,
    "/data.json": (_, response) => {
      const body = `{"mug":"blau ü"}`;
      response.writeHead(201, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
        "set-cookie": "sid=s3cret",
      });
      response.end(body);
    },
    "/image": (_, response) =>
      response.writeHead(200, { "content-type": "image/png", "content-length": 3 }).end("abc"),
    "/chunked": (_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("a");
      response.end("b");
    },
    "/large": (_, response) => {
      const body = "x".repeat(140_000);
      response.writeHead(200, { "content-type": "text/plain", "content-length": body.length }).end(body);
    },
    "/latin": (_, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": 1 }).end(
        new Uint8Array([0xfc]),
      );
    },
    "/tiny": (_, response) => response.writeHead(200, { "content-length": 0 }).end(),
  });
  calls = await ToolCalls.start({ timeoutMs: 5000, ...ON }, ON);
});

after(async () => {
  await calls.stop();
  await site.close();
});

async function withPage(path: string, use: (opened: Shown) => Promise<void>): Promise<void> {
  const opened = await calls.open(site.origin + path);
  try {
    await use(opened);
  } finally {
    await calls.close(opened);
  }
}

const entriesIn = ({ responses }: Body): readonly Entry[] => responses as readonly Entry[];

async function load({ session_id, snapshot_id, tree }: Shown, name: string, done: string): Promise<Shown> {
  const body = await calls.ok("tab_act", {
    session_id,
    snapshot_id,
    actions: [{ type: "click", ref: refOf(tree, "button", name) }, {
      type: "wait",
      text: done,
      timeout_ms: 20_000,
    }],
  });
  return { ...snapshotIn(body), tree, session_id } as Shown;
}

test("both tools are there only when the operator turns them on", async () => {
  const plain = await ToolCalls.start();
  try {
    const names = (await plain.tools.listTools()).map(({ name }) => name);
    assert.equal(names.length, 17);
    assert(!names.includes("tab_network") && !names.includes("tab_script"));
    const { session_id, snapshot_id } = await plain.open(`${site.origin}/`);
    await assertCode(plain.engine.network(session_id), "UNSUPPORTED_FLOW", /captureNetwork/);
    const given = { snapshotId: snapshot_id, source: "return 1" };
    await assertCode(plain.engine.script(session_id, given), "UNSUPPORTED_FLOW", /allowPageScript/);
  } finally {
    await plain.stop();
  }
  assert.equal((await calls.tools.listTools()).length, 19);
});

test("responses are listed without queries, headers and bodies, and a body is read on request", () =>
  withPage("/", async (opened) => {
    const { session_id } = opened;
    await load(opened, "Load", "/data.json 201");
    const body = await calls.ok("tab_network", { session_id });
    const entries = entriesIn(body);
    assert.deepEqual(entries.map(({ id }) => id), entries.map((_, index) => index + 1));
    assert(
      entries.some(({ url, resource_type }) =>
        url === `${site.origin}/inner` && resource_type === "document"
      ),
    );
    const one = entries.find(({ url }) => url === `${site.origin}/data.json`) ??
      assert.fail(JSON.stringify(entries));
    assert.deepEqual([one.method, one.status, one.content_type, one.declared_bytes], [
      "POST",
      201,
      "application/json",
      17,
    ]);
    assert.doesNotMatch(JSON.stringify(body), /secret=1|k3y|s3cret|blau/);
    const read = await calls.ok("tab_network", { session_id, response_id: one.id });
    const text = `{"mug":"blau ü"}`;
    assert.deepEqual([read.text, read.bytes, read.sha256], [
      text,
      17,
      createHash("sha256").update(text).digest("hex"),
    ]);
    const [first] = entriesIn(await calls.ok("tab_network", { session_id, max_items: 1 }));
    assert.equal(first?.id, 1);
    const after = await calls.ok("tab_network", { session_id, after_id: one.id - 1, max_items: 1 });
    assert.deepEqual(entriesIn(after).map(({ id }) => id), [one.id]);
  }));

test("bodies that cannot be read say why", () =>
  withPage("/", async (opened) => {
    const { session_id } = opened;
    const reasons: [string, string, RegExp][] = [
      ["Image", "/image", /no text/],
      ["Chunked", "/chunked", /declared no length/],
      ["Large", "/large", /larger than 128 KiB/],
      ["Latin", "/latin", /UTF-8/],
    ];
    let at = opened;
    for (const [name, path, reason] of reasons) {
      at = await load(at, name, `${path} 200`);
      const entries = entriesIn(await calls.ok("tab_network", { session_id }));
      const id = entries.find(({ url }) => url === site.origin + path)?.id ?? assert.fail(path);
      assert.match(
        await calls.fails("tab_network", { session_id, response_id: id }, "RESPONSE_UNREADABLE"),
        reason,
      );
    }
  }));

test("the last 200 responses are kept, and what is missing is said", () =>
  withPage("/", async (opened) => {
    const { session_id } = opened;
    await load(opened, "Many", "many done");
    const body = await calls.ok("tab_network", { session_id, max_items: 100 });
    const [first] = entriesIn(body);
    assert.equal(entriesIn(body).length, 100);
    assert.deepEqual([body.truncated, body.gap], [true, true]);
    assert.equal(body.dropped, (first?.id ?? 0) - 1);
    await calls.fails("tab_network", { session_id, response_id: 1 }, "RESPONSE_NOT_FOUND");
    await calls.fails("tab_network", { session_id, response_id: 9999 }, "RESPONSE_NOT_FOUND");
    const rest = await calls.ok("tab_network", { session_id, after_id: (first?.id ?? 0) + 150 });
    assert.deepEqual([rest.truncated, rest.gap], [false, false]);
    await calls.refuses("tab_network", { session_id, max_items: 101 });
    await calls.refuses("tab_network", { session_id, after_id: -1 });
    await calls.refuses("tab_network", { session_id, response_id: 0 });
    await calls.fails("tab_network", { session_id, response_id: 1, max_items: 2 }, "INVALID_ARGUMENT");
  }));

test("a script runs in the page, takes and gives JSON, and uses up the snapshot", () =>
  withPage("/", async ({ session_id, snapshot_id }) => {
    const source =
      "out.textContent = input.words.join(' '); await null; return { words: input.words.length, load: typeof load };";
    const given = { session_id, snapshot_id, source, input: { words: ["a", "b"] } };
    const body = await calls.ok("tab_script", given);
    assert.deepEqual(body.result, { words: 2, load: "function" });
    assert.match(snapshotIn(body).tree, /a b/);
    await calls.fails("tab_script", given, "STALE_SNAPSHOT");
    const nothing = await calls.ok("tab_script", { ...given, ...snapshotIds(body), source: "// nothing" });
    assert.equal(nothing.result, null);
  }));

const snapshotIds = (body: Body): { snapshot_id: string } => ({ snapshot_id: snapshotIn(body).snapshot_id });

test("source that is no JavaScript does nothing, and a script that fails may have done something", () =>
  withPage("/", async ({ session_id, snapshot_id }) => {
    const message = await calls.fails(
      "tab_script",
      { session_id, snapshot_id, source: "return (" },
      "INVALID_ARGUMENT",
    );
    assert.match(message, /nothing ran/);
    const failures: [string, RegExp][] = [
      ["out.textContent = 'changed'; throw new Error('no luck')", /no luck/],
      ["const a = {}; a.a = a; return a;", /no JSON/],
      ["return 'x'.repeat(66000);", /64 KiB/],
      ["return () => 1;", /no JSON/],
    ];
    let current = snapshot_id;
    for (const [source, words] of failures) {
      const { body, isError } = await calls.call("tab_script", { session_id, snapshot_id: current, source });
      const error = body.error as { code: string; message: string };
      assert.deepEqual([isError, body.ok, error.code, body.outcome_unknown], [
        true,
        false,
        "SCRIPT_FAILED",
        true,
      ], source);
      assert.match(error.message, words);
      current = snapshotIds(body).snapshot_id;
    }
  }));

test("a script that does not end ends its session, and one with a dialog waits for the answer", async () => {
  const opened = await calls.open(`${site.origin}/`);
  const source = "await new Promise(() => {})";
  const { body } = await calls.call("tab_script", { ...ids(opened), source, timeout_ms: 300 });
  assert.deepEqual([(body.error as { code: string }).code, body.session_closed, body.outcome_unknown], [
    "TIMEOUT",
    true,
    true,
  ]);
  await until(
    async () => (await calls.call("tab_snapshot", { session_id: opened.session_id })).body.ok === false,
    "the session is gone",
  );
  await withPage("/", async (other) => {
    const asked = await calls.call("tab_script", {
      ...ids(other),
      source: "out.textContent = 'said ' + confirm('Go?')",
    });
    assert.deepEqual(asked.body.dialog_open, { type: "confirm", message: "Go?" });
    const answered = await calls.ok("tab_dialog", { session_id: other.session_id, action: "accept" });
    assert.match(snapshotIn(answered).tree, /said true/);
  });
});

const ids = ({ session_id, snapshot_id }: Shown) => ({ session_id, snapshot_id });

test("limits of a script are kept", () =>
  withPage("/", async (opened) => {
    const given = { ...ids(opened), source: "return 1" };
    await calls.refuses("tab_script", { ...given, source: "" });
    await calls.refuses("tab_script", { ...given, source: "x".repeat(16_385) });
    await calls.refuses("tab_script", { ...given, timeout_ms: 99 });
    await calls.fails("tab_script", { ...given, source: "  " }, "INVALID_ARGUMENT");
    await calls.fails("tab_script", { ...given, source: `"${"ü".repeat(9000)}"` }, "INVALID_ARGUMENT");
    await calls.fails("tab_script", { ...given, input: "x".repeat(33_000) }, "INVALID_ARGUMENT");
    const framed = await calls.ok("tab_snapshot", { session_id: opened.session_id, frame_id: "f1" });
    await calls.fails("tab_script", { ...given, snapshot_id: framed.snapshot_id }, "STALE_SNAPSHOT");
  }));
