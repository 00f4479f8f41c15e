import {
  connectAgentTools,
  createOpenAICompatiblePlanner,
  createServer,
  locateBrowser,
  runAgent,
} from "../../assemble.ts";

/** The parts that a run is made of. A test hands in parts that fail in ways that real ones rarely do. */
export interface RunParts {
  readonly connectAgentTools: typeof connectAgentTools;
  readonly createPlanner: typeof createOpenAICompatiblePlanner;
  readonly createServer: (
    ...args: Parameters<typeof createServer>
  ) => Pick<ReturnType<typeof createServer>, "server" | "dispose">;
  readonly locateBrowser: typeof locateBrowser;
  readonly runAgent: typeof runAgent;
}

/** The real parts. */
export const REAL_PARTS: RunParts = {
  connectAgentTools,
  createPlanner: createOpenAICompatiblePlanner,
  createServer,
  locateBrowser,
  runAgent,
};
