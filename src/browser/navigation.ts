import type { NavigateOptions } from "../contracts/browser.ts";
import { BrowserError } from "../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { messageOf } from "../contracts/thrown.ts";
import { publicUrl, toBrowserError } from "./failures.ts";
import { settle, SETTLE_MS, waitUntilParsed } from "./settle.ts";
import type { Tab } from "./tab.ts";
import { parsePageUrl } from "./urls.ts";

/** Less than after input: what a page does when it comes begins at once, and requests and scripts are seen as such. */
const QUIET_MS = 50;
const ERROR_PAGE_MS = 1500;
const POLL_MS = 20;
/** Failures that are an HTTP answer. */
const ANSWERED = new Set(["ERR_HTTP_RESPONSE_CODE_FAILURE", "ERR_INVALID_AUTH_CREDENTIALS"]);

/** Where a tab is sent. */
export type Destination =
  | { readonly action: "goto"; readonly url: string }
  | { readonly action: "back" | "forward" | "reload" };

/**
 * Checks options.
 *
 * @throws TypeError | `INVALID_URL`
 */
export function resolveDestination({ action, url }: NavigateOptions): Destination {
  if (action === "goto") {
    if (url === undefined) throw new TypeError(`"url" is required for action goto`);
    return { action, url: parsePageUrl(url) };
  }
  if (url !== undefined) throw new TypeError(`"url" goes with action goto only`);
  if (action === "back" || action === "forward" || action === "reload") return { action };
  throw new TypeError(`"action" must be goto, back, forward or reload: current value is ${String(action)}`);
}

/**
 * Sends a tab somewhere, and waits until the new document has been parsed and has come to rest. A body that does not
 * end is no failure.
 *
 * @throws `NAVIGATION_FAILED` | `TIMEOUT` | DeadlineOver when the caller gave up or a dialog opened
 */
export async function navigateTab(tab: Tab, destination: Destination, deadline: Deadline): Promise<void> {
  const journalMark = tab.journal.mark();
  const sent = send(tab, destination, deadline.remainingMs);
  try {
    await deadline.race(sent);
  } catch (error) {
    if (error instanceof DeadlineOver && error.reason === "dialog") {
      tab.dialogs.interrupted(sent); // it goes on, or ends, with the answer
      throw error;
    }
    if (error instanceof DeadlineOver && error.reason === "cancelled") {
      await tab.stopLoading();
      throw error;
    }
    if (!await isShownAsErrorPage(tab, error, deadline)) {
      throw await failure(tab, destination, error, tab.dialogs.wasDismissed("beforeunload"));
    }
  }
  await waitUntilParsed(tab, deadline);
  await settle(tab, {
    journalMark,
    frameIds: [tab.mainFrameId],
    deadline: deadline.within(SETTLE_MS),
    navigationDeadline: deadline,
    quietMs: QUIET_MS,
    isArrived: true,
  });
}

/**
 * A server that answers with an error and no content leads to a page of the browser's own, and so does a sign-in that is
 * declined: the navigation came to its end, and the reply has the status. Such a page comes after other failures too; it
 * is waited for, as it would break off the next navigation.
 */
async function isShownAsErrorPage(tab: Tab, error: unknown, deadline: Deadline): Promise<boolean> {
  const netError = netErrorOf(error);
  if (netError === undefined || netError === "ERR_ABORTED") return false;
  const until = deadline.within(ERROR_PAGE_MS);
  while (!tab.document.isErrorPage && tab.isUsable && !until.isOver) await until.sleep(POLL_MS);
  return tab.document.isErrorPage && ANSWERED.has(netError);
}

function netErrorOf(error: unknown): string | undefined {
  return /net::(ERR_[A-Z0-9_]+)/.exec(messageOf(error))?.[1];
}

async function send({ page }: Tab, destination: Destination, timeoutMs: number): Promise<void> {
  const options = { waitUntil: "commit", timeout: timeoutMs } as const;
  switch (destination.action) {
    case "goto":
      await page.goto(destination.url, options);
      return;
    case "reload":
      await page.reload(options);
      return;
    case "back":
    case "forward": {
      const before = page.url();
      const response = destination.action === "back"
        ? await page.goBack(options)
        : await page.goForward(options);
      if (response !== null || page.url() !== before) return;
      throw new BrowserError(
        "NAVIGATION_FAILED",
        `There is no page to go ${destination.action} to; use tab_navigate with action goto and a url`,
      );
    }
  }
}

async function failure(
  tab: Tab,
  destination: Destination,
  error: unknown,
  sawDialog: boolean,
): Promise<BrowserError> {
  if (error instanceof BrowserError) return error;
  const where = destination.action === "goto"
    ? publicUrl(destination.url)
    : `the page (${destination.action})`;
  const message = messageOf(error);
  const cause = { cause: error };
  if (sawDialog) {
    return new BrowserError(
      "NAVIGATION_FAILED",
      "The present page asked for confirmation before leaving; it was not given, and the tab stays where it is",
      cause,
    );
  }
  const netError = netErrorOf(error);
  if (netError !== undefined) {
    return new BrowserError(
      "NAVIGATION_FAILED",
      `${where} could not be opened: ${netError}. ${advice(netError)}`,
      cause,
    );
  }
  if (/Timeout|timed out/i.test(message) || error instanceof DeadlineOver) {
    await tab.stopLoading();
    return new BrowserError(
      "TIMEOUT",
      `${where} did not answer in time; try again, or with a longer timeout`,
      cause,
    );
  }
  if (/download/i.test(message)) {
    return new BrowserError("NAVIGATION_FAILED", `${where} is a download, not a page`, cause);
  }
  return toBrowserError(error, "NAVIGATION_FAILED", `${where} could not be opened`);
}

function advice(netError: string): string {
  switch (netError) {
    case "ERR_NAME_NOT_RESOLVED":
      return "Check the host name";
    case "ERR_UNEXPECTED_PROXY_AUTH":
    case "ERR_PROXY_AUTH_UNSUPPORTED":
      return "A proxy asks for a sign-in (407), which is not given";
    case "ERR_CONNECTION_REFUSED":
      return "Nothing listens there; check host and port";
    case "ERR_ABORTED":
      return "The server sent no page (no content, or a download), or another navigation took over";
    default:
      return netError.startsWith("ERR_CERT")
        ? "Its certificate is not trusted"
        : "Check the address, or try again";
  }
}
