/**
 * Tablaze: a browser for models, with proof of what was done. Importing this starts nothing.
 *
 * @module
 */
export { parseAgentCheckpoint } from "./src/agent/checkpoint/parse.ts";
export { createAgentControl } from "./src/agent/control.ts";
export { defineTool } from "./src/agent/tools/define_tool.ts";
export { ToolRegistryError, type ToolRegistryErrorCode } from "./src/agent/tools/error.ts";
export type { ToolRegistry } from "./src/agent/tools/registry.ts";
export type {
  DefinedTool,
  ToolContext,
  ToolDefinition,
  ToolExecution,
  ToolRegistryBrowser,
  ToolRegistryOptions,
} from "./src/agent/tools/types.ts";
export { createUsageMeter } from "./src/agent/usage_meter.ts";
export { runAgent } from "./src/assemble/run.ts";
export { createServer, type TablazeServer } from "./src/assemble/server.ts";
export { createToolRegistry } from "./src/assemble/tool_registry.ts";
export { BrowserEngine } from "./src/browser/engine.ts";
export type { ExtractStructuredOptions } from "./src/browser/extract_structured.ts";
export type {
  ActionEffect,
  ActionResult,
  ActOptions,
  ActResult,
  BrowserAction,
  BrowserCheck,
  BrowserOptions,
  BrowserPort,
  CheckableState,
  CheckResult,
  ClickAction,
  ClickManner,
  DropPosition,
  ElementInfo,
  ExtractOptions,
  ExtractResult,
  FrameInfo,
  ModifierKey,
  NavigateOptions,
  OpenOptions,
  Point,
  PointerButton,
  PopupPolicy,
  SessionInfo,
  SnapshotInclude,
  SnapshotOptions,
  SnapshotResult,
  TabInfo,
  VerifyResult,
} from "./src/contracts/browser.ts";
export type {
  AvailableFile,
  BrowserToolsPort,
  CaptureImage,
  CaptureOptions,
  CaptureResult,
  ClickNamedOptions,
  DialogOptions,
  DialogResult,
  DownloadInfo,
  DownloadsOptions,
  DownloadsResult,
  FieldQuery,
  FieldReading,
  FieldsOptions,
  FindOptions,
  FindResult,
  NamedRole,
  NetworkEntry,
  NetworkOptions,
  NetworkResult,
  OpenDialog,
  PdfOptions,
  PdfResult,
  ScriptOptions,
  ScriptResult,
  StateResult,
  TabsOptions,
  TabsResult,
} from "./src/contracts/browser_tools.ts";
export type { DocumentBinding, DocumentBindingPort } from "./src/contracts/document_binding.ts";
export {
  AGENT_CHECKPOINT_VERSION,
  type AgentCheckpoint,
  type AgentCheckpointCounters,
  type AgentCheckpointGroup,
  type AgentCheckpointInitialization,
  type AgentCheckpointLimits,
  type AgentCheckpointPhase,
  type AgentInitialStep,
  type AgentMessageGroupKind,
  type AgentOmittedCalls,
  type AgentPendingTool,
  type AgentReconciliation,
} from "./src/contracts/checkpoint.ts";
export {
  AgentPlannerError,
  type AgentPlannerErrorOptions,
  BrowserError,
  type BrowserErrorCode,
  CheckpointError,
  type CheckpointErrorCode,
  type PlannerFailureCode,
  TablazeError,
} from "./src/contracts/errors.ts";
export type { JsonObject, JsonSchema, JsonValue } from "./src/contracts/json.ts";
export type {
  AgentAssistantMessage,
  AgentDecision,
  AgentFailDecision,
  AgentFinishDecision,
  AgentHumanInputDecision,
  AgentMessage,
  AgentModelUsage,
  AgentPlanner,
  AgentPlannerRequest,
  AgentPublishDecision,
  AgentToolCall,
  AgentToolMessage,
  AgentToolsDecision,
  AgentUserMessage,
} from "./src/contracts/planner.ts";
export type {
  AgentAcceptanceResult,
  AgentEvent,
  AgentEvidence,
  AgentFailure,
  AgentFailureCode,
  AgentFailurePhase,
  AgentPartial,
  AgentPlannerMetric,
  AgentRunResult,
  AgentStatus,
} from "./src/contracts/result.ts";
export type {
  AgentAcceptance,
  AgentCompletionInput,
  AgentControl,
  AgentHistoryCompaction,
  AgentInitialAction,
  AgentPartialInput,
  AgentPlannerRecovery,
  AgentRetryContext,
  AgentRunOptions,
  AgentStallDetection,
  AgentUsageMeter,
} from "./src/contracts/run.ts";
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
} from "./src/contracts/tools.ts";
export { assembleDOMExtraction } from "./src/extraction/dom_assemble.ts";
export type {
  DOMCitation,
  DOMExtraction,
  DOMExtractionInput,
  DOMObservation,
} from "./src/extraction/dom_assemble.ts";
export { type DOMField, type ResolvedDOMField, validateDOMFieldPlan } from "./src/extraction/dom_plan.ts";
export type { DeadlineOptions } from "./src/extraction/deadline.ts";
export { ExtractionError, type ExtractionErrorCode, type ExtractionIssue } from "./src/extraction/error.ts";
export {
  type ExtractionOptions,
  type ExtractorInput,
  extractWithProvenance,
  type ProvenanceOptions,
  type SupportInput,
} from "./src/extraction/extract.ts";
export { extractWithPlanner, type ModelExtractionOptions } from "./src/extraction/model_extraction.ts";
export {
  type BoundCitation,
  type ExtractionCandidate,
  type ExtractionCitation,
  type ProvenanceInput,
  type ProvenanceResult,
  validateProvenance,
} from "./src/extraction/provenance.ts";
export type { ExtractionSchema } from "./src/extraction/schema.ts";
export type { ExtractionSource } from "./src/extraction/sources.ts";
export {
  createModelExtractionToolClient,
  type ModelExtractionToolOptions,
} from "./src/extraction/tool_client.ts";
export { SERVER_VERSION } from "./src/contracts/version.ts";
export {
  BROWSER_WORKSPACE_VERSION,
  type BrowserWorkspace,
  type RestoreWorkspaceOptions,
  type WorkspaceDraft,
  type WorkspacePort,
  type WorkspaceRestoration,
  type WorkspaceSession,
  type WorkspaceSessionStorage,
  type WorkspaceStorage,
  type WorkspaceTab,
} from "./src/contracts/workspace.ts";
export { connectAgentTools, type InMemoryTools } from "./src/mcp/in_memory_client.ts";
export {
  type ConnectedClient,
  createMcpToolClient,
  type McpToolClientOptions,
} from "./src/mcp/tool_client.ts";
export type { AnthropicPlannerOptions } from "./src/planners/anthropic/options.ts";
export { createAnthropicPlanner } from "./src/planners/anthropic/planner.ts";
export type { CodexDiagnostic, CodexValidationStage } from "./src/planners/codex/diagnostic.ts";
export type { CodexDiagnosticHook, CodexPlannerOptions } from "./src/planners/codex/options.ts";
export {
  CODEX_TESTED_CLI_VERSION,
  type CodexPlanner,
  createCodexPlanner,
} from "./src/planners/codex/planner.ts";
export type { HttpPlannerOptions } from "./src/planners/http_options.ts";
export type { PlannerFetch } from "./src/planners/http.ts";
export type { OllamaPlannerOptions } from "./src/planners/ollama/options.ts";
export { createOllamaPlanner } from "./src/planners/ollama/planner.ts";
export type { UsageHook } from "./src/planners/usage.ts";
export type { OpenAICompatiblePlannerOptions } from "./src/planners/openai_compatible/options.ts";
export { createOpenAICompatiblePlanner } from "./src/planners/openai_compatible/planner.ts";

const { main } = import.meta as { readonly main?: boolean }; // Node below 24 does not say; there cli.js is the command
if (main === true) await import("./cli.ts");
