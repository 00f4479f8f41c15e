import type { BrowserWorkspace } from "../../contracts/workspace.ts";
import { BROWSER_WORKSPACE_VERSION } from "../../contracts/workspace.ts";
import { BrowserError } from "../../contracts/errors.ts";
import { z } from "zod";
import { isRestorableUrl } from "./restorable_url.ts";

// whatever a browser can hold is within these: what was saved must not turn out to be too large when it is needed
const MAX_SESSIONS = 10_000;
const MAX_TABS = 10_000;
const MAX_FRAMES = 100_000;
const MAX_ORIGINS = 100_000;
const MAX_ITEMS = 5_000_000;
const MAX_SCROLL_PX = 1_000_000_000;

const text = z.string();
const url = text.refine(
  (value) => value === "about:blank" || isRestorableUrl(value),
  "must be an HTTP(S) address or about:blank",
);
// pages that read from right to left count to the left
const scrollPosition = z.number().int().min(-MAX_SCROLL_PX).max(MAX_SCROLL_PX);
const draft = z.strictObject({
  field: text.max(4_000),
  values: z.array(text.max(20_000)).max(1_000).optional(),
  checked: z.boolean().optional(),
});
const tab = z.strictObject({
  url,
  scroll: z.tuple([scrollPosition, scrollPosition]),
  sessionStorage: z.array(z.strictObject({
    origin: text.max(2_000),
    items: z.array(z.tuple([text, text])).max(MAX_ITEMS),
  })).max(MAX_FRAMES),
  drafts: z.array(draft).max(500),
});
const pair = z.strictObject({ name: text, value: text });
const storage = z.strictObject({
  cookies: z.array(z.looseObject({
    name: text,
    value: text,
    domain: text,
    path: text,
    expires: z.number(),
    httpOnly: z.boolean(),
    secure: z.boolean(),
    sameSite: z.enum(["Strict", "Lax", "None"]).optional(),
  })).max(MAX_ITEMS),
  origins: z.array(z.strictObject({
    origin: text.refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "must be an origin"),
    localStorage: z.array(pair).max(MAX_ITEMS),
    indexedDB: z.array(z.looseObject({ name: text, version: z.number(), stores: z.array(z.unknown()) }))
      .max(MAX_ORIGINS).optional(),
  })).max(MAX_ORIGINS),
});
const session = z.strictObject({
  sessionId: text.min(1).max(200),
  storage,
  tabs: z.array(tab).min(1).max(MAX_TABS),
  activeTab: z.number().int().min(0).max(MAX_TABS - 1),
}).refine(({ tabs, activeTab }) => activeTab < tabs.length, "the active tab must be one of the tabs");
const workspace = z.strictObject({
  version: z.literal(BROWSER_WORKSPACE_VERSION),
  popupPolicy: z.enum(["stay", "follow-single"]).default("stay"), // older ones do not say
  policyHashes: z.record(text.regex(/^\w{1,40}$/), text.regex(/^[0-9a-f]{64}$/)),
  sessions: z.array(session).max(MAX_SESSIONS),
}).refine(
  ({ sessions }) => new Set(sessions.map(({ sessionId }) => sessionId)).size === sessions.length,
  "two sessions have the same id",
);

/**
 * Checks a workspace as strictly as network input.
 *
 * @throws `INVALID_ARGUMENT` that names the place and none of the content
 */
export function parseWorkspace(value: unknown): BrowserWorkspace {
  const parsed = workspace.safeParse(value);
  if (parsed.success) return parsed.data as BrowserWorkspace;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "it" : issue.path.map(String).join(".");
  throw new BrowserError(
    "INVALID_ARGUMENT",
    `The workspace cannot be restored: ${place.slice(0, 120)} is not what a workspace holds there`,
  );
}
