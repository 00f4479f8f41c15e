import { basename } from "node:path";
import type { StateResult } from "../contracts/browser_tools.ts";
import { BrowserError } from "../contracts/errors.ts";
import { sha256Hex } from "../platform/hash.ts";
import type { ArtifactFolder } from "./artifacts.ts";
import type { Deadline } from "./deadline.ts";
import type { StorageState } from "./driver.ts";
import type { Session } from "./session.ts";

const MAX_BYTES = 50 * 1024 * 1024;

/** Cookies and storage of sessions in private files. Only what this engine wrote, unchanged, is read back. */
export class SavedStates {
  readonly #artifacts: ArtifactFolder;
  readonly #digests = new Map<string, string>();

  /** @param artifacts where the files go */
  constructor(artifacts: ArtifactFolder) {
    this.#artifacts = artifacts;
  }

  /**
   * Writes a session's cookies, local storage and IndexedDB into a file of mode 0600.
   *
   * @throws `UNSUPPORTED_FLOW` when it is larger than 50 MiB | DeadlineOver
   */
  async save({ context, sessionId }: Session, deadline: Deadline): Promise<StateResult> {
    const state = await deadline.race(context.storageState({ indexedDB: true }));
    const data = new TextEncoder().encode(JSON.stringify(state));
    if (data.byteLength > MAX_BYTES) {
      throw new BrowserError("UNSUPPORTED_FLOW", "The state is larger than 50 MiB; no file was kept");
    }
    const path = await this.#artifacts.write("state", "json", data);
    this.#digests.set(path, sha256Hex(data));
    return { session_id: sessionId, path, bytes: data.byteLength };
  }

  /**
   * Reads a state back.
   *
   * @throws `FILE_DENIED` for a file that {@link save} did not write, or that was changed or removed since
   */
  async load(path: string): Promise<StorageState> {
    const digest = this.#digests.get(path);
    if (digest === undefined) throw denied("is not one that tab_state returned here");
    const data = await this.#artifacts.read(basename(path), MAX_BYTES);
    if (data === undefined || sha256Hex(data) !== digest) throw denied("was changed or removed since");
    return JSON.parse(new TextDecoder().decode(data)) as StorageState; // as the driver gave it
  }
}

function denied(reason: string): BrowserError {
  return new BrowserError("FILE_DENIED", `storage_state cannot be used: the file ${reason}`);
}
