import type { JournalEntry } from "../request_journal.ts";

const MAX_REQUESTS = 8;
const MAX_OTHERS = 3;

/** A request as a receipt tells it. */
export type StartedRequest = Pick<JournalEntry, "method" | "url" | "status">;

/** Requests with their status. */
export function listRequests(entries: readonly StartedRequest[]): string[] {
  return limited(entries.map(lineOf), MAX_REQUESTS);
}

/** Requests that failed, whatever the page says of them. A read that was broken off tells nothing. */
export function problemsOf(entries: readonly JournalEntry[]): { readonly problems?: readonly string[] } {
  const failed = entries.filter(({ method, status, isNavigation, failure = "" }) =>
    typeof status === "number"
      ? status >= 400
      : status === "failed" && (method !== "GET" || (isNavigation && !/ABORTED/.test(failure)))
  );
  return failed.length === 0 ? {} : { problems: failed.slice(0, MAX_REQUESTS).map(problemOf) };
}

/** What the page asked for by itself meanwhile, and what nobody can attribute, each address once. */
export function tellOthers(
  page: readonly JournalEntry[],
  unsure: readonly JournalEntry[],
): readonly string[] {
  const polls = page.map(({ method, url }) => `the page polls ${method} ${url}`);
  const others = unsure.map((entry) => `perhaps by the page itself: ${lineOf(entry)}`);
  return limited([...new Set([...polls, ...others])], MAX_OTHERS);
}

function lineOf({ method, url, status }: StartedRequest): string {
  return `${method} ${url} ${status}`;
}

function limited(lines: readonly string[], count: number): string[] {
  return lines.length <= count ? [...lines] : [...lines.slice(0, count), `and ${lines.length - count} more`];
}

function problemOf({ method, url, status, signIn, failure, isNavigation }: JournalEntry): string {
  if (signIn !== undefined) {
    return `${method} ${url} asks for an HTTP sign-in (${status}, ${signIn}), which was declined`;
  }
  const what = status === "failed" ? "failed" : `was answered with ${status}`;
  if (isNavigation && failure !== undefined) return `${method} ${url} ${what}: ${failure}`;
  return `${method} ${url} ${what}: what the page says of it may not be so`;
}
