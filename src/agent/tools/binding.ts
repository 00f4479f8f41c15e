// For whom the tools act, and on which document. Both are read anew whenever they matter, and compared by value.
import type { DocumentBinding } from "../../contracts/document_binding.ts";
import { errorCode } from "../../contracts/errors.ts";
import type { CallOptions } from "../../contracts/tools.ts";
import { canonicalJson, isRecord } from "../records.ts";
import { ToolRegistryError } from "./error.ts";
import type { ToolContext, ToolRegistryBrowser, ToolRegistryOptions } from "./types.ts";

const MAX_ID_CHARS = 4_096;

/** What the session shows. A page that cannot say which document it is equals no other. */
export type PageState =
  | { readonly kind: "none" }
  | { readonly kind: "shown"; readonly binding: DocumentBinding }
  | { readonly kind: "unreadable" };

/** Where the tools stand at one moment. */
export interface Standing {
  readonly context: ToolContext<unknown>;
  readonly page: PageState;
}

/**
 * Reads both.
 *
 * @throws ToolRegistryError with CONTEXT_UNAVAILABLE
 */
export async function readStanding(
  options: Pick<ToolRegistryOptions<never>, "getContext" | "browser">,
  call: CallOptions,
): Promise<Standing> {
  const context = await readContext(options.getContext, call);
  return { context, page: await readPage(options.browser, call) };
}

/**
 * Asks the application for whom the tools act.
 *
 * @throws ToolRegistryError with CONTEXT_UNAVAILABLE; what the application threw is its cause
 */
export async function readContext(
  getContext: ToolRegistryOptions<never>["getContext"],
  call: CallOptions,
): Promise<ToolContext<unknown>> {
  let context: unknown;
  try {
    context = await getContext(call);
  } catch (cause) {
    throw unavailable("getContext failed", cause);
  }
  if (!isRecord(context)) throw unavailable("getContext must give an object with id and value");
  const { id, value } = context;
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_CHARS) {
    throw unavailable(`the id that getContext gives must have 1 to ${MAX_ID_CHARS} characters`);
  }
  return { id, value };
}

async function readPage(browser: ToolRegistryBrowser | undefined, call: CallOptions): Promise<PageState> {
  if (browser === undefined) return { kind: "none" };
  try {
    const sessionId: unknown = await browser.getSessionId();
    if (sessionId === undefined) return { kind: "none" };
    if (typeof sessionId !== "string") return { kind: "unreadable" };
    return { kind: "shown", binding: await browser.engine.documentBinding(sessionId, call) };
  } catch (error) {
    // a session that ended is none; a page behind a dialog or a busy one is there and does not answer
    return { kind: errorCode(error) === "SESSION_NOT_FOUND" ? "none" : "unreadable" };
  }
}

/** Whether two page states are the same document, undisturbed. */
export function samePage(before: PageState, after: PageState): boolean {
  if (before.kind !== after.kind || after.kind === "unreadable") return false;
  return canonicalJson(before) === canonicalJson(after);
}

function unavailable(problem: string, cause?: unknown): ToolRegistryError {
  return new ToolRegistryError(
    "CONTEXT_UNAVAILABLE",
    `Cannot say for whom the tools act: ${problem}`,
    cause === undefined ? undefined : { cause },
  );
}
