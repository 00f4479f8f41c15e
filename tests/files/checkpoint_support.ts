// Parts of the tests of checkpoint files: states of a run, folders for them, and ways to read them back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import type { SavedState } from "../../src/cli/checkpoint/delta.ts";
import { foldFile, loadCheckpointFile } from "../../src/cli/checkpoint/read.ts";
import { CheckpointStore } from "../../src/cli/checkpoint/store.ts";
import { CHECKPOINT } from "../unit/cli/checkpoint_sample.ts";

const root = await mkdtemp(join(tmpdir(), "tablaze-store-"));
after(() => rm(root, { recursive: true, force: true }));
let folders = 0;

/** Path of a file that does not exist yet, in a folder of its own. */
export async function newPath(): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  return join(folder, "run.json");
}

/** A key that seals. */
export const KEY = "correct horse battery staple";

/** States of a run, each with one group more than the one before. */
export function states(count: number, chars = 100): SavedState[] {
  const made: SavedState[] = [];
  let history = CHECKPOINT.history;
  for (let index = 1; index <= count; index++) {
    const content = `${index} ${"x".repeat(chars)}`;
    history = [...history, { kind: "operator", messages: [{ role: "user", source: "operator", content }] }];
    made.push({
      checkpoint: {
        ...CHECKPOINT,
        phase: "decision",
        history,
        counters: { ...CHECKPOINT.counters, elapsedMs: index },
      },
      workspace: {
        version: 1,
        popupPolicy: "stay",
        policyHashes: {},
        sessions: [{
          sessionId: "s1",
          storage: { cookies: [], origins: [] },
          tabs: [{ url: `https://a.test/${index}`, scroll: [0, index], sessionStorage: [], drafts: [] }],
          activeTab: 0,
        }],
      },
    });
  }
  return made;
}

/** The state in a file, read as a resume reads it. */
export async function read(path: string, key?: string): Promise<unknown> {
  const { file, state } = await loadCheckpointFile(path, key);
  await file.close();
  return state;
}

/** Writes a file with one state, as a run that has ended leaves it. */
export async function saveOne(path: string): Promise<SavedState> {
  const store = new CheckpointStore({ path, sealer: undefined });
  const [state] = states(1);
  assert.ok(state);
  await store.save(state);
  await store.close();
  return state;
}

/** The state in a file, whoever may read it. */
export function foldedOf(path: string): unknown {
  return foldFile(new Uint8Array(readFileSync(path)), undefined).state;
}

/** A state as it comes back from JSON. */
export function plain(state: SavedState | undefined): unknown {
  return JSON.parse(JSON.stringify(state));
}
