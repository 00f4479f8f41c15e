/** Providers that the command line knows. */
export const PROVIDERS = ["openai-compatible", "codex", "anthropic", "ollama"] as const;

/** A provider that the command line knows. */
export type Provider = (typeof PROVIDERS)[number];

/** Reasoning efforts that `--reasoning-effort` takes. */
export const REASONING_EFFORTS = [
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
  "ultra",
] as const;

/** What a model is for: it decides what flags are called and which variable holds its key by default. */
export type ModelRole = "planner" | "fallback" | "extraction";

/** A model as the command line names it. What its provider does not have is absent. */
export interface ModelSettings {
  readonly role: ModelRole;
  readonly provider: Provider;
  readonly model: string;
  /** Complete address; absent where the provider's own default applies, and for Codex. */
  readonly endpoint?: string;
  /** The variable that holds the address instead, so that no token of it stands in a list of processes. */
  readonly endpointEnv?: string;
  /** The variable that holds the key; absent for Codex, which has a login of its own. */
  readonly apiKeyEnv?: {
    readonly name: string;
    /** Named on the command line, so it must be set. */
    readonly isNamed: boolean;
  };
  readonly codexCommand?: string;
  readonly reasoningEffort?: string;
  /** Most tokens of an answer. */
  readonly maxOutputTokens?: number;
}

/** A flag that names or tunes a model, without the prefix of its role. */
export type ModelFlag =
  | "provider"
  | "model"
  | "endpoint"
  | "endpoint-env"
  | "api-key-env"
  | "codex-command"
  | "reasoning-effort"
  | "max-output-tokens";

const PREFIXES: Readonly<Record<ModelRole, string>> = {
  planner: "",
  fallback: "fallback-",
  extraction: "extraction-",
};

/** The flag as it is typed, for example `--fallback-endpoint`. */
export function flagName(role: ModelRole, flag: ModelFlag): string {
  return `--${PREFIXES[role]}${flag}`;
}

/** The variable that holds a model's key when no flag names one. */
export function defaultKeyEnv(role: ModelRole): string {
  switch (role) {
    case "planner":
      return "TABLAZE_API_KEY";
    case "fallback":
      return "TABLAZE_FALLBACK_API_KEY";
    case "extraction":
      return "TABLAZE_EXTRACTION_API_KEY";
    default:
      return role satisfies never;
  }
}
