import { UsageError } from "../usage_error.ts";
import {
  defaultKeyEnv,
  flagName,
  type ModelFlag,
  type ModelRole,
  type ModelSettings,
  type Provider,
} from "./settings.ts";

type Options = Readonly<Record<string, unknown>>;

/** Which providers a flag is for; a flag that is not listed is for all. */
const APPLIES_TO: Partial<Readonly<Record<ModelFlag, readonly Provider[]>>> = {
  "endpoint": ["openai-compatible", "anthropic", "ollama"],
  "endpoint-env": ["openai-compatible", "anthropic", "ollama"],
  "api-key-env": ["openai-compatible", "anthropic", "ollama"],
  "codex-command": ["codex"],
  "reasoning-effort": ["codex"],
  "max-output-tokens": ["anthropic", "ollama"],
};
const ALL_FLAGS: readonly ModelFlag[] = [
  "provider",
  "model",
  "endpoint",
  "endpoint-env",
  "api-key-env",
  "codex-command",
  "reasoning-effort",
  "max-output-tokens",
];

/**
 * The model that decides.
 *
 * @param options what commander parsed
 * @param defaultProvider the provider where no flag names one
 * @param usage the command line, for messages
 * @throws UsageError when a flag is missing or does not apply
 */
export function parseModel(options: Options, defaultProvider: Provider, usage: string): ModelSettings {
  const provider = readProvider(options, "planner") ?? defaultProvider;
  const model = read<string>(options, "planner", "model");
  if (model === undefined) throw new UsageError(`${usage} needs --model <id>: see "${usage} --help"`);
  refuseForeignFlags(options, "planner", provider);
  return withoutAbsent({
    role: "planner",
    provider,
    model,
    ...address(options, "planner", provider),
    apiKeyEnv: keyEnv(options, "planner", provider),
    codexCommand: provider === "codex" ? read<string>(options, "planner", "codex-command") : undefined,
    ...tuning(options, "planner"),
  });
}

/**
 * A further model, when its `--…-model` flag is given. What it shares with the primary one it takes over where both
 * have the same provider: the address, the key's variable, the executable. Effort and output limit depend on the model
 * and are never taken over.
 *
 * @throws UsageError when a flag is missing or does not apply
 */
export function parseFurtherModel(
  options: Options,
  role: Exclude<ModelRole, "planner">,
  primary: ModelSettings,
): ModelSettings | undefined {
  const model = read<string>(options, role, "model");
  if (model === undefined) {
    const given = ALL_FLAGS.find((flag) => read(options, role, flag) !== undefined);
    if (given === undefined) return undefined;
    throw new UsageError(
      `${flagName(role, given)} does nothing without ${flagName(role, "model")}: add it, or leave both out`,
    );
  }
  const provider = readProvider(options, role) ?? primary.provider;
  const shared = provider === primary.provider ? primary : undefined;
  refuseForeignFlags(options, role, provider);
  return withoutAbsent({
    role,
    provider,
    model,
    ...address(options, role, provider, shared),
    apiKeyEnv: keyEnv(options, role, provider, shared?.apiKeyEnv),
    codexCommand: read<string>(options, role, "codex-command") ?? shared?.codexCommand,
    ...tuning(options, role),
  });
}

function refuseForeignFlags(options: Options, role: ModelRole, provider: Provider): void {
  for (const flag of ALL_FLAGS) {
    const providers = APPLIES_TO[flag];
    if (providers === undefined || providers.includes(provider)) continue;
    if (read(options, role, flag) === undefined) continue;
    throw new UsageError(
      `${flagName(role, flag)} does not apply to provider ${provider}, only to ${
        providers.join(", ")
      }: leave it out`,
    );
  }
}

/** Where the model is: the address, or the variable that holds it. A flag of its own replaces both of the primary. */
function address(
  options: Options,
  role: ModelRole,
  provider: Provider,
  shared?: ModelSettings,
): { endpoint: string | undefined; endpointEnv: string | undefined } {
  const endpoint = read<string>(options, role, "endpoint");
  const endpointEnv = read<string>(options, role, "endpoint-env");
  const flags = [flagName(role, "endpoint"), flagName(role, "endpoint-env")] as const;
  if (endpoint !== undefined && endpointEnv !== undefined) {
    throw new UsageError(`${flags[0]} and ${flags[1]} exclude each other: give one of them`);
  }
  if (endpoint !== undefined || endpointEnv !== undefined) return { endpoint, endpointEnv };
  const taken = { endpoint: shared?.endpoint, endpointEnv: shared?.endpointEnv };
  if (taken.endpoint !== undefined || taken.endpointEnv !== undefined || provider !== "openai-compatible") {
    return taken;
  }
  throw new UsageError(
    `Provider openai-compatible needs ${flags[0]} <url>: the complete address of its Chat Completions`,
  );
}

function keyEnv(
  options: Options,
  role: ModelRole,
  provider: Provider,
  shared?: ModelSettings["apiKeyEnv"],
): ModelSettings["apiKeyEnv"] | undefined {
  if (provider === "codex") return undefined;
  const name = read<string>(options, role, "api-key-env");
  if (name !== undefined) return { name, isNamed: true };
  return shared ?? { name: defaultKeyEnv(role), isNamed: false };
}

function tuning(
  options: Options,
  role: ModelRole,
): { reasoningEffort: string | undefined; maxOutputTokens: number | undefined } {
  return {
    reasoningEffort: read<string>(options, role, "reasoning-effort"),
    maxOutputTokens: read<number>(options, role, "max-output-tokens"),
  };
}

function readProvider(options: Options, role: ModelRole): Provider | undefined {
  return read<Provider>(options, role, "provider");
}

/** A flag's value; its own parser has checked its type. */
function read<T>(options: Options, role: ModelRole, flag: ModelFlag): T | undefined {
  const key = flagName(role, flag).slice(2).replace(
    /-([a-z])/g,
    (_match, letter: string) => letter.toUpperCase(),
  );
  return options[key] as T | undefined;
}

function withoutAbsent(
  fields: { [K in keyof ModelSettings]-?: ModelSettings[K] | undefined },
): ModelSettings {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as ModelSettings;
}
