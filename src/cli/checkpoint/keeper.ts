import { checkWorkspaceFits, unresolvedCalls } from "../../assemble/run.ts";
import type { AgentCheckpoint } from "../../contracts/checkpoint.ts";
import { CheckpointError, errorCode } from "../../contracts/errors.ts";
import type { AgentRunResult } from "../../contracts/result.ts";
import type { AgentRunOptions } from "../../contracts/run.ts";
import type { BrowserWorkspace, WorkspacePort } from "../../contracts/workspace.ts";
import { LIMIT_FLAGS, type PreparedCheckpoint, type PreparedResume } from "./prepare.ts";
import { assertAbandoned, assertUntouched, toFileError } from "./read.ts";
import { CheckpointStore } from "./store.ts";

/** Short enough to leave the rest of the runner's five seconds to the disk. */
const EXPORT_TIMEOUT_MS = 2_500;

/** Options of the runner that belong to saving and resuming. */
export type KeptOptions = Pick<
  AgentRunOptions,
  "onCheckpoint" | "resume" | "resumeSessionMap" | "resumeFeedback" | "reconciliation"
>;

/** Saves one run with its browser, and brings both back. */
export class RunKeeper {
  readonly #prepared: PreparedCheckpoint;
  readonly #store: CheckpointStore;
  readonly #browser: WorkspacePort;
  readonly #onNotice: (line: string) => void;
  #workspace: BrowserWorkspace;
  #exportedCalls = -1;

  private constructor(
    prepared: PreparedCheckpoint,
    browser: WorkspacePort,
    workspace: BrowserWorkspace,
    onNotice: (line: string) => void,
  ) {
    this.#prepared = prepared;
    this.#store = new CheckpointStore({ path: prepared.path, sealer: prepared.sealer });
    this.#browser = browser;
    this.#workspace = workspace;
    this.#onNotice = onNotice;
  }

  /**
   * Makes the keeper of a run whose engine has not started a browser yet.
   *
   * @throws CheckpointError with CHECKPOINT_MISMATCH when the browser was saved under other policies
   */
  static async create(
    prepared: PreparedCheckpoint,
    browser: WorkspacePort,
    onNotice: (line: string) => void,
  ): Promise<RunKeeper> {
    const empty = await browser.exportWorkspace();
    const workspace = prepared.resume?.workspace ?? empty;
    checkPolicies(workspace, empty);
    return new RunKeeper(prepared, browser, workspace, onNotice);
  }

  /**
   * Takes over the file and brings the browser back, when there is something to go on with.
   *
   * @returns what the runner needs
   */
  async begin(signal: AbortSignal): Promise<KeptOptions> {
    const { resume, passphrase, restoreDrafts } = this.#prepared;
    const kept = { onCheckpoint: (checkpoint: AgentCheckpoint) => this.#save(checkpoint) };
    if (resume === undefined) return kept;
    const { checkpoint } = resume.preview;
    const state = { checkpoint, workspace: resume.workspace };
    try {
      if (resume.inPlace) await this.#store.takeOver(resume.loaded, state, passphrase);
      else {
        await assertAbandoned(resume.loaded);
        await assertUntouched(resume.loaded);
        await this.#store.save(state);
      }
    } catch (error) {
      throw toFileError(this.#prepared.path, error);
    }
    const { sessionMap, problems } = await this.#browser.restoreWorkspace(resume.workspace, {
      restoreDrafts,
      signal,
    });
    this.#workspace = withIds(resume.workspace, sessionMap);
    for (const problem of problems) this.#onNotice(`restoring: ${problem}`);
    return {
      ...kept,
      resume: checkpoint,
      resumeSessionMap: sessionMap,
      resumeFeedback: feedback(resume, problems),
      ...(resume.reconciliation === undefined ? {} : { reconciliation: resume.reconciliation }),
    };
  }

