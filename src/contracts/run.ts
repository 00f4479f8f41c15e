// What a run takes: options, trusted hooks, and the effects that are handed in.
import type { Clock } from "./clock.ts";
import type { AgentCheckpoint, AgentReconciliation } from "./checkpoint.ts";
import type { JsonSchema } from "./json.ts";
import type { AgentMessage, AgentModelUsage, AgentPlanner } from "./planner.ts";
import type { AgentEvent, AgentEvidence, AgentPlannerMetric } from "./result.ts";
import type { AgentToolClient } from "./tools.ts";

/** The effects of a run. The runner itself touches neither time, randomness nor any library of the host. */
export interface RunDeps {
  /** Deadlines, delays and measured times. */
  readonly clock: Clock;
  /** A fresh id, for example a UUID: 1–100 characters of letters, digits, `-` and `_`. */
  randomId(): string;
  /** Lowercase hexadecimal SHA-256 digest of the UTF-8 text. */
  sha256(text: string): string;
}

/** What a completion policy judges. */
export interface AgentCompletionInput {
  /** The trusted task. */
  readonly task: string;
  /** What the planner says it did. */
  readonly summary: string;
  /** Present when the decision carried data; it already satisfies `finalOutputSchema`. */
  readonly data?: unknown;
  /** The cited evidence, which the runner's own gate accepted. */
  readonly evidence: readonly AgentEvidence[];
  /** The retained history. */
  readonly history: readonly AgentMessage[];
}

/** What a policy for partial results judges. */
export interface AgentPartialInput {
  /** The trusted task. */
  readonly task: string;
  /** Name of the part, new in this run. */
  readonly key: string;
  /** Satisfies `partialOutputSchema`. */
  readonly data: unknown;
  /** The cited evidence, which the runner's own gate accepted. */
  readonly evidence: readonly AgentEvidence[];
  /** The retained history. */
  readonly history: readonly AgentMessage[];
}

/** One operator check set: the model neither chooses nor changes it. */
export interface AgentAcceptance {
  /** Short name for feedback and report, 1–200 characters. @default "acceptance <n>" */
  readonly name?: string;
  /** 1–20 checks in the form of `tab_verify`; `ref` checks are refused because refs do not outlive a page. */
  readonly checks: readonly Readonly<Record<string, unknown>>[];
  /** Session to check. Excludes `url`. */
  readonly sessionId?: string;
  /**
   * Checks every open session whose address begins with this absolute HTTP(S) URL until one passes. Excludes
   * `sessionId`. Without either, the session of the last mutation is checked.
   */
  readonly url?: string;
  /** Milliseconds for the checks to become true, 100–60,000. Defaults to the tool's own. */
  readonly timeoutMs?: number;
}

/** One trusted step before the first model request. */
export type AgentInitialAction =
  | {
    /** Absolute HTTP(S) URL without credentials. */
    readonly url: string;
    /** Opens a tab of the session instead of navigating its active one; not for the first entry. @default false */
    readonly newTab?: boolean;
  }
  | {
    /** A real click in the active tab's main document. It may change something. */
    readonly click: {
      /** Exact accessible name, 1–200 characters. */
      readonly name: string;
      /** Narrows the name to one role. */
      readonly role?: "button" | "link" | "menuitem" | "tab" | "checkbox" | "radio";
    };
  };

/** Where a retry policy is asked. */
export interface AgentRetryContext {
  /** Planning step, from 1. */
  readonly step: number;
  /** Number of the failed attempt within its step, from 1. */
  readonly attempt: number;
  /** Which planner failed. */
  readonly planner: "primary" | "fallback";
}

/** What happens after a planner call failed. Only planning is repeated, never a tool call. */
export interface AgentPlannerRecovery {
  /** Further attempts of the primary planner within a step, 0–10. @default 0 */
  readonly maxRetries?: number;
  /** Milliseconds before each retry, 0–30,000. @default 0 */
  readonly retryDelayMs?: number;
  /** Asked once within a step after the primary planner failed for good. */
  readonly fallback?: AgentPlanner;
  /** Keeps the fallback for the rest of the run once it was used. @default false */
  readonly stickyFallback?: boolean;
  /** Overrides whether an error is retryable. Synchronous; must return a boolean. */
  readonly shouldRetry?: (error: unknown, context: AgentRetryContext) => boolean;
}

/** How repeated identical results are recognised. */
export interface AgentStallDetection {
  /** Consecutive repeats of a pattern of 1–8 calls that count as a loop, 2–100. @default 3 */
  readonly repeatThreshold?: number;
  /** Corrective messages before the run stops, 0–20. @default 1 */
  readonly maxWarnings?: number;
}

/** When and how far the history shrinks before planning. */
export interface AgentHistoryCompaction {
  /** Serialised bytes of history above which it is compacted, at least 1. @default 262144 */
  readonly triggerBytes?: number;
  /** Most recent complete message groups that stay whole, 1–1,000. @default 6 */
  readonly keepRecentGroups?: number;
}

