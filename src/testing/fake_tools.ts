import type {
  AgentTool,
  AgentToolClient,
  AgentToolRequest,
  AgentToolResult,
  CallOptions,
} from "../contracts/tools.ts";

/** Answers one call. It may throw, hang, or return what is no result. */
export type FakeHandler = (
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => unknown;

/** A fake tool: what it answers, and whether it says that it only reads. */
export interface FakeTool {
  /** Says that it changes nothing. @default false */
  readonly readOnly?: boolean;
  /** Answers a call. */
  readonly handle: FakeHandler;
}

/** A tool client whose tools are functions. It keeps what was sent. */
export class FakeTools implements AgentToolClient {
  readonly #tools: ReadonlyMap<string, FakeTool>;
  readonly #sent: AgentToolRequest[] = [];

  /**
   * A client of these tools.
   *
   * @param tools handlers by tool name
   */
  constructor(tools: Readonly<Record<string, FakeTool>>) {
    this.#tools = new Map(Object.entries(tools));
  }

  /** Calls that reached a tool, in order. */
  get sent(): readonly AgentToolRequest[] {
    return this.#sent;
  }

  /** Names of the calls that reached a tool, in order. */
  get sentNames(): readonly string[] {
    return this.#sent.map((request) => request.name);
  }

  /** The catalog. */
  listTools(): Promise<readonly AgentTool[]> {
    return Promise.resolve([...this.#tools].map(([name, { readOnly = false }]) => ({
      name,
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: readOnly },
    })));
  }

  /**
   * Runs the handler.
   *
   * @throws what the handler throws, and when there is no such tool
   */
  async callTool(request: AgentToolRequest, options: CallOptions = {}): Promise<AgentToolResult> {
    this.#sent.push(request);
    const tool = this.#tools.get(request.name);
    if (tool === undefined) throw new Error(`There is no fake tool ${request.name}`);
    return await tool.handle(request.arguments, options) as AgentToolResult;
  }
}

/** A result in the form of the browser tools: the body as data and as text, and marked as an error unless it is ok. */
export function toolResult(body: Readonly<Record<string, unknown>>): AgentToolResult {
  const structuredContent = { ok: true, ...body };
  const failed = structuredContent.ok === false;
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    ...(failed ? { isError: true } : {}),
  };
}
