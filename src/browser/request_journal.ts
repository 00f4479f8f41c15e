import { type Cause, causeOf } from "./causes/attribution.ts";
import type { Initiator, Initiators } from "./causes/initiators.ts";
import { isOnBeat, remember } from "./page/causes/rhythm.ts";
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
  /** Who started it, as far as it can be told. */
  readonly cause: Cause;
  status: number | "pending" | "failed";
  /** Scheme of the HTTP sign-in that the answer asks for. */
  signIn?: string;
  /** Why it failed, in the browser's word, for example `ERR_CONNECTION_REFUSED`. */
  failure?: string;
}

/** What a page asked for again and again, from one place of its code. */
interface Site {
  times: readonly number[];
  last: Request | undefined;
}

const NOTED_TYPES = new Set(["document", "xhr", "fetch"]);
const MAX_ENTRIES = 200;
const MAX_SITES = 200;

/** The last requests of a page, so that a wait knows what is under way and a receipt what an action started. */
export class RequestJournal {
  readonly #initiators: Initiators;
  readonly #entries: JournalEntry[] = [];
  readonly #open = new Map<Request, JournalEntry>();
  readonly #sites = new Map<string, Site>();
  #isActing = false;
  #underWay: ReadonlySet<Request> = new Set();
  #count = 0;
  #lastEndMs = 0;

  /**
   * @param page the page to listen to
   * @param initiators how its requests began
   */
  constructor(page: Page, initiators: Initiators) {
    this.#initiators = initiators;
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

  /** An action begins: requests from now on may be its own. */
  beginAction(): void {
    this.#isActing = true;
    this.#underWay = new Set(this.#open.keys());
  }

  /** The action is over: what follows is the page's own. */
  endAction(): void {
    this.#isActing = false;
  }

  /** Requests noted after a mark and, when given, up to a later one. */
  since(mark: number, until: number = Infinity): readonly JournalEntry[] {
    return this.#entries.filter(({ number }) => number > mark && number <= until);
  }

  /** Requests begun after a mark whose answer is not complete, but for those that the page repeats by itself. */
  pending(mark: number): readonly JournalEntry[] {
    return [...this.#open.values()].filter(({ number, cause }) => number > mark && cause !== "page");
  }

  /** When the last noted request ended that the page does not repeat by itself, in `performance.now()`; 0 before it. */
  get lastEndMs(): number {
    return this.#lastEndMs;
  }

  #begin(page: Page, request: Request): void {
    if (!NOTED_TYPES.has(request.resourceType())) return;
    const isNavigation = request.isNavigationRequest() && isOfTopFrame(page, request);
    const entry: JournalEntry = {
      number: ++this.#count,
      method: request.method(),
      url: publicUrl(request.url()),
      isNavigation,
      cause: this.#causeOf(request, isNavigation),
      status: "pending",
    };
    this.#open.set(request, entry);
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  #causeOf(request: Request, isNavigation: boolean): Cause {
    const initiator = this.#initiators.take(request.method(), request.url());
    if (isNavigation) return this.#isActing ? "action" : "unsure";
    const nowMs = performance.now();
    const site = this.#siteOf(request, initiator);
    const cause = this.#isActing
      ? causeOf(initiator, {
        times: site.times,
        wasUnderWay: site.last !== undefined && this.#underWay.has(site.last),
      }, nowMs)
      : isOnBeat(site.times, nowMs)
      ? "page"
      : "unsure";
    if (!this.#isActing || cause === "page") {
      site.times = remember(site.times, nowMs);
      site.last = request;
    }
    return cause;
  }

  #siteOf(request: Request, initiator: Initiator | undefined): Site {
    // an address with a number in it is another one at every turn
    const path = publicUrl(request.url()).replace(/\d+/g, "0");
    const key = `${request.method()} ${path} ${initiator?.site ?? ""}`;
    const site = this.#sites.get(key) ?? { times: [], last: undefined };
    this.#sites.delete(key); // what was used last stands last
    this.#sites.set(key, site);
    if (this.#sites.size > MAX_SITES) this.#sites.delete(this.#sites.keys().next().value ?? "");
    return site;
  }

  #end(request: Request): void {
    const entry = this.#open.get(request);
    if (this.#open.delete(request) && entry?.cause !== "page") this.#lastEndMs = performance.now();
  }
}

function isOfTopFrame(page: Page, request: Request): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false; // a service worker's request has no frame
  }
}
