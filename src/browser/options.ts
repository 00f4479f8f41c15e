import { isAbsolute } from "node:path";
import type { BrowserOptions, PopupPolicy } from "../contracts/browser.ts";
import { type GrantedFile, pinFile } from "../platform/granted_file.ts";

/** Options with every default in place. */
export interface ResolvedOptions {
  readonly headless: boolean;
  readonly channel: string | undefined;
  readonly executablePath: string | undefined;
  readonly timeoutMs: number;
  readonly popupPolicy: PopupPolicy;
  readonly grantedFiles: readonly GrantedFile[];
  readonly captureNetwork: boolean;
  readonly allowPageScript: boolean;
  readonly onNotice: ((line: string) => void) | undefined;
}

/** Smallest and largest time limit that any call takes, in milliseconds. */
export const TIMEOUT_RANGE_MS = { min: 100, max: 60_000 } as const;

const resolvedAhead = new WeakMap<BrowserOptions, ResolvedOptions>();

/**
 * Resolves options for an engine that is made of this very object later. Files are granted as they are now: what is put
 * in their place until then is not.
 *
 * @throws what {@link resolveOptions} throws
 */
export function resolveAhead(options: BrowserOptions): ResolvedOptions {
  const resolved = resolveOptions(options);
  resolvedAhead.set(options, resolved);
  return resolved;
}

/**
 * Checks options of an engine and fills in defaults.
 *
 * @throws RangeError | TypeError naming the option, what it must be, and what it is | OperatorFileError for a granted file
 */
export function resolveOptions(options: BrowserOptions = {}): ResolvedOptions {
  const ahead = resolvedAhead.get(options);
  if (ahead !== undefined) return ahead;
  const {
    headless = true,
    channel,
    executablePath,
    timeoutMs = 10_000,
    popupPolicy = "stay",
    availableFilePaths = [],
    captureNetwork = false,
    allowPageScript = false,
    onNotice,
  } = options;
  for (const [name, value] of Object.entries({ captureNetwork, allowPageScript })) {
    if (typeof value !== "boolean") throw wrongType(name, "a boolean", value);
  }
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
  if (onNotice !== undefined && typeof onNotice !== "function") {
    throw wrongType("onNotice", "a function", onNotice);
  }
  const limit = resolveTimeout(timeoutMs, "timeoutMs", 10_000);
  return {
    headless,
    channel,
    executablePath,
    timeoutMs: limit,
    popupPolicy,
    grantedFiles: pinFiles(availableFilePaths),
    captureNetwork,
    allowPageScript,
    onNotice,
  };
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

/** Most files that an operator may grant, and the largest size of each. */
const MAX_FILES = 20;
const MAX_FILE_BYTES = 50 * 1024 * 1024;

function pinFiles(paths: readonly string[]): readonly GrantedFile[] {
  if (!Array.isArray(paths) || paths.some((path) => typeof path !== "string")) {
    throw wrongType("availableFilePaths", "a list of absolute paths", paths);
  }
  const distinct = [...new Set(paths)];
  if (distinct.length > MAX_FILES) {
    throw new RangeError(
      `"availableFilePaths" must have at most ${MAX_FILES} paths: it has ${distinct.length}`,
    );
  }
  return distinct.map((path) => pinFile(path, MAX_FILE_BYTES));
}

function wrongType(name: string, expected: string, value: unknown): TypeError {
  return new TypeError(
    `Cannot create browser engine as "${name}" must be ${expected}: current value is ${String(value)}`,
  );
}
