import type { AgentCheckpoint, AgentInitialStep as InitialStep } from "../contracts/checkpoint.ts";
import type { AgentPlanner } from "../contracts/planner.ts";
import type {
  AgentCompletionInput,
  AgentPartialInput,
  AgentRetryContext,
  AgentRunOptions,
  AgentUsageMeter,
} from "../contracts/run.ts";
import type { AgentEvent, AgentPlannerMetric } from "../contracts/result.ts";
import type { JsonSchema } from "../contracts/json.ts";
import type { AgentToolClient } from "../contracts/tools.ts";
import { resolveAcceptance, type ResolvedAcceptance } from "./acceptance_options.ts";
import { type ControlState, controlStateOf } from "./control.ts";
import { resolveInitialSteps } from "./initial_actions.ts";
import { badOption, wholeNumber } from "./option_checks.ts";
import type { StallOptions } from "./stall.ts";

/** Options with every default filled in and every bound checked. */
export interface ResolvedOptions {
  readonly task: string;
  readonly tools: AgentToolClient;
  readonly planner: AgentPlanner;
  readonly systemPrompt: string | undefined;
  readonly maxSteps: number;
  readonly maxToolCalls: number;
  readonly timeoutMs: number;
  readonly maxHistoryBytes: number;
  readonly maxReportedTokens: number | undefined;
  readonly usageMeter: AgentUsageMeter | undefined;
  readonly signal: AbortSignal | undefined;
  readonly initialSteps: readonly InitialStep[];
  readonly finalOutputSchema: JsonSchema | undefined;
  readonly partialOutputSchema: JsonSchema | undefined;
  readonly validateCompletion: ((input: AgentCompletionInput) => boolean | string) | undefined;
  readonly validatePartial: ((input: AgentPartialInput) => boolean | string) | undefined;
  readonly acceptance: readonly ResolvedAcceptance[];
  readonly allowVacuousEvidence: boolean;
  readonly recovery: ResolvedRecovery;
  readonly stall: StallOptions | undefined;
  readonly compaction: { readonly triggerBytes: number; readonly keepRecentGroups: number } | undefined;
  readonly control: ControlState | undefined;
  readonly onEvent: ((event: AgentEvent) => void) | undefined;
  readonly onMetrics: ((metric: AgentPlannerMetric) => void) | undefined;
  readonly onCheckpoint: ((checkpoint: AgentCheckpoint) => void | Promise<void>) | undefined;
}

/** Planner recovery with its defaults. */
export interface ResolvedRecovery {
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly fallback: AgentPlanner | undefined;
  readonly stickyFallback: boolean;
  readonly shouldRetry: ((error: unknown, context: AgentRetryContext) => boolean) | undefined;
}

const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Checks the options of a run before anything happens.
 *
 * @throws TypeError or RangeError that names the option
 */
