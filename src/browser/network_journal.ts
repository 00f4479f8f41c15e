import type { NetworkEntry, NetworkOptions, NetworkResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { sha256Hex } from "../platform/hash.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import type { Page, Response } from "./driver.ts";
import { publicUrl } from "./failures.ts";
import { resolveInteger } from "./options.ts";

const MAX_ENTRIES = 200;
const MAX_BODY_BYTES = 128 * 1024;
const BODY_TIMEOUT_MS = 10_000;
const MAX_TYPE_CHARS = 100;
const TEXTUAL =
  /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript|x-www-form-urlencoded|graphql)$)/;

interface Kept {
  readonly entry: NetworkEntry;
  readonly response: Response;
  /** The body came as it was declared, not compressed. */
  readonly isPlain: boolean;
}

/** What to read, checked. */
export type NetworkRequest =
  | { readonly kind: "page"; readonly afterId: number; readonly maxItems: number }
  | { readonly kind: "body"; readonly responseId: number };

/**
 * Checks options.
 *
 * @throws RangeError | TypeError
 */
export function resolveNetworkOptions({ afterId, maxItems, responseId }: NetworkOptions): NetworkRequest {
  if (responseId === undefined) {
    return {
      kind: "page",
      afterId: resolveInteger(afterId, "afterId", 0, Number.MAX_SAFE_INTEGER, 0),
      maxItems: resolveInteger(maxItems, "maxItems", 1, 100, 50),
    };
  }
  if (afterId !== undefined || maxItems !== undefined) {
    throw new TypeError(`"responseId" excludes "afterId" and "maxItems"`);
  }
  return {
    kind: "body",
    responseId: resolveInteger(responseId, "responseId", 1, Number.MAX_SAFE_INTEGER, 1),
  };
}

/** The last responses that a session's pages got, in memory. Headers, cookies and request bodies are never in it. */
export class NetworkJournal {
  readonly #kept: Kept[] = [];
  #count = 0;

  /** Listens to a page from its first moment on. */
  watch(page: Page, tabId: string): void {
    page.on("response", (response) => this.#note(response, tabId));
  }

  /** All responses that are kept, oldest first. */
  get entries(): readonly NetworkEntry[] {
    return this.#kept.map(({ entry }) => entry);
  }

  /**
   * One page of the journal, or the body of one response.
   *
   * @throws `RESPONSE_NOT_FOUND` | `RESPONSE_UNREADABLE` | `TIMEOUT` | DeadlineOver when the caller gave up
   */
  async read(request: NetworkRequest, deadline: Deadline): Promise<Omit<NetworkResult, "session_id">> {
    if (request.kind === "body") return await this.#body(request.responseId, deadline);
    const { afterId, maxItems } = request;
    const dropped = this.#count - this.#kept.length;
    const wanted = this.entries.filter(({ id }) => id > afterId);
    return {
      responses: wanted.slice(0, maxItems),
      truncated: wanted.length > maxItems,
      dropped,
      gap: afterId < dropped,
    };
  }

  async #body(id: number, deadline: Deadline): Promise<Omit<NetworkResult, "session_id">> {
    const kept = this.#kept.find(({ entry }) => entry.id === id);
    if (kept === undefined) {
      throw new BrowserError(
        "RESPONSE_NOT_FOUND",
        id <= this.#count
          ? `Response ${id} is no longer kept; only the last ${MAX_ENTRIES} are`
          : `There is no response ${id} yet; call tab_network without response_id`,
      );
    }
    const { entry, response, isPlain } = kept;
    const { declared_bytes: declared, content_type } = entry;
    if (declared === undefined) throw unreadable(id, "its server declared no length");
    if (declared > MAX_BODY_BYTES) throw unreadable(id, "it is larger than 128 KiB");
    if (!TEXTUAL.test(content_type)) throw unreadable(id, "it is no text");
    const data = await bodyOf(response, id, deadline);
    if (data.byteLength > MAX_BODY_BYTES) throw unreadable(id, "it is larger than 128 KiB");
    // the browser hands out text of other encodings as UTF-8, which is not what the server sent
    if (isPlain && data.byteLength !== declared) throw unreadable(id, "it is no UTF-8 text");
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    } catch {
      throw unreadable(id, "it is no UTF-8 text");
    }
    return { response: entry, text, bytes: data.byteLength, sha256: sha256Hex(data) };
  }

  #note(response: Response, tabId: string): void {
    const headers = response.headers(); // only three of them are used, and none is kept
    const declared = /^\d{1,15}$/.exec(headers["content-length"]?.trim() ?? "")?.[0];
    const request = response.request();
    const entry: NetworkEntry = {
      id: ++this.#count,
      tab_id: tabId,
      method: request.method(),
      resource_type: request.resourceType(),
      status: response.status(),
      content_type:
        (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase().slice(0, MAX_TYPE_CHARS) ??
          "",
      ...(declared !== undefined && { declared_bytes: Number(declared) }),
      time: new Date().toISOString(),
      url: publicUrl(response.url()),
    };
    this.#kept.push({ entry, response, isPlain: headers["content-encoding"] === undefined });
    if (this.#kept.length > MAX_ENTRIES) this.#kept.shift();
  }
}

async function bodyOf(response: Response, id: number, deadline: Deadline): Promise<Uint8Array> {
  try {
    return await deadline.within(BODY_TIMEOUT_MS).race(response.body());
  } catch (error) {
    if (!(error instanceof DeadlineOver)) throw unreadable(id, "the browser no longer holds its body");
    if (error.reason !== "timeout") throw error;
    throw new BrowserError("TIMEOUT", `The body of response ${id} did not arrive in time`);
  }
}

function unreadable(id: number, reason: string): BrowserError {
  return new BrowserError("RESPONSE_UNREADABLE", `The body of response ${id} cannot be read: ${reason}`);
}
