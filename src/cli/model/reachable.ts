import { commandExists } from "../../platform/find_command.ts";
import type { CliEffects } from "../effects.ts";
import { UsageError } from "../usage_error.ts";
import { requireEndpoint } from "./endpoint_check.ts";
import { readEndpoint } from "./endpoint_env.ts";
import { flagName, type ModelSettings, type Provider } from "./settings.ts";

/** Where requests of a provider go when no flag names an address. */
const DEFAULT_ENDPOINTS: Partial<Readonly<Record<Provider, string>>> = {
  anthropic: "https://api.anthropic.com/v1/messages",
  ollama: "http://localhost:11434/api/chat",
};

/**
 * Sees to it that somebody listens where the model is said to be, or that the Codex CLI is there, before anything is
 * started. Nothing is sent.
 *
 * @throws UsageError with the remedy
 * @throws the signal's reason when it aborts
 */
export async function requireModel(
  settings: ModelSettings,
  effects: Pick<CliEffects, "probeTcp" | "readEnv" | "signal">,
): Promise<void> {
  const { role, provider, endpoint, codexCommand = "codex" } = readEndpoint(settings, effects.readEnv);
  if (provider === "codex") {
    if (await commandExists(codexCommand, effects.readEnv)) return;
    throw new UsageError(
      `The Codex CLI is not there: ${codexCommand} is no executable file; install it, or name it with ` +
        flagName(role, "codex-command"),
    );
  }
  const address = endpoint ?? DEFAULT_ENDPOINTS[provider];
  const flag = flagName(role, settings.endpointEnv === undefined ? "endpoint" : "endpoint-env");
  if (address !== undefined) await requireEndpoint(address, effects, flag);
}
