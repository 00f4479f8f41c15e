import type { JsonSchema } from "./json.ts";

/** Hints of the Model Context Protocol about what a tool does. */
export interface AgentToolAnnotations {
  /** Title for people. */
  readonly title?: string;
  /** True when the tool changes nothing. */
  readonly readOnlyHint?: boolean;
  /** True when the tool may destroy or overwrite something. */
  readonly destructiveHint?: boolean;
  /** True when a second call with the same arguments has no further effect. */
  readonly idempotentHint?: boolean;
  /** True when the tool reaches beyond this process, for example a web site. */
  readonly openWorldHint?: boolean;
}

/** The public description of one tool: all that a planner may see of it. */
export interface AgentTool {
  /** Unique name, for example `tab_open`. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description?: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of `structuredContent`, when the tool declares one. */
  readonly outputSchema?: JsonSchema;
  /** Protocol hints. */
  readonly annotations?: AgentToolAnnotations;
}

/** A call as the executor sends it. */
export interface AgentToolRequest {
  /** Name of a tool from the catalog. */
  readonly name: string;
  /** Arguments; the tool validates them. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A text block of a tool result. */
export interface AgentTextContent {
  /** Discriminates blocks. */
  readonly type: "text";
  /** Visible text. */
  readonly text: string;
  /** Whatever else the block carries. */
  readonly [key: string]: unknown;
}

/** An image block of a tool result: base64 data with its MIME type. */
export interface AgentImageContent {
  /** Discriminates blocks. */
  readonly type: "image";
  /** Base64 data. */
  readonly data: string;
  /** MIME type of the image. */
  readonly mimeType: string;
  /** Whatever else the block carries. */
  readonly [key: string]: unknown;
}

/** Any other block that a tool server may return; kept in history, not shown to models. */
export interface AgentOtherContent {
  /** Discriminates blocks. */
  readonly type: string;
  /** Whatever else the block carries. */
  readonly [key: string]: unknown;
}

/** A block of a tool result. */
export type AgentContent = AgentTextContent | AgentImageContent | AgentOtherContent;

/** A tool result in the form of the Model Context Protocol. */
export interface AgentToolResult {
  /** Blocks in order. */
  readonly content: readonly AgentContent[];
  /** The result as data; browser tools always return it. */
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  /** True when the tool reports a failure. */
  readonly isError?: boolean;
}

/** Options of one slow call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

/** Who the tools act for, as lowercase SHA-256 digests. See "bound execution". */
export interface AgentExecutionIdentity {
  /** Digest of the complete tool registry contract. */
  readonly registryHash: string;
  /** Digest of the caller's tenant and context identity. */
  readonly contextHash: string;
}

/** Trusted facts about a tool, never shown to a planner. */
export interface AgentToolMetadata {
  /** Whether a call may change something. */
  readonly effect: "read" | "write";
  /** Browser session that the tool is bound to. */
  readonly sessionId?: string;
}

/** What a bound dispatch returns; only `result` becomes tool output. */
export interface AgentDispatchEnvelope {
  /** What the tool returned. */
  readonly result: AgentToolResult;
  /** `not_started`: rejected before the handler ran; `completed`: it returned; `unknown`: its effect is uncertain. */
  readonly outcome: "not_started" | "completed" | "unknown";
  /** The context of the lease changed during the call. */
  readonly contextChanged?: boolean;
  /** Session that the call acted on. */
  readonly sessionId?: string;
}

/** A lease on a catalog for one decision. */
export interface AgentToolCatalog {
  /** The public catalog under this lease. */
  readonly tools: readonly AgentTool[];
  /** Trusted metadata of the complete registry, by tool name. */
  readonly metadata: ReadonlyMap<string, AgentToolMetadata>;
  /** Lowercase SHA-256 digest of the current execution binding. */
  readonly contextKey: string;
  /** Rejects when the leased context is no longer current. */
  assertCurrent(): void | Promise<void>;
  /** Trusted effect of one call where it is finer than the metadata; `undefined` leaves the metadata to decide. */
  callEffect?(request: AgentToolRequest): "read" | "write" | undefined;
  /** Runs one call under the lease. `id` is stable and fit for an idempotency key. */
  dispatch(
    call: AgentToolRequest & { readonly id: string },
    options: CallOptions,
  ): Promise<AgentDispatchEnvelope>;
  /** Gives the lease back; must finish within five seconds. */
  close(): void | Promise<void>;
}

/** The tools that a run may use. */
export interface AgentToolClient {
  /** The public catalog. */
  listTools(options?: CallOptions): Promise<readonly AgentTool[]>;
  /** Runs one call. */
  callTool(request: AgentToolRequest, options?: CallOptions): Promise<AgentToolResult>;
  /**
   * Trusted effect of one call where it is finer than the tool's hint, for example listing tabs with a tool that can
   * also close them. `undefined` leaves the hint to decide.
   */
  callEffect?(request: AgentToolRequest): "read" | "write" | undefined;
  /** Bound execution; supply together with `prepareTools` or not at all. */
  getExecutionIdentity?(options: CallOptions): Promise<AgentExecutionIdentity>;
  /** Bound execution; supply together with `getExecutionIdentity` or not at all. */
  prepareTools?(options: CallOptions): Promise<AgentToolCatalog>;
}
