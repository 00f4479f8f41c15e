import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { lastSnapshot, refOf, type SeenRequest, serveModel } from "./scripted_model.ts";
import { runCli, serve, startCli, until } from "./support.ts";

const root = await mkdtemp(join(tmpdir(), "tablaze-checkpoint-"));
after(() => rm(root, { recursive: true, force: true }));

const TASK = ["--task", "Sign in and place the order."];

/** A shop that wants a sign-in, and keeps every order. */
function serveShop(context: Parameters<typeof serve>[0]) {
  const orders: string[] = [];
  const page = (body: string): string => `<!doctype html><title>Shop</title>${body}`;
  return serve(context, (request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (request.method === "POST") orders.push(request.url ?? "");
    if (request.url === "/sign-in") {
      response.setHeader("set-cookie", "user=ada; HttpOnly; Path=/");
      return void response.end(
        page(`<p>Welcome</p><script>sessionStorage.setItem("basket", "blue mug")</script>`),
      );
    }
    if (request.url === "/order") return void response.end(page(`<p>Order ${orders.length} received`));
    const isKnown = request.headers.cookie === "user=ada";
    response.end(page(
      isKnown
        ? `<p>Hello Ada</p><p id=basket></p><form method=post action=/order><button>Order</button></form>
           <script>basket.textContent = "Basket: " + sessionStorage.getItem("basket")</script>`
        : `<a href=/sign-in>Sign in</a>`,
    ));
  }).then((server) => ({ ...server, orders }));
}

function orderStep({ results }: SeenRequest, shopUrl: string) {
  const { session_id, snapshot_id, tree } = lastSnapshot(results);
  if (tree.includes("Order]") || tree.includes("button: Order")) {
    return [{
      name: "tab_act",
      input: {
        session_id,
        snapshot_id,
        actions: [{ type: "click", ref: refOf(tree, "button", "Order") }],
        post_checks: [{ kind: "text", contains: "received" }],
      },
    }];
  }
  return [{ name: "tab_navigate", input: { session_id, action: "goto", url: shopUrl } }];
}

test("a killed run goes on signed in, in another file, and the first file stays as it was", async (context) => {
  const shop = await serveShop(context);
  let asked = 0;
  let isKilled = false;
  const model = await serveModel(context, (request) => {
    asked++;
    const { results, userTexts } = request;
    if (!isKilled) {
      if (results.length === 0) return [{ name: "tab_open", input: { url: `${shop.origin}/sign-in` } }];
      if (results.length === 1) {
        const { session_id } = lastSnapshot(results);
        return [{ name: "tab_navigate", input: { session_id, action: "goto", url: `${shop.origin}/` } }];
      }
      return "hang"; // the process is killed while it waits
    }
    const sessionId = / is now (\w+)/.exec(userTexts.join("\n"))?.[1] ?? "";
    const last = results.at(-1);
    if (results.length === 2) return [{ name: "tab_snapshot", input: { session_id: sessionId } }];
    if (last?.output["verification"] === undefined) return orderStep(request, `${shop.origin}/`);
    return [{ name: "agent_finish", input: { summary: "Ordered.", evidence: [last.id] } }];
  });
  const first = join(root, "first.checkpoint");
  const second = join(root, "second.checkpoint");
  const flags = ["--model", "m", "--endpoint", model.endpoint];
  const cli = await startCli(context, ["run", ...TASK, ...flags, "--checkpoint", first]);
  await until(() => asked === 3);
  cli.signal("SIGKILL");
  await cli.ended;
  await until(() => cli.descendants().length === 0);
  isKilled = true;
  const before = await readFile(first);
  assert.equal((await stat(first)).mode & 0o777, 0o600);
  const { exitCode, stdout, stderr } = await runCli(context, [
    "run",
    ...flags,
    "--resume",
    first,
    "--checkpoint",
    second,
  ]);
  assert.equal(exitCode, 0, stderr);
  const report = JSON.parse(stdout);
  assert.equal(report.status, "succeeded");
  assert.equal(report.steps, 6, "three before, one of them without an answer, and three after");
  assert.deepEqual(shop.orders, ["/order"]);
  assert.deepEqual(await readFile(first), before);
  assert.deepEqual((await readdir(root)).sort(), ["first.checkpoint", "second.checkpoint"]);
  const again = await runCli(context, ["run", ...flags, ...TASK, "--checkpoint", second]);
  assert.equal(again.exitCode, 1);
  assert.match(again.stderr, /already/);
});

test("a folder that is removed while the run goes on ends it before the next call", async (context) => {
  const shop = await serveShop(context);
  const folder = join(root, "gone");
  await mkdir(folder);
  const model = await serveModel(context, (request) => {
    if (request.results.length === 0) return [{ name: "tab_open", input: { url: `${shop.origin}/sign-in` } }];
    if (request.results.length === 1) {
      const { session_id } = lastSnapshot(request.results);
      return [{ name: "tab_navigate", input: { session_id, action: "goto", url: `${shop.origin}/` } }];
    }
    rmSync(folder, { recursive: true });
    return orderStep(request, shop.origin);
  });
  const path = join(folder, "run.checkpoint");
  const cli = await startCli(context, [
    "run",
    ...TASK,
    "--model",
    "m",
    "--endpoint",
    model.endpoint,
    "--checkpoint",
    path,
  ]);
  cli.child.stdin?.end();
  await until(() => model.requests.length === 3);
  const { exitCode, stdout } = await cli.ended;
  assert.equal(exitCode, 1);
  const report = JSON.parse(stdout);
  assert.equal(report.status, "failed");
  assert.deepEqual(report.failure, {
    phase: "persistence",
    code: "CHECKPOINT_PERSISTENCE_FAILED",
    retryable: false,
  });
  assert.deepEqual(shop.orders, [], "nothing was sent after the save that failed");
  await until(() => cli.descendants().length === 0);
});
