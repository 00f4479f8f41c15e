import type { PlannerFetch } from "./http.ts";
import {
  resolveFlag,
  resolveHook,
  resolveInteger,
  resolveModel,
  resolveResponseBytes,
  wrongOption,
} from "./option_checks.ts";
import type { UsageHook } from "./usage.ts";

/** Options that every HTTP planner shares. */
export interface HttpPlannerOptions {
  /** Model name as the provider knows it. There is no default. */
  readonly model: string;
  /** Credential of the endpoint; never written to history, errors or diagnostics. */
  readonly apiKey?: string;
  /** Trusted extra headers. They cannot replace those that the protocol or `apiKey` sets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the runtime's `fetch`. */
  readonly fetch?: PlannerFetch;
  /** Whether images of tool results are sent to the model. @default true */
  readonly supportsImages?: boolean;
  /** Most bytes of a response, and of the decision made from it; 1 to 67,108,864. @default 8_388_608 */
  readonly maxResponseBytes?: number;
  /** Called once for each response, with the counters that the provider reported. */
  readonly onUsage?: UsageHook;
}

/** Checked options with every default filled in. */
export interface ResolvedHttpOptions {
  readonly model: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PlannerFetch;
  readonly supportsImages: boolean;
  readonly maxResponseBytes: number;
  readonly onUsage: UsageHook | undefined;
}

/** What a provider adds to the shared options. */
export interface HttpProtocol {
  /** Address to use when the caller names none. */
  readonly defaultEndpoint?: string;
  /** Headers for a supplied key. */
  readonly keyHeaders: (apiKey: string) => Readonly<Record<string, string>>;
  /** Headers of the protocol itself. */
  readonly fixedHeaders?: Readonly<Record<string, string>>;
}

const MEBIBYTE = 1024 * 1024;
const DEFAULT_RESPONSE_BYTES = 8 * MEBIBYTE;
const MOST_OUTPUT_TOKENS = 1_000_000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;
const KEY = /^[\x21-\x7e]{1,16384}$/;
/** Set by the HTTP client or by this project; a caller's value would break the request or its bounds. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Checks the shared options of an HTTP planner. Its errors are fixed sentences: a mistyped key or header must not be
 * echoed into a log.
 *
 * @throws TypeError for a wrong model, endpoint, key, header, hook or fetch
 * @throws RangeError for a wrong `maxResponseBytes`
 */
export function resolveHttpOptions(
  options: HttpPlannerOptions & { readonly endpoint?: string },
  protocol: HttpProtocol,
): ResolvedHttpOptions {
  const { fetch, onUsage } = options;
  if (fetch !== undefined && typeof fetch !== "function") throw wrongOption("fetch", "a function");
  return {
    model: resolveModel(options.model),
    endpoint: resolveEndpoint(options.endpoint ?? protocol.defaultEndpoint),
    headers: resolveHeaders(options, protocol),
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    supportsImages: resolveFlag("supportsImages", options.supportsImages, true),
    maxResponseBytes: resolveResponseBytes(options.maxResponseBytes, DEFAULT_RESPONSE_BYTES),
    onUsage: resolveHook("onUsage", onUsage),
  };
}

/** Checks an optional output limit in tokens, 1 to 1,000,000; the model may allow fewer. */
export function resolveOutputTokens(value: number | undefined): number | undefined {
  return value === undefined ? undefined : resolveInteger("maxOutputTokens", value, MOST_OUTPUT_TOKENS);
}

function resolveEndpoint(endpoint: unknown): string {
  const url = typeof endpoint === "string" ? parseUrl(endpoint) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw wrongOption("endpoint", "a complete http:// or https:// address");
  }
  if (url.username !== "" || url.password !== "") {
    throw wrongOption("endpoint", "an address without user name and password: use apiKey or headers");
  }
  url.hash = "";
  return url.href;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function resolveHeaders(options: HttpPlannerOptions, protocol: HttpProtocol): Record<string, string> {
  const { apiKey, headers = {} } = options;
  if (apiKey !== undefined && (typeof apiKey !== "string" || !KEY.test(apiKey))) {
    throw wrongOption("apiKey", "printable ASCII text without spaces, of 1 to 16384 characters");
  }
  if (
    typeof headers !== "object" || headers === null || Array.isArray(headers) || headers instanceof Headers
  ) {
    throw wrongOption("headers", "a plain object of header names and values");
  }
  const own = { ...protocol.fixedHeaders, ...(apiKey === undefined ? {} : protocol.keyHeaders(apiKey)) };
  const resolved = new Map(Object.entries(own));
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (
      !HEADER_NAME.test(name) || typeof value !== "string" || value.length > 16384 ||
      !HEADER_VALUE.test(value)
    ) {
      throw wrongOption("headers", "a plain object of valid header names and values");
    }
    if (RESERVED_HEADERS.has(key) || resolved.has(key)) {
      throw wrongOption("headers", "free of repeated headers and of those that the planner sets itself");
    }
    resolved.set(key, value);
  }
  return Object.fromEntries(resolved);
}
