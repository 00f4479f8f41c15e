import { createPrivateFolder, type PrivateFolder } from "../platform/private_folder.ts";

/**
 * Where an engine puts files that outlive it: downloads, printed pages, saved states. A folder that only this user can
 * enter, made on first need; nothing in it is removed by the engine.
 */
export class ArtifactFolder {
  #folder: Promise<PrivateFolder> | undefined;
  #count = 0;

  /** Writes a file of mode 0600. @returns its path */
  async write(stem: string, extension: string, data: string | Uint8Array): Promise<string> {
    const folder = await this.#get();
    return await folder.write(`${stem}-${++this.#count}.${extension}`, data);
  }

  /** Makes an empty folder of mode 0700. @returns its path */
  async makeFolder(stem: string): Promise<string> {
    const folder = await this.#get();
    return await folder.makeFolder(`${stem}-${++this.#count}`);
  }

  /** Reads a file that was written here, if it is there and no larger. */
  async read(name: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const folder = await this.#get();
    const result = await folder.read(name, maxBytes);
    return result.kind === "read" ? result.bytes : undefined;
  }

  #get(): Promise<PrivateFolder> {
    this.#folder ??= createPrivateFolder().catch((error) => {
      this.#folder = undefined; // the next file may try again
      throw error;
    });
    return this.#folder;
  }
}
