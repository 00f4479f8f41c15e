import { basename, join } from "node:path";
import type { AvailableFile, DownloadInfo } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { sealAndDigestFile } from "../platform/digest_file.ts";
import type { ArtifactFolder } from "./artifacts.ts";
import { type Deadline, DeadlineOver } from "./deadline.ts";
import type { Download, Page } from "./driver.ts";
import { messageOf } from "../contracts/thrown.ts";
import { cleanMessage, publicUrl } from "./failures.ts";
import { flatText } from "./page/clean_text.ts";
import { sliceText } from "../contracts/text.ts";

const MAX_DOWNLOADS = 200;
const MAX_NAME_CHARS = 200;
const MAX_FILE_NAME_BYTES = 120;

interface Entry {
  readonly id: string;
  readonly filename: string;
  readonly url: string;
  readonly page: Page;
  outcome: Pick<DownloadInfo, "status" | "path" | "bytes" | "sha256" | "error">;
  readonly ended: Promise<void>;
}

/** Downloads of a session's pages. Completed files are kept in a private folder; they survive session and engine. */
export class DownloadDesk {
  readonly #artifacts: ArtifactFolder;
  readonly #entries = new Map<string, Entry>();
  #count = 0;

  /** @param artifacts where completed files go */
  constructor(artifacts: ArtifactFolder) {
    this.#artifacts = artifacts;
  }

  /** Listens to a page from its first moment on. */
  watch(page: Page): void {
    page.on("download", (download) => this.#began(page, download));
  }

  /** Names of the files whose download a page began, in order. */
  namesOf(page: Page): readonly string[] {
    return [...this.#entries.values()].filter((entry) => entry.page === page).map(({ filename }) => filename);
  }

  /** All downloads, oldest first. */
  list(): readonly DownloadInfo[] {
    return [...this.#entries.values()].map(toInfo);
  }

  /**
   * Waits until a download has ended.
   *
   * @throws `DOWNLOAD_NOT_FOUND` | `TIMEOUT` | DeadlineOver when the caller gave up
   */
  async wait(id: string, deadline: Deadline): Promise<DownloadInfo> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw notFound(id, [...this.#entries.keys()]);
    try {
      await deadline.race(entry.ended);
    } catch (error) {
      if (error instanceof DeadlineOver && error.reason !== "timeout") throw error;
      throw new BrowserError(
        "TIMEOUT",
        `Download ${id} is still under way; call tab_downloads with its id again`,
      );
    }
    return toInfo(entry);
  }

  /** Completed files, under the names that uploads take. */
  available(): readonly AvailableFile[] {
    return this.list().flatMap(({ id, filename, status, bytes }) =>
      status === "completed" && bytes !== undefined
        ? [{ id: `download:${id}`, name: filename, bytes, source: "download" as const }]
        : []
    );
  }

  /**
   * Path of a completed file by the name that uploads take, for example `download:d1`.
   *
   * @throws `FILE_DENIED` when it names no completed download of this session
   */
  pathOf(alias: string): string {
    const entry = alias.startsWith("download:")
      ? this.#entries.get(alias.slice("download:".length))
      : undefined;
    if (entry?.outcome.status === "completed" && entry.outcome.path !== undefined) return entry.outcome.path;
    throw new BrowserError(
      "FILE_DENIED",
      `"${alias.slice(0, 60)}" names no completed download of this session; call tab_downloads`,
    );
  }

  #began(page: Page, download: Download): void {
    const id = `d${++this.#count}`;
    const filename = sliceText(flatText(download.suggestedFilename()), MAX_NAME_CHARS) || "download";
    const entry: Entry = {
      id,
      filename,
      url: publicUrl(download.url()),
      page,
      outcome: { status: "pending" },
      ended: this.#keep(id, filename, download).then((outcome) => {
        entry.outcome = outcome;
      }),
    };
    this.#entries.set(id, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_DOWNLOADS && oldest !== undefined) this.#entries.delete(oldest);
  }

  async #keep(id: string, filename: string, download: Download): Promise<Entry["outcome"]> {
    try {
      const failure = await download.failure();
      if (failure !== null) return { status: "failed", error: cleanMessage(failure) };
      const folder = await this.#artifacts.makeFolder(`download-${id}`);
      const path = join(folder, safeFileName(filename));
      await download.saveAs(path);
      return { status: "completed", path, ...await sealAndDigestFile(path) };
    } catch (error) {
      return { status: "failed", error: cleanMessage(messageOf(error)) };
    }
  }
}

function toInfo({ id, filename, url, outcome }: Entry): DownloadInfo {
  return { id, filename, url, ...outcome };
}

/** A name that stays in its folder and that every file system takes. */
export function safeFileName(filename: string): string {
  const plain = basename(filename.replaceAll("\\", "/"))
    // deno-lint-ignore no-control-regex -- control characters have no place in a file name
    .replace(/[\u0000-\u001f<>:"/\\|?*]/g, "_")
    .replace(/^\.+/, "_")
    .replace(/[. ]+$/, "");
  let name = "";
  for (const character of plain) {
    if (new TextEncoder().encode(name + character).length > MAX_FILE_NAME_BYTES) break;
    name += character;
  }
  return name === "" ? "download" : name;
}

function notFound(id: string, known: readonly string[]): BrowserError {
  const list = known.length === 0 ? "this session has none" : `known: ${known.slice(-10).join(", ")}`;
  return new BrowserError("DOWNLOAD_NOT_FOUND", `There is no download ${id.slice(0, 40)}; ${list}`);
}
