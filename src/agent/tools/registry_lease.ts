import type {
  AgentDispatchEnvelope,
  AgentTool,
  AgentToolCatalog,
  AgentToolClient,
  AgentToolMetadata,
  AgentToolRequest,
  CallOptions,
} from "../../contracts/tools.ts";
import { readContext, readStanding, samePage, type Standing } from "./binding.ts";
import type { ToolInternals } from "./define_tool.ts";
import { ToolRegistryError } from "./error.ts";
import { originOf } from "./origins.ts";
import { cancelled, contextChanged, leaseClosed, notStarted } from "./replies.ts";
import { type LeaseGuard, runTool } from "./run_tool.ts";
import type { ToolRegistryOptions } from "./types.ts";

/** What a lease is made of. */
export interface LeaseParts {
  readonly options: Pick<ToolRegistryOptions<never>, "getContext" | "browser">;
  readonly base: AgentToolClient;
  readonly baseTools: readonly AgentTool[];
  readonly own: ReadonlyMap<string, ToolInternals>;
  readonly standing: Standing;
  readonly contextKey: string;
}

/** The tools of one decision: what it was made for, and the checks that this still holds. */
export class RegistryLease implements AgentToolCatalog {
  readonly tools: readonly AgentTool[];
  readonly metadata: ReadonlyMap<string, AgentToolMetadata>;
  readonly contextKey: string;
  readonly #parts: LeaseParts;
  readonly #guard: LeaseGuard;
  #isClosed = false;

  /** @param parts the registry's tools and where they stand */
  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.contextKey = parts.contextKey;
    const { baseTools, own, standing } = parts;
    const visible = [...own.values()].filter((tool) => isAvailable(tool, standing, parts.options));
    this.tools = [...baseTools, ...visible.map(({ published }) => published)];
    this.metadata = new Map([
      ...baseTools.map((tool): [string, AgentToolMetadata] => [tool.name, {
        effect: tool.annotations?.readOnlyHint === true ? "read" : "write",
      }]),
      ...[...own.values()].map(({ tool }): [string, AgentToolMetadata] => [
        tool.name,
        metadataOf(tool, standing),
      ]),
    ]);
    this.#guard = {
      check: (tool, signal) => this.#check(tool, signal),
      hasChanged: (signal) => this.#hasChanged({ signal }),
      assertCurrent: () => this.assertCurrent(),
    };
  }

  /**
   * Checks that context and page are those of the lease. A page that could not say which document it is may still be so
   * (a dialog holds it up, say): its custom tools are not there, and for the others it is no reason to plan anew.
   *
   * @throws ToolRegistryError
   */
  async assertCurrent(): Promise<void> {
    if (this.#isClosed) {
      throw new ToolRegistryError("LEASE_CLOSED", "The decision that these tools were leased for is over");
    }
    if (!await this.#hasChanged({})) return;
    throw new ToolRegistryError("CONTEXT_CHANGED", "Context or page are not those of the decision any more");
  }

  /** Runs one call: a custom tool under its guards, any other tool by its own client. */
  async dispatch(
    call: AgentToolRequest & { readonly id: string },
    options: CallOptions,
  ): Promise<AgentDispatchEnvelope> {
    if (this.#isClosed) return leaseClosed();
    const signal = options.signal ?? new AbortController().signal;
    const own = this.#parts.own.get(call.name);
    if (own !== undefined) return await runTool(own, call, this.#guard, signal);
    if (!await this.#actsForTheSame(signal)) return contextChanged();
    if (signal.aborted) return cancelled();
    const request = { name: call.name, arguments: call.arguments };
    return { result: await this.#parts.base.callTool(request, { signal }), outcome: "completed" };
  }

  /** Trusted effect of a call of the other tools, where their client says it more finely than their hints do. */
  callEffect(request: AgentToolRequest): "read" | "write" | undefined {
    const own = this.#parts.own.get(request.name);
    return own === undefined ? this.#parts.base.callEffect?.(request) : own.tool.effect;
  }

  /** Ends the lease: nothing is dispatched through it any more. */
  close(): void {
    this.#isClosed = true;
  }

  async #actsForTheSame(signal: AbortSignal): Promise<boolean> {
    try {
      const { id } = await readContext(this.#parts.options.getContext, { signal });
      return id === this.#parts.standing.context.id;
    } catch {
      return false;
    }
  }

  async #check(own: ToolInternals, signal: AbortSignal): Promise<Standing | AgentDispatchEnvelope> {
    const { options, standing: leased } = this.#parts;
    const now = await readStanding(options, { signal });
    if (this.#isClosed) return leaseClosed();
    if (now.context.id !== leased.context.id) return contextChanged();
    if (options.browser !== undefined && !samePage(leased.page, now.page)) return contextChanged();
    if (isAvailable(own, now, options)) return now;
    return notStarted("TOOL_UNAVAILABLE", "The tool is not for the page that is shown now.");
  }

  async #hasChanged(call: CallOptions): Promise<boolean> {
    const { options, standing: leased } = this.#parts;
    const now = await readStanding(options, call);
    if (now.context.id !== leased.context.id) return true;
    const isStillUnreadable = leased.page.kind === "unreadable" && now.page.kind === "unreadable";
    return !isStillUnreadable && !samePage(leased.page, now.page);
  }
}

/** Whether a custom tool exists where the tools stand. */
function isAvailable(
  { tool }: ToolInternals,
  { page }: Standing,
  { browser }: LeaseParts["options"],
): boolean {
  if (browser !== undefined && page.kind === "unreadable") return false;
  const { allowedOrigins } = tool;
  if (allowedOrigins === undefined) return true;
  const origin = page.kind === "shown" ? originOf(page.binding.url) : undefined;
  return origin !== undefined && allowedOrigins.includes(origin);
}

function metadataOf({ effect }: ToolInternals["tool"], { page }: Standing): AgentToolMetadata {
  return page.kind === "shown" ? { effect, sessionId: page.binding.session_id } : { effect };
}
