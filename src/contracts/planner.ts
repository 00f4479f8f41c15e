import type { AgentTool, AgentToolResult } from "./tools.ts";
import type { JsonSchema } from "./json.ts";

/** A call that the executor registered; its id is what evidence cites. */
export interface AgentToolCall {
  /** Executor-made id: the run id and a growing sequence. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The task, feedback of the executor, or trusted text of the operator. */
export interface AgentUserMessage {
  readonly role: "user";
  readonly content: string;
  /** Who speaks: the task, the executor's feedback, or the operator. */
  readonly source: "task" | "feedback" | "operator";
}

/** What the planner decided: calls, or a control decision as text. */
export interface AgentAssistantMessage {
  readonly role: "assistant";
  /** Registered calls, in order; empty when the decision was none of tools. */
  readonly toolCalls: readonly AgentToolCall[];
  /** Short text of a control decision or of a rejected answer. */
  readonly content?: string;
}

/** The result of one registered call. Every call of an assistant message has exactly one. */
export interface AgentToolMessage {
  readonly role: "tool";
  readonly toolCallId: string;
  readonly name: string;
  readonly result: AgentToolResult;
}

/** One message of the retained history. */
export type AgentMessage = AgentUserMessage | AgentAssistantMessage | AgentToolMessage;

/** What a planner is asked. */
export interface AgentPlannerRequest {
  /** The trusted task. */
  readonly task: string;
  /** Instructions for the model, with the application's own system prompt. */
  readonly instructions: string;
  /** The retained history; the first message is the task. */
  readonly messages: readonly AgentMessage[];
  /** The public catalog. */
  readonly tools: readonly AgentTool[];
  /** Number of this planning step, from 1. */
  readonly step: number;
  /** Aborts when the run is cancelled or its deadline passes. */
  readonly signal: AbortSignal;
  /** Schema that final data must satisfy. */
  readonly finalOutputSchema?: JsonSchema;
  /** Schema that published partial data must satisfy. */
  readonly partialOutputSchema?: JsonSchema;
}

/** Run 1 to 20 calls in order. */
export interface AgentToolsDecision {
  readonly type: "tools";
  readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
}

/** Ask to complete, citing verification evidence by call id. */
export interface AgentFinishDecision {
  readonly type: "finish";
  readonly summary: string;
  readonly evidence: readonly string[];
  readonly data?: unknown;
}

/** Store one checked partial result and go on. */
export interface AgentPublishDecision {
  readonly type: "publish";
  readonly key: string;
  readonly data: unknown;
  readonly evidence: readonly string[];
}

/** Stop and ask a person. */
export interface AgentHumanInputDecision {
  readonly type: "human_input";
  readonly question: string;
}

/** Give up with a reason. */
export interface AgentFailDecision {
  readonly type: "fail";
  readonly reason: string;
}

/** A planner's decision. The executor parses it again: planners are not trusted to keep its form. */
export type AgentDecision =
  | AgentToolsDecision
  | AgentFinishDecision
  | AgentPublishDecision
  | AgentHumanInputDecision
  | AgentFailDecision;

/** Decides what to do next. Any model, provider or deterministic policy can stand behind it. */
export type AgentPlanner = (request: AgentPlannerRequest) => Promise<AgentDecision> | AgentDecision;

/** Counters that a provider reported for one request; a missing counter stays absent. */
export interface AgentModelUsage {
  /** Planning step of the request. */
  readonly step: number;
  /** Model name as the provider reports it, else as configured. */
  readonly model: string;
  /** Present for a model that is not the planner. */
  readonly role?: "extraction";
  /** The provider's id of the response. */
  readonly responseId?: string;
  /** Measured milliseconds of the request, whole. */
  readonly latencyMs: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly totalTokens?: number;
  readonly cachedPromptTokens?: number;
  readonly uncachedPromptTokens?: number;
  readonly cacheCreationPromptTokens?: number;
  readonly reasoningTokens?: number;
}
