import type { AgentDecision, AgentPlanner, AgentPlannerRequest } from "../contracts/planner.ts";

/** One scripted reply: any value, or a function that takes the request and may also throw. */
export type ScriptedReply = unknown;

/** A planner that plays a script, and says when it was asked too often or not often enough. */
export class ScriptedPlanner {
  readonly #replies: ScriptedReply[];
  readonly #requests: AgentPlannerRequest[] = [];
  /** The planner itself, bound, as `runAgent` takes it. */
  readonly plan: AgentPlanner;

  /**
   * A planner with a script.
   *
   * @param replies what it answers, in order
   */
  constructor(replies: readonly ScriptedReply[]) {
    this.#replies = [...replies];
    // a script may answer with anything, also with what is no decision: that is what the runner has to cope with
    this.plan = (request) => this.#next(request) as Promise<AgentDecision>;
  }

  /** What it was asked so far. */
  get requests(): readonly AgentPlannerRequest[] {
    return this.#requests;
  }

  /**
   * Checks that the script was played to its end.
   *
   * @throws Error when replies are left
   */
  assertConsumed(): void {
    if (this.#replies.length > 0) {
      throw new Error(
        `The planner was asked ${this.#requests.length} times, ${this.#replies.length} replies are left`,
      );
    }
  }

  async #next(request: AgentPlannerRequest): Promise<unknown> {
    this.#requests.push(request);
    if (this.#replies.length === 0) {
      throw new Error(`The planner was asked more often than the script has replies: step ${request.step}`);
    }
    const reply = this.#replies.shift();
    return typeof reply === "function"
      ? await (reply as (request: AgentPlannerRequest) => unknown)(request)
      : reply;
  }
}
