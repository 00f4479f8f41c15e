// A small site on loopback for the tests of the engine, reachable under two origins, and helpers to read trees.
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page: its HTML, with `{other}` for the other origin, or a handler that answers itself. */
export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A running site. */
export interface Site {
  readonly origin: string;
  /** The same pages as another site for the browser: frames of it live in another process. */
  readonly otherOrigin: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Serves pages by path on a free port of loopback. */
export async function startSite(pages: Readonly<Record<string, SitePage>>): Promise<Site> {
  const requests: string[] = [];
  let port = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    requests.push(`${request.method} ${path}`);
    const page = pages[path];
    if (page === undefined) return void response.writeHead(404).end("nothing here");
    if (typeof page !== "string") return page(request, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>Test</title>${page.replaceAll("{other}", `http://localhost:${port}`)}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherOrigin: `http://localhost:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The ref of the control with this role and name, wherever it stands in a tree. */
export function refOf(tree: string | undefined, role: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const match = new RegExp(`\\[((?:f\\d+)?e\\d+) ${role}\\b[^:\\]]*: ${escaped}(?=[\\] ])`).exec(tree ?? "");
  assert.ok(match?.[1] !== undefined, `no ${role} "${name}" in:\n${tree}`);
  return match[1];
}

/** The lines of a tree without its marks. */
export function linesOf(tree: string | undefined): string[] {
  const lines = (tree ?? "").split("\n");
  assert.match(lines[0] ?? "", /^<page [0-9a-z]{6}>$/);
  assert.equal(lines.at(-1), lines[0]?.replace("<", "</"));
  return lines.slice(1, -1);
}

/** Asserts that a call fails with a code, and its message if given. */
export async function assertCode(work: Promise<unknown>, code: string, message?: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    const { code: actual, message: text } = error as { code?: string; message: string };
    assert.equal(actual, code, text);
    if (message !== undefined) assert.match(text, message);
    return true;
  });
}

/** Waits until a condition holds; fails after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!await condition()) {
    assert.ok(performance.now() < endMs, `never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
