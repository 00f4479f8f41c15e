import type { Clock } from "../contracts/clock.ts";
import type { ReadEnv } from "../platform/env.ts";
import type { Machine } from "../platform/machine.ts";
import type { ProbeTcp } from "../platform/network.ts";
import type { TextSink } from "../platform/terminal.ts";

/** Everything outside that the commands touch. `cli.ts` hands in the real ones, tests their own. */
export interface CliEffects {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly readEnv: ReadEnv;
  readonly fetch: typeof fetch;
  readonly probeTcp: ProbeTcp;
  readonly clock: Clock;
  readonly machine: Machine;
  /** Aborts when the process is asked to end: Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}
