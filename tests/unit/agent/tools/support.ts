import { z } from "zod";
import { defineTool } from "../../../../src/agent/tools/define_tool.ts";
import { createToolRegistry, type ToolRegistry } from "../../../../src/agent/tools/registry.ts";
import type { DefinedTool, ToolRegistryOptions } from "../../../../src/agent/tools/types.ts";
import type { DocumentBinding, DocumentBindingPort } from "../../../../src/contracts/document_binding.ts";
import { BrowserError } from "../../../../src/contracts/errors.ts";
import type { AgentDispatchEnvelope } from "../../../../src/contracts/tools.ts";
import { browserTools, testDeps } from "../support.ts";

/** What tests trust. */
export interface Trusted {
  readonly token: string;
}

/** A browser that shows what a test says. */
export class FakeBrowser implements DocumentBindingPort {
  shown: DocumentBinding | Error = {
    session_id: "s1",
    tab_id: "t1",
    document: "d1",
    url: "https://shop.test/orders",
    navigations: 1,
    activations: 0,
  };
  sessionId: string | undefined = "s1";

  documentBinding(sessionId: string): Promise<DocumentBinding> {
    if (this.shown instanceof Error) return Promise.reject(this.shown);
    if (sessionId === this.shown.session_id) return Promise.resolve(this.shown);
    return Promise.reject(new BrowserError("SESSION_NOT_FOUND", "There is no such session"));
  }

  /** Changes one fact about the page. */
  change(facts: Partial<DocumentBinding>): void {
    if (!(this.shown instanceof Error)) this.shown = { ...this.shown, ...facts };
  }
}

export type Definition = Parameters<typeof defineTool>[0];

/** A valid definition; each field can be replaced. */
export function definition(overrides: Readonly<Record<string, unknown>> = {}): Definition {
  return {
    name: "refund",
    version: "1",
    description: "Refunds an order.",
    effect: "write",
    input: z.strictObject({ order: z.string().min(1), cents: z.int().positive() }),
    output: z.strictObject({ receipt: z.string() }),
    handler: ({ order }: { order: string }) => ({ receipt: `r-${order}` }),
    ...overrides,
  } as unknown as Definition;
}

/** A tool that works; each field can be replaced. */
export function tool(overrides: Readonly<Record<string, unknown>> = {}): DefinedTool<Trusted> {
  return defineTool(definition(overrides)) as DefinedTool<Trusted>;
}

/** Options that work; each can be replaced. */
export function options(
  overrides: Partial<ToolRegistryOptions<Trusted>> = {},
): ToolRegistryOptions<Trusted> {
  return {
    base: browserTools(),
    tools: [tool()],
    getContext: () => ({ id: "tenant-1", value: { token: "t" } }),
    ...overrides,
  };
}

/** A registry; each option can be replaced. */
export function registry(overrides: Partial<ToolRegistryOptions<Trusted>> = {}): ToolRegistry {
  return createToolRegistry(options(overrides), testDeps());
}

/** The tie to a fake browser. */
export function tied(browser: FakeBrowser): NonNullable<ToolRegistryOptions["browser"]> {
  return { engine: browser, getSessionId: () => browser.sessionId };
}

/** Arguments of a refund. */
export const ORDER = { order: "7", cents: 100 };

/** Calls one tool under a fresh lease, with something in between. */
export async function callOnce(
  made: ToolRegistry,
  name = "refund",
  input: unknown = ORDER,
  { between = () => {}, signal = new AbortController().signal }: {
    readonly between?: () => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<AgentDispatchEnvelope> {
  const lease = await made.prepareTools({ signal });
  between();
  const call = { id: "run-1", name, arguments: input as Readonly<Record<string, unknown>> };
  return await lease.dispatch(call, { signal });
}

/** The error of a reply. */
export function errorOf({ result }: AgentDispatchEnvelope): { code?: string; issues?: unknown } {
  return (result.structuredContent?.["error"] ?? {}) as { code?: string; issues?: unknown };
}
