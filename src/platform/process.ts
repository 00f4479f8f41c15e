import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { errorCode } from "../contracts/errors.ts";

/** A command to run to its end. */
export interface CommandOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child; nothing is inherited. See `childEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds after which the whole process group is ended. */
  readonly timeoutMs: number;
  /** Ends the process group when it aborts. */
  readonly signal?: AbortSignal;
  /** Receives output as it comes, both streams, decoded. */
  readonly onOutput?: (text: string) => void;
}

/** How a command ended. */
export type CommandOutcome =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timed_out" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_started"; readonly reason: string };

const KILL_GRACE_MS = 2000;

/**
 * Runs a command without a shell and waits for its end. On a time limit or an abort its whole process group gets
 * SIGTERM, and SIGKILL two seconds later, so that nothing it started stays behind.
 */
export function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const { command, args, env, timeoutMs, signal, onOutput } = options;
  if (signal?.aborted === true) return Promise.resolve({ kind: "cancelled" });
  return new Promise((resolve) => {
    const child = startChild(command, args, env);
    if ("kind" in child) return resolve(child);
    let ended: CommandOutcome | undefined; // why we end it; what the process then reports is fallout
    let killTimer: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: CommandOutcome): void => {
      if (ended !== undefined) return;
      ended = outcome;
      killProcessGroup(child, "SIGTERM");
      killTimer = setTimeout(() => killProcessGroup(child, "SIGKILL"), KILL_GRACE_MS);
    };
    const timer = setTimeout(() => end({ kind: "timed_out" }), timeoutMs);
    const onAbort = (): void => end({ kind: "cancelled" });
    signal?.addEventListener("abort", onAbort, { once: true });
    const settle = (outcome: CommandOutcome): void => {
      clearTimeout(timer);
      clearTimeout(killTimer);
      signal?.removeEventListener("abort", onAbort);
      resolve(ended ?? outcome);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8");
      stream?.on("data", (text: string) => onOutput?.(text));
    }
    child.once("error", (error) => settle(startProblem(error)));
    child.once("close", (exitCode, signalName) => {
      settle(
        exitCode === null
          ? { kind: "killed", signal: signalName ?? "unknown" }
          : { kind: "exited", exitCode },
      );
    });
  });
}

function startChild(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess | CommandOutcome {
  try {
    return spawn(command, [...args], { env: { ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return startProblem(error);
  }
}

function startProblem(error: unknown): CommandOutcome {
  if (errorCode(error) === "ENOENT" || (error instanceof Error && error.name === "NotFound")) {
    return { kind: "not_found" };
  }
  const denied = error instanceof Error && error.name === "NotCapable";
  return {
    kind: "not_started",
    reason: denied ? "this process was not granted the right to run it" : "it could not be started",
  };
}

/** Signals a detached child and everything in its process group; a group that is gone is no error. */
function killProcessGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal); // no process groups here, or the group has ended
  }
}
