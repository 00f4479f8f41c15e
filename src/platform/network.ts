import { createConnection } from "node:net";
import { errorCode } from "../contracts/errors.ts";

/** Whether something accepts connections at an address. */
export type Reachability =
  | { readonly reachable: true }
  | {
    readonly reachable: false;
    readonly reason: "refused" | "unknown_host" | "timed_out" | "denied" | "failed";
  };

/** Opens a TCP connection and closes it again. Nothing is sent. */
export type ProbeTcp = (
  host: string,
  port: number,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<Reachability>;

/** Probes over the real network. */
export const probeTcp: ProbeTcp = (host, port, { timeoutMs, signal }) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = createConnection({ host: host.replace(/^\[(.*)\]$/, "$1"), port });
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      socket.destroy();
      finish();
    };
    const onAbort = (): void => settle(() => reject(signal?.reason));
    const timer = setTimeout(
      () => settle(() => resolve({ reachable: false, reason: "timed_out" })),
      timeoutMs,
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("connect", () => settle(() => resolve({ reachable: true })));
    socket.once("error", (error) => settle(() => resolve({ reachable: false, reason: reasonOf(error) })));
  });

function reasonOf(error: unknown): "refused" | "unknown_host" | "timed_out" | "denied" | "failed" {
  if (error instanceof Error && error.name === "NotCapable") return "denied";
  // several addresses of one host fail together in one error that carries theirs
  const first = error instanceof AggregateError ? error.errors[0] : error;
  switch (errorCode(first) ?? errorCode(error)) {
    case "ECONNREFUSED":
      return "refused";
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
      return "unknown_host";
    case "ETIMEDOUT":
      return "timed_out";
    case "EACCES":
    case "EPERM":
      return "denied";
    default:
      return "failed";
  }
}
