import { sha256Hex } from "../../platform/hash.ts";
import type { ResolvedOptions } from "../options.ts";
import type { WorkspaceHead } from "./export.ts";

/** What an engine's sessions are opened under, as far as a restoration must find the same again. */
export function workspaceHead({ popupPolicy, grantedFiles }: ResolvedOptions): WorkspaceHead {
  const paths = grantedFiles.map(({ path }) => path).sort();
  return {
    popupPolicy,
    policyHashes: paths.length === 0 ? {} : { files: sha256Hex(JSON.stringify(paths)) },
  };
}
