import process from "node:process";

/** A request from outside to end; the last one comes when the terminal is closed. */
export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

const STOP_SIGNALS: readonly StopSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Calls back for each request to end, instead of ending at once.
 *
 * @returns a function that gives the signals their usual meaning again
 */
export function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  const listeners = STOP_SIGNALS.map((name) => {
    const listen = (): void => listener(name);
    process.on(name, listen);
    return () => process.off(name, listen);
  });
  return () => listeners.forEach((remove) => remove());
}

/**
 * Ends the process now.
 *
 * @param exitCode 0–255
 */
export function exitProcess(exitCode: number): never {
  process.exit(exitCode);
}

/** The arguments after runtime and script. */
export function commandLineArguments(): readonly string[] {
  return process.argv.slice(2);
}
