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
  /** For jobs of more than one call. */
  readonly process: ServerProcess;
  /** Milliseconds from spawning to the answer of `tools/list`. */
  readonly startMs: number;
  /** The catalog as a model sees it: names, descriptions, input schemas. */
  readonly catalog: string;
  /** Opens a page in a session of its own. */
  open(url: string): Promise<string>;
  /** Goes to a page in the session that is open. */
  go(url: string): Promise<string>;
  snapshot(): Promise<string>;
  /** Ends the session; the peer closes its browser's context, which its next navigation makes anew. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** A tool's answer. */
export interface ToolReply {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly client: Client;
  readonly pid: number | null;
  /** Milliseconds from spawning to the answer of `tools/list`. */
  readonly startMs: number;
  /** The catalog as a model sees it. */
  readonly catalog: string;
  /** Calls a tool, whatever comes of it; gives up after `timeoutMs`, two minutes when left out. */
  request(call: ToolCall, timeoutMs?: number): Promise<ToolReply>;
  /** Calls a tool that must succeed. */
  call(call: ToolCall): Promise<ToolReply>;
}

/** Starts a server and greets it. */
export async function connectServer(command: string, args: readonly string[]): Promise<ServerProcess> {
  const startedAt = performance.now();
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: "ignore",
    cwd: tmpdir(), // the peer leaves a folder where it is started
    env: Object.fromEntries(
      Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const startMs = performance.now() - startedAt;
  const catalog = JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
  const request = async (call: ToolCall, timeoutMs = 120_000): Promise<ToolReply> =>
    await client.callTool(call, undefined, { timeout: timeoutMs }) as ToolReply;
  const call = async (wanted: ToolCall): Promise<ToolReply> => {
    const reply = await request(wanted);
    if (reply.isError === true) throw new Error(`${wanted.name}: ${textOf(reply).slice(0, 400)}`);
    return reply;
  };
  return { client, pid: transport.pid, startMs, catalog, request, call };
}

/** Everything of a reply that a model reads. */
export function textOf(reply: ToolReply): string {
  return reply.content.map((block) => block.text ?? "").join("\n");
}

/** Command line of this project's server, from source. */
export function tablazeCommand(executablePath: string): readonly [string, readonly string[]] {
  const cli = resolve(import.meta.dirname ?? ".", "..", "cli.ts");
  return [process.execPath, ["run", "-A", cli, "--executable-path", executablePath]];
}

/** Command line of the peer. */
export function peerCommand(script: string, executablePath: string): readonly [string, readonly string[]] {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return ["node", [script, "--headless", "--isolated", "--executable-path", executablePath, ...root]];
}

/** Starts this project's server from source. */
export async function startTablaze(executablePath: string): Promise<BenchServer> {
  const server = await connectServer(...tablazeCommand(executablePath));
  const { client, startMs, catalog, call } = server;
  let session = "";
  return {
    name: "tablaze",
    process: server,
    startMs,
    catalog,
    leave: async () => {
      if (session !== "") await call({ name: "tab_close", arguments: { session_id: session } });
      session = "";
    },
    open: async (url) => {
      const reply = await call({ name: "tab_open", arguments: { url } });
      session = String(reply.structuredContent?.["session_id"]);
      return textOf(reply);
    },
    go: async (url) =>
      textOf(
        await call({ name: "tab_navigate", arguments: { session_id: session, action: "goto", url } }),
      ),
    // The whole observation, as the peer returns it: no bound on characters.
    snapshot: async () =>
      textOf(await call({ name: "tab_snapshot", arguments: { session_id: session, max_chars: 200_000 } })),
    close: () => client.close(),
  };
}

/** Starts the peer. */
export async function startPeer(script: string, executablePath: string): Promise<BenchServer> {
  const server = await connectServer(...peerCommand(script, executablePath));
  const { client, startMs, catalog, call } = server;
  const go = async (url: string): Promise<string> =>
    textOf(await call({ name: "browser_navigate", arguments: { url } }));
  return {
    name: "peer",
    process: server,
    startMs,
    catalog,
    leave: async () => void await call({ name: "browser_close", arguments: {} }),
    open: go,
    go,
    snapshot: async () => textOf(await call({ name: "browser_snapshot", arguments: {} })),
    close: () => client.close(),
  };
}
