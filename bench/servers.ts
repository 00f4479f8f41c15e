// Both servers, spoken to as any client would: a child process, stdio, the protocol's own client.
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import process from "node:process";

/** A server under measurement. */
export interface BenchServer {
  readonly name: "tablaze" | "peer";
  /** Milliseconds from spawning to the answer of `tools/list`. */
  readonly startMs: number;
  /** The catalog as a model sees it: names, descriptions, input schemas. */
  readonly catalog: string;
  open(url: string): Promise<string>;
  snapshot(): Promise<string>;
  close(): Promise<void>;
}

interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

interface ToolReply {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

async function connect(command: string, args: readonly string[]): Promise<
  { client: Client; startMs: number; catalog: string; call: (call: Call) => Promise<ToolReply> }
> {
  const startedAt = performance.now();
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      stderr: "ignore",
      cwd: tmpdir(), // the peer leaves a folder where it is started
      env: Object.fromEntries(
        Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    }),
  );
  const { tools } = await client.listTools();
  const startMs = performance.now() - startedAt;
  const catalog = JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
  const call = async (request: Call): Promise<ToolReply> => {
    const reply = await client.callTool(request, undefined, { timeout: 120_000 }) as ToolReply;
    if (reply.isError === true) throw new Error(`${request.name}: ${textOf(reply).slice(0, 400)}`);
    return reply;
  };
  return { client, startMs, catalog, call };
}

function textOf(reply: ToolReply): string {
  return reply.content.map((block) => block.text ?? "").join("\n");
}

/** Starts this project's server from source. */
export async function startTablaze(executablePath: string): Promise<BenchServer> {
  const cli = resolve(import.meta.dirname ?? ".", "..", "cli.ts");
  const { client, startMs, catalog, call } = await connect(process.execPath, [
    "run",
    "-A",
    cli,
    "--executable-path",
    executablePath,
  ]);
  let session = "";
  return {
    name: "tablaze",
    startMs,
    catalog,
    open: async (url) => {
      if (session !== "") await call({ name: "tab_close", arguments: { session_id: session } });
      const reply = await call({ name: "tab_open", arguments: { url } });
      session = String(reply.structuredContent?.["session_id"]);
      return textOf(reply);
    },
    // The whole observation, as the peer returns it: no bound on characters.
    snapshot: async () =>
      textOf(await call({ name: "tab_snapshot", arguments: { session_id: session, max_chars: 200_000 } })),
    close: () => client.close(),
  };
}

/** Starts the peer. */
export async function startPeer(script: string, executablePath: string): Promise<BenchServer> {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const { client, startMs, catalog, call } = await connect("node", [
    script,
    "--headless",
    "--isolated",
    "--executable-path",
    executablePath,
    ...root,
  ]);
  return {
    name: "peer",
    startMs,
    catalog,
    open: async (url) => textOf(await call({ name: "browser_navigate", arguments: { url } })),
    snapshot: async () => textOf(await call({ name: "browser_snapshot", arguments: {} })),
    close: () => client.close(),
  };
}
