import { AgentPlannerError, errorCode, TablazeError } from "../../contracts/errors.ts";
import type { AgentDecision, AgentPlanner, AgentPlannerRequest } from "../../contracts/planner.ts";
import { reportUsage } from "../usage.ts";
import { CodexCall } from "./codex_call.ts";
import type { CodexDiagnostic } from "./diagnostic.ts";
import {
  type CodexDiagnosticHook,
  type CodexPlannerOptions,
  type ResolvedCodexOptions,
  resolveOptions,
} from "./options.ts";

/** Version of the Codex CLI that this adapter was tried with. Others need their own check. */
export const CODEX_TESTED_CLI_VERSION = "0.171.0";

/** A planner that owns processes. Await `close()` when the application is done with it. */
export interface CodexPlanner extends AgentPlanner {
  /**
   * Ends outstanding inferences, waits until their processes, files and hooks are done, and refuses new requests. A
   * second call returns the same outcome.
   *
   * @throws TablazeError with code `CODEX_CLEANUP_FAILED` when a process or private files may be left
   */
  close(): Promise<void>;
}

/**
 * Creates a planner over the installed Codex CLI and its own login. Each request runs `codex exec` once in a process
 * group and a private folder of its own; a malformed answer may cost one more run that only repairs its form.
 *
 * The planner throws `AgentPlannerError` for failures of the CLI, the reason of the request's signal when it aborts,
 * and a `TablazeError` with code `USAGE_HOOK_FAILED` when one of its hooks throws.
 *
 * @param options model, command and limits
 * @returns the planner; close it
 * @throws TypeError for a wrong option, without echoing its value
 * @throws RangeError for a number out of range
 */
export function createCodexPlanner(options: CodexPlannerOptions): CodexPlanner {
  const requests = new CodexRequests(resolveOptions(options));
  return Object.assign((request: AgentPlannerRequest) => requests.plan(request), {
    close: () => requests.close(),
  });
}

class CodexRequests {
  readonly #options: ResolvedCodexOptions;
  readonly #closing = new AbortController();
  readonly #outstanding = new Set<Promise<unknown>>();
  #cleanedUp = true;
  #closed: Promise<void> | undefined;

  constructor(options: ResolvedCodexOptions) {
    this.#options = options;
  }

  async plan(request: AgentPlannerRequest): Promise<AgentDecision> {
    request.signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    const planned = this.#decide(request);
    this.#outstanding.add(planned);
    try {
      return await planned;
    } finally {
      this.#outstanding.delete(planned);
    }
  }

  close(): Promise<void> {
    return this.#closed ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#closing.abort(new AgentPlannerError("The Codex planner is closed"));
    await Promise.allSettled(this.#outstanding);
    if (this.#cleanedUp) return;
    throw new TablazeError(
      "CODEX_CLEANUP_FAILED",
      "A process or private temporary files of the Codex CLI may be left: look for them by hand, and under Deno " +
        "grant --allow-run for kill besides the CLI",
    );
  }

  /** The first failure decides; hooks run in every case, so that a failed request is accounted for as well. */
  async #decide(request: AgentPlannerRequest): Promise<AgentDecision> {
    const startedAt = performance.now();
    const signal = AbortSignal.any([request.signal, this.#closing.signal]);
    const call = new CodexCall(this.#options, request, signal);
    const outcome = await settle(() => call.decide());
    this.#cleanedUp &&= call.cleanedUp;
    const latencyMs = Math.round(performance.now() - startedAt);
    const reported = await settle(() => this.#reportUsage(call, request.step, latencyMs));
    const failure = outcome.failure ?? reported.failure;
    const diagnostic = toDiagnostic(call, request.step, latencyMs, failure, signal.aborted);
    const diagnosed = await settle(() => reportDiagnostic(this.#options.onDiagnostic, diagnostic));
    const first = failure ?? diagnosed.failure;
    if (first !== undefined) throw first.error;
    signal.throwIfAborted();
    return outcome.value as AgentDecision;
  }

  async #reportUsage(call: CodexCall, step: number, latencyMs: number): Promise<void> {
    const { usage } = call.events;
    if (usage === undefined) return;
    await reportUsage(this.#options.onUsage, { step, model: this.#options.model, latencyMs, ...usage });
  }
}

interface Settled<Value> {
  readonly value?: Value;
  readonly failure?: { readonly error: unknown };
}

async function settle<Value>(action: () => Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await action() };
  } catch (error) {
    return { failure: { error } };
  }
}

function toDiagnostic(
  call: CodexCall,
  step: number,
  latencyMs: number,
  failure: Settled<unknown>["failure"],
  aborted: boolean,
): CodexDiagnostic {
  const { exitCode, formatRetries, validationStage, events } = call;
  return {
    step,
    ...describeOutcome(failure, aborted),
    exitCode,
    terminalEvent: events.terminalEvent,
    errorNotifications: events.errorNotifications,
    formatRetries,
    ...(validationStage === undefined ? {} : { validationStage }),
    latencyMs,
  };
}

function describeOutcome(
  failure: Settled<unknown>["failure"],
  aborted: boolean,
): Pick<CodexDiagnostic, "status" | "code"> {
  if (aborted) return { status: "cancelled", code: "CANCELLED" };
  if (failure === undefined) return { status: "succeeded", code: "OK" };
  if (failure.error instanceof AgentPlannerError) return { status: "failed", code: failure.error.code };
  const isHook = errorCode(failure.error) === "USAGE_HOOK_FAILED";
  return { status: "failed", code: isHook ? "USAGE_HOOK_FAILED" : "PLANNER_FAILED" };
}

async function reportDiagnostic(
  hook: CodexDiagnosticHook | undefined,
  diagnostic: CodexDiagnostic,
): Promise<void> {
  try {
    await hook?.(diagnostic);
  } catch (cause) {
    throw new TablazeError("USAGE_HOOK_FAILED", "The application's onDiagnostic hook failed", { cause });
  }
}
