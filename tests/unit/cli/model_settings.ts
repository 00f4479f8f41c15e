import type { RunSettings } from "../../../src/cli/command.ts";

/** Settings of a run's model and of its retries, where a test is about something else. */
export const MODEL_SETTINGS = {
  model: {
    role: "planner",
    provider: "openai-compatible",
    model: "m",
    endpoint: "http://model.example/v1/chat/completions",
    apiKeyEnv: { name: "TABLAZE_API_KEY", isNamed: false },
  },
  plannerRetries: 0,
  plannerRetryDelayMs: 0,
} as const satisfies Partial<RunSettings>;
