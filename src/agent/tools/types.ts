import type { z } from "zod";
import type { DocumentBindingPort } from "../../contracts/document_binding.ts";
import type { AgentToolClient, CallOptions } from "../../contracts/tools.ts";

/** What a handler gets beside its input. */
export interface ToolExecution<Context = unknown> {
  /** Trusted value of the application, as `getContext` gave it for this call. Never from a page or a model. */
  readonly context: Context;
  /** Id of the call. The same call never runs twice under one id, so it is fit for an idempotency key. */
  readonly callId: string;
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;
  /**
   * Checks again that context and page are those of the decision. Await it right before an external effect that follows
   * other waiting.
   *
   * @throws ToolRegistryError with CONTEXT_CHANGED, CONTEXT_UNAVAILABLE or LEASE_CLOSED
   */
  readonly assertCurrent: () => Promise<void>;
}

/** One typed tool of an application. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Context = unknown,
> {
  /** 1–64 letters, digits, `_` and `-`, beginning with a letter; not beginning with `tab_` or `agent_`. */
  readonly name: string;
  /** 1–100 characters. Raise it whenever the handler or a refinement changes: digests see schemas, not code. */
  readonly version: string;
  /** What it does, for the model: 1–4,000 characters. */
  readonly description: string;
  /** Whether a call may change anything anywhere. */
  readonly effect: "read" | "write";
  /**
   * Exact HTTP(S) origins, 1–100, for example `https://shop.example`. The tool exists only while the main document of
   * the active tab has one of them. Says nothing about frames of other origins. Needs the registry's `browser`.
   */
  readonly allowedOrigins?: readonly string[];
  /** Strict object schema of the arguments; refinements may be asynchronous. */
  readonly input: Input;
  /** Strict object schema of the result; refinements may be asynchronous. */
  readonly output: Output;
  /** Does the work, with checked input. Trusted code: it runs with all authority of the process. */
  readonly handler: (
    input: z.output<Input>,
    execution: ToolExecution<Context>,
  ) => z.input<Output> | Promise<z.input<Output>>;
}

/** A checked definition, made by `defineTool`. */
export interface DefinedTool<Context = unknown> {
  /** Name in the catalog. */
  readonly name: string;
  /** Version of its contract. */
  readonly version: string;
  /** What it does. */
  readonly description: string;
  /** Whether a call may change anything. */
  readonly effect: "read" | "write";
  /** Origins of the pages on which it exists; absent when it exists on all. */
  readonly allowedOrigins?: readonly string[];
  /** Type of the context that its handler takes; never there at run time. */
  readonly contextType?: (context: Context) => void;
}

/** For whom the tools of a run act. */
export interface ToolContext<Context = unknown> {
  /**
   * Names principal, tenant and policy version together, 1–4,096 characters. Only its SHA-256 digest is kept. A run
   * whose id changes cannot go on.
   */
  readonly id: string;
  /** Handed to handlers as `execution.context`. */
  readonly value: Context;
}

/** The browser that custom tools are tied to. The registry reads from it and never closes it. */
export interface ToolRegistryBrowser {
  /** Usually a `BrowserEngine`. */
  readonly engine: DocumentBindingPort;
  /** Session whose page the tools belong to; `undefined` while there is none. */
  readonly getSessionId: () => string | undefined | Promise<string | undefined>;
}

/** Options of `createToolRegistry`. */
export interface ToolRegistryOptions<Context = unknown> {
  /** Tools beside the custom ones, without bound execution of their own. The registry never closes them. */
  readonly base: AgentToolClient;
  /** Custom tools, 1–100. */
  readonly tools: readonly DefinedTool<Context>[];
  /** Says for whom the tools act now. Asked for each decision and right before each call. */
  readonly getContext: (options: CallOptions) => ToolContext<Context> | Promise<ToolContext<Context>>;
  /** Ties custom tools to the page of a session; needed for `allowedOrigins`. */
  readonly browser?: ToolRegistryBrowser;
}
