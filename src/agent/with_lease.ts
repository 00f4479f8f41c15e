import type { AgentFailure } from "../contracts/result.ts";
import type { RunContext } from "./context.ts";
import { RunFailure } from "./failure.ts";
import type { ToolLease, ToolSource } from "./lease.ts";

/**
 * Does some work under a fresh lease and gives the lease back, however the work ends.
 *
 * @throws what the work throws, else RunFailure when the lease could not be given back
 */
export async function withLease<Value>(
  context: RunContext,
  source: ToolSource,
  work: (lease: ToolLease) => Promise<Value>,
): Promise<Value> {
  const lease = await source.acquire();
  let value: Value;
  try {
    noticeContext(context, lease);
    value = await work(lease);
  } catch (error) {
    try {
      await lease.close();
    } catch (closeError) {
      // what ended the work names the result; this is recorded beside it
      if (closeError instanceof RunFailure) recordFailure(context, closeError.failure);
    }
    throw error;
  }
  await lease.close();
  return value;
}

/** Keeps a diagnosis without changing why the run ended. */
export function recordFailure(context: RunContext, failure: AgentFailure): void {
  context.failure = failure;
  context.events.recordFailure(context.counters.steps, failure);
}

function noticeContext(context: RunContext, { contextKey }: ToolLease): void {
  const before = context.contextKey;
  context.contextKey = contextKey;
  if (before === undefined || before === contextKey) return;
  context.gate.contextChanged();
  context.references.invalidate();
}