export function resolveOptions(options: AgentRunOptions): ResolvedOptions {
  if (typeof options.task !== "string" || options.task.trim() === "") {
    throw badOption("task", "must not be empty");
  }
  requireFunction("planner", options.planner);
  checkTools(options.tools);
  for (
    const hook of ["validateCompletion", "validatePartial", "onEvent", "onMetrics", "onCheckpoint"] as const
  ) {
    if (options[hook] !== undefined) requireFunction(hook, options[hook]);
  }
  if (options.signal !== undefined && !(options.signal instanceof AbortSignal)) {
    throw badOption("signal", "must be an AbortSignal");
  }
  if (options.validatePartial !== undefined && options.partialOutputSchema === undefined) {
    throw badOption("validatePartial", "needs partialOutputSchema");
  }
  if (options.maxReportedTokens !== undefined && options.usageMeter === undefined) {
    throw badOption("maxReportedTokens", "needs a usageMeter that receives what providers report");
  }
  return {
    task: options.task,
    tools: options.tools,
    planner: options.planner,
    systemPrompt: options.systemPrompt,
    maxSteps: wholeNumber("maxSteps", options.maxSteps ?? 30, 1),
    maxToolCalls: wholeNumber("maxToolCalls", options.maxToolCalls ?? 100, 1),
    timeoutMs: wholeNumber("timeoutMs", options.timeoutMs ?? 300_000, 1, MAX_TIMEOUT_MS),
    maxHistoryBytes: wholeNumber("maxHistoryBytes", options.maxHistoryBytes ?? 16 * 1024 * 1024, 1),
    maxReportedTokens: options.maxReportedTokens === undefined
      ? undefined
      : wholeNumber("maxReportedTokens", options.maxReportedTokens, 1),
    usageMeter: options.usageMeter,
    signal: options.signal,
    initialSteps: resolveInitialSteps(options),
    finalOutputSchema: options.finalOutputSchema,
    partialOutputSchema: options.partialOutputSchema,
    validateCompletion: options.validateCompletion,
    validatePartial: options.validatePartial,
    acceptance: resolveAcceptance(options.acceptance),
    allowVacuousEvidence: options.allowVacuousEvidence ?? false,
    recovery: resolveRecovery(options),
    stall: resolveStall(options),
    compaction: resolveCompaction(options),
    control: resolveControl(options),
    onEvent: options.onEvent,
    onMetrics: options.onMetrics,
    onCheckpoint: options.onCheckpoint,
  };
}

function requireFunction(name: string, value: unknown): void {
  if (typeof value !== "function") throw badOption(name, "must be a function");
}

function checkTools(tools: AgentToolClient): void {
  if (typeof tools?.listTools !== "function" || typeof tools.callTool !== "function") {
    throw badOption("tools", "must offer listTools and callTool");
  }
  if ((tools.getExecutionIdentity === undefined) !== (tools.prepareTools === undefined)) {
    throw badOption("tools", "must offer getExecutionIdentity and prepareTools together or neither");
  }
}

function resolveRecovery({ plannerRecovery: recovery = {} }: AgentRunOptions): ResolvedRecovery {
  if (recovery.fallback !== undefined) requireFunction("plannerRecovery.fallback", recovery.fallback);
  if (recovery.shouldRetry !== undefined) {
    requireFunction("plannerRecovery.shouldRetry", recovery.shouldRetry);
  }
  return {
    maxRetries: wholeNumber("plannerRecovery.maxRetries", recovery.maxRetries ?? 0, 0, 10),
    retryDelayMs: wholeNumber("plannerRecovery.retryDelayMs", recovery.retryDelayMs ?? 0, 0, 30_000),
    fallback: recovery.fallback,
    stickyFallback: recovery.stickyFallback ?? false,
    shouldRetry: recovery.shouldRetry,
  };
}

function resolveStall({ stallDetection = {} }: AgentRunOptions): StallOptions | undefined {
  if (stallDetection === false) return undefined;
  return {
    repeatThreshold: wholeNumber(
      "stallDetection.repeatThreshold",
      stallDetection.repeatThreshold ?? 3,
      2,
      100,
    ),
    maxWarnings: wholeNumber("stallDetection.maxWarnings", stallDetection.maxWarnings ?? 1, 0, 20),
  };
}

function resolveCompaction({ historyCompaction = {} }: AgentRunOptions): ResolvedOptions["compaction"] {
  if (historyCompaction === false) return undefined;
  return {
    triggerBytes: wholeNumber(
      "historyCompaction.triggerBytes",
      historyCompaction.triggerBytes ?? 256 * 1024,
      1,
    ),
    keepRecentGroups: wholeNumber(
      "historyCompaction.keepRecentGroups",
      historyCompaction.keepRecentGroups ?? 6,
      1,
      1000,
    ),
  };
}

function resolveControl({ control }: AgentRunOptions): ControlState | undefined {
  if (control === undefined) return undefined;
  const state = controlStateOf(control);
  if (state === undefined) throw badOption("control", "must come from createAgentControl");
  return state;
}
