// Serves one hazard on loopback under two origins, and keeps what its pages say they did.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HazardPage } from "./hand.ts";

/** Answers a request itself. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A running site. */
export interface HazardSite {
  readonly origin: string;
  /** What pages reported with `did("…")`, in order. */
  readonly did: readonly string[];
  /** Waits until a page reported something. */
  reported(what: string): Promise<void>;
  close(): Promise<void>;
}

const REPORT = `<script>function did(what) {
  const request = new XMLHttpRequest();
  request.open("GET", "/did?" + encodeURIComponent(what), false);
  request.send();
}</script>`;

/** Starts serving on a free port of 127.0.0.1. */
export async function startHazardSite(pages: Readonly<Record<string, HazardPage>>): Promise<HazardSite> {
  const did: string[] = [];
  const waiting = new Set<() => void>();
  let port = 0;
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/did") {
      did.push(decodeURIComponent(search.slice(1)));
      for (const look of waiting) look();
      return void response.end();
    }
    const page = pages[pathname];
    if (page === undefined) return void response.writeHead(404).end();
    if (typeof page !== "string") return page(request, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><title>Hazard</title>${REPORT}${
        page.replaceAll("{other}", `http://localhost:${port}`)
      }`,
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${port}`,
    did,
    reported: (what) =>
      new Promise((done, reject) => {
        const timer = setTimeout(() => reject(new Error(`the page never reported "${what}"`)), 15_000);
        const look = (): void => {
          if (!did.includes(what)) return;
          clearTimeout(timer);
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
