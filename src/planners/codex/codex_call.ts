import type { AgentDecision, AgentPlannerRequest } from "../../contracts/planner.ts";
import type { AgentPlannerError } from "../../contracts/errors.ts";
import { CONTROL_TOOL_NAMES } from "../control_tools.ts";
import { type ModelCall, toDecision } from "../decision.ts";
import { invalidResponse, responseTooLarge } from "../failures.ts";
import type { ModelTool } from "../model_tool.ts";
import { toModelTools } from "../tool_schema.ts";
import { fitsSchema } from "./check_arguments.ts";
import type { CodexValidationStage } from "./diagnostic.ts";
import { CodexEvents } from "./events.ts";
import { type CodexAnswer, readAnswer } from "./from_output.ts";
import { type InferenceOutcome, runInference } from "./inference.ts";
import type { ResolvedCodexOptions } from "./options.ts";
import { processFailed, processFailure } from "./process_failure.ts";
import { type CodexPrompt, toCorrectionPrompt, toPrompt } from "./to_prompt.ts";

/** One planner call: an inference, and at most one more that repairs the form of its arguments. */
export class CodexCall {
  /** Facts and counters of every process of this call. */
  readonly events = new CodexEvents();
  readonly #options: ResolvedCodexOptions;
  readonly #request: AgentPlannerRequest;
  readonly #signal: AbortSignal;
  readonly #deadline: number;
  #exitCode: number | null = null;
  #formatRetries: 0 | 1 = 0;
  #validationStage: CodexValidationStage | undefined;
  #cleanedUp = true;

  /**
   * @param options checked options
   * @param request what the planner is asked
   * @param signal aborts when the request or the planner ends
   */
  constructor(options: ResolvedCodexOptions, request: AgentPlannerRequest, signal: AbortSignal) {
    this.#options = options;
    this.#request = request;
    this.#signal = signal;
    this.#deadline = performance.now() + options.timeoutMs;
  }

  /** Exit code of the last process. */
  get exitCode(): number | null {
    return this.#exitCode;
  }

  /** Number of format corrections. */
  get formatRetries(): 0 | 1 {
    return this.#formatRetries;
  }

  /** The last stage at which an answer failed. */
  get validationStage(): CodexValidationStage | undefined {
    return this.#validationStage;
  }

  /** False when a process or private files of this call may still be there. */
  get cleanedUp(): boolean {
    return this.#cleanedUp;
  }

  /**
   * Asks until there is a decision or a failure.
   *
   * @throws the signal's reason when it aborts
   * @throws AgentPlannerError for every other failure
   */
  async decide(): Promise<AgentDecision> {
    const tools = toModelTools(this.#request);
    const prompt = toPrompt(this.#request, tools, this.#options.supportsImages);
    let answer = await this.#ask(prompt, new Set(tools.map(({ name }) => name)));
    if (!answer.ok && answer.stage === "arguments_json") answer = await this.#correct(tools, answer);
    if (!answer.ok) throw answerFailure(answer.stage);
    return await this.#accept(answer.call, tools);
  }

  async #correct(
    tools: readonly ModelTool[],
    { name, argumentsText }: Extract<CodexAnswer, { stage: "arguments_json" }>,
  ): Promise<CodexAnswer> {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw answerFailure("envelope");
    this.#formatRetries = 1;
    return await this.#ask(toCorrectionPrompt(tool, argumentsText), new Set([name]));
  }

  async #ask(prompt: CodexPrompt, names: ReadonlySet<string>): Promise<CodexAnswer> {
    const outcome = await this.#run(prompt);
    const failure = processFailure(outcome, this.events);
    if (failure !== undefined) throw failure;
    const answer = readAnswer(outcome.output, names);
    if (!answer.ok && answer.stage !== "too_large") this.#validationStage = answer.stage;
    return answer;
  }

  async #run(prompt: CodexPrompt): Promise<InferenceOutcome> {
    const timeoutMs = Math.ceil(this.#deadline - performance.now());
    if (timeoutMs <= 0) throw processFailed("it did not answer in time", true);
    let outcome: InferenceOutcome;
    try {
      outcome = await runInference(this.#options, {
        prompt,
        timeoutMs,
        signal: this.#signal,
        events: this.events,
      });
    } catch {
      throw processFailed("its private temporary files cannot be written", false);
    }
    this.#exitCode = outcome.exitCode;
    this.#cleanedUp &&= outcome.cleanedUp;
    this.#signal.throwIfAborted();
    return outcome;
  }

  async #accept(call: ModelCall, tools: readonly ModelTool[]): Promise<AgentDecision> {
    // The data of a control decision is for the executor to judge: it can tell the model what is wrong with it.
    const tool = CONTROL_TOOL_NAMES.has(call.name) ? undefined : tools.find(({ name }) => name === call.name);
    if (tool !== undefined && !(await fitsSchema(tool.inputSchema, call.arguments))) {
      this.#validationStage = "arguments_schema";
      throw invalidResponse("the arguments of a call do not fit the tool's schema");
    }
    try {
      return toDecision([call], this.#request, this.#options.maxResponseBytes);
    } catch (error) {
      this.#validationStage = "decision";
      throw error;
    }
  }
}

function answerFailure(stage: CodexValidationStage | "too_large"): AgentPlannerError {
  switch (stage) {
    case "too_large":
      return responseTooLarge();
    case "output":
      return invalidResponse("it left no valid JSON answer");
    case "envelope":
      return invalidResponse("its answer does not choose one of the offered functions");
    default:
      return invalidResponse("the arguments of a call are not a JSON object");
  }
}
