import type { Command } from "commander";
import { parseText, parseVariableName, valueFlag } from "../flags.ts";
import { UsageError } from "../usage_error.ts";

/** Where a run is saved, and what it goes on from. */
export interface CheckpointSettings {
  /** Where it is saved. */
  readonly path: string;
  /** The file that it goes on from. */
  readonly resumePath?: string;
  /** The operator's word on calls whose effects were not known. */
  readonly reconciliationNote?: string;
  /** Puts unsent form input back. */
  readonly restoreDrafts: boolean;
  /** Variable that holds the key of a sealed file. */
  readonly keyEnv?: string;
}

/** Adds the flags for saving and resuming. */
export function addCheckpointFlags(command: Command): void {
  command.addOption(valueFlag(
    "--checkpoint <file>",
    "save the run there, with the sign-ins of its browser, so that it can be resumed; a new file",
    parseText(4096),
  ));
  command.addOption(valueFlag(
    "--resume <file>",
    "go on with a saved run; with --checkpoint it is saved to another file from here on",
    parseText(4096),
  ));
  command.addOption(valueFlag(
    "--reconciled <note>",
    "with --resume: you checked what the calls in doubt did, and this is what you found",
    parseText(4000),
  ));
  command.option(
    "--restore-drafts",
    "with --resume: put unsent form input back, never passwords or card data",
  );
  command.addOption(valueFlag(
    "--checkpoint-key-env <name>",
    "seal the file with the key in this variable, at least 16 characters",
    parseVariableName,
  ));
}

/**
 * Reads the flags; `undefined` when the run is not saved.
 *
 * @throws UsageError when one of them lacks another
 */
export function toCheckpointSettings(options: Record<string, unknown>): CheckpointSettings | undefined {
  const { checkpoint, resume, reconciled, restoreDrafts, checkpointKeyEnv } = options;
  if (typeof resume !== "string") {
    if (reconciled !== undefined) throw new UsageError("--reconciled needs --resume <file>");
    if (restoreDrafts !== undefined) throw new UsageError("--restore-drafts needs --resume <file>");
  }
  const path = checkpoint ?? resume;
  if (typeof path !== "string") {
    if (checkpointKeyEnv === undefined) return undefined;
    throw new UsageError("--checkpoint-key-env needs --checkpoint <file> or --resume <file>");
  }
  return {
    path,
    restoreDrafts: restoreDrafts === true,
    ...(typeof resume === "string" ? { resumePath: resume } : {}),
    ...(typeof reconciled === "string" ? { reconciliationNote: reconciled } : {}),
    ...(typeof checkpointKeyEnv === "string" ? { keyEnv: checkpointKeyEnv } : {}),
  };
}