/** Live intervention into one active run, from the same process. */
export interface AgentControl {
  /**
   * Asks the run to hold at the next safe boundary.
   *
   * @returns true when it holds, false when the run ended first
   */
  pause(): Promise<boolean>;
  /**
   * Adds a trusted instruction that refines the task. Must not contain credentials: it becomes part of the history.
   *
   * @param text 1 byte to 10 KiB of UTF-8; all pending instructions together at most 32 KiB
   * @throws RangeError when a bound is exceeded
   * @throws Error when the run is over
   */
  steer(text: string): void;
  /** Lets a paused run go on. No effect when it is not paused. */
  resume(): void;
}

/** Adds up what providers report. Hand `report` to every planner's `onUsage`. */
export interface AgentUsageMeter {
  /** Bound, so that it can be passed on as a callback. */
  readonly report: (usage: AgentModelUsage) => void;
  /** Tokens reported so far: the total of each record, else its prompt and completion tokens. */
  readonly reportedTokens: number;
}

/** Options of `runAgent`. */
export interface AgentRunOptions {
  /** The trusted task, not empty. */
  readonly task: string;
  /** The tools that the run may use. The caller keeps and closes them. */
  readonly tools: AgentToolClient;
  /** Decides what to do next. The caller keeps and closes it. */
  readonly planner: AgentPlanner;
  /** Text of the application that comes before the runner's own instructions. */
  readonly systemPrompt?: string;
  /** Planning steps, at least 1. @default 30 */
  readonly maxSteps?: number;
  /** Dispatched tool calls, at least 1. @default 100 */
  readonly maxToolCalls?: number;
  /** Milliseconds of the whole run, pauses included, 1–2,147,483,647. @default 300000 */
  readonly timeoutMs?: number;
  /** Serialised bytes of history, at least 1. @default 16777216 */
  readonly maxHistoryBytes?: number;
  /** Tokens that providers may report before the run stops; at least 1, needs `usageMeter`. Off by default. */
  readonly maxReportedTokens?: number;
  /** Where reported usage arrives; see `createUsageMeter`. */
  readonly usageMeter?: AgentUsageMeter;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
  /** Opened before the first model request. Excludes `initialActions`. */
  readonly startUrl?: string;
  /** Opens the only HTTP(S) URL of the task text, when there is exactly one. @default false */
  readonly directOpenTaskUrl?: boolean;
  /** 1–20 trusted steps before the first model request; the first must be a URL. */
  readonly initialActions?: readonly AgentInitialAction[];
  /** Draft-07 schema that final data must satisfy. */
  readonly finalOutputSchema?: JsonSchema;
  /** Draft-07 schema of partial results; enables `publish` decisions. */
  readonly partialOutputSchema?: JsonSchema;
  /** Accept with `true`; `false` or a corrective text makes the planner go on. Synchronous. */
  readonly validateCompletion?: (input: AgentCompletionInput) => boolean | string;
  /** Accept with `true`; `false` or a corrective text makes the planner go on. Synchronous. */
  readonly validatePartial?: (input: AgentPartialInput) => boolean | string;
  /** 1–20 check sets that must pass before the run can succeed. The runner evaluates them itself. */
  readonly acceptance?: readonly AgentAcceptance[];
  /** Accepts post-checks that already held before their batch. @default false */
  readonly allowVacuousEvidence?: boolean;
  /** Retries and a second planner. Off by default. */
  readonly plannerRecovery?: AgentPlannerRecovery;
  /** On by default; `false` switches it off. */
  readonly stallDetection?: AgentStallDetection | false;
  /** `false` keeps the whole history until the hard byte limit. */
  readonly historyCompaction?: AgentHistoryCompaction | false;
  /** Live intervention; one control for each run. */
  readonly control?: AgentControl;
  /** Synchronous and short. A thrown error ends the run. */
  readonly onEvent?: (event: AgentEvent) => void;
  /** Synchronous and short. A thrown error ends the run. */
  readonly onMetrics?: (metric: AgentPlannerMetric) => void;
  /**
   * Saves the run. Awaited before each tool call, after each result, when a decision is carried out and at the end, for
   * at most five seconds; when it fails nothing more is dispatched. Must write atomically and keep the order.
   */
  readonly onCheckpoint?: (checkpoint: AgentCheckpoint) => void | Promise<void>;
  /** A run to go on with: what `onCheckpoint` or a result gave, or what was loaded from a trusted file. */
  readonly resume?: AgentCheckpoint;
  /** New ids of recreated sessions by their old ids; needs `resume`. */
  readonly resumeSessionMap?: Readonly<Record<string, string>>;
  /** Trusted words on what was restored, for the planner: 1–10,000 characters; needs `resume`. */
  readonly resumeFeedback?: string;
  /** Clears calls whose effects were not known, after they were checked; needs `resume`. */
  readonly reconciliation?: AgentReconciliation;
}
