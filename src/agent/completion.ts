import type { AgentFinishDecision, AgentPublishDecision } from "../contracts/planner.ts";
import { checkAcceptance } from "./acceptance.ts";
import type { RunContext } from "./context.ts";
import { RunFailure } from "./failure.ts";
import type { ToolLease } from "./lease.ts";
import { publicationNote } from "./partials.ts";
import { cutText } from "../contracts/text.ts";
import type { SchemaCheck } from "./schema.ts";
import type { StopReason } from "./stop.ts";
import { refuseDecision } from "./refusals.ts";
import { giveFeedback } from "./turn.ts";

const MAX_STATEMENT_CHARS = 4_000;

/**
 * Judges a claim that the task is done: evidence, data, the operator's checks, then the application's policy.
 *
 * @returns the success, which the caller commits once the lease is given back; `undefined` when the planner goes on
 */
export async function judgeFinish(
  context: RunContext,
  lease: ToolLease,
  decision: AgentFinishDecision,
): Promise<StopReason | undefined> {
  const { gate, history, options, finalSchema, stop } = context;
  history.addStatement(statement("agent_finish", decision));
  const verdict = gate.judge(decision.evidence, { forFinish: true });
  if (!verdict.accepted) return reject(context, verdict.feedback);
  const dataProblem = checkData(finalSchema, decision);
  if (dataProblem !== undefined) return reject(context, `Not accepted: ${dataProblem}.`);
  if (options.acceptance.length > 0) {
    const problem = await checkAcceptance(context, lease);
    if (problem !== undefined) return reject(context, problem);
    if (!(await lease.isCurrent())) {
      gate.contextChanged();
      context.references.invalidate();
      return reject(
        context,
        "Not accepted: the context of the tools changed meanwhile. Observe and verify again.",
      );
    }
    stop.throwIfStopped();
  }
  const claim = "data" in decision ? { data: decision.data } : {};
  const { validateCompletion } = options;
  if (validateCompletion !== undefined) {
    const { evidence } = verdict;
    const input = {
      task: options.task,
      summary: decision.summary,
      evidence,
      history: history.messages(),
      ...claim,
    };
    const refusal = askPolicy(() => validateCompletion(input));
    stop.throwIfStopped();
    if (refusal !== undefined) return reject(context, refusal);
  }
  return { status: "succeeded", summary: decision.summary, evidence: verdict.evidence, ...claim };
}

/** Stores a partial result when its evidence, data and policy allow it. The run goes on either way. */
export function publish(context: RunContext, decision: AgentPublishDecision, schema: SchemaCheck): void {
  const { gate, history, options, partials, counters, events, stop } = context;
  const { key, data } = decision;
  const refuse = (problem: string): void => {
    history.addStatement(statement("agent_publish", decision));
    refuseDecision(context, problem);
  };
  const verdict = gate.judge(decision.evidence, { forFinish: false });
  if (!verdict.accepted) return refuse(verdict.feedback);
  const problem = schema(data) ?? partials.problem(key, data);
  if (problem !== undefined) return refuse(`Not accepted: ${problem}.`);
  const { evidence } = verdict;
  const { validatePartial } = options;
  if (validatePartial !== undefined) {
    const input = { task: options.task, key, data, evidence, history: history.messages() };
    const refusal = askPolicy(() => validatePartial(input));
    stop.throwIfStopped();
    if (refusal !== undefined) return refuse(refusal);
  }
  partials.add({ key, data, evidence, step: counters.steps });
  history.addStatement(publicationNote({ key, data, evidence }), "publication");
  giveFeedback(context, `Published ${JSON.stringify(key)}. Go on with the task.`);
  events.emit({ type: "published", step: counters.steps, key });
}

function checkData(schema: SchemaCheck | undefined, decision: AgentFinishDecision): string | undefined {
  if (schema === undefined) return undefined;
  if (!("data" in decision)) return "final data is required and must satisfy the output schema";
  return schema(decision.data);
}

/** What a policy objects to; `undefined` when it accepts. */
function askPolicy(policy: () => unknown): string | undefined {
  let answer: unknown;
  try {
    answer = policy();
  } catch {
    throw new RunFailure("application", "COMPLETION_HOOK_FAILED");
  }
  if (answer === true) return undefined;
  // a blank text refuses without saying why
  if (answer === false || (typeof answer === "string" && answer.trim() === "")) {
    return "Not accepted: the application's own acceptance rule is not met yet.";
  }
  if (typeof answer === "string") return `Not accepted: ${answer}`;
  // a promise is neither yes nor no, and taking it for a yes would accept everything
  try {
    if (answer instanceof Promise) answer.catch(() => {});
  } catch {
    // a proxy that does not say what it is has answered nothing either
  }
  throw new RunFailure("application", "COMPLETION_HOOK_FAILED");
}

function reject(context: RunContext, feedback: string): undefined {
  refuseDecision(context, feedback);
  return undefined;
}

function statement(
  name: string,
  { type: _type, ...fields }: AgentFinishDecision | AgentPublishDecision,
): string {
  return cutText(`${name}: ${JSON.stringify(fields)}`, MAX_STATEMENT_CHARS);
}
