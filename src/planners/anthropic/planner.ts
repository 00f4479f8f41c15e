import type { AgentPlanner } from "../../contracts/planner.ts";
import { createHttpPlanner } from "../http_planner.ts";
import { readCalls, readUsage } from "./from_reply.ts";
import { type AnthropicPlannerOptions, resolveOptions } from "./options.ts";
import { toRequest } from "./to_request.ts";

/**
 * Creates a planner over Anthropic's Messages API. The model must support tools and a forced tool choice.
 *
 * The planner throws `AgentPlannerError` for failures of the provider, the reason of the request's signal when it
 * aborts, and a `TablazeError` with code `USAGE_HOOK_FAILED` when `onUsage` throws.
 *
 * @param options model and credentials; nothing is read from the environment
 * @returns the planner
 * @throws TypeError for a wrong option, without echoing its value
 * @throws RangeError for a number out of range
 */
export function createAnthropicPlanner(options: AnthropicPlannerOptions): AgentPlanner {
  const resolved = resolveOptions(options);
  return createHttpPlanner(resolved, {
    toRequest: (request) => toRequest(request, resolved),
    readCalls,
    readUsage,
  });
}
