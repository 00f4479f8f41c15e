import { findProfileFolder, noteFolders, removeOrphanedFolders } from "../platform/browser_leftovers.ts";
import { createPrivateFolder } from "../platform/private_folder.ts";

/** Temporary folders of one browser. */
export interface BrowserFolders {
  /** Where the driver keeps downloads until they are saved elsewhere. */
  readonly artifacts: string;
  /** Removes what the driver does not remove itself. */
  remove(): Promise<void>;
}

/** Folders before the browser runs. */
export interface NewBrowserFolders extends BrowserFolders {
  /** Notes the folders of the running browser, so that they are removed even if this process is killed. */
  note(browserProcessId: number | undefined): Promise<BrowserFolders>;
}

/** Makes the folders of a browser that is about to start, and removes those of browsers whose process was killed. */
export async function createBrowserFolders(): Promise<NewBrowserFolders> {
  const folder = await createPrivateFolder();
  removeOrphanedFolders().catch(() => {}); // not for this start to wait for; the next one tries again
  const folders: BrowserFolders = { artifacts: folder.path, remove: () => folder.remove() };
  return {
    ...folders,
    note: async (browserProcessId) => {
      if (browserProcessId === undefined) return folders;
      const profile = await findProfileFolder(browserProcessId);
      const paths = profile === undefined ? [folder.path] : [folder.path, profile];
      const takeBack = await noteFolders(browserProcessId, paths);
      return {
        artifacts: folder.path,
        remove: async () => {
          await folder.remove();
          await takeBack();
        },
      };
    },
  };
}
