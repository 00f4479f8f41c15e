import { locateBrowser } from "../../assemble/locate_browser.ts";
import {
  createAnthropicPlanner,
  createCodexPlanner,
  createModelExtractionToolClient,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
} from "../../assemble/models.ts";
import { runAgent } from "../../assemble/run.ts";
import { connectAgentTools, createServer } from "../../assemble/server.ts";
import type { WorkspacePort } from "../../contracts/workspace.ts";
import type { PlannerFactories } from "../model/create_planner.ts";

/** The parts that a run is made of. A test hands in parts that fail in ways that real ones rarely do. */
export interface RunParts extends PlannerFactories {
  readonly connectAgentTools: typeof connectAgentTools;
  readonly createModelExtractionToolClient: typeof createModelExtractionToolClient;
  readonly createServer: (
    ...args: Parameters<typeof createServer>
  ) => Pick<ReturnType<typeof createServer>, "server" | "dispose"> & {
    /** Needed when the run is saved. */
    readonly engine?: WorkspacePort;
  };
  readonly locateBrowser: typeof locateBrowser;
  readonly runAgent: typeof runAgent;
}

/** The real parts. */
export const REAL_PARTS: RunParts = {
  connectAgentTools,
  createAnthropicPlanner,
  createCodexPlanner,
  createModelExtractionToolClient,
  createOllamaPlanner,
  createOpenAICompatiblePlanner,
  createServer,
  locateBrowser,
  runAgent,
};
