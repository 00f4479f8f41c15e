// The only place that loads the browser driver. Types cost nothing at run time; the code is loaded on the first open.
import type { Browser, BrowserType } from "playwright-core";
import { setEnvDefault } from "../platform/env_default.ts";

export type { FileChooser } from "playwright-core";
export type {
  Browser,
  BrowserContext,
  CDPSession,
  Dialog,
  Download,
  Frame,
  Page,
  Request,
  Response,
} from "playwright-core";

/** Cookies and storage that a context begins with. */
export type StorageState = Exclude<
  NonNullable<Parameters<Browser["newContext"]>[0]>["storageState"],
  string | undefined
>;

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
