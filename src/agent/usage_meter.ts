import type { AgentModelUsage } from "../contracts/planner.ts";
import type { AgentUsageMeter } from "../contracts/run.ts";

/**
 * Creates a meter that adds up reported tokens over all attempts and models.
 *
 * @returns the meter; its `report` can be handed to several planners
 */
export function createUsageMeter(): AgentUsageMeter {
  let reportedTokens = 0;
  return {
    report: (usage) => {
      reportedTokens += tokensOf(usage);
    },
    get reportedTokens() {
      return reportedTokens;
    },
  };
}

function tokensOf(usage: AgentModelUsage): number {
  const total = count(usage.totalTokens);
  if (total > 0) return total;
  const prompt = count(usage.promptTokens) ||
    count(usage.uncachedPromptTokens) + count(usage.cachedPromptTokens) +
      count(usage.cacheCreationPromptTokens);
  return prompt + count(usage.completionTokens);
}

function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : 0;
}
