import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createMcpServer } from "../../../src/mcp/server.ts";
import { serveStdio } from "../../../src/mcp/stdio.ts";
import { FakePort } from "./fake_port.ts";

interface Wire {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  /** Sends a message. */
  send(message: Record<string, unknown>): void;
  /** The next line that the server writes, as JSON. */
  next(): Promise<Record<string, unknown>>;
}

function openWire(): Wire {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const lines = (async function* () {
    let rest = "";
    for await (const chunk of stdout) {
      const parts = `${rest}${chunk}`.split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
    assert.equal(rest, "", "stdout ended within a line");
  })();
  return {
    stdin,
    stdout,
    send: (message) => void stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)),
  };
}

const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

test("serveStdio() speaks the protocol line by line and ends with its input", async () => {
  const wire = openWire();
  let closed = 0;
  const served = serveStdio(createMcpServer(new FakePort()), { ...wire, onClose: () => void (closed += 1) });
  wire.send(initialize);
  const { result } = await wire.next() as { result: { serverInfo: { name: string } } };
  assert.equal(result.serverInfo.name, "tablaze");
  wire.send({ method: "notifications/initialized" });
  wire.stdin.write("this is not JSON\n");
  wire.send({ id: 2, method: "tools/call", params: { name: "tab_list", arguments: {} } });
  const reply = await wire.next() as { id: number; result: { structuredContent: { ok: boolean } } };
  assert.deepEqual([reply.id, reply.result.structuredContent.ok], [2, true]);
  assert.equal(closed, 0);
  wire.stdin.end();
  await served;
  assert.equal(closed, 1);
});

test("serveStdio() aborts what is under way when its client hangs up, and only then cleans up", async () => {
  const wire = openWire();
  const port = new FakePort();
  const events: string[] = [];
  let enter = (): void => {};
  const entered = new Promise<void>((resolve) => enter = resolve);
  port.open = (_url, options) =>
    new Promise((_resolve, reject) => {
      enter();
      options?.signal?.addEventListener("abort", () => {
        events.push("aborted");
        reject(new Error("aborted"));
      });
    });
  const served = serveStdio(createMcpServer(port), {
    ...wire,
    onClose: () => Promise.resolve().then(() => void events.push("cleaned up")),
  });
  wire.send(initialize);
  await wire.next();
  wire.send({ id: 2, method: "tools/call", params: { name: "tab_open", arguments: { url: "u" } } });
  await entered;
  wire.stdin.destroy();
  await served;
  assert.deepEqual(events, ["aborted", "cleaned up"]);
});

test("serveStdio() ends when its signal aborts, its reader goes or its input is over already", async () => {
  const controller = new AbortController();
  const first = openWire();
  const served = serveStdio(createMcpServer(new FakePort()), {
    ...first,
    onClose: () => {},
    signal: controller.signal,
  });
  controller.abort();
  await served;

  const second = openWire();
  const broken = serveStdio(createMcpServer(new FakePort()), { ...second, onClose: () => {} });
  second.stdout.destroy(new Error("EPIPE"));
  await broken;

  const third = openWire();
  third.stdin.destroy();
  await serveStdio(createMcpServer(new FakePort()), {
    ...third,
    onClose: () => {},
    signal: AbortSignal.abort(),
  });
});

test("serveStdio() ends with an input that ends and is never closed", async () => {
  const wire = openWire();
  const stdin = new PassThrough({ autoDestroy: false });
  const served = serveStdio(createMcpServer(new FakePort()), { ...wire, stdin, onClose: () => {} });
  stdin.end();
  await served;
});

test("serveStdio() ends when a line outgrows what it buffers", async () => {
  const wire = openWire();
  const served = serveStdio(createMcpServer(new FakePort()), { ...wire, onClose: () => {} });
  wire.stdin.write("x".repeat(11 * 1024 * 1024));
  await served;
});

test("serveStdio() passes a failed clean-up on", async () => {
  const wire = openWire();
  const served = serveStdio(createMcpServer(new FakePort()), {
    ...wire,
    onClose: () => Promise.reject(new Error("still running")),
  });
  wire.stdin.end();
  await assert.rejects(served, /still running/);
});