  /** Closes the files. */
  async close(): Promise<void> {
    await this.#prepared.resume?.loaded.file.close().catch(() => {}); // closed by an earlier end already
    await this.#store.close();
  }

  async #save(checkpoint: AgentCheckpoint): Promise<void> {
    const { phase, counters } = checkpoint;
    const isSettled = phase === "decision" || phase === "terminal";
    if (isSettled && this.#exportedCalls !== counters.toolCalls) await this.#readBrowser(counters.toolCalls);
    try {
      await this.#store.save({ checkpoint, workspace: this.#workspace });
    } catch (error) {
      // the runner keeps raw messages out of its results; here is the one who can do something about it
      const told = toFileError(this.#prepared.path, error);
      if (told instanceof Error) this.#onNotice(`checkpoint: ${told.message}`);
      throw error;
    }
  }

  async #readBrowser(toolCalls: number): Promise<void> {
    try {
      this.#workspace = await this.#browser.exportWorkspace({
        signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
      });
      this.#exportedCalls = toolCalls;
    } catch {
      // the run itself must be saved all the same, with what was last known of the browser
      this.#onNotice("checkpoint: the browser did not answer, its last known state is kept");
    }
  }
}

/** What a policy kept apart must not meet because a run was interrupted; found out while the file is as it was. */
function checkPolicies(workspace: BrowserWorkspace, own: BrowserWorkspace): void {
  try {
    checkWorkspaceFits(workspace, own, 0);
  } catch (error) {
    if (errorCode(error) !== "INVALID_ARGUMENT" || !(error instanceof Error)) throw error;
    throw new CheckpointError("CHECKPOINT_MISMATCH", `Cannot resume. ${error.message}`, { cause: error });
  }
}

/** The result of a resume that stops before anything is started. */
export function heldResult({ preview, reconciliation }: PreparedResume): AgentRunResult {
  const { checkpoint, unresolved, exhausted } = preview;
  const { steps, toolCalls, plannerCalls, elapsedMs, reportedTokens } = checkpoint.counters;
  const names = unresolved.map(({ name, id }) => `${name} (${id})`).join(", ");
  return {
    ...(unresolved.length > 0
      ? {
        status: "needs_input",
        reason: `Nobody knows what ${names} did. Check it, then resume with --reconciled "what you found".`,
      }
      : {
        status: "limit_reached",
        reason: `The saved budget is used up. Resume with a larger ${
          exhausted === undefined ? "one" : LIMIT_FLAGS[exhausted]
        }${reconciliation === undefined ? "" : " and the same --reconciled, which was not used up"}.`,
      }),
    runId: checkpoint.runId,
    partials: checkpoint.partials,
    evidence: [],
    steps,
    toolCalls,
    plannerCalls,
    ...(reportedTokens === undefined ? {} : { reportedTokens }),
    elapsedMs,
    history: checkpoint.history.flatMap(({ messages }) => messages),
    events: [],
    metrics: [],
    ambiguousCalls: unresolvedCalls(checkpoint),
    checkpoint,
  };
}

/** What was saved of the browser, under the ids that its sessions have now. */
function withIds(
  workspace: BrowserWorkspace,
  sessionMap: Readonly<Record<string, string>>,
): BrowserWorkspace {
  const sessions = workspace.sessions.flatMap((session) => {
    const sessionId = sessionMap[session.sessionId];
    return sessionId === undefined ? [] : [{ ...session, sessionId }];
  });
  return { ...workspace, sessions };
}

function feedback({ workspace }: PreparedResume, problems: readonly string[]): string {
  const restored = workspace.sessions.length === 0
    ? "No browser session was open when the run was saved; open a new one."
    : "Pages were loaded again from their addresses, with cookies and stored data; whatever a page held only in " +
      "memory, and downloads under way, are gone.";
  const list = problems.slice(0, 20).map((problem) => `- ${problem}`);
  return [restored, ...list].join("\n").slice(0, 9_000);
}
