import type { AgentRunResult } from "../contracts/result.ts";
import type { AgentRunOptions, RunDeps } from "../contracts/run.ts";
import { BoundToolSource, isBound, readExecutionIdentity } from "./bound_lease.ts";
import { RunCounters, TokenCount, tokenLimit } from "./budgets.ts";
import {
  checkIdentity,
  restoredLatestSession,
  restoreInitialization,
  settleResume,
} from "./checkpoint/restore.ts";
import { resolveRun } from "./checkpoint/resolve_run.ts";
import {
  bindingsOf,
  checkBindings,
  readResumption,
  type Resumption,
  unresolvedCalls,
} from "./checkpoint/resume.ts";
import type { RunBindings, RunContext } from "./context.ts";
import { EventLog } from "./events.ts";
import { EvidenceGate } from "./evidence_gate.ts";
import { RunFailure, RunStopped } from "./failure.ts";
import { finishRun } from "./finish_run.ts";
import { History } from "./history.ts";
import { initialize } from "./initialization.ts";
import { buildInstructions } from "./instructions.ts";
import { PlainToolSource, type ToolSource } from "./lease.ts";
import type { ResolvedOptions } from "./options.ts";
import { PartialLedger } from "./partials.ts";
import { PlannerPort } from "./recovery.ts";
import { ReferenceGuard } from "./references.ts";
import { compileSchema, type SchemaCheck } from "./schema.ts";
import { StallDetector } from "./stall.ts";
import { runStep } from "./step.ts";
import { StopState } from "./stop.ts";
import { recordFailure } from "./with_lease.ts";

/**
 * Runs one task to a result: plan, act, verify, until the claim of success rests on evidence or something else ends
 * the run. The caller keeps tools, planner and browser and closes them.
 *
 * @param options the task and its limits
 * @param deps time, ids and digests
 * @returns the result; whatever planner, tools and hooks do, it does not reject
 * @throws TypeError or RangeError when an option is wrong, CheckpointError when a checkpoint cannot be used, before
 * anything ran
 */
export async function runAgent(options: AgentRunOptions, deps: RunDeps): Promise<AgentRunResult> {
  const resumed = readResumption(options);
  const resolved = resolveRun(options, resumed);
  const schemas = await compileSchemas(resolved);
  const bindings = bindingsOf(resolved, deps);
  if (resumed !== undefined) checkBindings(bindings, resumed);
  resolved.control?.attach();
  const context = createContext({ options: resolved, deps, finalSchema: schemas.final, bindings, resumed });
  const unwatch = context.stop.watch(resolved.signal);
  try {
    await drive(context, schemas.partial, resumed);
  } catch (error) {
    absorb(context, error);
  } finally {
    resolved.control?.finish();
  }
  try {
    return await finishRun(context);
  } finally {
    unwatch();
  }
}

interface Schemas {
  readonly final: SchemaCheck | undefined;
  readonly partial: SchemaCheck | undefined;
}

async function compileSchemas(options: ResolvedOptions): Promise<Schemas> {
  const { finalOutputSchema, partialOutputSchema } = options;
  return {
    final: finalOutputSchema && await compileSchema("finalOutputSchema", finalOutputSchema),
    partial: partialOutputSchema && await compileSchema("partialOutputSchema", partialOutputSchema),
  };
}

interface ContextParts {
  readonly options: ResolvedOptions;
  readonly deps: RunDeps;
  readonly finalSchema: SchemaCheck | undefined;
  readonly bindings: RunBindings;
  readonly resumed: Resumption | undefined;
}

function createContext({ options, deps, finalSchema, bindings, resumed }: ContextParts): RunContext {
  const saved = resumed?.checkpoint;
  const earlierMs = saved?.counters.elapsedMs ?? 0;
  const tokens = new TokenCount(options.usageMeter, saved?.counters.reportedTokens);
  const stop = new StopState(deps.clock, options.timeoutMs, () => tokenLimit(options, tokens), earlierMs);
  const history = saved === undefined
    ? new History(options.task)
    : History.restore(saved.task, saved.history, saved.omitted);
  const gate = new EvidenceGate({ allowVacuousEvidence: options.allowVacuousEvidence });
  const latestSessionId = resumed && restoredLatestSession(resumed);
  if (latestSessionId !== undefined) gate.restoreLatestSession(latestSessionId);
  return {
    options,
    deps,
    runId: saved?.runId ?? deps.randomId(),
    instructions: buildInstructions({
      systemPrompt: options.systemPrompt,
      hasFinalSchema: options.finalOutputSchema !== undefined,
      mayPublish: options.partialOutputSchema !== undefined,
      hasAcceptance: options.acceptance.length > 0,
    }),
    stop,
    counters: new RunCounters(saved?.counters),
    history,
    gate,
    references: new ReferenceGuard(),
    events: new EventLog(options.onEvent, ({ failure }) => stop.fail(failure)),
    stall: options.stall && new StallDetector(options.stall),
    partials: new PartialLedger(saved?.partials),
    finalSchema,
    metrics: [],
    // what is in doubt stays in doubt, however early the run ends, until it is reconciled
    ambiguousCalls: saved === undefined ? [] : [...unresolvedCalls(saved)],
    claimedRead: saved?.pendingTool?.effect === "read" ? saved.pendingTool.call : undefined,
    time: { startedAt: deps.clock.now(), earlierMs },
    tokens,
    acceptance: undefined,
    persistence: { isBroken: false },
    initialization: resumed === undefined
      ? { callIds: [], sessionId: undefined, over: false }
      : restoreInitialization(resumed, history),
    bindings: saved?.executionIdentity === undefined
      ? bindings
      : { ...bindings, executionIdentity: saved.executionIdentity },
    inFlight: undefined,
    contextKey: undefined,
    failure: undefined,
  };
}

async function drive(
  context: RunContext,
  partialSchema: SchemaCheck | undefined,
  resumed: Resumption | undefined,
): Promise<void> {
  const { stop, events, runId } = context;
  stop.throwIfStopped();
  events.emit({ type: "started", runId, step: 0 });
  const source = await openSource(context, resumed);
  if (resumed !== undefined) await settleResume(context, resumed, source);
  await initialize(context, source);
  const planner = new PlannerPort(context);
  for (;;) await runStep(context, { source, planner, partialSchema });
}

async function openSource(context: RunContext, resumed: Resumption | undefined): Promise<ToolSource> {
  const { options: { tools }, stop, deps } = context;
  const identity = isBound(tools) ? await readExecutionIdentity(tools, stop.signal) : undefined;
  if (resumed !== undefined) checkIdentity(resumed, identity);
  else if (identity !== undefined) context.bindings = { ...context.bindings, executionIdentity: identity };
  return isBound(tools)
    ? new BoundToolSource(tools, stop.signal, deps.clock)
    : new PlainToolSource(tools, stop.signal);
}

/** Turns whatever ended the loop into the run's reason. The first reason stands. */
function absorb(context: RunContext, error: unknown): void {
  const { stop } = context;
  if (error instanceof RunStopped && stop.reason !== undefined) return;
  const failure = error instanceof RunFailure ? error : new RunFailure("executor", "EXECUTOR_FAILED");
  if (stop.reason === undefined) stop.fail(failure.failure);
  else recordFailure(context, failure.failure);
}
