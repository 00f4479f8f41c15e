// What a server answers is told: errors with and without a body, sign-ins, and documents that are no HTML.
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { refOf, type Site, startSite } from "./engine_site.ts";
import { type Body, type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

let calls: ToolCalls;
let site: Site;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const answer = (status: number, headers: Record<string, string> = {}, body = ""): Answer => (_, response) =>
  void response.writeHead(status, headers).end(body);
const HTML = { "content-type": "text/html; charset=utf-8" };
const BASIC = { "www-authenticate": 'Basic realm="Vault"' };
const DIGEST = { "www-authenticate": 'Digest realm="Vault", nonce="abc", qop="auth"' };
const of = (type: string, body: string): Answer => answer(200, { "content-type": type }, body);
const BAD = ["404", "500", "empty_404", "empty_500", "basic", "digest", "empty_basic"];

before(async () => {
  site = await startSite({
    "/ok": `<p>Fine</p>${
      BAD.map((path) => `<a href="/${path}">go ${path}</a> <a href="/${path}" target=_blank>pop ${path}</a>`)
        .join("")
    }<button onclick="fetch('/basic').then((r) => said.textContent = 'status ' + r.status)">Fetch</button><p id=said></p>`,
    "/asks":
      `<script>fetch("/basic").then((r) => said.textContent = "status " + r.status)</script><p id=said></p>
      <iframe src="/empty_basic" title=Vault></iframe><iframe src="/500" title=Broken></iframe>
      <button onclick="said.textContent = 'pressed'">Press</button>`,
    "/404": answer(404, HTML, "<title>Shop</title><p>Looks like a page</p>"),
    "/500": answer(500, HTML, "<title>Shop</title><p>Looks like a page</p>"),
    "/empty_404": answer(404),
    "/empty_500": answer(500),
    "/basic": answer(401, { ...HTML, ...BASIC }, "<p>Who are you</p>"),
    "/digest": answer(401, { ...HTML, ...DIGEST }, "<p>Who are you</p>"),
    "/empty_basic": answer(401, BASIC),
    "/204": answer(204),
    "/loop": answer(302, { location: "/loop" }),
    "/to_file": answer(302, { location: "/file" }),
    "/file": answer(200, { "content-disposition": "attachment; filename=a.bin" }, "data"),
    "/json": of("application/json", `{"answer": 42}`),
    "/text": of("text/plain", "Plain words"),
    "/xml": of("application/xml", "<?xml version='1.0'?><a><b>Words in XML</b></a>"),
    "/svg": of(
      "image/svg+xml",
      "<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>Drawn words</text></svg>",
    ),
    "/image": (_, response) =>
      void response.writeHead(200, { "content-type": "image/gif" })
        .end(Uint8Array.fromBase64("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==")),
    "/pdf": of(
      "application/pdf",
      "%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>",
    ),
  });
  calls = await ToolCalls.start();
});

after(async () => {
  await calls.stop();
  await site.close();
});

const statusOf = (path: string): number =>
  /basic|digest/.test(path) ? 401 : Number(path.replace("empty_", ""));

async function go({ session_id }: Shown, path: string): Promise<Shown> {
  return await calls.ok("tab_navigate", {
    session_id,
    action: "goto",
    url: `${site.origin}${path}`,
  }) as Shown;
}

async function press(shown: Shown, role: string, name: string): Promise<Body> {
  const actions = [{ type: "click", ref: refOf(shown.tree, role, name) }];
  return await calls.ok("tab_act", { session_id: shown.session_id, snapshot_id: shown.snapshot_id, actions });
}

function expectBad(shown: Shown, path: string): void {
  assert.equal(shown.http_status, statusOf(path), path);
  assert.equal(shown.url, `${site.origin}/${path}`);
  assert.equal(shown.sign_in !== undefined, statusOf(path) === 401, JSON.stringify(shown));
}

test("a navigation tells the status, and the next one works", async () => {
  const opened = await calls.open(`${site.origin}/ok`);
  assert.equal(opened.http_status, undefined);
  for (const path of BAD) {
    expectBad(await go(opened, `/${path}`), path);
    const again = await calls.ok("tab_navigate", {
      session_id: opened.session_id,
      action: "reload",
    }) as Shown;
    expectBad(again, path);
    const { http_status, sign_in, tree } = await go(opened, "/ok");
    assert.deepEqual([http_status, sign_in], [undefined, undefined]);
    assert.match(tree, /Fine/);
  }
  const back = await calls.ok("tab_navigate", { session_id: opened.session_id, action: "back" }) as Shown;
  expectBad(back, BAD.at(-1) ?? "");
  await calls.close(opened);
});

test("an opening tells the status, and so do the lists", async () => {
  for (const path of ["500", "empty_500", "empty_basic"]) {
    const opened = await calls.open(`${site.origin}/${path}`);
    expectBad(opened, path);
    const { tabs } = await calls.ok("tab_tabs", { session_id: opened.session_id, action: "list" });
    assert.equal((tabs as readonly Body[])[0]?.http_status, statusOf(path));
    const { sessions } = await calls.ok("tab_list", {});
    const own = (sessions as readonly Body[]).find(({ session_id }) => session_id === opened.session_id);
    assert.equal(own?.http_status, statusOf(path));
    await calls.close(opened);
  }
});

test("a link that leads to an error or a sign-in says so", async () => {
  const opened = await calls.open(`${site.origin}/ok`);
  for (const path of BAD) {
    const body = await press(await go(opened, "/ok"), "link", `go ${path}`);
    expectBad(snapshotIn(body), path);
    const [{ effect }] = body.results as readonly [{ effect: Body }];
    assert.equal(effect.navigated, `${site.origin}/${path}`);
    const [problem] = effect.problems as readonly string[];
    assert.match(problem ?? "", statusOf(path) === 401 ? /sign-in \(401, (Basic|Digest)\)/ : /answered with/);
  }
  await calls.close(opened);
});

test("a popup with an error or a sign-in says so", async () => {
  for (const path of ["500", "empty_500", "basic", "empty_basic"]) {
    const opened = await calls.open(`${site.origin}/ok`);
    const body = await press(opened, "link opens new tab", `pop ${path}`);
    const tabId = (body.results as readonly { effect: Body }[])[0]?.effect.popup;
    const listed = (snapshotIn(body).tabs as readonly Body[]).find(({ tab_id }) => tab_id === tabId);
    assert.equal(listed?.http_status, statusOf(path), JSON.stringify(listed));
    const switched = await calls.ok("tab_tabs", {
      session_id: opened.session_id,
      action: "switch",
      tab_id: tabId,
    });
    expectBad(snapshotIn(switched), path);
    await calls.close(opened);
  }
});

test("a sign-in that a page's own request is asked for is told, and holds nothing up", async () => {
  const opened = await calls.open(`${site.origin}/ok`);
  const body = await press(opened, "button", "Fetch");
  assert.match(snapshotIn(body).tree, /status 401/);
  const [{ effect }] = body.results as readonly [{ effect: Body }];
  assert.match(String(effect.problems), /GET .*\/basic asks for an HTTP sign-in \(401, Basic\)/);
  await calls.close(opened);
  const asks = await calls.open(`${site.origin}/asks`);
  assert.match(asks.tree, /frame f1: Vault \(HTTP 401\)[^]*frame f2: Broken \(HTTP 500\)/);
  const pressed = snapshotIn(await press(asks, "button", "Press"));
  assert.match(pressed.tree, /pressed/);
  assert.deepEqual([...pressed.sign_in as readonly string[]].sort(), [
    `Basic: GET ${site.origin}/basic`,
    `Basic: GET ${site.origin}/empty_basic`,
  ]);
  await calls.close(asks);
});

test("a host that nobody answers at fails, and the next navigation works", async () => {
  const opened = await calls.open(`${site.origin}/ok`);
  for (let round = 0; round < 3; round += 1) {
    const { session_id } = opened;
    await calls.fails(
      "tab_navigate",
      { session_id, action: "goto", url: "http://127.0.0.1:1/" },
      "NAVIGATION_FAILED",
    );
    assert.match((await go(opened, "/ok")).tree, /Fine/);
  }
  await calls.close(opened);
});

test("documents that are no HTML keep working", async () => {
  const opened = await calls.open(`${site.origin}/ok`);
  const { session_id } = opened;
  for (const path of ["/204", "/to_file", "/loop"]) {
    const url = `${site.origin}${path}`;
    await calls.fails("tab_navigate", { session_id, action: "goto", url }, "NAVIGATION_FAILED");
    assert.match((await go(opened, "/ok")).tree, /Fine/);
  }
  const words = {
    json: /42/,
    text: /Plain words/,
    xml: /Words in XML/,
    svg: /Drawn words/,
    image: /page/,
    pdf: /page/,
  };
  for (const [path, expected] of Object.entries(words)) {
    const shown = await go(opened, `/${path}`);
    assert.match(shown.tree, expected, path);
    assert.equal(shown.http_status, undefined);
  }
  await calls.close(opened);
});
