// Everything about saving and resuming that can be found wrong before a browser or a model is started.
import {
  parseAgentCheckpoint,
  parseWorkspace,
  previewResume,
  type ResumePreview,
  unresolvedCalls,
} from "../../assemble/run.ts";
import type { PopupPolicy } from "../../contracts/browser.ts";
import type { AgentCheckpoint } from "../../contracts/checkpoint.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import type { AgentRunOptions } from "../../contracts/run.ts";
import type { BrowserWorkspace } from "../../contracts/workspace.ts";
import type { ReadEnv } from "../../platform/env.ts";
import { samePath } from "../../platform/paths.ts";
import { pathExists, preparePrivateFile } from "../../platform/private_file.ts";
import { createSealer, type Sealer } from "../../platform/seal.ts";
import { printable } from "../printable.ts";
import { describeUnset } from "../flags.ts";
import { UsageError } from "../usage_error.ts";
import { loadCheckpointFile, type LoadedFile, toFileError } from "./read.ts";
import type { CheckpointSettings } from "./settings.ts";

const MIN_KEY_CHARS = 16;

/** A saved run, checked and ready to go on. */
export interface PreparedResume {
  readonly loaded: LoadedFile;
  readonly preview: ResumePreview;
  readonly workspace: BrowserWorkspace;
  readonly reconciliation: NonNullable<AgentRunOptions["reconciliation"]> | undefined;
  /** Whether it goes on in the file that it comes from. */
  readonly inPlace: boolean;
}

/** Where a run is saved, ready to be written to. */
export interface PreparedCheckpoint {
  readonly path: string;
  readonly sealer: Sealer | undefined;
  readonly passphrase: string | undefined;
  readonly restoreDrafts: boolean;
  readonly resume: PreparedResume | undefined;
}

/** What of a command line a resume is checked against. */
export interface ResumeContext {
  readonly task: string | undefined;
  readonly popupPolicy: PopupPolicy | undefined;
  readonly limits: Pick<
    AgentRunOptions,
    "maxSteps" | "maxToolCalls" | "timeoutMs" | "maxReportedTokens" | "usageMeter"
  >;
  readonly run: Pick<
    AgentRunOptions,
    | "finalOutputSchema"
    | "partialOutputSchema"
    | "startUrl"
    | "initialActions"
    | "directOpenTaskUrl"
    | "acceptance"
  >;
  readonly readEnv: ReadEnv;
}

/**
 * Reads the file of a resume and checks it against the command line, and that the run can be saved.
 *
 * @throws UsageError | CheckpointError with the remedy
 */
export async function prepareCheckpoint(
  settings: CheckpointSettings,
  context: ResumeContext,
): Promise<PreparedCheckpoint> {
  const passphrase = readKey(settings, context.readEnv);
  const resume = settings.resumePath === undefined
    ? undefined
    : await prepareResume(settings.resumePath, passphrase, settings, context);
  try {
    if (resume === undefined || !isHeld(resume.preview)) {
      await checkDestination(settings.path, resume?.inPlace ?? false);
    }
  } catch (error) {
    await resume?.loaded.file.close();
    throw error;
  }
  const sealer = resume?.loaded.sealer ?? (passphrase === undefined ? undefined : createSealer(passphrase));
  return { path: settings.path, sealer, passphrase, restoreDrafts: settings.restoreDrafts, resume };
}

/** Whether a resume stops before anything is started. */
export function isHeld({ unresolved, exhausted }: ResumePreview): boolean {
  return unresolved.length > 0 || exhausted !== undefined;
}

function readKey({ keyEnv }: CheckpointSettings, readEnv: ReadEnv): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = readEnv(keyEnv);
  if (key === undefined || key === "") {
    throw new UsageError(`${describeUnset(keyEnv, "--checkpoint-key-env")}: export it`);
  }
  if (key.length < MIN_KEY_CHARS) {
    throw new UsageError(
      `--checkpoint-key-env: the key in ${keyEnv} needs at least ${MIN_KEY_CHARS} characters`,
    );
  }
  return key;
}

async function prepareResume(
  path: string,
  passphrase: string | undefined,
  settings: CheckpointSettings,
  context: ResumeContext,
): Promise<PreparedResume> {
  const loaded = await loadCheckpointFile(path, passphrase);
  try {
    const checkpoint = parseAgentCheckpoint(loaded.state.checkpoint);
    refuseLibraryRuns(checkpoint);
    const workspace = readWorkspace(loaded.state.workspace, context.popupPolicy);
    const reconciliation = toReconciliation(checkpoint, settings.reconciliationNote);
    const preview = previewResume({
      ...context.run,
      ...context.limits,
      task: context.task ?? checkpoint.task,
      resume: checkpoint,
      ...(reconciliation === undefined ? {} : { reconciliation }),
    });
    return { loaded, preview, workspace, reconciliation, inPlace: samePath(path, settings.path) };
  } catch (error) {
    await loaded.file.close();
    if (error instanceof TypeError || error instanceof RangeError) {
      throw new UsageError(printable(withFlags(error.message), 500), { cause: error });
    }
    throw error;
  }
}

/** Flags by the options that they set. */
export const LIMIT_FLAGS = {
  maxSteps: "--max-steps",
  maxToolCalls: "--max-calls",
  timeoutMs: "--run-timeout-ms",
  maxReportedTokens: "--max-tokens",
} as const;

function withFlags(message: string): string {
  return Object.entries(LIMIT_FLAGS).reduce(
    (text, [option, flag]) => text.replaceAll(`"${option}"`, flag),
    message,
  );
}

function readWorkspace(value: unknown, wanted: PopupPolicy | undefined): BrowserWorkspace {
  let workspace: BrowserWorkspace;
  try {
    workspace = parseWorkspace(value);
  } catch (cause) {
    throw new CheckpointError(
      "CHECKPOINT_INVALID",
      "Cannot resume as what was saved of the browser is not valid",
      {
        cause,
      },
    );
  }
  if (wanted !== undefined && wanted !== workspace.popupPolicy) {
    throw new UsageError(
      `The run was started with --popup-policy ${workspace.popupPolicy}, which a resume keeps: leave the flag out`,
    );
  }
  return workspace;
}

/** Functions of an application cannot be found again on a command line. */
function refuseLibraryRuns(checkpoint: AgentCheckpoint): void {
  const { executionIdentity, requiresCompletionPolicy, requiresPartialPolicy } = checkpoint;
  const what = executionIdentity !== undefined
    ? "tools of an application"
    : requiresCompletionPolicy || requiresPartialPolicy
    ? "an application's own acceptance rules"
    : undefined;
  if (what === undefined) return;
  throw new CheckpointError(
    "CHECKPOINT_MISMATCH",
    `Cannot resume here as the run uses ${what}: resume it with runAgent()`,
  );
}

function toReconciliation(
  checkpoint: AgentCheckpoint,
  note: string | undefined,
): PreparedResume["reconciliation"] {
  if (note === undefined) return undefined;
  const resolvedCallIds = unresolvedCalls(checkpoint).map(({ id }) => id);
  if (resolvedCallIds.length > 0) return { resolvedCallIds, note };
  throw new UsageError("There is no call in doubt in this run: leave --reconciled out");
}

async function checkDestination(path: string, mayExist: boolean): Promise<void> {
  try {
    if (!mayExist && await pathExists(path)) {
      throw new UsageError(
        `--checkpoint: there is something at ${
          printable(path, 300)
        } already: go on with it (--resume), or name a new file`,
      );
    }
    await preparePrivateFile(path);
  } catch (error) {
    throw toFileError(path, error);
  }
}
