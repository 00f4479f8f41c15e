import {
  type HttpPlannerOptions,
  type ResolvedHttpOptions,
  resolveHttpOptions,
  resolveOutputTokens,
} from "../http_options.ts";

/** Options of {@linkcode createAnthropicPlanner}. */
export interface AnthropicPlannerOptions extends HttpPlannerOptions {
  /** Complete HTTP(S) address. @default "https://api.anthropic.com/v1/messages" */
  readonly endpoint?: string;
  /** Most tokens of an answer, 1 to 1,000,000; the model may allow fewer. @default 4096 */
  readonly maxOutputTokens?: number;
}

/** Checked options of the Anthropic planner. */
export interface ResolvedAnthropicOptions extends ResolvedHttpOptions {
  readonly maxOutputTokens: number;
}

/** Checks the options and fills in the defaults; its errors never echo a value. */
export function resolveOptions(options: AnthropicPlannerOptions): ResolvedAnthropicOptions {
  const shared = resolveHttpOptions(options, {
    defaultEndpoint: "https://api.anthropic.com/v1/messages",
    keyHeaders: (apiKey) => ({ "x-api-key": apiKey }),
    fixedHeaders: { "anthropic-version": "2023-06-01" },
  });
  return { ...shared, maxOutputTokens: resolveOutputTokens(options.maxOutputTokens) ?? 4096 };
}
