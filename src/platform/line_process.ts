import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { errorCode } from "../contracts/errors.ts";
import { LineSplitter } from "./line_splitter.ts";
import { signalProcessGroup } from "./signal_group.ts";

/** A process that reads text and answers with lines. */
export interface LineProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child; nothing is inherited. See `childEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly cwd: string;
  /** Text for its standard input, which is then closed. */
  readonly input: string;
  /** Most bytes of standard output before the process is ended. */
  readonly maxOutputBytes: number;
  /** Milliseconds after which the process is ended. */
  readonly timeoutMs: number;
  /** Ends the process when it aborts. */
  readonly signal: AbortSignal;
  /** Receives each line of standard output; `false` ends the process at once. */
  readonly onLine: (line: string) => boolean;
  /** Receives each line of standard error, at most 4,096 characters of it; `false` ends the process at once. */
  readonly onErrorLine?: (line: string) => boolean;
}

/** Why a process came to its end; the first reason counts. */
export type LineProcessEnd =
  | "exited"
  | "timed_out"
  | "cancelled"
  | "stopped"
  | "output_too_large"
  | "not_found"
  | "not_started";

/** How a process ended. */
export interface LineProcessOutcome {
  readonly end: LineProcessEnd;
  /** Exit code; null when a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** False when the end of the process could not be seen within five seconds, or its group could not be signalled. */
  readonly cleanedUp: boolean;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const TERMINATE_GRACE_MS = 500;
const KILL_GRACE_MS = 5000;
const DRAIN_MS = 1000;
const MAX_ERROR_LINE_CHARS = 4096;

/**
 * Runs a process in a group of its own, without a shell, and waits until it has ended. The whole group is killed in
 * every case, also after success, so that nothing the process started stays behind. Standard error is discarded, or
 * handed on line by line.
 */
export function runLineProcess(options: LineProcessOptions): Promise<LineProcessOutcome> {
  if (options.signal.aborted) return Promise.resolve({ end: "cancelled", exitCode: null, cleanedUp: true });
  const child = startChild(options);
  return typeof child === "string"
    ? Promise.resolve({ end: child, exitCode: null, cleanedUp: true })
    : new LineProcess(child, options).outcome;
}

class LineProcess {
  readonly outcome: Promise<LineProcessOutcome>;
  readonly #child: Child;
  readonly #options: LineProcessOptions;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #onAbort = (): void => this.#finish("cancelled");
  readonly #lines: LineSplitter;
  readonly #errorLines: LineSplitter;
  #settle: (outcome: LineProcessOutcome) => void = () => {};
  #end: LineProcessEnd | undefined;
  #byteCount = 0;
  #groupKilled = true;

  constructor(child: Child, options: LineProcessOptions) {
    this.#child = child;
    this.#options = options;
    this.#lines = new LineSplitter(options.onLine);
    this.#errorLines = new LineSplitter(options.onErrorLine ?? (() => true), MAX_ERROR_LINE_CHARS);
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    options.signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#after(options.timeoutMs, () => this.#finish("timed_out"));
    child.stdin.on("error", () => {}); // a process that ends early closes its input; its exit says more
    child.stdin.end(options.input);
    child.stdout.on("data", (chunk: Uint8Array) => this.#read(chunk));
    child.stdout.on("error", () => {});
    child.stderr.on("data", (chunk: Uint8Array) => this.#readError(chunk));
    child.stderr.on("error", () => {});
    child.once("error", (error) => {
      this.#end ??= startProblem(error);
      if (child.pid === undefined) this.#close(null, true);
    });
    child.once("exit", (exitCode) => this.#drain(exitCode));
  }

  #read(chunk: Uint8Array): void {
    this.#byteCount += chunk.byteLength;
    if (this.#byteCount > this.#options.maxOutputBytes) return this.#finish("output_too_large", "SIGKILL");
    if (this.#end !== "stopped" && !this.#lines.take(chunk)) this.#finish("stopped", "SIGKILL");
  }

  #readError(chunk: Uint8Array): void {
    if (this.#end !== "stopped" && !this.#errorLines.take(chunk)) this.#finish("stopped", "SIGKILL");
  }

  /** Notes why the process is ended, once, and ends it: politely first unless it must not go on for a moment. */
  #finish(end: LineProcessEnd, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    this.#signalGroup(signal);
    if (signal === "SIGTERM") this.#after(TERMINATE_GRACE_MS, () => this.#signalGroup("SIGKILL"));
    this.#after(KILL_GRACE_MS, () => this.#close(null, false));
  }

  /** The process has ended: its group ends too, and what is left in the pipe is read, but not for ever. */
  #drain(exitCode: number | null): void {
    this.#end ??= "exited";
    this.#signalGroup("SIGKILL");
    const close = (): void => this.#close(exitCode, this.#groupKilled);
    const open = [this.#child.stdout, this.#child.stderr].filter((stream) => !stream.readableEnded);
    let left = open.length;
    if (left === 0) return close();
    for (const stream of open) {
      stream.once("close", () => {
        left -= 1;
        if (left === 0) close();
      });
    }
    this.#after(DRAIN_MS, close);
  }

  #close(exitCode: number | null, cleanedUp: boolean): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.removeAllListeners("data");
      stream.destroy();
    }
    if (this.#end === "exited" && !(this.#errorLines.end() && this.#lines.end())) this.#end = "stopped";
    this.#settle({ end: this.#end ?? "exited", exitCode, cleanedUp });
  }

  #signalGroup(signal: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (signalProcessGroup(pid, signal)) return;
    this.#groupKilled = process.platform === "win32"; // there are no groups there, and none is promised
    this.#child.kill(signal);
  }

  #after(delayMs: number, action: () => void): void {
    this.#timers.add(setTimeout(action, delayMs));
  }
}

function startChild({ command, args, env, cwd }: LineProcessOptions): Child | "not_found" | "not_started" {
  try {
    return spawn(command, [...args], {
      cwd,
      env: { ...env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    return startProblem(error);
  }
}

function startProblem(error: unknown): "not_found" | "not_started" {
  const isMissing = errorCode(error) === "ENOENT" || (error instanceof Error && error.name === "NotFound");
  return isMissing ? "not_found" : "not_started";
}
