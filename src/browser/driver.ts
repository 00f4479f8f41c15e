// The only place that loads the browser driver. Types cost nothing at run time; the code is loaded on the first open.
import type { BrowserType } from "playwright-core";
import { setEnvDefault } from "../platform/env_default.ts";

export type { Browser, BrowserContext, CDPSession, Dialog, Frame, Page, Request } from "playwright-core";

/**
 * Loads the driver for Chromium.
 *
 * On import the driver looks below /proc/sys to learn whether it runs in WSL, which Deno grants to nobody but
 * `--allow-all`; this variable answers the question beforehand.
 */
export async function loadChromiumDriver(): Promise<BrowserType> {
  setEnvDefault("__IS_WSL_TEST__", "1");
  const { chromium } = await import("playwright-core");
  return chromium;
}
