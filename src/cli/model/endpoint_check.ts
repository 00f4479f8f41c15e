import type { ReadEnv } from "../../platform/env.ts";
import type { Reachability } from "../../platform/network.ts";
import type { CliEffects } from "../effects.ts";
import { UsageError } from "../usage_error.ts";

const PROBE_TIMEOUT_MS = 5000;

/**
 * Sees to it that somebody listens where the model is said to be, before a browser is started. Nothing is sent.
 *
 * @param flag the flag that names the address, for the message
 * @throws UsageError with the remedy when nobody does
 * @throws the signal's reason when it aborts
 */
export async function requireEndpoint(
  endpoint: string,
  { probeTcp, readEnv, signal }: Pick<CliEffects, "probeTcp" | "readEnv" | "signal">,
  flag = "--endpoint",
): Promise<void> {
  const { protocol, hostname, port } = new URL(endpoint);
  if (usesProxy(protocol, hostname, readEnv)) return; // only the proxy can tell
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  const found = await probeTcp(hostname, number, { timeoutMs: PROBE_TIMEOUT_MS, signal });
  if (found.reachable) return;
  throw new UsageError(
    `The model endpoint cannot be reached: ${explain(found.reason, `${hostname}:${number}`, flag)}`,
  );
}

function explain(
  reason: Extract<Reachability, { reachable: false }>["reason"],
  address: string,
  flag: string,
): string {
  switch (reason) {
    case "refused":
      return `nothing listens at ${address}; start the model server or correct ${flag}`;
    case "unknown_host":
      return `the host of ${address} is not known; correct ${flag} or check the network`;
    case "timed_out":
      return `${address} did not answer within ${
        PROBE_TIMEOUT_MS / 1000
      } seconds; correct ${flag} or check the network`;
    case "denied":
      return `this process may not connect to ${address}; grant it with --allow-net=${address}`;
    case "failed":
      return `connecting to ${address} failed; correct ${flag} or check the network`;
    default:
      return reason satisfies never;
  }
}

/** Whether requests go through a proxy that the environment names. */
export function usesProxy(protocol: string, hostname: string, readEnv: ReadEnv): boolean {
  const names = protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const isSet = [...names, "ALL_PROXY", "all_proxy"].some((name) => (readEnv(name) ?? "") !== "");
  if (!isSet) return false;
  const exceptions = (readEnv("NO_PROXY") ?? readEnv("no_proxy") ?? "").split(",").map((item) => item.trim());
  return !exceptions.some((item) => {
    if (item === "") return false;
    const suffix = item.replace(/^\*?\./, "");
    return item === "*" || hostname === suffix || hostname.endsWith(`.${suffix}`);
  });
}
