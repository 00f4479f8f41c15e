import type { AgentDispatchEnvelope, AgentToolRequest } from "../../contracts/tools.ts";
import { race } from "../race.ts";
import type { Standing } from "./binding.ts";
import { checkInput, checkOutput } from "./check_data.ts";
import type { ToolInternals } from "./define_tool.ts";
import { cancelled, contextChanged, dataReply, errorReply, notStarted } from "./replies.ts";

/** What a call needs of its lease. */
export interface LeaseGuard {
  /**
   * Reads where the tools stand now and compares it with the lease.
   *
   * @returns the trusted context, or the refusal
   */
  check(own: ToolInternals, signal: AbortSignal): Promise<Standing | AgentDispatchEnvelope>;
  /** Whether something of it changed since the lease began. */
  hasChanged(signal: AbortSignal): Promise<boolean>;
  /** @throws ToolRegistryError when something changed */
  assertCurrent(): Promise<void>;
}

/**
 * Runs one call of a custom tool. Until the handler is entered nothing has happened; once the handler of a write is
 * entered, only a checked result says that it is known what happened.
 */
export async function runTool(
  own: ToolInternals,
  call: AgentToolRequest & { readonly id: string },
  guard: LeaseGuard,
  signal: AbortSignal,
): Promise<AgentDispatchEnvelope> {
  let standing: Standing | AgentDispatchEnvelope;
  let input: unknown;
  try {
    const checked = await race(() => checkInput(own.input, call.arguments), signal);
    if (!checked.ok) {
      return notStarted("INVALID_ARGUMENT", "The arguments do not satisfy the tool's schema.", {
        issues: checked.issues,
      });
    }
    input = checked.value;
    // last, as checking the arguments may have waited: nothing comes between this and the handler
    standing = await race(() => guard.check(own, signal), signal);
  } catch {
    return signal.aborted ? cancelled() : contextChanged(); // who cannot say that it holds, has to be taken to have lost it
  }
  if ("outcome" in standing) return standing;
  if (signal.aborted) return cancelled();
  return await enter(own, call.id, input, standing, guard, signal);
}

async function enter(
  own: ToolInternals,
  callId: string,
  input: unknown,
  { context, page }: Standing,
  guard: LeaseGuard,
  signal: AbortSignal,
): Promise<AgentDispatchEnvelope> {
  const sessionId = page.kind === "shown" ? page.binding.session_id : undefined;
  const execution = Object.freeze({
    context: context.value,
    callId,
    signal,
    assertCurrent: () => guard.assertCurrent(),
  });
  const session = sessionId === undefined ? {} : { sessionId };
  let output: { readonly data: unknown } | undefined;
  try {
    const value = await race(() => own.handler(input, execution), signal);
    output = await race(() => checkOutput(own.output, value), signal);
  } catch {
    return failed(own, "TOOL_FAILED", "The tool failed. It only reads, so it may be called again.", session);
  }
  const changed = await race(() => guard.hasChanged(signal), signal).catch(() => true);
  const facts = { ...session, ...(changed ? { contextChanged: true } : {}) };
  if (output === undefined) {
    return failed(own, "INVALID_OUTPUT", "The tool gave no usable result.", facts);
  }
  return { result: dataReply(output.data, sessionId), outcome: "completed", ...facts };
}

function failed(
  { tool }: ToolInternals,
  code: "TOOL_FAILED" | "INVALID_OUTPUT",
  message: string,
  facts: { readonly sessionId?: string; readonly contextChanged?: boolean },
): AgentDispatchEnvelope {
  if (tool.effect === "read") return { result: errorReply(code, message), outcome: "completed", ...facts };
  const unknown = "Nobody knows what the tool did. It must not be repeated blindly.";
  return { result: errorReply("OUTCOME_UNKNOWN", unknown), outcome: "unknown", ...facts };
}
