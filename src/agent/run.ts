import type { AgentRunResult } from "../contracts/result.ts";
import type { AgentRunOptions, RunDeps } from "../contracts/run.ts";
import { BoundToolSource, isBound, readExecutionIdentity } from "./bound_lease.ts";
import { RunCounters, tokenLimit } from "./budgets.ts";
import type { RunContext } from "./context.ts";
import { EventLog } from "./events.ts";
import { EvidenceGate } from "./evidence_gate.ts";
import { RunFailure, RunStopped } from "./failure.ts";
import { finishRun } from "./finish_run.ts";
import { History } from "./history.ts";
import { initialize } from "./initialization.ts";
import { buildInstructions } from "./instructions.ts";
import { PlainToolSource, type ToolSource } from "./lease.ts";
import { type ResolvedOptions, resolveOptions } from "./options.ts";
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
 * @throws TypeError or RangeError when an option is wrong, before anything ran
 */
export async function runAgent(options: AgentRunOptions, deps: RunDeps): Promise<AgentRunResult> {
  const resolved = resolveOptions(options);
  const schemas = await compileSchemas(resolved);
  resolved.control?.attach();
  const startedAt = deps.clock.now();
  const context = createContext(resolved, deps, schemas.final);
  const unwatch = context.stop.watch(resolved.signal);
  try {
    await drive(context, schemas.partial);
  } catch (error) {
    absorb(context, error);
  } finally {
    unwatch();
    resolved.control?.finish();
  }
  return finishRun(context, startedAt);
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

function createContext(
  options: ResolvedOptions,
  deps: RunDeps,
  finalSchema: SchemaCheck | undefined,
): RunContext {
  const stop = new StopState(deps.clock, options.timeoutMs, () => tokenLimit(options));
  return {
    options,
    deps,
    runId: deps.randomId(),
    instructions: buildInstructions({
      systemPrompt: options.systemPrompt,
      hasFinalSchema: options.finalOutputSchema !== undefined,
      mayPublish: options.partialOutputSchema !== undefined,
      hasAcceptance: options.acceptance.length > 0,
    }),
    stop,
    counters: new RunCounters(),
    history: new History(options.task),
    gate: new EvidenceGate({ allowVacuousEvidence: options.allowVacuousEvidence }),
    references: new ReferenceGuard(),
    events: new EventLog(options.onEvent, ({ failure }) => stop.fail(failure)),
    stall: options.stall && new StallDetector(options.stall),
    partials: new PartialLedger(),
    finalSchema,
    metrics: [],
    ambiguousCalls: [],
    initialization: { attempted: 0, sessionId: undefined, over: false },
    inFlight: undefined,
    contextKey: undefined,
    failure: undefined,
  };
}

async function drive(context: RunContext, partialSchema: SchemaCheck | undefined): Promise<void> {
  const { options, stop, events, runId } = context;
  stop.throwIfStopped();
  events.emit({ type: "started", runId, step: 0 });
  const source = await openSource(context);
  await initialize(context, source);
  const planner = new PlannerPort(context);
  for (;;) await runStep(context, { source, planner, partialSchema });

  async function openSource({ deps }: RunContext): Promise<ToolSource> {
    if (!isBound(options.tools)) return new PlainToolSource(options.tools, stop.signal);
    await readExecutionIdentity(options.tools, stop.signal);
    return new BoundToolSource(options.tools, stop.signal, deps.clock);
  }
}

/** Turns whatever ended the loop into the run's reason. The first reason stands. */
function absorb(context: RunContext, error: unknown): void {
  const { stop } = context;
  if (error instanceof RunStopped && stop.reason !== undefined) return;
  const failure = error instanceof RunFailure ? error : new RunFailure("executor", "EXECUTOR_FAILED");
  if (stop.reason === undefined) stop.fail(failure.failure);
  else recordFailure(context, failure.failure);
}
