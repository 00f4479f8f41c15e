import type { ActionEffect } from "../contracts/browser.ts";
import type { ActionOutcome } from "./actions/action_context.ts";
import type { Cause } from "./causes/attribution.ts";
import { listRequests, problemsOf, type StartedRequest, tellOthers } from "./causes/tell_requests.ts";
import { Deadline } from "./deadline.ts";
import { publicUrl } from "./failures.ts";
import type { PageChanges } from "./page/protocol.ts";
import type { JournalEntry } from "./request_journal.ts";
import type { Tab } from "./tab.ts";

const END_TIMEOUT_MS = 500;

type DocumentStates = ReadonlyMap<string, PageChanges>;

/** Watches one action from its begin to its rest, and writes the receipt of what it did. */
export class EffectProbe {
  readonly #tab: Tab;
  readonly #frameIds: readonly string[];
  readonly #startMark: number;
  readonly #startUrl: string;
  readonly #startNavigations: number;
  readonly #startDownloads: number;
  readonly #startOpenings: number;
  readonly #startSent: number;
  readonly #before: DocumentStates;
  #endMark = Infinity;
  #change: Cause | undefined;
  #navigatedTo: string | undefined;
  #download: string | undefined;
  #openings: readonly string[] = [];

  private constructor(tab: Tab, frameIds: readonly string[], startMark: number, before: DocumentStates) {
    this.#tab = tab;
    this.#frameIds = frameIds;
    this.#startMark = startMark;
    this.#startUrl = tab.url;
    this.#startNavigations = tab.navigations;
    this.#startDownloads = tab.downloads.length;
    this.#startOpenings = tab.openings.length;
    this.#startSent = tab.initiators.sentMessages;
    this.#before = before;
  }

  /** Begins to watch the documents of these frames, and the page's requests. */
  static async begin(tab: Tab, frameIds: readonly string[], deadline: Deadline): Promise<EffectProbe> {
    tab.journal.beginAction();
    const startMark = tab.journal.mark();
    const [before] = await Promise.all([
      statesOf(frameIds, (frameId) => tab.beginAction(frameId, deadline.within(500))),
      deadline.race(tab.initiators.beginAction()),
    ]);
    return new EffectProbe(tab, frameIds, startMark, before);
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
    if (!isUsable || url !== this.#startUrl) return true;
    if (journal.since(this.#startMark).some(({ cause }) => cause === "action")) return true;
    if (navigations > this.#startNavigations || downloads.length > this.#startDownloads) return true;
    return await this.#changed(deadline) === "action";
  }

  /** Who changed the documents; nothing when nobody did, or the page by itself. */
  async #changed(deadline: Deadline): Promise<Cause | undefined> {
    const after = await statesOf(
      this.#frameIds,
      (frameId) => this.#tab.mutations(frameId, deadline.within(500)),
    );
    const isReplaced = this.#frameIds.some((id) =>
      this.#before.get(id)?.document !== after.get(id)?.document
    );
    const states = [...after.values()];
    if (isReplaced || states.some(({ count }) => count > 0)) return "action";
    const isUnwatched = this.#frameIds.some((id) => !this.#before.has(id)); // it did not answer in time
    return isUnwatched || states.some(({ unsure }) => unsure > 0) ? "unsure" : undefined;
  }

  /** Ends the watch: what happens later belongs to the next action. */
  async end(deadline: Deadline): Promise<void> {
    this.#endMark = this.#tab.journal.mark();
    this.#download = this.#tab.downloads[this.#startDownloads];
    const openings = this.#tab.openings.slice(this.#startOpenings);
    try {
      if (!this.#tab.isUsable) {
        this.#change = "action";
        return;
      }
      // a sandbox or a blocker may have refused some
      if (openings.length > 0) {
        this.#openings = openings.slice(0, await this.#tab.countNewWindows(deadline));
      }
      this.#change = await this.#changed(deadline);
      const hasNavigated = this.#tab.navigations > this.#startNavigations;
      if (hasNavigated || this.#tab.url !== this.#startUrl) {
        this.#navigatedTo = publicUrl(this.#tab.document.url);
      }
    } finally {
      this.#endWatch();
    }
  }

  /** Nobody waits for this: the next action's watch begins after it in any case. */
  #endWatch(): void {
    this.#tab.journal.endAction();
    void this.#tab.initiators.endAction();
    const deadline = new Deadline(END_TIMEOUT_MS);
    const ignoreGone = (): void => {}; // a document that is gone, or hangs, watches nothing
    for (const frameId of this.#frameIds) {
      this.#tab.agent.call(frameId, "endAction", [], deadline).catch(ignoreGone);
    }
  }

  /**
   * The receipt. Written last, so that answers to the requests are in it.
   *
   * @param outcome what the action itself knows
   * @param popup tab that a popup opened in
   */
  receipt(outcome: ActionOutcome, popup: string | undefined): ActionEffect {
    const entries = this.#tab.journal.since(this.#startMark, this.#endMark);
    const by = (wanted: Cause): readonly JournalEntry[] => entries.filter(({ cause }) => cause === wanted);
    const requests = by("action");
    const isSeen = this.#change === "action" || this.#navigatedTo !== undefined || popup !== undefined ||
      requests.length > 0 || this.#download !== undefined || this.#openings.length > 0;
    // what came of a message over a socket is seen in the document alone
    const isAnswered = this.#change === "unsure" && this.#tab.initiators.sentMessages > this.#startSent;
    const isUnsure = this.#change === "unsure" || by("unsure").length > 0;
    const isWindowAwaited = popup === undefined && this.#download === undefined;
    const started = [...requests, ...(isWindowAwaited ? this.#openings.flatMap(awaitedWindow) : [])];
    const also = tellOthers(by("page"), by("unsure"));
    const { certainty } = outcome;
    return {
      outcome: certainty === "done" || isSeen || isAnswered
        ? "done"
        : certainty === "ask" && !isUnsure
        ? "no_effect"
        : "unknown",
      ...(outcome.hit !== undefined && { hit: outcome.hit }),
      ...(outcome.value !== undefined && { value: outcome.value }),
      ...(outcome.valueFilled !== undefined && { value_filled: outcome.valueFilled }),
      ...(outcome.checked !== undefined && { checked: outcome.checked }),
      ...(this.#navigatedTo !== undefined && { navigated: this.#navigatedTo }),
      ...(started.length > 0 && { requests: listRequests(started) }),
      ...problemsOf(requests),
      ...(also.length > 0 && { also }),
      ...(popup !== undefined && { popup }),
      ...(this.#download !== undefined && { download: this.#download }),
    };
  }
}

async function statesOf(
  frameIds: readonly string[],
  ask: (frameId: string) => Promise<PageChanges | undefined>,
): Promise<DocumentStates> {
  const states = await Promise.all(frameIds.map(async (frameId) => [frameId, await ask(frameId)] as const));
  return new Map(
    states.flatMap(([frameId, state]) => state === undefined ? [] : [[frameId, state] as const]),
  );
}

/** A window that was asked for and is no tab yet: its server has not answered. */
function awaitedWindow(url: string): readonly StartedRequest[] {
  return /^https?:/.test(url) ? [{ method: "GET", url: publicUrl(url), status: "pending" }] : [];
}
