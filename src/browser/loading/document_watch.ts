import type { Deadline } from "../deadline.ts";
import type { CDPSession, Page, Request, Response } from "../driver.ts";
import { publicUrl } from "../failures.ts";

const MAX_SIGN_INS = 5;
const STATUS = "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0";
const ERROR_PAGE = "chrome-error:";

/** How the top document of a page came, and which sign-ins its requests were asked for. */
export class DocumentWatch {
  readonly #page: Page;
  #answer: { readonly url: string; readonly status: number | undefined } | undefined;
  #status: number | undefined;
  #signIns: string[] = [];

  /** @param page listened to from now on */
  constructor(page: Page) {
    this.#page = page;
    page.on("request", (request) => {
      if (!isForTopDocument(page, request)) return;
      this.#answer = { url: request.url(), status: undefined };
      this.#signIns = [];
    });
    page.on("response", (response) => this.#answered(response));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#status = this.#answer?.status;
    });
  }

  /** Asks a page that was there before anybody listened, as a popup is, how its document came. */
  async ask(session: CDPSession, deadline: Deadline): Promise<void> {
    try {
      const [{ frameTree: { frame } }, { result }] = await deadline.race(Promise.all([
        session.send("Page.getFrameTree"),
        session.send("Runtime.evaluate", { expression: STATUS, returnByValue: true }),
      ]));
      const { value: status } = result;
      if (typeof status !== "number" || status === 0 || this.#answer !== undefined) return;
      this.#answer = { url: frame.unreachableUrl ?? frame.url, status };
      this.#status = status;
      if (status === 401 && this.isErrorPage) this.#signIns = [`HTTP: GET ${publicUrl(this.url)}`];
    } catch {
      // it went away, or a dialog holds it up: its observation asks again
    }
  }

  /** The browser shows a page of its own, because none came. */
  get isErrorPage(): boolean {
    return this.#page.url().startsWith(ERROR_PAGE);
  }

  /** The address that a person reads: where no page came, the one that was asked for. */
  get url(): string {
    return this.isErrorPage ? this.#answer?.url ?? this.#page.url() : this.#page.url();
  }

  /** HTTP status that the top document came with; `undefined` where it is not known, or there is none. */
  get status(): number | undefined {
    return this.#status;
  }

  /** Notes what the document itself says of its status. */
  observed(status: number | undefined): void {
    this.#status = status;
  }

  /** Sign-ins that the document or its scripts were asked for, for example `Basic: GET https://shop.example/api`. */
  get signIns(): readonly string[] {
    return this.#signIns;
  }

  #answered(response: Response): void {
    const request = response.request();
    const status = response.status();
    if (isForTopDocument(this.#page, request)) this.#answer = { url: request.url(), status };
    const scheme = signInScheme(response);
    if (scheme === undefined) return;
    const line = `${scheme}: ${request.method()} ${publicUrl(request.url())}`;
    if (!this.#signIns.includes(line) && this.#signIns.length < MAX_SIGN_INS) this.#signIns.push(line);
  }
}

/** The scheme of the sign-in that an answer asks for; `undefined` when it asks for none. */
export function signInScheme(response: Response): string | undefined {
  const status = response.status();
  if (status !== 401 && status !== 407) return undefined;
  const header = status === 401 ? "www-authenticate" : "proxy-authenticate";
  return /^\s*([A-Za-z][\w-]{0,30})/.exec(response.headers()[header] ?? "")?.[1];
}

function isForTopDocument(page: Page, request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    return false; // a service worker's request has no frame
  }
}

/** The field of a reply for a status that a page should not come with. */
export function badStatus(status: number | undefined): { readonly http_status?: number } {
  return status === undefined || status < 400 ? {} : { http_status: status };
}
