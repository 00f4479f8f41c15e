// Calls tools as a client does, and checks every reply against the published schema.
import { Ajv, type ValidateFunction } from "ajv";
import assert from "node:assert/strict";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { BrowserOptions } from "../../src/contracts/browser.ts";
import type { AgentContent, AgentToolClient } from "../../src/contracts/tools.ts";
import { connectAgentTools } from "../../src/mcp/in_memory_client.ts";
import { createMcpServer, type McpServerOptions } from "../../src/mcp/server.ts";

export type Body = Readonly<Record<string, unknown>>;

/** What a snapshot in a reply is used for. */
export interface Shown {
  readonly session_id: string;
  readonly snapshot_id: string;
  readonly tab_id: string;
  readonly tree: string;
  readonly url: string;
  readonly [field: string]: unknown;
}

/** Tools over an engine of their own. */
export class ToolCalls {
  readonly engine: BrowserEngine;
  readonly tools: AgentToolClient;
  readonly #disconnect: () => Promise<void>;
  readonly #validators: ReadonlyMap<string, ValidateFunction>;

  private constructor(
    engine: BrowserEngine,
    tools: AgentToolClient,
    disconnect: () => Promise<void>,
    validators: ReadonlyMap<string, ValidateFunction>,
  ) {
    this.engine = engine;
    this.tools = tools;
    this.#disconnect = disconnect;
    this.#validators = validators;
  }

  static async start(options: BrowserOptions = {}, server: McpServerOptions = {}): Promise<ToolCalls> {
    const engine = new BrowserEngine(options);
    const { tools, close } = await connectAgentTools(createMcpServer(engine, server));
    const ajv = new Ajv({ strict: false });
    const validators = new Map<string, ValidateFunction>();
    for (const { name, outputSchema } of await tools.listTools()) {
      validators.set(name, ajv.compile(outputSchema ?? false));
    }
    return new ToolCalls(engine, tools, close, validators);
  }

  async stop(): Promise<void> {
    await this.#disconnect();
    await this.engine.dispose();
  }

  /** One call; its reply fits the schema, and text and structured content say the same. */
  async call(
    name: string,
    given: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<{ body: Body; isError: boolean; content: readonly AgentContent[] }> {
    const options = signal === undefined ? {} : { signal };
    const reply = await this.tools.callTool({ name, arguments: given }, options);
    const { structuredContent, content, isError = false } = reply;
    assert(structuredContent !== undefined, JSON.stringify(content));
    assert.deepEqual(content[0], { type: "text", text: JSON.stringify(structuredContent) });
    const validate = this.#validators.get(name);
    assert(validate?.(structuredContent), `${name}: ${JSON.stringify(validate?.errors)}`);
    return { body: structuredContent, isError, content };
  }

  async ok(name: string, given: Record<string, unknown>): Promise<Body> {
    const { body, isError } = await this.call(name, given);
    assert.deepEqual([body.ok, isError], [true, false], JSON.stringify(body, null, 1));
    return body;
  }

  /** The message of a failure with this code. */
  async fails(name: string, given: Record<string, unknown>, code: string): Promise<string> {
    const { body, isError } = await this.call(name, given);
    const error = body.error as { code: string; message: string } | undefined;
    assert.deepEqual([body.ok, isError, error?.code], [false, true, code], JSON.stringify(body));
    return error?.message ?? "";
  }

  /** Arguments that the schema refuses; returns why. */
  async refuses(name: string, given: Record<string, unknown>): Promise<string> {
    return await this.fails(name, given, "INVALID_ARGUMENT");
  }

  async open(url: string): Promise<Shown> {
    return await this.ok("tab_open", { url }) as Shown;
  }

  async close({ session_id }: { readonly session_id: string }): Promise<void> {
    await this.call("tab_close", { session_id });
  }
}

/** The observation inside a reply. */
export function snapshotIn(body: Body): Shown {
  assert(typeof body.snapshot === "object" && body.snapshot !== null, JSON.stringify(body));
  return body.snapshot as Shown;
}
