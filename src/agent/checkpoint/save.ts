import type { AgentCheckpointPhase } from "../../contracts/checkpoint.ts";
import type { RunContext } from "../context.ts";
import { RunFailure } from "../failure.ts";
import { buildCheckpoint, type PendingCall } from "./build.ts";

const SAVE_TIMEOUT_MS = 5_000;

/**
 * Hands the run to the application's store and waits for it. Also waits while the run is being cancelled: two saves
 * under way at once could arrive in the wrong order. After one failure nothing is saved any more.
 *
 * @throws RunFailure of phase persistence
 */
export async function saveCheckpoint(
  context: RunContext,
  phase: AgentCheckpointPhase,
  pending?: PendingCall,
): Promise<void> {
  const { options: { onCheckpoint }, persistence, deps: { clock } } = context;
  if (onCheckpoint === undefined || persistence.isBroken) return;
  const checkpoint = buildCheckpoint(context, phase, pending);
  const timer = new AbortController();
  const late = clock.sleep(SAVE_TIMEOUT_MS, timer.signal)
    .then(() => "CHECKPOINT_PERSISTENCE_TIMEOUT" as const, () => undefined);
  const saved = Promise.resolve().then(() => onCheckpoint(checkpoint))
    .then(() => undefined, () => "CHECKPOINT_PERSISTENCE_FAILED" as const);
  const problem = await Promise.race([saved, late]);
  timer.abort();
  if (problem === undefined) return;
  persistence.isBroken = true;
  throw new RunFailure("persistence", problem);
}
