import type {
  AgentExecutionIdentity,
  AgentToolCatalog,
  AgentToolClient,
  AgentToolMetadata,
  CallOptions,
} from "../contracts/tools.ts";
import type { Clock } from "../contracts/clock.ts";
import { errorCode } from "../contracts/errors.ts";
import type { AgentFailureCode } from "../contracts/result.ts";
import { invalidCatalog, parseCatalog } from "./catalog.ts";
import { RunFailure, RunStopped } from "./failure.ts";
import { callEffect, type ToolLease, type ToolSource } from "./lease.ts";
import { race } from "./race.ts";
import { isRecord } from "./records.ts";

const DIGEST = /^[0-9a-f]{64}$/;
const CLOSE_TIMEOUT_MS = 5_000;
/** What a tool registry says more precisely than that it failed. */
const CATALOG_CODES: ReadonlyMap<string, AgentFailureCode> = new Map([
  ["TOOL_NAMES_DUPLICATED", "TOOL_NAMES_DUPLICATED"],
  ["CONTEXT_CHANGED", "EXECUTION_IDENTITY_MISMATCH"],
]);

/** A client that offers bound execution. */
export type BoundClient =
  & AgentToolClient
  & Required<Pick<AgentToolClient, "getExecutionIdentity" | "prepareTools">>;

/** True when the client offers bound execution. */
export function isBound(client: AgentToolClient): client is BoundClient {
  return client.getExecutionIdentity !== undefined && client.prepareTools !== undefined;
}

/**
 * Asks who the tools act for.
 *
 * @throws RunFailure with EXECUTION_IDENTITY_INVALID
 */
export async function readExecutionIdentity(
  client: BoundClient,
  signal: AbortSignal,
): Promise<AgentExecutionIdentity> {
  const invalid = new RunFailure("catalog", "EXECUTION_IDENTITY_INVALID");
  const identity: unknown = await guarded(() => client.getExecutionIdentity({ signal }), signal, invalid);
  if (!isRecord(identity) || !isDigest(identity.registryHash) || !isDigest(identity.contextHash)) {
    throw invalid;
  }
  return Object.freeze({ registryHash: identity.registryHash, contextHash: identity.contextHash });
}

/** Leases of a client with bound execution: one for every decision. */
export class BoundToolSource implements ToolSource {
  readonly #client: BoundClient;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;

  constructor(client: BoundClient, signal: AbortSignal, clock: Clock) {
    this.#client = client;
    this.#signal = signal;
    this.#clock = clock;
  }

  async acquire(): Promise<ToolLease> {
    const options: CallOptions = { signal: this.#signal };
    const raw: unknown = await guarded(
      () => this.#client.prepareTools(options),
      this.#signal,
      new RunFailure("catalog", "TOOL_CATALOG_FAILED"),
      closeLate,
    );
    try {
      return this.#toLease(raw);
    } catch (error) {
      closeLate(raw); // it was acquired all the same
      throw error;
    }
  }

  #toLease(raw: unknown): ToolLease {
    if (!isCatalog(raw) || !isDigest(raw.contextKey)) throw invalidCatalog();
    const tools = parseCatalog(raw.tools);
    const metadata = copyMetadata(raw.metadata);
    if (tools.some((tool) => !metadata.has(tool.name))) throw invalidCatalog();
    const signal = this.#signal;
    return {
      tools,
      toolNames: new Set(tools.map((tool) => tool.name)),
      contextKey: raw.contextKey,
      effectOf: (request) => callEffect(raw, request) ?? metadata.get(request.name)?.effect ?? "write",
      sessionOf: (name) => metadata.get(name)?.sessionId,
      isCurrent: async () => {
        try {
          await race(() => raw.assertCurrent(), signal);
          return true;
        } catch (error) {
          if (signal.aborted) throw error;
          return false;
        }
      },
      dispatch: ({ id, name, arguments: input }) => {
        const call = { id, name, arguments: structuredClone(input) };
        return race(() => raw.dispatch(call, { signal }), signal);
      },
      close: () => this.#close(raw),
    };
  }

  // not tied to the run's signal: a lease is given back after a cancellation too
  async #close(catalog: AgentToolCatalog): Promise<void> {
    const timer = new AbortController();
    const tooLate = this.#clock.sleep(CLOSE_TIMEOUT_MS, timer.signal).then(() =>
      Promise.reject(new Error("late"))
    );
    try {
      await Promise.race([Promise.resolve().then(() => catalog.close()), tooLate]);
    } catch {
      throw new RunFailure("catalog", "TOOL_CATALOG_CLOSE_FAILED");
    } finally {
      tooLate.catch(() => {});
      timer.abort();
    }
  }
}

async function guarded<Value>(
  start: () => Promise<Value>,
  signal: AbortSignal,
  failure: RunFailure,
  onLate?: (value: Value) => void,
): Promise<Value> {
  try {
    return await race(start, signal, onLate);
  } catch (error) {
    if (signal.aborted) throw new RunStopped();
    const code = catalogCode(error);
    throw code === undefined ? failure : new RunFailure("catalog", code);
  }
}

function catalogCode(error: unknown): AgentFailureCode | undefined {
  try {
    return CATALOG_CODES.get(errorCode(error) ?? "");
  } catch {
    return undefined; // a getter of what was thrown threw
  }
}

function closeLate(raw: unknown): void {
  if (!isRecord(raw) || typeof raw.close !== "function") return;
  const { close } = raw;
  Promise.resolve().then(() => close.call(raw)).catch(() => {}); // nobody is left to hear about it
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && DIGEST.test(value);
}

function isCatalog(raw: unknown): raw is AgentToolCatalog {
  return isRecord(raw) && raw.metadata instanceof Map &&
    typeof raw.assertCurrent === "function" && typeof raw.dispatch === "function" &&
    typeof raw.close === "function";
}

function copyMetadata(raw: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, AgentToolMetadata> {
  const metadata = new Map<string, AgentToolMetadata>();
  for (const [name, entry] of raw) {
    if (typeof name !== "string" || !isRecord(entry)) throw invalidCatalog();
    const { effect, sessionId } = entry;
    if (effect !== "read" && effect !== "write") throw invalidCatalog();
    if (sessionId !== undefined && typeof sessionId !== "string") throw invalidCatalog();
    metadata.set(name, sessionId === undefined ? { effect } : { effect, sessionId });
  }
  return metadata;
}
