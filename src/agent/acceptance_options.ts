import type { AgentAcceptance } from "../contracts/run.ts";
import { copyJson } from "./copy_json.ts";
import { httpUrl } from "./http_url.ts";
import { badOption, wholeNumber } from "./option_checks.ts";
import { isRecord } from "./records.ts";

/** A check set with its name filled in. */
export type ResolvedAcceptance = AgentAcceptance & { readonly name: string };

const MAX_SETS = 20;
const MAX_CHECKS = 20;
const FIELDS: readonly string[] = ["name", "checks", "sessionId", "url", "timeoutMs"];
const COPY_OPTIONS = { maxValues: 10_000, maxDepth: 20, lenient: false } as const;

/**
 * Checks the operator's own acceptance.
 *
 * @throws TypeError or RangeError that names the set
 */
export function resolveAcceptance(
  acceptance: readonly AgentAcceptance[] | undefined,
): readonly ResolvedAcceptance[] {
  if (acceptance === undefined) return [];
  // an empty list accepts everything, which nobody who asks for acceptance means
  if (!Array.isArray(acceptance) || acceptance.length < 1 || acceptance.length > MAX_SETS) {
    throw badOption("acceptance", `must be a list of 1 to ${MAX_SETS} check sets`);
  }
  return acceptance.map((set: unknown, index) => resolveSet(set, index));
}

function resolveSet(raw: unknown, index: number): ResolvedAcceptance {
  const place = `acceptance[${index}]`;
  const copied = copyJson(raw, COPY_OPTIONS);
  if (!copied.ok || !isRecord(copied.value)) throw badOption(place, "must be an object of plain values");
  const unknown = Object.keys(copied.value).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) throw badOption(place, `has an unknown field "${unknown.slice(0, 40)}"`);
  const { name = `acceptance ${index + 1}`, checks, sessionId, url, timeoutMs } = copied.value as Record<
    string,
    unknown
  >;
  if (typeof name !== "string" || name === "" || name.length > 200) {
    throw badOption(`${place}.name`, "must have 1 to 200 characters");
  }
  if (!Array.isArray(checks) || checks.length < 1 || checks.length > MAX_CHECKS) {
    throw badOption(`${place}.checks`, `must hold 1 to ${MAX_CHECKS} checks`);
  }
  for (const check of checks) {
    if (!isRecord(check) || typeof check.kind !== "string") {
      throw badOption(`${place}.checks`, "must be checks with a kind");
    }
    if (check.ref !== undefined) {
      throw badOption(`${place}.checks`, "must not use refs, which do not outlive a page");
    }
  }
  if (sessionId !== undefined && (typeof sessionId !== "string" || sessionId === "" || url !== undefined)) {
    throw badOption(`${place}.sessionId`, "must be a session id and excludes url");
  }
  return {
    name,
    checks,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(url === undefined ? {} : { url: httpUrl(`${place}.url`, url) }),
    ...(timeoutMs === undefined ? {} : {
      timeoutMs: wholeNumber(
        `${place}.timeoutMs`,
        typeof timeoutMs === "number" ? timeoutMs : Number.NaN,
        100,
        60_000,
      ),
    }),
  };
}
