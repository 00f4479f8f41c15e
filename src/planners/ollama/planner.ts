import type { AgentPlanner } from "../../contracts/planner.ts";
import { createHttpPlanner } from "../http_planner.ts";
import { readCalls, readUsage } from "./from_reply.ts";
import { type OllamaPlannerOptions, resolveOptions } from "./options.ts";
import { toRequest } from "./to_request.ts";

/**
 * Creates a planner over Ollama's native chat endpoint. It starts no server and downloads no model; the model must
 * support tools.
 *
 * The planner throws `AgentPlannerError` for failures of the provider, the reason of the request's signal when it
 * aborts, and a `TablazeError` with code `USAGE_HOOK_FAILED` when `onUsage` throws.
 *
 * @param options model and, where the server wants one, a key; nothing is read from the environment
 * @returns the planner
 * @throws TypeError for a wrong option, without echoing its value
 * @throws RangeError for a number out of range
 */
export function createOllamaPlanner(options: OllamaPlannerOptions): AgentPlanner {
  const resolved = resolveOptions(options);
  return createHttpPlanner(resolved, {
    toRequest: (request) => toRequest(request, resolved),
    readCalls,
    readUsage,
  });
}
