import type { Page, Request } from "./driver.ts";
import { publicUrl } from "./failures.ts";
import { signInScheme } from "./loading/document_watch.ts";

/** A request that a page made; images, styles, fonts and scripts are not noted. */
export interface JournalEntry {
  /** Running number, for marks. */
  readonly number: number;
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  /** The request asks for a new document of the top frame. */
  readonly isNavigation: boolean;
  status: number | "pending" | "failed";
  /** Scheme of the HTTP sign-in that the answer asks for. */
  signIn?: string;
  /** Why it failed, in the browser's word, for example `ERR_CONNECTION_REFUSED`. */
  failure?: string;
}

const NOTED_TYPES = new Set(["document", "xhr", "fetch"]);
const MAX_ENTRIES = 200;

/** The last requests of a page, so that a wait knows what is under way and a receipt what an action started. */
export class RequestJournal {
  readonly #entries: JournalEntry[] = [];
  readonly #open = new Map<Request, JournalEntry>();
  #count = 0;
  #lastEndMs = 0;

  /** @param page the page to listen to */
  constructor(page: Page) {
    page.on("request", (request) => this.#begin(page, request));
    page.on("response", (response) => {
      const entry = this.#open.get(response.request());
      if (entry === undefined) return;
      entry.status = response.status();
      const scheme = signInScheme(response);
      if (scheme !== undefined) entry.signIn = scheme;
    });
    page.on("requestfinished", (request) => this.#end(request));
    page.on("requestfailed", (request) => {
      const entry = this.#open.get(request);
      if (entry?.status === "pending") {
        entry.status = "failed";
        const failure = request.failure()?.errorText.replace(/^net::/, "");
        if (failure !== undefined) entry.failure = failure;
      }
      this.#end(request);
    });
  }

  /** A point in the journal, for {@link since} and {@link pending}. */
  mark(): number {
    return this.#count;
  }

  /** Requests noted after a mark and, when given, up to a later one. */
  since(mark: number, until: number = Infinity): readonly JournalEntry[] {
    return this.#entries.filter(({ number }) => number > mark && number <= until);
  }

  /** Requests begun after a mark whose answer is not complete. */
  pending(mark: number): readonly JournalEntry[] {
    return [...this.#open.values()].filter(({ number }) => number > mark);
  }

  /** When the last noted request ended, in milliseconds of `performance.now()`; 0 before the first. */
  get lastEndMs(): number {
    return this.#lastEndMs;
  }

  #begin(page: Page, request: Request): void {
    if (!NOTED_TYPES.has(request.resourceType())) return;
    const entry: JournalEntry = {
      number: ++this.#count,
      method: request.method(),
      url: publicUrl(request.url()),
      isNavigation: request.isNavigationRequest() && isOfTopFrame(page, request),
      status: "pending",
    };
    this.#open.set(request, entry);
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  #end(request: Request): void {
    if (this.#open.delete(request)) this.#lastEndMs = performance.now();
  }
}

function isOfTopFrame(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false; // a service worker's request has no frame
  }
}
