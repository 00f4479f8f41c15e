import type {
  AgentDispatchEnvelope,
  AgentTool,
  AgentToolClient,
  AgentToolRequest,
} from "../contracts/tools.ts";
import { parseCatalog } from "./catalog.ts";
import { RunFailure, RunStopped } from "./failure.ts";
import { race } from "./race.ts";

/** A call on its way to a tool. */
export type LeasedCall = AgentToolRequest & { readonly id: string };

/** The tools as one decision may use them. */
export interface ToolLease {
  readonly tools: readonly AgentTool[];
  readonly toolNames: ReadonlySet<string>;
  /** Digest of the execution binding; absent without bound execution. */
  readonly contextKey?: string;
  /** Whether the call counts as a mutation. */
  effectOf(request: AgentToolRequest): "read" | "write";
  /** Session that trusted metadata ties the tool to. */
  sessionOf(name: string): string | undefined;
  /** False when the leased context is no longer current. */
  isCurrent(): Promise<boolean>;
  /** Runs one call; what it returns is not trusted to be an envelope. */
  dispatch(call: LeasedCall): Promise<AgentDispatchEnvelope>;
  /** @throws RunFailure with TOOL_CATALOG_CLOSE_FAILED */
  close(): Promise<void>;
}

/** Where leases come from. */
export interface ToolSource {
  acquire(): Promise<ToolLease>;
}

/** Leases of a plain client: one catalog for the whole run, nothing to give back. */
export class PlainToolSource implements ToolSource {
  readonly #client: AgentToolClient;
  readonly #signal: AbortSignal;
  #lease: ToolLease | undefined;

  constructor(client: AgentToolClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  async acquire(): Promise<ToolLease> {
    this.#lease ??= this.#toLease(parseCatalog(await this.#list()));
    return this.#lease;
  }

  async #list(): Promise<unknown> {
    try {
      return await race(() => this.#client.listTools({ signal: this.#signal }), this.#signal);
    } catch (error) {
      throw error instanceof RunStopped ? error : new RunFailure("catalog", "TOOL_CATALOG_FAILED");
    }
  }

  #toLease(tools: readonly AgentTool[]): ToolLease {
    const client = this.#client;
    const signal = this.#signal;
    const readOnly = new Set(
      tools.filter((tool) => tool.annotations?.readOnlyHint === true).map((tool) => tool.name),
    );
    return {
      tools,
      toolNames: new Set(tools.map((tool) => tool.name)),
      effectOf: (request) => callEffect(client, request) ?? (readOnly.has(request.name) ? "read" : "write"),
      sessionOf: () => undefined,
      isCurrent: () => Promise.resolve(true),
      dispatch: async ({ name, arguments: input }) => {
        const request = { name, arguments: structuredClone(input) };
        return {
          result: await race(() => client.callTool(request, { signal }), signal),
          outcome: "completed",
        };
      },
      close: () => Promise.resolve(),
    };
  }
}

/** The trusted effect of one call, where whoever offers the tools says one. */
export function callEffect(
  tools: Pick<AgentToolClient, "callEffect">,
  request: AgentToolRequest,
): "read" | "write" | undefined {
  try {
    const effect = tools.callEffect?.(request);
    return effect === "read" || effect === "write" ? effect : undefined;
  } catch {
    return "write"; // whoever cannot say that nothing changes has to be taken to change something
  }
}
