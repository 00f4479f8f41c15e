// Drives the in-page code in a real browser: one Chromium for a test file, one isolated world for a page.
import process from "node:process";
import type { Browser, CDPSession, Page } from "playwright-core";
import { PAGE_SOURCE } from "../../src/browser/page_bundle.generated.ts";
import {
  PAGE_AGENT_GLOBAL,
  PAGE_WORLD,
  type PageAgent,
  type PageFailure,
  type PageObservation,
  type PageObserveOptions,
} from "../../src/browser/page/protocol.ts";

type Method = {
  [Name in keyof PageAgent]: PageAgent[Name] extends (...given: never[]) => unknown ? Name : never;
}[keyof PageAgent];

/** A page with the agent in its isolated world. */
export interface AgentPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** The isolated world. */
  readonly contextId: number;
  /** Calls the agent; arguments and result are JSON. */
  call<Name extends Method>(
    name: Name,
    ...given: Parameters<PageAgent[Name]>
  ): Promise<Awaited<ReturnType<PageAgent[Name]>>>;
  /** Evaluates an expression in the isolated world. */
  inWorld(expression: string): Promise<unknown>;
  /** Observes the whole document. */
  observe(options?: Partial<PageObserveOptions>): Promise<PageObservation>;
  /** The tree as one string. */
  tree(options?: Partial<PageObserveOptions>): Promise<string>;
  /** Ref of the only bracket that contains these words. */
  ref(words: string): Promise<string>;
}

/** Roles of what can be operated, by which the driver's own locators find it. */
export const OPERABLE_ROLES = [
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "spinbutton",
  "tab",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "treeitem",
] as const;

/** The tree of an observation, one step of indentation as one space. */
export function treeOf({ lines }: PageObservation): string {
  return lines.map(({ depth, text }) => " ".repeat(depth) + text).join("\n");
}

/** Launches the browser that the tests use. */
export async function launch(): Promise<Browser> {
  process.env["__IS_WSL_TEST__"] = "1";
  const { chromium } = await import("playwright-core");
  return await chromium.launch({
    executablePath: process.env["TABLAZE_EXECUTABLE_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
}

/** Opens a page with this content and puts the agent into it. */
export async function open(browser: Browser, html: string, address?: string): Promise<AgentPage> {
  const page = await browser.newPage();
  if (address === undefined) await page.setContent(html);
  else {
    await page.route("**/*", (route) => route.fulfill({ body: html, contentType: "text/html" }));
    await page.goto(address);
  }
  return await attach(page);
}

/** Puts the agent into the main frame of a page. */
export async function attach(page: Page): Promise<AgentPage> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: PAGE_WORLD,
  });
  const inWorld = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };
  await inWorld(`void ${PAGE_SOURCE}`);
  const call: AgentPage["call"] = async (name, ...given) =>
    await inWorld(
      `${PAGE_AGENT_GLOBAL}.${name}(${given.map((one) => JSON.stringify(one) ?? "undefined").join(",")})`,
    ) as never;
  let nextRef = 1;
  const observe = async (options: Partial<PageObserveOptions> = {}): Promise<PageObservation> => {
    const seen: PageObservation | PageFailure = await call("observe", {
      prefix: "e",
      nextRef,
      include: [],
      elements: true,
      nodeBudget: 200_000,
      timeBudgetMs: 60_000, // whatever else the machine does
      ...options,
    });
    if ("ok" in seen) throw new Error(`${seen.code}: ${seen.message}`);
    nextRef = seen.nextRef;
    return seen;
  };
  const tree: AgentPage["tree"] = async (options) => treeOf(await observe(options));
  return {
    page,
    session,
    contextId: executionContextId,
    call,
    inWorld,
    observe,
    tree,
    ref: async (words) => {
      const text = await tree();
      const found = [...text.matchAll(/\[((?:f\d+)*e\d+) [^\]]*/g)].filter(([bracket]) =>
        bracket.includes(words)
      );
      if (found.length !== 1) throw new Error(`${found.length} brackets contain "${words}":\n${text}`);
      return found[0]?.[1] as string;
    },
  };
}
