import {
  type HttpPlannerOptions,
  type ResolvedHttpOptions,
  resolveHttpOptions,
  resolveOutputTokens,
} from "../http_options.ts";

/** Options of {@linkcode createOllamaPlanner}. */
export interface OllamaPlannerOptions extends HttpPlannerOptions {
  /** Complete HTTP(S) address. @default "http://localhost:11434/api/chat" */
  readonly endpoint?: string;
  /** Most tokens of an answer, 1 to 1,000,000; absent leaves the limit to the server. */
  readonly maxOutputTokens?: number;
}

/** Checked options of the Ollama planner. */
export interface ResolvedOllamaOptions extends ResolvedHttpOptions {
  readonly maxOutputTokens: number | undefined;
}

/** Checks the options and fills in the defaults; its errors never echo a value. */
export function resolveOptions(options: OllamaPlannerOptions): ResolvedOllamaOptions {
  const shared = resolveHttpOptions(options, {
    defaultEndpoint: "http://localhost:11434/api/chat",
    keyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  });
  return { ...shared, maxOutputTokens: resolveOutputTokens(options.maxOutputTokens) };
}
