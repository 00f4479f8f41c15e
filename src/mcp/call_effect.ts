import type { AgentToolRequest } from "../contracts/tools.ts";
import { ALL_TOOLS } from "./tools/all.ts";

/**
 * Effect of one call where it is finer than the tool's hint: listing tabs, printing and saving state change nothing on a
 * page. Only for tools of this process, whose code is known.
 */
export function callEffect({ name, arguments: given }: AgentToolRequest): "read" | "write" | undefined {
  const tool = ALL_TOOLS.find((one) => one.name === name);
  const parsed = tool?.input.safeParse(given);
  return parsed?.success === true ? tool?.callEffect?.(parsed.data) : undefined;
}
