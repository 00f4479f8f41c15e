import { type HttpPlannerOptions, type ResolvedHttpOptions, resolveHttpOptions } from "../http_options.ts";
import { wrongOption } from "../option_checks.ts";

/** Options of {@linkcode createOpenAICompatiblePlanner}. */
export interface OpenAICompatiblePlannerOptions extends HttpPlannerOptions {
  /** Complete HTTP(S) address of a Chat Completions endpoint, such as `https://host/v1/chat/completions`. */
  readonly endpoint: string;
  /** `required` makes the model call a tool; `auto` is for servers that do not know `required`. @default "required" */
  readonly toolChoice?: "required" | "auto";
}

/** Checked options of the compatible planner. */
export interface ResolvedCompatibleOptions extends ResolvedHttpOptions {
  readonly toolChoice: "required" | "auto";
}

/** Checks the options and fills in the defaults; its errors never echo a value. */
export function resolveOptions(options: OpenAICompatiblePlannerOptions): ResolvedCompatibleOptions {
  const { toolChoice = "required" } = options;
  if (toolChoice !== "required" && toolChoice !== "auto") {
    throw wrongOption("toolChoice", '"required" or "auto"');
  }
  const shared = resolveHttpOptions(options, {
    keyHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  });
  return { ...shared, toolChoice };
}
