import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentEvidence } from "../contracts/result.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { cutText } from "../contracts/text.ts";
import { ownString } from "./records.ts";
import { isFailed } from "./tool_results.ts";
import { checksHeldBefore, readPostChecks, readVerify, type Verification } from "./verification.ts";

/** A call that was started, and its outcome; `result` is absent when none came or it was no result. */
export interface ObservedCall {
  readonly call: AgentToolCall;
  readonly effect: "read" | "write";
  readonly result?: AgentToolResult;
  /** Session that trusted metadata or the dispatcher named. */
  readonly sessionId?: string;
}

/** Whether cited calls count. */
export type EvidenceVerdict =
  | { readonly accepted: true; readonly evidence: readonly AgentEvidence[] }
  | { readonly accepted: false; readonly feedback: string };

interface Entry extends Verification {
  /** Was current when a close of its session was confirmed. */
  readonly sealed: boolean;
}

interface Mutation {
  readonly callId: string;
  readonly sessionId: string | undefined;
  readonly heldBefore: ReadonlySet<string>;
}

/** Keeps what is currently verified, and decides whether a claim rests on it. */
export class EvidenceGate {
  readonly #allowVacuous: boolean;
  /** The current verification of each session. */
  readonly #current = new Map<string, Entry>();
  #latestMutation: Mutation | undefined;

  constructor(options: { readonly allowVacuousEvidence: boolean }) {
    this.#allowVacuous = options.allowVacuousEvidence;
  }

  /** Session of the last mutation, when it is known. */
  get latestSessionId(): string | undefined {
    return this.#latestMutation?.sessionId;
  }

  /** Restores which session was changed last, before the run was resumed; nothing is verified by that. */
  restoreLatestSession(sessionId: string): void {
    this.#latestMutation = { callId: "", sessionId, heldBefore: new Set() };
  }

  /** Call ids of current verifications. */
  get currentCallIds(): readonly string[] {
    return [...this.#current.values()].map((entry) => entry.evidence.toolCallId);
  }

  /** Takes in one started call. */
  observe(observed: ObservedCall): void {
    if (observed.effect === "write" && !this.#sealByClose(observed)) this.#mutate(observed);
    const { call, result } = observed;
    if (call.name === "tab_verify") {
      const sessionId = ownString(call.arguments, "session_id");
      if (sessionId !== undefined) this.#current.delete(sessionId); // replaced even when the new one fails
      this.#add(result && readVerify(call, result));
    } else if (call.name === "tab_act") {
      this.#add(result && readPostChecks(call, result));
    }
  }

  /** Forgets every verification: an operator intervened, or the run was resumed. */
  invalidate(): void {
    this.#current.clear();
  }

  /** Forgets the verification of one session. */
  invalidateSession(sessionId: string): void {
    this.#current.delete(sessionId);
  }

  /** The execution context changed by itself; what was verified before a confirmed close stays. */
  contextChanged(): void {
    for (const [sessionId, entry] of this.#current) {
      if (!entry.sealed) this.#current.delete(sessionId);
    }
  }

  /** Judges the calls that a decision cites. */
  judge(ids: readonly string[], options: { readonly forFinish: boolean }): EvidenceVerdict {
    if (ids.length === 0) {
      return refuse("no evidence was cited. Cite the call id of a passing tab_verify or of post_checks");
    }
    const byId = new Map([...this.#current.values()].map((entry) => [entry.evidence.toolCallId, entry]));
    const entries: Entry[] = [];
    for (const id of ids) {
      const entry = byId.get(id);
      if (entry === undefined) {
        return refuse(
          `${JSON.stringify(cutText(id, 80))} is not a passing verification that is still current. ` +
            "Run tab_verify now and cite its call id",
        );
      }
      entries.push(entry);
    }
    if (!this.#allowVacuous && entries.some((entry) => this.#isVacuous(entry))) {
      return refuse(
        "every check cited for the last change was true before it, so the checks do not show that it worked. " +
          "Verify something that only the change can have brought about",
      );
    }
    const needed = options.forFinish ? this.#latestMutation?.sessionId : undefined;
    if (needed !== undefined && !entries.some((entry) => entry.evidence.sessionId === needed)) {
      return refuse(
        `the last change was made in session ${cutText(needed, 80)}. Verify that session and cite the call`,
      );
    }
    // frozen: policies of the application see the very list that result and checkpoint keep
    return { accepted: true, evidence: Object.freeze(entries.map((entry) => entry.evidence)) };
  }

  #isVacuous(entry: Entry): boolean {
    if (entry.allHeldBefore) return true;
    const mutation = this.#latestMutation;
    if (mutation === undefined || mutation.sessionId !== entry.evidence.sessionId) return false;
    return entry.requested.every((check) => mutation.heldBefore.has(check));
  }

  #sealByClose({ call, result }: ObservedCall): boolean {
    if (call.name !== "tab_close" || result === undefined || isFailed(result)) return false;
    const body = result.structuredContent;
    const asked = ownString(call.arguments, "session_id");
    const closed = ownString(body, "session_id");
    if (body?.closed === false || (closed !== undefined && closed !== asked)) return false;
    if (body?.closed === true && closed !== undefined) {
      for (const [sessionId, entry] of this.#current) {
        this.#current.set(sessionId, { ...entry, sealed: true });
      }
    }
    return true;
  }

  #mutate({ call, result, sessionId }: ObservedCall): void {
    this.#current.clear();
    this.#latestMutation = {
      callId: call.id,
      sessionId: sessionId ?? ownString(result?.structuredContent, "session_id") ??
        ownString(call.arguments, "session_id"),
      heldBefore: new Set(result === undefined ? [] : checksHeldBefore(call, result)),
    };
  }

  #add(verification: Verification | undefined): void {
    if (verification === undefined) return;
    this.#current.set(verification.evidence.sessionId, { ...verification, sealed: false });
  }
}

function refuse(problem: string): EvidenceVerdict {
  return { accepted: false, feedback: `Not accepted: ${problem}.` };
}
