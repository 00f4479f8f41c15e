import type {
  CodexDiagnostic,
  createAnthropicPlanner,
  createCodexPlanner,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
} from "../../assemble/models.ts";
import type { AgentModelUsage, AgentPlanner } from "../../contracts/planner.ts";
import type { CliEffects } from "../effects.ts";
import { describeUnset } from "../flags.ts";
import { UsageError } from "../usage_error.ts";
import { readEndpoint } from "./endpoint_env.ts";
import { flagName, type ModelSettings } from "./settings.ts";

/** What makes planners. A test hands in its own. */
export interface PlannerFactories {
  readonly createAnthropicPlanner: typeof createAnthropicPlanner;
  readonly createCodexPlanner: typeof createCodexPlanner;
  readonly createOllamaPlanner: typeof createOllamaPlanner;
  readonly createOpenAICompatiblePlanner: typeof createOpenAICompatiblePlanner;
}

/** A planner, and what has to be done and reported after its use. */
export interface MadePlanner {
  readonly planner: AgentPlanner;
  /** What the Codex CLI did, in order; grows until `close` has settled. Absent for other providers. */
  readonly diagnostics?: readonly CodexDiagnostic[];
  /** Waits until nothing of the planner runs any more; at once for planners without processes. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the planner of a model. Its key, and its address where a variable holds it, are read from the environment here,
 * and handed to no one but the planner.
 *
 * @throws UsageError when a variable is not set or an option is refused; neither key nor address is in its message
 */
export function createPlanner(
  settings: ModelSettings,
  effects: Pick<CliEffects, "readEnv" | "fetch">,
  factories: PlannerFactories,
  onUsage: (usage: AgentModelUsage) => void,
): MadePlanner {
  const located = readEndpoint(settings, effects.readEnv);
  const apiKey = readApiKey(located, effects);
  try {
    return make(located, apiKey, effects, factories, onUsage);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const where = error.message.includes('"apiKey"')
      ? ` (the key is read from ${settings.apiKeyEnv?.name})`
      : "";
    throw new UsageError(`${error.message}${where}`, { cause: error });
  }
}

function make(
  { provider, model, endpoint, codexCommand, reasoningEffort, maxOutputTokens }: ModelSettings,
  apiKey: string | undefined,
  effects: Pick<CliEffects, "fetch">,
  factories: PlannerFactories,
  onUsage: (usage: AgentModelUsage) => void,
): MadePlanner {
  const shared = {
    model,
    onUsage,
    fetch: (url: string, init: RequestInit) => effects.fetch(url, init),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  const address = endpoint === undefined ? {} : { endpoint };
  const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  switch (provider) {
    case "openai-compatible":
      return plain(factories.createOpenAICompatiblePlanner({ ...shared, endpoint: endpoint ?? "" }));
    case "anthropic":
      return plain(factories.createAnthropicPlanner({ ...shared, ...address, ...limit }));
    case "ollama":
      return plain(factories.createOllamaPlanner({ ...shared, ...address, ...limit }));
    case "codex": {
      const diagnostics: CodexDiagnostic[] = [];
      const planner = factories.createCodexPlanner({
        model,
        onUsage,
        onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
        ...(codexCommand === undefined ? {} : { codexCommand }),
        ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
      });
      return { planner, diagnostics, close: () => planner.close() };
    }
    default:
      return provider satisfies never;
  }
}

function plain(planner: AgentPlanner): MadePlanner {
  return { planner, close: () => Promise.resolve() };
}

function readApiKey(
  { role, provider, endpoint, apiKeyEnv }: ModelSettings,
  { readEnv }: Pick<CliEffects, "readEnv">,
): string | undefined {
  if (apiKeyEnv === undefined) return undefined;
  const key = readEnv(apiKeyEnv.name);
  if (key !== undefined && key !== "") return key;
  const flag = flagName(role, "api-key-env");
  if (apiKeyEnv.isNamed) {
    throw new UsageError(
      `${describeUnset(apiKeyEnv.name, flag)}: export it, or leave the flag out`,
    );
  }
  if (provider === "anthropic" && endpoint === undefined) {
    throw new UsageError(
      `Provider anthropic needs a key: export ${apiKeyEnv.name}, or name another variable with ${flag}`,
    );
  }
  return undefined; // many local endpoints take none
}
