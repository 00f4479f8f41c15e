// A command line whose parts fail as soon as one of them is used, and saved runs to give it.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import type { CheckpointSettings } from "../../src/cli/checkpoint/settings.ts";
import { CheckpointStore } from "../../src/cli/checkpoint/store.ts";
import type { BrowserSettings, RunSettings } from "../../src/cli/command.ts";
import type { CliEffects } from "../../src/cli/effects.ts";
import { runAction } from "../../src/cli/run/action.ts";
import { REAL_PARTS, type RunParts } from "../../src/cli/run/parts.ts";
import type { AgentCheckpoint } from "../../src/contracts/checkpoint.ts";
import type { BrowserWorkspace } from "../../src/contracts/workspace.ts";
import { createSealer } from "../../src/platform/seal.ts";
import { MODEL_SETTINGS } from "../unit/cli/model_settings.ts";
import { PARTIAL_SCHEMA, playSaved } from "../unit/agent/checkpoint/support.ts";

export const root = await mkdtemp(join(tmpdir(), "tablaze-resume-"));
after(() => rm(root, { recursive: true, force: true }));
/** A schema of partial results, which the saved runs have. */
export const schemaPath = join(root, "partial.schema.json");
await writeFile(schemaPath, JSON.stringify(PARTIAL_SCHEMA));
let folders = 0;

/** A folder of its own. */
export async function newFolder(): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  return folder;
}

const { saved } = await playSaved();
export const settled = saved.filter(({ phase }) => phase === "decision").at(-1) as AgentCheckpoint;
export const inDoubt = saved.find(({ pendingTool }) =>
  pendingTool?.call.name === "tab_act"
) as AgentCheckpoint;
export const KEY = "a key of more than sixteen characters";

export const WORKSPACE: BrowserWorkspace = {
  version: 1,
  popupPolicy: "stay",
  policyHashes: {},
  sessions: [],
};

export async function store(
  checkpoint: unknown,
  { key, workspace = WORKSPACE }: { key?: string; workspace?: unknown } = {},
): Promise<string> {
  const folder = await newFolder();
  const path = join(folder, "run.json");
  const file = new CheckpointStore({ path, sealer: key === undefined ? undefined : createSealer(key) });
  await file.save({ checkpoint, workspace } as never);
  await file.close();
  return path;
}

export class Started extends Error {
  readonly options: unknown;

  constructor(name: string, options: unknown) {
    super(name);
    this.options = options;
  }
}

export async function resume(
  checkpoint: Omit<CheckpointSettings, "restoreDrafts">,
  { run = {}, browser = {} }: { run?: Partial<RunSettings>; browser?: Partial<BrowserSettings> } = {},
): Promise<{ exitCode: number; report: Record<string, unknown>; started: readonly string[] }> {
  const started: string[] = [];
  const starts = (name: string) => (options?: unknown): never => {
    started.push(name);
    throw new Started(name, options);
  };
  const parts: RunParts = {
    ...REAL_PARTS,
    locateBrowser: () => Promise.resolve({ executablePath: "/browser", source: "installed" }),
    createServer: starts("server"),
    connectAgentTools: starts("tools"),
    runAgent: starts("runner"),
  };
  let stdout = "";
  const sink = (write: (text: string) => void) => ({
    isTTY: false,
    columns: () => 80,
    write,
    flush: () => Promise.resolve(true),
    failureCode: () => undefined,
  });
  const effects: CliEffects = {
    stdout: sink((text) => stdout += text),
    stderr: sink(() => {}),
    readEnv: (name) => ({ GOOD_KEY: KEY, WRONG_KEY: `${KEY}!`, SHORT_KEY: "short" })[name],
    fetch: () => Promise.reject(new TypeError("no network here")),
    probeTcp: () => Promise.resolve({ reachable: true }),
    clock: { now: () => 0, epochMs: () => 0, sleep: () => new Promise(() => {}) },
    machine: { platform: "linux", architecture: "x64", isRoot: false, isDebian: false, runtimePath: "deno" },
    signal: new AbortController().signal,
  };
  const settings: RunSettings = {
    ...MODEL_SETTINGS,
    partialSchemaPath: schemaPath,
    ...run,
    checkpoint: { restoreDrafts: false, ...checkpoint },
  };
  try {
    const exitCode = await runAction({ headless: true, ...browser }, settings, effects, parts);
    return { exitCode, report: JSON.parse(stdout), started };
  } catch (error) {
    if (!(error instanceof Started)) assert.deepEqual(started, [], "refused before anything was started");
    throw error;
  }
}

export const at = (path: string): { path: string; resumePath: string } => ({ path, resumePath: path });
