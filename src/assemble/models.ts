// Planners of every provider, and extraction by a model.
export type { ExtractionIssue } from "../extraction/error.ts";
export { extractWithPlanner } from "../extraction/model_extraction.ts";
export type { ProvenanceResult } from "../extraction/provenance.ts";
export { createModelExtractionToolClient } from "../extraction/tool_client.ts";
export { createAnthropicPlanner } from "../planners/anthropic/planner.ts";
export type { CodexDiagnostic } from "../planners/codex/diagnostic.ts";
export { createCodexPlanner } from "../planners/codex/planner.ts";
export { createOllamaPlanner } from "../planners/ollama/planner.ts";
export { createOpenAICompatiblePlanner } from "../planners/openai_compatible/planner.ts";
