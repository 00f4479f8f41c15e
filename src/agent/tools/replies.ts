import type { AgentDispatchEnvelope, AgentToolResult } from "../../contracts/tools.ts";

/** Fixed codes of what custom tools answer beside data. */
export type CustomToolCode =
  /** The arguments do not satisfy the schema; nothing ran. */
  | "INVALID_ARGUMENT"
  /** The run ended before the handler was entered; nothing ran. */
  | "CANCELLED"
  /** The decision was made for another context or page; nothing ran. */
  | "CONTEXT_CHANGED"
  /** The page cannot say which document it shows, or is not of an allowed origin; nothing ran. */
  | "TOOL_UNAVAILABLE"
  /** The lease was given back; nothing ran. */
  | "LEASE_CLOSED"
  /** The handler of a reading tool failed. */
  | "TOOL_FAILED"
  /** The handler gave what its schema does not allow. */
  | "INVALID_OUTPUT"
  /** A write was entered, and nobody knows how it ended. */
  | "OUTCOME_UNKNOWN";

/** What is wrong with arguments, place by place. */
export interface ArgumentIssue {
  /** Path of the field, for example `lines[0].quantity`; empty for the whole. */
  readonly path: string;
  /** What is expected there. */
  readonly message: string;
}

/** A result that is a success. */
export function dataReply(data: unknown, sessionId: string | undefined): AgentToolResult {
  return reply({ ok: true, data, ...(sessionId === undefined ? {} : { session_id: sessionId }) });
}

/** A result that says what went wrong, by a fixed code and fixed words. */
export function errorReply(
  code: CustomToolCode,
  message: string,
  issues: readonly ArgumentIssue[] = [],
): AgentToolResult {
  const error = { code, message, ...(issues.length === 0 ? {} : { issues }) };
  return { ...reply({ ok: false, error }), isError: true };
}

/** Envelope of a call whose handler was not entered. */
export function notStarted(
  code: CustomToolCode,
  message: string,
  facts: { readonly contextChanged?: true; readonly issues?: readonly ArgumentIssue[] } = {},
): AgentDispatchEnvelope {
  const { contextChanged, issues } = facts;
  return {
    result: errorReply(code, message, issues),
    outcome: "not_started",
    ...(contextChanged === undefined ? {} : { contextChanged }),
  };
}

/** Envelope of a call that came too late. */
export function cancelled(): AgentDispatchEnvelope {
  return notStarted("CANCELLED", "The run ended before the tool began.");
}

/** Envelope of a call that was decided on for another context or page. */
export function contextChanged(): AgentDispatchEnvelope {
  return notStarted(
    "CONTEXT_CHANGED",
    "Context or page changed after the decision. Observe, then decide again.",
    {
      contextChanged: true,
    },
  );
}

/** Envelope of a call through a lease that was given back. */
export function leaseClosed(): AgentDispatchEnvelope {
  return notStarted("LEASE_CLOSED", "The decision that the tool was leased for is over.");
}

function reply(body: Readonly<Record<string, unknown>>): AgentToolResult {
  return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body };
}
