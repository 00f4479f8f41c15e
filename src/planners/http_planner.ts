import type { AgentDecision, AgentPlanner, AgentPlannerRequest } from "../contracts/planner.ts";
import { type ModelCall, toDecision } from "./decision.ts";
import { postJson } from "./http.ts";
import type { ResolvedHttpOptions } from "./http_options.ts";
import { type ReportedUsage, reportUsage } from "./usage.ts";

/** The pure converters of one provider. */
export interface HttpConverters {
  /** The request's body; it is serialized as JSON. */
  readonly toRequest: (request: AgentPlannerRequest) => unknown;
  /** Every call of the reply, in order; throws for any reply that is not a completed list of calls. */
  readonly readCalls: (reply: Readonly<Record<string, unknown>>) => readonly ModelCall[];
  /** The counters of the reply; never throws. */
  readonly readUsage: (reply: Readonly<Record<string, unknown>>) => ReportedUsage;
}

/** A planner that asks one HTTP endpoint once for each decision. It retries nothing and runs no tool. */
export function createHttpPlanner(options: ResolvedHttpOptions, converters: HttpConverters): AgentPlanner {
  return async (request: AgentPlannerRequest): Promise<AgentDecision> => {
    const { signal } = request;
    signal.throwIfAborted();
    const startedAt = performance.now();
    const reply = await postJson({ ...options, body: converters.toRequest(request), signal });
    const decide = attempt(() => toDecision(converters.readCalls(reply), request, options.maxResponseBytes));
    const { counters, model, responseId } = converters.readUsage(reply);
    // Reported before the outcome is handed on: an unusable decision was paid for as well.
    await reportUsage(options.onUsage, {
      step: request.step,
      model: model ?? options.model,
      ...(responseId === undefined ? {} : { responseId }),
      latencyMs: Math.round(performance.now() - startedAt),
      ...counters,
    });
    signal.throwIfAborted();
    return decide();
  };
}

/** Runs an action now and hands on its outcome, value or error, when it is asked for. */
function attempt<Value>(action: () => Value): () => Value {
  try {
    const value = action();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
