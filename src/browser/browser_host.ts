import { BrowserError } from "../contracts/errors.ts";
import { childEnvironment, readProcessEnv } from "../platform/env.ts";
import { endProcessTree } from "../platform/process_group.ts";
import { isRootUser } from "../platform/user.ts";
import { type BrowserFolders, createBrowserFolders } from "./browser_folders.ts";
import { type Browser, loadChromiumDriver } from "./driver.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import { messageOf } from "../contracts/thrown.ts";
import { cleanMessage, toBrowserError } from "./failures.ts";
import { findBrowser } from "./find_browser.ts";
import { LAUNCH_ARGUMENTS } from "./launch_arguments.ts";
import type { ResolvedOptions } from "./options.ts";

const LAUNCH_TIMEOUT_MS = 30_000;

/** Variables beyond the common ones that a browser with a window, fonts and a crash reporter needs. */
const BROWSER_ENV_NAMES = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "DBUS_SESSION_BUS_ADDRESS",
  "FONTCONFIG_PATH",
  "FONTCONFIG_FILE",
  "LD_LIBRARY_PATH",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "APPDATA",
  "USERPROFILE",
];

/** The one warm browser of an engine: started on first need, started anew after it was lost. */
export class BrowserHost {
  readonly #options: ResolvedOptions;
  readonly #onLost: () => void;
  #running: Promise<Browser> | undefined;
  #browser: Browser | undefined;
  #processId: number | undefined;
  #folders: Promise<BrowserFolders> | undefined;
  #removal: Promise<void> = Promise.resolve();
  #isClosing = false;
  #saidSandbox = false;

  /**
   * @param options resolved options of the engine
   * @param onLost called when the browser ended without being asked to
   */
  constructor(options: ResolvedOptions, onLost: () => void) {
    this.#options = options;
    this.#onLost = onLost;
  }

  /** Id of the browser process, once it is known. */
  get processId(): number | undefined {
    return this.#processId;
  }

  /**
   * The running browser; starts one when there is none. Calls at the same time share one start.
   *
   * @throws `BROWSER_MISSING` | `BROWSER_START_FAILED`
   */
  browser(): Promise<Browser> {
    this.#running ??= this.#start().catch((error) => {
      this.#running = undefined; // the next call may try again
      throw error;
    });
    return this.#running;
  }

  async #start(): Promise<Browser> {
    const driver = await loadChromiumDriver();
    const choice = await findBrowser(this.#options, () => Promise.resolve(driver.executablePath()));
    const withoutSandbox = isRootUser();
    if (withoutSandbox && !this.#saidSandbox) {
      this.#saidSandbox = true;
      this.#options.onNotice?.("The browser runs without its sandbox, because this process runs as root");
    }
    const folders = await createBrowserFolders();
    let browser: Browser;
    try {
      browser = await driver.launch({
        headless: this.#options.headless,
        ...(choice.channel !== undefined && { channel: choice.channel }),
        ...(choice.executablePath !== undefined && { executablePath: choice.executablePath }),
        chromiumSandbox: !withoutSandbox,
        args: [...LAUNCH_ARGUMENTS],
        artifactsDir: folders.artifacts,
        env: childEnvironment(readProcessEnv, BROWSER_ENV_NAMES),
        timeout: LAUNCH_TIMEOUT_MS,
        handleSIGINT: false, // signals are the command line's business
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
    } catch (error) {
      await folders.remove();
      const said = cleanMessage(messageOf(error));
      if (/is not found|doesn't exist|executable.*not/i.test(said)) {
        throw new BrowserError("BROWSER_MISSING", `The browser could not be started: ${said}`, {
          cause: error,
        });
      }
      throw toBrowserError(error, "BROWSER_START_FAILED", "The browser could not be started");
    }
    browser.once("disconnected", () => this.discard(browser));
    this.#browser = browser;
    this.#processId = await processIdOf(browser);
    this.#folders = folders.note(this.#processId);
    if (this.#isClosing) await browser.close(); // asked to close while it was starting
    return browser;
  }

  /** Forgets a browser that turned out to have ended; the next call starts a new one. */
  discard(browser: Browser): void {
    if (this.#browser !== browser) return; // known already
    this.#browser = undefined;
    this.#running = undefined;
    if (this.#processId !== undefined) endProcessTree(this.#processId); // helpers of a crashed browser
    this.#processId = undefined;
    this.#removeFolders().catch(() => {}); // the next start tries again
    if (!this.#isClosing) this.#onLost();
  }

  /** A second call waits for the same end. */
  #removeFolders(): Promise<void> {
    const folders = this.#folders;
    this.#folders = undefined;
    if (folders !== undefined) this.#removal = folders.then((noted) => noted.remove());
    return this.#removal;
  }

  /**
   * Closes the browser; ends its processes when it does not answer.
   *
   * @param deadline how long it may take
   * @returns whether the end was confirmed
   */
  async close(deadline: Deadline): Promise<boolean> {
    this.#isClosing = true;
    const running = this.#running;
    if (running === undefined) return true;
    try {
      const browser = await deadline.race(running);
      const closed = browser.close();
      try {
        await deadline.within(deadline.remainingMs / 2).race(closed);
      } catch (error) {
        if (!(error instanceof DeadlineOver)) throw error;
        if (this.#processId !== undefined) endProcessTree(this.#processId);
        await deadline.race(closed);
      }
      await deadline.race(this.#removeFolders()).catch(() => {}); // the browser has ended, which is what counts
      return true;
    } catch {
      return false;
    }
  }
}

/** Asks the browser for its process id, so that it can be ended when it hangs. */
async function processIdOf(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.find(({ type }) => type === "browser")?.id;
  } catch {
    return undefined;
  } finally {
    await session.detach().catch(() => {});
  }
}
