// Serves the pages of the corpus on loopback, and asks an open page what its own state holds, past the product.
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".gif": "image/gif",
  ".woff2": "font/woff2",
};

/** A running site of one set of packages. */
export interface CorpusSite {
  readonly origin: string;
  /** What the page that was opened last holds; fails when it does not answer within five seconds. */
  held(): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Folders that are served: bundles at `/built/`, page sources at `/pages/`, `node_modules` at `/lib/`. */
export interface Folders {
  readonly built: string;
  readonly pages: string;
  readonly lib: string;
}

function shell(name: string, hasStyle: boolean): string {
  return `<!doctype html><html lang=en><title>${name}</title><meta charset=utf-8>${
    hasStyle ? `<link rel=stylesheet href="/built/${name}.css">` : ""
  }<h1>${name}</h1><script src="/pages/state.js"></script><div id=app></div>` +
    `<script src="/built/${name}.js"></script></html>`;
}

async function fileOf(folders: Folders, path: string): Promise<Response> {
  const [, kind = "", ...rest] = path.split("/");
  const inside = normalize(decodeURIComponent(rest.join("/")));
  if (kind === "page") {
    const hasStyle = await stat(join(folders.built, `${inside}.css`)).then(() => true, () => false);
    return new Response(shell(inside, hasStyle), { headers: { "content-type": "text/html; charset=utf-8" } });
  }
  const folder = { built: folders.built, pages: folders.pages, lib: folders.lib }[kind];
  if (folder === undefined || inside.startsWith("..")) return new Response("nothing here", { status: 404 });
  try {
    const target = join(folder, inside);
    const isFolder = (await stat(target)).isDirectory();
    const body = await readFile(isFolder ? join(target, "index.html") : target);
    const type = isFolder ? "text/html" : TYPES[extname(target)] ?? "application/octet-stream";
    return new Response(new Uint8Array(body), { headers: { "content-type": `${type}; charset=utf-8` } });
  } catch {
    return new Response("nothing here", { status: 404 });
  }
}

/** Starts the site on a free port. */
export function startCorpusSite(folders: Folders): CorpusSite {
  let socket: WebSocket | undefined;
  let asked = 0;
  const waiting = new Map<string, (held: Record<string, unknown>) => void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/held") {
      const upgraded = Deno.upgradeWebSocket(request);
      socket = upgraded.socket;
      socket.onmessage = ({ data }) => {
        const { id, held } = JSON.parse(String(data)) as { id: string; held: Record<string, unknown> };
        waiting.get(id)?.(held);
      };
      return upgraded.response;
    }
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    return fileOf(folders, pathname);
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    held: () =>
      new Promise((resolve, reject) => {
        const id = String(++asked);
        const over = setTimeout(() => reject(new Error("the page does not answer what it holds")), 5000);
        const ask = () => socket?.readyState === WebSocket.OPEN ? socket.send(id) : setTimeout(ask, 50);
        waiting.set(id, (held) => {
          clearTimeout(over);
          waiting.delete(id);
          resolve(held);
        });
        ask();
      }),
    close: () => server.shutdown(),
  };
}
