import type { AvailableFile } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { copyPinned, type GrantedFile } from "../platform/granted_file.ts";
import { createPrivateFolder, type PrivateFolder } from "../platform/private_folder.ts";
import type { DownloadDesk } from "./downloads.ts";

/** Files that a session may hand to pages: those that the operator granted, and its own completed downloads. */
export class FileDesk {
  readonly #granted: readonly GrantedFile[];
  readonly #downloads: DownloadDesk;
  #folder: Promise<PrivateFolder> | undefined;
  #copies = 0;

  /**
   * @param granted files of the operator, pinned when the engine was made
   * @param downloads the session's own
   */
  constructor(granted: readonly GrantedFile[], downloads: DownloadDesk) {
    this.#granted = granted;
    this.#downloads = downloads;
  }

  /** Files under the names that uploads take; paths of the operator's are not told. */
  available(): readonly AvailableFile[] {
    const granted = this.#granted.map(({ name, bytes }, index) => ({
      id: `file:${index + 1}`,
      name,
      bytes,
      source: "granted" as const,
    }));
    return [...granted, ...this.#downloads.available()];
  }

  /**
   * Paths that the browser may read for these names, all or none.
   *
   * @param names `file:1`, `download:d1`, or the exact path of a granted file
   * @throws `FILE_DENIED`
   */
  async paths(names: readonly string[]): Promise<readonly string[]> {
    const wanted = names.map((name) => this.#grantedFor(name) ?? this.#downloads.pathOf(name));
    return await Promise.all(
      wanted.map((file, index) => typeof file === "string" ? file : this.#copy(file, names[index] ?? "")),
    );
  }

  /** Removes what was copied for pages. */
  async remove(): Promise<void> {
    await (await this.#folder)?.remove();
  }

  #grantedFor(name: string): GrantedFile | undefined {
    const number = /^file:([1-9]\d?)$/.exec(name)?.[1];
    const found = number === undefined
      ? this.#granted.find(({ givenPath, path }) => name === givenPath || name === path)
      : this.#granted[Number(number) - 1];
    if (found !== undefined || name.startsWith("download:")) return found;
    const known = this.available().map(({ id }) => id);
    throw new BrowserError(
      "FILE_DENIED",
      `"${name.slice(0, 60)}" is no file that may be used here. ${
        known.length === 0
          ? "None is: ask the person who started this to grant one, or download it in this session"
          : `These may: ${known.slice(0, 20).join(", ")}`
      }`,
    );
  }

  /** A copy in a private folder: the browser opens it by its path, and nobody can exchange it until then. */
  async #copy(file: GrantedFile, name: string): Promise<string> {
    this.#folder ??= createPrivateFolder();
    const folder = await (await this.#folder).makeFolder(String(++this.#copies));
    const path = await copyPinned(file, folder);
    if (path !== undefined) return path;
    throw new BrowserError(
      "FILE_DENIED",
      `The file "${
        name.slice(0, 60)
      }" (${file.name}) is not the one that was granted any more: it was changed, replaced or ` +
        "removed since the start",
    );
  }
}
