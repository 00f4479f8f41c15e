import type { ActionEffect } from "../contracts/browser.ts";
import type { ActionOutcome } from "./actions/action_context.ts";
import type { Deadline } from "./deadline.ts";
import { publicUrl } from "./failures.ts";
import type { JournalEntry } from "./request_journal.ts";
import { watchFrames } from "./settle.ts";
import type { Tab } from "./tab.ts";

const MAX_REQUESTS = 8;

type StartedRequest = Pick<JournalEntry, "method" | "url" | "status">;

interface DocumentState {
  readonly count: number;
  readonly document: string;
}

/** Watches one action from its begin to its rest, and writes the receipt of what it did. */
export class EffectProbe {
  readonly #tab: Tab;
  readonly #frameIds: readonly string[];
  readonly #startMark: number;
  readonly #startUrl: string;
  readonly #startNavigations: number;
  readonly #startDownloads: number;
  readonly #startOpenings: number;
  readonly #before: ReadonlyMap<string, DocumentState>;
  #endMark = Infinity;
  #hasChanged = false;
  #navigatedTo: string | undefined;
  #download: string | undefined;
  #openings: readonly string[] = [];

  private constructor(tab: Tab, frameIds: readonly string[], before: ReadonlyMap<string, DocumentState>) {
    this.#tab = tab;
    this.#frameIds = frameIds;
    this.#startMark = tab.journal.mark();
    this.#startUrl = tab.url;
    this.#startNavigations = tab.navigations;
    this.#startDownloads = tab.downloads.length;
    this.#startOpenings = tab.openings.length;
    this.#before = before;
  }

  /** Begins to watch the documents of these frames, and the page's requests. */
  static async begin(tab: Tab, frameIds: readonly string[], deadline: Deadline): Promise<EffectProbe> {
    await watchFrames(tab, frameIds, deadline);
    return new EffectProbe(tab, frameIds, await documentStates(tab, frameIds, deadline));
  }

  /** Requests begun after this mark are this action's. */
  get journalMark(): number {
    return this.#startMark;
  }

  /** Whether the top document was replaced or changed its address. */
  get hasNavigated(): boolean {
    return this.#navigatedTo !== undefined;
  }

  /** Whether anything that can be seen from outside has come of the action so far. */
  async isSeen(deadline: Deadline): Promise<boolean> {
    const { journal, url, navigations, downloads, isUsable } = this.#tab;
    if (!isUsable || journal.mark() > this.#startMark || url !== this.#startUrl) return true;
    if (navigations > this.#startNavigations || downloads.length > this.#startDownloads) return true;
    return await this.#changed(deadline);
  }

  async #changed(deadline: Deadline): Promise<boolean> {
    const after = await documentStates(this.#tab, this.#frameIds, deadline);
    return this.#frameIds.some((frameId) => {
      const was = this.#before.get(frameId);
      const is = after.get(frameId);
      return was?.document !== is?.document || was?.count !== is?.count;
    });
  }

  /** Ends the watch: what happens later belongs to the next action. */
  async end(deadline: Deadline): Promise<void> {
    this.#endMark = this.#tab.journal.mark();
    this.#download = this.#tab.downloads[this.#startDownloads];
    const openings = this.#tab.openings.slice(this.#startOpenings);
    if (!this.#tab.isUsable) {
      this.#hasChanged = true;
      return;
    }
    // a sandbox or a blocker may have refused some
    if (openings.length > 0) this.#openings = openings.slice(0, await this.#tab.countNewWindows(deadline));
    this.#hasChanged = await this.#changed(deadline);
    const hasNavigated = this.#tab.navigations > this.#startNavigations;
    if (hasNavigated || this.#tab.url !== this.#startUrl) {
      this.#navigatedTo = publicUrl(this.#tab.document.url);
    }
  }

  /**
   * The receipt. Written last, so that answers to the requests are in it.
   *
   * @param outcome what the action itself knows
   * @param popup tab that a popup opened in
   */
  receipt(outcome: ActionOutcome, popup: string | undefined): ActionEffect {
    const requests = this.#tab.journal.since(this.#startMark, this.#endMark);
    const isSeen = this.#hasChanged || this.#navigatedTo !== undefined || popup !== undefined ||
      requests.length > 0 || this.#download !== undefined || this.#openings.length > 0;
    const isWindowAwaited = popup === undefined && this.#download === undefined;
    const started = [...requests, ...(isWindowAwaited ? this.#openings.flatMap(awaitedWindow) : [])];
    const { certainty } = outcome;
    return {
      outcome: certainty === "done" || isSeen ? "done" : certainty === "ask" ? "no_effect" : "unknown",
      ...(outcome.hit !== undefined && { hit: outcome.hit }),
      ...(outcome.value !== undefined && { value: outcome.value }),
      ...(outcome.valueFilled !== undefined && { value_filled: outcome.valueFilled }),
      ...(outcome.checked !== undefined && { checked: outcome.checked }),
      ...(this.#navigatedTo !== undefined && { navigated: this.#navigatedTo }),
      ...(started.length > 0 && { requests: listRequests(started) }),
      ...problemsOf(requests),
      ...(popup !== undefined && { popup }),
      ...(this.#download !== undefined && { download: this.#download }),
    };
  }
}

async function documentStates(
  tab: Tab,
  frameIds: readonly string[],
  deadline: Deadline,
): Promise<Map<string, DocumentState>> {
  const states = await Promise.all(
    frameIds.map(async (frameId) => [frameId, await tab.mutations(frameId, deadline.within(500))] as const),
  );
  return new Map(
    states.flatMap(([frameId, state]) => state === undefined ? [] : [[frameId, state] as const]),
  );
}

/** A window that was asked for and is no tab yet: its server has not answered. */
function awaitedWindow(url: string): readonly StartedRequest[] {
  return /^https?:/.test(url) ? [{ method: "GET", url: publicUrl(url), status: "pending" }] : [];
}

/** Requests that failed, whatever the page says of them. A read that was broken off tells nothing. */
function problemsOf(entries: readonly JournalEntry[]): { readonly problems?: readonly string[] } {
  const failed = entries.filter(({ method, status, isNavigation, failure = "" }) =>
    typeof status === "number"
      ? status >= 400
      : status === "failed" && (method !== "GET" || (isNavigation && !/ABORTED/.test(failure)))
  );
  return failed.length === 0 ? {} : { problems: failed.slice(0, MAX_REQUESTS).map(problemOf) };
}

function problemOf({ method, url, status, signIn, failure, isNavigation }: JournalEntry): string {
  if (signIn !== undefined) {
    return `${method} ${url} asks for an HTTP sign-in (${status}, ${signIn}), which was declined`;
  }
  const what = status === "failed" ? "failed" : `was answered with ${status}`;
  if (isNavigation && failure !== undefined) return `${method} ${url} ${what}: ${failure}`;
  return `${method} ${url} ${what}: what the page says of it may not be so`;
}

function listRequests(entries: readonly StartedRequest[]): string[] {
  const lines = entries.slice(0, MAX_REQUESTS).map(({ method, url, status }) => `${method} ${url} ${status}`);
  return entries.length <= MAX_REQUESTS ? lines : [...lines, `and ${entries.length - MAX_REQUESTS} more`];
}
