import type { RunContext } from "./context.ts";

/**
 * Lets the operator act: holds while paused and takes in instructions. What was verified and observed before is void
 * afterwards, since a person may have changed anything meanwhile.
 *
 * @throws RunStopped when the run ended meanwhile
 */
export async function settleControl(context: RunContext): Promise<void> {
  const { options: { control }, counters: { steps: step }, events, history, stop } = context;
  if (!control?.interrupted) return;
  context.gate.invalidate();
  context.references.invalidate();
  while (control.interrupted) {
    const held = await control.holdWhilePaused(stop.signal, () => events.emit({ type: "paused", step }));
    if (held) events.emit({ type: "resumed", step });
    for (const text of control.takeInstructions()) {
      history.addOperator(text);
      events.emit({ type: "steered", step });
    }
    stop.throwIfStopped();
  }
}
