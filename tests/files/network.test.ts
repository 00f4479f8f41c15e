import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { probeTcp } from "../../src/platform/network.ts";

async function listen(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle()));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, close: () => new Promise((settle) => server.close(() => settle())) };
}

test("probeTcp() reaches a port where somebody listens, and no longer when nobody does", async () => {
  const { port, close } = await listen();
  assert.deepEqual(await probeTcp("127.0.0.1", port, { timeoutMs: 5000 }), { reachable: true });
  await close();
  const gone = await probeTcp("127.0.0.1", port, { timeoutMs: 5000 });
  assert.deepEqual(gone, { reachable: false, reason: "refused" });
});

test("probeTcp() tells an unknown host", async () => {
  const found = await probeTcp("tablaze.invalid", 80, { timeoutMs: 5000 });
  assert.equal(found.reachable, false);
});

test("probeTcp() rejects with the reason of its signal", async () => {
  const reason = new Error("enough");
  const probing = probeTcp("127.0.0.1", 1, { timeoutMs: 5000, signal: AbortSignal.abort(reason) });
  await assert.rejects(probing, (error) => error === reason);
});
