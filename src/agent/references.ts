import type { AgentToolCall } from "../contracts/planner.ts";
import type { AgentToolResult } from "../contracts/tools.ts";
import { isRecord, ownString } from "./records.ts";

/**
 * Refuses snapshots from before an interruption. Until the first one, the browser's own guards are enough; after it
 * only snapshots that a tool returned since then pass.
 */
export class ReferenceGuard {
  #enforcing = false;
  readonly #fresh = new Set<string>();

  /** Every snapshot seen so far is void. */
  invalidate(): void {
    this.#enforcing = true;
    this.#fresh.clear();
  }

  /** Notes the snapshots that a result brings. */
  observe(call: AgentToolCall, result: AgentToolResult): void {
    const body = result.structuredContent;
    if (!this.#enforcing || body === undefined) return;
    const own = ownString(body, "snapshot_id");
    // tab_act and tab_verify name the snapshot they were given, a cursor reads on in an old one: nothing new
    const isNew = own !== call.arguments.snapshot_id && call.arguments.cursor === undefined;
    if (own !== undefined && isNew) this.#fresh.add(own);
    if (isRecord(body.snapshot)) {
      const nested = ownString(body.snapshot, "snapshot_id");
      if (nested !== undefined) this.#fresh.add(nested);
    }
  }

  /** True when the call uses a snapshot that is void. */
  refuses(call: AgentToolCall): boolean {
    const used = call.arguments.snapshot_id;
    return this.#enforcing && used !== undefined && !(typeof used === "string" && this.#fresh.has(used));
  }
}
