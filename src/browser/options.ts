import { isAbsolute } from "node:path";
import type { BrowserOptions, PopupPolicy } from "../contracts/browser.ts";

/** Options with every default in place. */
export interface ResolvedOptions {
  readonly headless: boolean;
  readonly channel: string | undefined;
  readonly executablePath: string | undefined;
  readonly timeoutMs: number;
  readonly popupPolicy: PopupPolicy;
  readonly onNotice: (line: string) => void;
}

/** Smallest and largest time limit that any call takes, in milliseconds. */
export const TIMEOUT_RANGE_MS = { min: 100, max: 60_000 } as const;

/**
 * Checks options of an engine and fills in defaults.
 *
 * @throws RangeError | TypeError naming the option, what it must be, and what it is
 */
export function resolveOptions(options: BrowserOptions = {}): ResolvedOptions {
  const {
    headless = true,
    channel,
    executablePath,
    timeoutMs = 10_000,
    popupPolicy = "stay",
    onNotice = () => {},
  } = options;
  if (typeof headless !== "boolean") throw wrongType("headless", "a boolean", headless);
  if (channel !== undefined && (typeof channel !== "string" || !/^[a-z][a-z-]{0,39}$/.test(channel))) {
    throw wrongType("channel", "a channel name such as chrome or msedge", channel);
  }
  if (executablePath !== undefined && (typeof executablePath !== "string" || !isAbsolute(executablePath))) {
    throw wrongType("executablePath", "an absolute path", executablePath);
  }
  if (channel !== undefined && executablePath !== undefined) {
    throw new TypeError(`Cannot create browser engine as "channel" and "executablePath" exclude each other`);
  }
  if (popupPolicy !== "stay" && popupPolicy !== "follow-single") {
    throw wrongType("popupPolicy", "stay or follow-single", popupPolicy);
  }
  if (typeof onNotice !== "function") throw wrongType("onNotice", "a function", onNotice);
  const limit = resolveTimeout(timeoutMs, "timeoutMs", 10_000);
  return { headless, channel, executablePath, timeoutMs: limit, popupPolicy, onNotice };
}

/**
 * Checks a time limit of a call.
 *
 * @throws RangeError when it is not an integer from 100 to 60,000
 */
export function resolveTimeout(value: number | undefined, name: string, fallbackMs: number): number {
  return resolveInteger(value, name, TIMEOUT_RANGE_MS.min, TIMEOUT_RANGE_MS.max, fallbackMs);
}

/**
 * Checks an integer option.
 *
 * @throws RangeError when it is not an integer in the range
 */
export function resolveInteger(
  value: number | undefined,
  name: string,
  min: number,
  max: number,
  fallback: number,
): number {
  if (value === undefined) return fallback;
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(
      `"${name}" must be an integer from ${min} to ${max}: current value is ${String(value)}`,
    );
  }
  return value;
}

function wrongType(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(
    `Cannot create browser engine as "${name}" must be ${expected}: current value is ${String(value)}`,
  );
}
