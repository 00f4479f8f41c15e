import { isOnBeat, KNOWN_TIMES } from "../page/causes/rhythm.ts";

/** Who started a request: the action under way, the page by itself, or nobody can tell. */
export type Cause = "action" | "page" | "unsure";

/** What the browser tells of how a request began. */
export interface Origin {
  /** While handlers of input ran, right after them, or at another time. */
  readonly moment: "input" | "tail" | "other";
  /** It was begun by work that something handed on since the action began: a timer, an answer, a promise. */
  readonly isHandedOn: boolean;
}

/** Earlier requests from the same place to the same address that no action started. */
export interface History {
  /** When they began, oldest first, in milliseconds. */
  readonly times: readonly number[];
  /** The last one was still under way when the action began, so that its answer may have led to this one. */
  readonly wasUnderWay: boolean;
}

/**
 * Who started a request that began while an action was under way.
 *
 * @param origin nothing when the browser told nothing of it
 * @param nowMs when it began
 */
export function causeOf(
  origin: Origin | undefined,
  { times, wasUnderWay }: History,
  nowMs: number,
): Cause {
  const isKnown = times.length >= KNOWN_TIMES;
  const onBeat = isOnBeat(times, nowMs);
  if (origin === undefined) return onBeat ? "page" : "action";
  if (origin.moment === "input") return "action";
  if (origin.moment === "tail") return isKnown ? "page" : times.length > 0 ? "unsure" : "action";
  if (onBeat) return "page";
  if (!origin.isHandedOn) return isKnown ? "page" : "unsure";
  return isKnown || wasUnderWay ? "unsure" : "action";
}
