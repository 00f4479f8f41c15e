import type { RunDeps } from "../../contracts/run.ts";
import type {
  AgentExecutionIdentity,
  AgentTool,
  AgentToolCatalog,
  AgentToolClient,
  AgentToolRequest,
  AgentToolResult,
  CallOptions,
} from "../../contracts/tools.ts";
import { canonicalJson, isRecord } from "../records.ts";
import { readContext, readStanding } from "./binding.ts";
import { internalsOf, type ToolInternals } from "./define_tool.ts";
import { ToolRegistryError } from "./error.ts";
import { RegistryLease } from "./registry_lease.ts";
import type { ToolRegistryOptions } from "./types.ts";

const MAX_TOOLS = 100;

/** A tool client with bound execution. */
export type ToolRegistry =
  & AgentToolClient
  & Required<Pick<AgentToolClient, "getExecutionIdentity" | "prepareTools">>;

/** What a run was bound to when it began. */
interface RunBinding {
  readonly identity: AgentExecutionIdentity;
  readonly baseTools: readonly AgentTool[];
}

/**
 * Adds custom tools to a tool client. See `createToolRegistry` of the library for what it promises.
 *
 * @throws ToolRegistryError with INVALID_REGISTRY or TOOL_NAMES_DUPLICATED
 */
export function createToolRegistry<Context>(
  options: ToolRegistryOptions<Context>,
  deps: Pick<RunDeps, "sha256">,
): ToolRegistry {
  checkOptions(options);
  return new Registry(options as unknown as ToolRegistryOptions<never>, collect(options), deps.sha256);
}

class Registry implements ToolRegistry {
  readonly #options: ToolRegistryOptions<never>;
  readonly #own: ReadonlyMap<string, ToolInternals>;
  readonly #sha256: RunDeps["sha256"];
  /** Runs by the signal that all their requests carry. */
  readonly #runs = new WeakMap<AbortSignal, RunBinding>();
  #unreadable = 0;

  constructor(
    options: ToolRegistryOptions<never>,
    own: ReadonlyMap<string, ToolInternals>,
    sha256: RunDeps["sha256"],
  ) {
    this.#options = options;
    this.#own = own;
    this.#sha256 = sha256;
  }

  async listTools(options: CallOptions = {}): Promise<readonly AgentTool[]> {
    const lease = await this.prepareTools(options);
    return lease.tools;
  }

  async callTool(request: AgentToolRequest, options?: CallOptions): Promise<AgentToolResult> {
    if (!this.#own.has(request.name)) return await this.#options.base.callTool(request, options);
    throw new ToolRegistryError(
      "LEASE_REQUIRED",
      `${request.name} is called through prepareTools, which names the call and guards its context`,
    );
  }

  callEffect(request: AgentToolRequest): "read" | "write" | undefined {
    return this.#own.get(request.name)?.tool.effect ?? this.#options.base.callEffect?.(request);
  }

  async getExecutionIdentity(options: CallOptions): Promise<AgentExecutionIdentity> {
    const { id } = await readContext(this.#options.getContext, options);
    const binding = await this.#bind(id, options);
    if (options.signal !== undefined) this.#runs.set(options.signal, binding);
    return binding.identity;
  }

  async prepareTools(options: CallOptions): Promise<AgentToolCatalog> {
    const standing = await readStanding(this.#options, options);
    const begun = options.signal && this.#runs.get(options.signal);
    const { identity, baseTools } = begun ?? await this.#bind(standing.context.id, options);
    const contextHash = this.#sha256(standing.context.id);
    if (contextHash !== identity.contextHash) {
      throw new ToolRegistryError("CONTEXT_CHANGED", "The tools act for somebody else now: start a new run");
    }
    const { page } = standing;
    // a page that cannot say which document it is equals no other, also not itself
    const shown = page.kind === "unreadable" ? { kind: page.kind, number: ++this.#unreadable } : page;
    return new RegistryLease({
      options: this.#options,
      base: this.#options.base,
      baseTools,
      own: this.#own,
      standing,
      contextKey: this.#sha256(canonicalJson([contextHash, shown])),
    });
  }

  async #bind(contextId: string, options: CallOptions): Promise<RunBinding> {
    const baseTools = await this.#options.base.listTools(options);
    const taken = baseTools.find(({ name }) => this.#own.has(name));
    if (taken !== undefined) throw duplicated(taken.name);
    const contract = {
      browser: this.#options.browser !== undefined,
      base: baseTools.map(({ name, description, inputSchema, outputSchema, annotations }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
        annotations,
      })).sort(byName),
      own: [...this.#own.values()].map(({ tool: { contextType: _, ...tool }, published }) => ({
        ...tool,
        inputSchema: published.inputSchema,
        outputSchema: published.outputSchema,
      })).sort(byName),
    };
    const registryHash = this.#sha256(canonicalJson(contract));
    return { identity: { registryHash, contextHash: this.#sha256(contextId) }, baseTools };
  }
}

function byName(first: { readonly name: string }, second: { readonly name: string }): number {
  return first.name < second.name ? -1 : first.name > second.name ? 1 : 0;
}

function checkOptions<Context>(options: ToolRegistryOptions<Context>): void {
  if (!isRecord(options)) throw invalid("its options must be an object");
  const { base, tools, getContext, browser } = options;
  if (typeof base?.listTools !== "function" || typeof base.callTool !== "function") {
    throw invalid("base must offer listTools and callTool");
  }
  if (base.prepareTools !== undefined || base.getExecutionIdentity !== undefined) {
    throw invalid("base has bound execution of its own, which would be lost");
  }
  if (!Array.isArray(tools) || tools.length < 1 || tools.length > MAX_TOOLS) {
    throw invalid(`tools must hold 1 to ${MAX_TOOLS} tools`);
  }
  if (typeof getContext !== "function") throw invalid("getContext must be a function");
  if (browser === undefined) return;
  if (typeof browser?.getSessionId !== "function" || typeof browser.engine?.documentBinding !== "function") {
    throw invalid("browser must have an engine with documentBinding, and getSessionId");
  }
}

function collect<Context>(
  { tools, browser }: ToolRegistryOptions<Context>,
): ReadonlyMap<string, ToolInternals> {
  const own = new Map<string, ToolInternals>();
  for (const tool of tools) {
    const found = internalsOf(tool);
    if (found === undefined) throw invalid("each of its tools must come from defineTool");
    const { name, allowedOrigins } = found.tool;
    if (own.has(name)) throw duplicated(name);
    if (allowedOrigins !== undefined && browser === undefined) {
      throw invalid(`${name} has allowedOrigins, which need browser`);
    }
    own.set(name, found);
  }
  return own;
}

function duplicated(name: string): ToolRegistryError {
  return new ToolRegistryError("TOOL_NAMES_DUPLICATED", `Two tools are named ${name}`);
}

function invalid(problem: string): ToolRegistryError {
  return new ToolRegistryError("INVALID_REGISTRY", `Cannot create the tool registry: ${problem}`);
}
