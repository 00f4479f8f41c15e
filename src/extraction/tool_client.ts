import { errorCode } from "../contracts/errors.ts";
import type { AgentPlanner } from "../contracts/planner.ts";
import type { AgentToolClient, AgentToolResult, CallOptions } from "../contracts/tools.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS } from "./limits.ts";
import { extractWithPlanner } from "./model_extraction.ts";
import { compileSchema } from "./schema.ts";
import {
  isExtractionError,
  MODEL_TOOL,
  MODEL_TOOL_NAME,
  type ModelToolArguments,
  readModelToolArguments,
} from "./tool_arguments.ts";

/** Options of `createModelExtractionToolClient`. */
export interface ModelExtractionToolOptions {
  /** Milliseconds of one extraction, 1–3,600,000. @default 60000 */
  readonly timeoutMs?: number;
}

/** What was read of the page. */
interface PageText {
  readonly frameId: string;
  readonly url: string;
  readonly text: string;
}

/**
 * Adds the tool `tab_extract_model` to a tool client. It reads text and address of the page itself, through the
 * client's own `tab_extract`, asks the model once, and returns data only with an exact quote for every value. The
 * model sees the page's text, the task and the schema, and no tool.
 *
 * @param tools an unbound client; it stays the caller's
 * @param planner the model that extracts; the caller keeps and closes it
 * @throws TypeError for a client with bound execution, whose leases this could not honour
 * @throws RangeError for a time outside its range
 */
export function createModelExtractionToolClient(
  tools: AgentToolClient,
  planner: AgentPlanner,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: ModelExtractionToolOptions = {},
): AgentToolClient {
  if (tools.prepareTools !== undefined || tools.getExecutionIdentity !== undefined) {
    throw new TypeError("Cannot add model extraction as the tool client has bound execution");
  }
  if (typeof planner !== "function") throw new TypeError('Cannot extract as "planner" must be a function');
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_TIMEOUT_MS) {
    throw new RangeError(`Cannot extract as "timeoutMs" must be an integer from 1 to ${MAX_TIMEOUT_MS}`);
  }
  return {
    // a tool of the same name is left for the runner to notice
    listTools: async (options) => [...await tools.listTools(options), MODEL_TOOL],
    callTool: async (request, options = {}) => {
      if (request.name !== MODEL_TOOL_NAME) return await tools.callTool(request, options);
      try {
        const given = readModelToolArguments(request.arguments);
        if (typeof given === "string") return failure("INVALID_ARGUMENT", given);
        return await extractPage(tools, planner, given, timeoutMs, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        return toFailure(error);
      }
    },
    callEffect: (request) => request.name === MODEL_TOOL_NAME ? "read" : tools.callEffect?.(request),
  };
}

async function extractPage(
  tools: AgentToolClient,
  planner: AgentPlanner,
  given: ModelToolArguments,
  timeoutMs: number,
  options: CallOptions,
): Promise<AgentToolResult> {
  compileSchema(given.schema, "linear"); // it is a model that wrote it
  const before = await readPage(tools, given, options);
  if (isResult(before)) return before;
  const { data, citations, guarantee } = await extractWithPlanner({
    task: given.task,
    schema: given.schema,
    sources: [{ id: "page", url: before.url, text: before.text }],
    planner,
    timeoutMs,
    ...options,
  });
  const after = await readPage(tools, given, options);
  if (isResult(after)) return after;
  if (after.frameId !== before.frameId || after.url !== before.url || after.text !== before.text) {
    return failure(
      "SNAPSHOT_CHANGED",
      "The page changed while the model read it. Observe it, then extract again",
    );
  }
  return success({
    ok: true,
    session_id: given.sessionId,
    frame_id: before.frameId,
    url: before.url,
    data,
    citations,
    guarantee,
  });
}

/** Reads the page; a result instead says why it cannot be used. */
async function readPage(
  tools: AgentToolClient,
  { sessionId, selector }: ModelToolArguments,
  options: CallOptions,
): Promise<PageText | AgentToolResult> {
  const result = await tools.callTool({
    name: "tab_extract",
    arguments: { session_id: sessionId, kind: "text", ...(selector === undefined ? {} : { selector }) },
  }, options);
  const body = result.structuredContent ?? {};
  if (result.isError === true || body["ok"] === false) return result;
  const { url, text, truncated, frame_id: frameId } = body;
  if (typeof url !== "string" || typeof text !== "string" || typeof frameId !== "string") {
    return failure("INVALID_SOURCE", "tab_extract returned no text with an address");
  }
  if (truncated !== false) {
    return failure("INVALID_SOURCE", "The text is too long and was cut: narrow it with a selector");
  }
  if (text.trim() === "") return failure("INVALID_SOURCE", "There is no text to read: choose another root");
  return { frameId, url, text };
}

function isResult(value: PageText | AgentToolResult): value is AgentToolResult {
  return "content" in value;
}

/** Messages of this project's own errors hold no page text, address or key; what else failed is not repeated. */
function toFailure(error: unknown): AgentToolResult {
  if (isExtractionError(error)) return failure(error.code, error.message, error.issues);
  const code = errorCode(error);
  const isPlannerFailure = error instanceof Error && code !== undefined && code.startsWith("PLANNER_");
  return isPlannerFailure
    ? failure(code, error.message)
    : failure("INTERNAL_ERROR", "The extraction broke off for a reason that was not foreseen");
}

function failure(code: string, message: string, issues: readonly object[] = []): AgentToolResult {
  const error = { code, message, ...(issues.length === 0 ? {} : { issues }) };
  return { ...success({ ok: false, error }), isError: true };
}

function success(body: Readonly<Record<string, unknown>>): AgentToolResult {
  return { structuredContent: body, content: [{ type: "text", text: JSON.stringify(body) }] };
}
