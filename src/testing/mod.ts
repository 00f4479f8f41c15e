/**
 * Stand-ins for tests of applications that use Tablaze: a planner that plays a script, tools that are functions, a
 * clock that a test moves, and a store in memory.
 *
 * @module
 */
export { FakeClock } from "./fake_clock.ts";
export { type FakeHandler, type FakeTool, FakeTools, toolResult } from "./fake_tools.ts";
export { MemoryStore } from "./memory_store.ts";
export { ScriptedPlanner, type ScriptedReply } from "./scripted_planner.ts";
export type { Clock } from "../contracts/clock.ts";
export type { JsonSchema } from "../contracts/json.ts";
export type {
  AgentAssistantMessage,
  AgentDecision,
  AgentFailDecision,
  AgentFinishDecision,
  AgentHumanInputDecision,
  AgentMessage,
  AgentPlanner,
  AgentPlannerRequest,
  AgentPublishDecision,
  AgentToolCall,
  AgentToolMessage,
  AgentToolsDecision,
  AgentUserMessage,
} from "../contracts/planner.ts";
export type {
  AgentContent,
  AgentDispatchEnvelope,
  AgentExecutionIdentity,
  AgentImageContent,
  AgentOtherContent,
  AgentTextContent,
  AgentTool,
  AgentToolAnnotations,
  AgentToolCatalog,
  AgentToolClient,
  AgentToolMetadata,
  AgentToolRequest,
  AgentToolResult,
  CallOptions,
} from "../contracts/tools.ts";
