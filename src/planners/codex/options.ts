import type { UsageHook } from "../usage.ts";
import {
  resolveFlag,
  resolveHook,
  resolveInteger,
  resolveModel,
  resolveResponseBytes,
  wrongOption,
} from "../option_checks.ts";
import type { CodexDiagnostic } from "./diagnostic.ts";

/** Application hook for diagnostics. It is trusted; keep it short. A returned promise is awaited. */
export type CodexDiagnosticHook = (diagnostic: CodexDiagnostic) => void | Promise<void>;

/** Options of {@linkcode createCodexPlanner}. The command and its arguments are trusted configuration. */
export interface CodexPlannerOptions {
  /** Model name as the CLI knows it. There is no default. */
  readonly model: string;
  /** Executable of the installed CLI. @default "codex" */
  readonly codexCommand?: string;
  /** Arguments before `exec`, for example a script when the command is an interpreter. @default [] */
  readonly codexCommandArgs?: readonly string[];
  /** Reasoning effort; model and CLI must support it. */
  readonly reasoningEffort?: string;
  /** Milliseconds for one planner call, a format correction included; 1 to 86,400,000. @default 120_000 */
  readonly timeoutMs?: number;
  /** Most bytes of the final answer; 1 to 67,108,864. @default 4_194_304 */
  readonly maxResponseBytes?: number;
  /** Whether images of tool results are attached. @default true */
  readonly supportsImages?: boolean;
  /** Called once for each planner call whose turns reported counters. */
  readonly onUsage?: UsageHook;
  /** Called once for each planner call, whatever its outcome. */
  readonly onDiagnostic?: CodexDiagnosticHook;
}

/** Checked options with every default filled in. */
export interface ResolvedCodexOptions {
  readonly model: string;
  readonly codexCommand: string;
  readonly codexCommandArgs: readonly string[];
  readonly reasoningEffort: string | undefined;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly supportsImages: boolean;
  readonly onUsage: UsageHook | undefined;
  readonly onDiagnostic: CodexDiagnosticHook | undefined;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MOST_TIMEOUT_MS = 86_400_000;
const DEFAULT_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Options of the HTTP planners, which a caller may have left in by mistake. */
const FOREIGN_OPTIONS = ["endpoint", "apiKey", "headers", "fetch", "maxOutputTokens"] as const;

/**
 * Checks the options and fills in the defaults; its errors never echo a value.
 *
 * @throws TypeError for a wrong option, or one that belongs to an HTTP planner
 * @throws RangeError for a number out of range
 */
export function resolveOptions(options: CodexPlannerOptions): ResolvedCodexOptions {
  const { codexCommand = "codex", codexCommandArgs = [], reasoningEffort } = options;
  for (const name of FOREIGN_OPTIONS) {
    if (Object.hasOwn(options, name)) {
      throw wrongOption(name, "absent: the CLI's own login and settings apply");
    }
  }
  if (typeof codexCommand !== "string" || codexCommand === "" || codexCommand.includes("\0")) {
    throw wrongOption("codexCommand", "the path or name of an executable");
  }
  if (!Array.isArray(codexCommandArgs) || !codexCommandArgs.every(isArgument)) {
    throw wrongOption("codexCommandArgs", "a list of arguments");
  }
  if (reasoningEffort !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(String(reasoningEffort))) {
    throw wrongOption("reasoningEffort", "a word such as low, medium or high");
  }
  return {
    model: resolveModel(options.model),
    codexCommand,
    codexCommandArgs: [...codexCommandArgs],
    reasoningEffort,
    timeoutMs: resolveInteger("timeoutMs", options.timeoutMs ?? DEFAULT_TIMEOUT_MS, MOST_TIMEOUT_MS),
    maxResponseBytes: resolveResponseBytes(options.maxResponseBytes, DEFAULT_RESPONSE_BYTES),
    supportsImages: resolveFlag("supportsImages", options.supportsImages, true),
    onUsage: resolveHook("onUsage", options.onUsage),
    onDiagnostic: resolveHook("onDiagnostic", options.onDiagnostic),
  };
}

function isArgument(value: unknown): boolean {
  return typeof value === "string" && !value.includes("\0");
}
