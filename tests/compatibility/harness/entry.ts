// What the corpus is made of: a library, the page that shows it, and jobs that a client does there by the tree alone.
import type { Visit } from "../../browser/act_support.ts";

/** Script of one way to do a job; it sees the page's tree and calls tools, nothing else. */
export type Script = (page: Visit) => Promise<void>;

/** One control that is operated, and what the page's own state must hold then. */
export interface Job {
  readonly what: string;
  /** By refs and the action that the control's kind suggests. */
  readonly byRefs: Script;
  /** Other ways in the order in which they are tried, by their names. */
  readonly detours: Readonly<Record<string, Script>>;
  /** Fields of the state; empty where reading the tree is the job. */
  readonly holds: Readonly<Record<string, unknown>>;
}

/** One library. */
export interface Entry {
  readonly library: string;
  /** Package whose installed version the table names; missing where the page is our own. */
  readonly package?: string;
  /** Set of packages it is installed with, a folder of `packages`. */
  readonly set: string;
  /** Source below `pages`: `.html` is served as it is, the rest is bundled. Or a path in a package, `lib:PATH`. */
  readonly page: string;
  readonly jobs: readonly Job[];
}

/** A job. */
export function job(
  what: string,
  holds: Readonly<Record<string, unknown>>,
  byRefs: Script,
  detours: Readonly<Record<string, Script>> = {},
): Job {
  return { what, holds, byRefs, detours };
}

/** A job of one action on a control that role and name tell. */
export function on(
  what: string,
  role: string,
  name: string,
  action: Readonly<Record<string, unknown>>,
  holds: Readonly<Record<string, unknown>>,
  detours: Readonly<Record<string, Script>> = {},
): Job {
  return job(what, holds, async (page) => {
    await page.do({ ...action, ref: page.ref(role, name) });
  }, detours);
}

/** A script that clicks controls one after the other, each found in the tree that the last click left. */
export function clicks(...targets: readonly (readonly [role: string, name: string])[]): Script {
  return async (page) => {
    for (const [role, name] of targets) await page.do({ type: "click", ref: page.ref(role, name) });
  };
}

/** A job that only reads: the tree must say all of this. */
export function reads(what: string, ...patterns: readonly RegExp[]): Job {
  return job(what, {}, (page) => {
    for (const pattern of patterns) {
      if (!pattern.test(page.tree)) throw new Error(`the tree does not say ${pattern}`);
    }
    return Promise.resolve();
  });
}
