import type { AgentTool, AgentToolResult } from "./tools.ts";
import type { JsonSchema } from "./json.ts";

/** A call that the executor registered; its id is what evidence cites. */
export interface AgentToolCall {
  /** Executor-made id: the run id and a growing sequence. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  /** Arguments of the call. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The task, feedback of the executor, or trusted text of the operator. */
export interface AgentUserMessage {
  /** Discriminates messages. */
  readonly role: "user";
  /** The text. */
  readonly content: string;
  /** Who speaks: the task, the executor's feedback, or the operator. */
  readonly source: "task" | "feedback" | "operator";
}

/** What the planner decided: calls, or a control decision as text. */
export interface AgentAssistantMessage {
  /** Discriminates messages. */
  readonly role: "assistant";
  /** Registered calls, in order; empty when the decision was none of tools. */
  readonly toolCalls: readonly AgentToolCall[];
  /** Short text of a control decision or of a rejected answer. */
  readonly content?: string;
}

/** The result of one registered call. Every call of an assistant message has exactly one. */
export interface AgentToolMessage {
  /** Discriminates messages. */
  readonly role: "tool";
  /** Executor-made id of the call. */
  readonly toolCallId: string;
  /** Name of the tool. */
  readonly name: string;
  /** What the tool returned. */
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
  /** Discriminates decisions. */
  readonly type: "tools";
  /** The calls, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
}

/** Ask to complete, citing verification evidence by call id. */
export interface AgentFinishDecision {
  /** Discriminates decisions. */
  readonly type: "finish";
  /** What was achieved, for people. */
  readonly summary: string;
  /** Ids of passing verification calls. */
  readonly evidence: readonly string[];
  /** JSON-safe data for the configured schema. */
  readonly data?: unknown;
}

/** Store one checked partial result and go on. */
export interface AgentPublishDecision {
  /** Discriminates decisions. */
  readonly type: "publish";
  /** Unique key of the partial result. */
  readonly key: string;
  /** JSON-safe data for the configured schema. */
  readonly data: unknown;
  /** Ids of passing verification calls. */
  readonly evidence: readonly string[];
}

/** Stop and ask a person. */
export interface AgentHumanInputDecision {
  /** Discriminates decisions. */
  readonly type: "human_input";
  /** What a person is asked. */
  readonly question: string;
}

/** Give up with a reason. */
export interface AgentFailDecision {
  /** Discriminates decisions. */
  readonly type: "fail";
  /** Why the run gives up. */
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
  /** Input tokens. */
  readonly promptTokens?: number;
  /** Output tokens. */
  readonly completionTokens?: number;
  /** Input and output tokens together. */
  readonly totalTokens?: number;
  /** Input tokens read from a cache. */
  readonly cachedPromptTokens?: number;
  /** Input tokens not read from a cache. */
  readonly uncachedPromptTokens?: number;
  /** Input tokens written to a cache. */
  readonly cacheCreationPromptTokens?: number;
  /** Output tokens spent on reasoning. */
  readonly reasoningTokens?: number;
}
