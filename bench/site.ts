// Serves the bench's pages on loopback, and those of a folder that the caller names.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { BenchPage } from "./pages.ts";

/** A running site. */
export interface Site {
  url(page: BenchPage): string;
  close(): Promise<void>;
}

/** Saved pages (`*.html`) of a folder, in name order. */
export function readPages(folder: string): BenchPage[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".html"))
    .sort()
    .map((name) => ({ name, html: readFileSync(join(folder, name), "utf8") }));
}

/** Starts serving on a free port of 127.0.0.1. */
export async function startSite(pages: readonly BenchPage[]): Promise<Site> {
  const server = createServer((request, response) => {
    const index = Number(request.url?.slice(1));
    const page = pages[index];
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.statusCode = page === undefined ? 404 : 200;
    response.end(page?.html ?? "<h1>Not found</h1>");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: (page) => `http://127.0.0.1:${port}/${pages.indexOf(page)}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
