// Saving a run together with its browser, and bringing both back; the browser here is one that remembers what was asked.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { RunKeeper } from "../../src/cli/checkpoint/keeper.ts";
import { prepareCheckpoint } from "../../src/cli/checkpoint/prepare.ts";
import { CheckpointStore } from "../../src/cli/checkpoint/store.ts";
import type { BrowserWorkspace, WorkspacePort } from "../../src/contracts/workspace.ts";
import { newPath, read, states } from "./checkpoint_support.ts";

const HASH = "a".repeat(64);

/** A browser without sessions, under the given policies. */
function fakeBrowser(own: Partial<BrowserWorkspace> = {}) {
  const asked: string[] = [];
  const port: WorkspacePort = {
    exportWorkspace: () =>
      Promise.resolve({ version: 1, popupPolicy: "stay", policyHashes: {}, sessions: [], ...own }),
    restoreWorkspace: ({ sessions }, options) => {
      asked.push(...sessions.map(({ sessionId }) => sessionId));
      if (options?.restoreDrafts) asked.push("drafts");
      const sessionMap = Object.fromEntries(sessions.map(({ sessionId }) => [sessionId, `new-${sessionId}`]));
      return Promise.resolve({ sessionMap, problems: [] });
    },
  };
  return { port, asked };
}

async function saved(workspace: Partial<BrowserWorkspace> = {}): Promise<string> {
  const path = await newPath();
  const [state] = states(1);
  assert.ok(state);
  const store = new CheckpointStore({ path, sealer: undefined });
  await store.save({ ...state, workspace: { ...state.workspace, ...workspace } });
  await store.close();
  return path;
}

function prepare(
  resumePath: string,
  path = resumePath,
  restoreDrafts = false,
): ReturnType<typeof prepareCheckpoint> {
  return prepareCheckpoint(
    { path, resumePath, restoreDrafts },
    { task: undefined, popupPolicy: undefined, limits: {}, run: {}, readEnv: () => undefined },
  );
}

for (
  const [name, before, now] of [
    ["other files than it was granted", { policyHashes: { files: HASH } }, {
      policyHashes: { files: "b".repeat(64) },
    }],
    ["no files though it was granted some", { policyHashes: { files: HASH } }, {}],
    ["files though it was granted none", {}, { policyHashes: { files: HASH } }],
    ["another navigation policy", { policyHashes: { navigation: HASH } }, {}],
    ["another popup policy", { popupPolicy: "follow-single" }, {}],
  ] as const
) {
  test(`a run goes on in no browser with ${name}, and its file stays as it was`, async () => {
    const path = await saved(before);
    const bytes = await readFile(path);
    const prepared = await prepare(path);
    const browser = fakeBrowser(now);
    await assert.rejects(RunKeeper.create(prepared, browser.port, () => {}), { code: "CHECKPOINT_MISMATCH" });
    await prepared.resume?.loaded.file.close();
    assert.deepEqual(browser.asked, []);
    assert.deepEqual(await readFile(path), bytes);
  });
}

test("a run goes on in its file, or in a new one, under the ids that its sessions have now", async () => {
  for (const isNew of [false, true]) {
    const from = await saved();
    const bytes = await readFile(from);
    const to = isNew ? `${from}.next` : from;
    const browser = fakeBrowser();
    const keeper = await RunKeeper.create(await prepare(from, to), browser.port, () => {});
    const kept = await keeper.begin(new AbortController().signal);
    assert.deepEqual(browser.asked, ["s1"]);
    assert.deepEqual(kept.resumeSessionMap, { s1: "new-s1" });
    const [, second] = states(2);
    assert.ok(second && kept.onCheckpoint);
    await kept.onCheckpoint({ ...second.checkpoint, phase: "planning" });
    await keeper.close();
    const state = await read(to) as { checkpoint: unknown; workspace: BrowserWorkspace };
    assert.deepEqual(
      state.checkpoint,
      JSON.parse(JSON.stringify({ ...second.checkpoint, phase: "planning" })),
    );
    assert.deepEqual(state.workspace.sessions.map(({ sessionId }) => sessionId), ["new-s1"]);
    if (isNew) assert.deepEqual(await readFile(from), bytes);
    assert.equal((await readdir(join(from, ".."))).length, isNew ? 2 : 1);
  }
});

test("form input is put back only when that was asked for", async () => {
  for (const restoreDrafts of [false, true]) {
    const path = await saved();
    const browser = fakeBrowser();
    const keeper = await RunKeeper.create(await prepare(path, path, restoreDrafts), browser.port, () => {});
    await keeper.begin(new AbortController().signal);
    await keeper.close();
    assert.deepEqual(browser.asked, restoreDrafts ? ["s1", "drafts"] : ["s1"]);
  }
});

test("a browser that does not answer leaves its last known state in the file, and says so", async () => {
  const path = await saved();
  const browser = fakeBrowser();
  const notices: string[] = [];
  const prepared = await prepare(path);
  const keeper = await RunKeeper.create(prepared, browser.port, (line) => notices.push(line));
  const { onCheckpoint } = await keeper.begin(new AbortController().signal);
  browser.port.exportWorkspace = () => Promise.reject(new Error("busy"));
  const [, second] = states(2);
  assert.ok(second && onCheckpoint);
  await onCheckpoint(second.checkpoint);
  await keeper.close();
  const state = await read(path) as { checkpoint: unknown; workspace: BrowserWorkspace };
  assert.deepEqual(state.checkpoint, JSON.parse(JSON.stringify(second.checkpoint)));
  assert.deepEqual(state.workspace.sessions.map(({ sessionId }) => sessionId), ["new-s1"]);
  assert.match(notices.join("\n"), /last known state is kept/);
});

test("why a run could not be saved is told to the person who can do something about it", async () => {
  const path = await saved();
  const notices: string[] = [];
  const prepared = await prepare(path);
  const keeper = await RunKeeper.create(prepared, fakeBrowser().port, (line) => notices.push(line));
  const { onCheckpoint } = await keeper.begin(new AbortController().signal);
  await rm(path);
  const [, second] = states(2);
  assert.ok(second && onCheckpoint);
  await assert.rejects(async () => await onCheckpoint(second.checkpoint), { code: "CHECKPOINT_FILE" });
  await keeper.close();
  assert.match(notices.join("\n"), /^checkpoint: The checkpoint file was removed or replaced/);
});

test("a run is not taken to a new file while the process that saved it is alive", async (context) => {
  if (process.platform !== "linux") return context.skip("only there can it be told");
  const path = await newPath();
  const folder = join(path, "..");
  const source = new URL("../../src/cli/checkpoint/store.ts", import.meta.url).href;
  await writeFile(join(folder, "state.json"), JSON.stringify(states(1)[0]));
  await writeFile(
    join(folder, "hold.ts"),
    `import { readFileSync } from "node:fs";
     import { CheckpointStore } from ${JSON.stringify(source)};
     const state = JSON.parse(readFileSync(${JSON.stringify(join(folder, "state.json"))}, "utf8"));
     await new CheckpointStore({ path: ${JSON.stringify(path)}, sealer: undefined }).save(state);
     console.log("saved");
     process.stdin.resume();`,
  );
  const holder = spawn(process.execPath, ["run", "-A", "--no-check", join(folder, "hold.ts")]);
  const ended = once(holder, "exit");
  try {
    await once(holder.stdout, "data");
    const bytes = await readFile(path);
    const beside = await RunKeeper.create(await prepare(path, `${path}.next`), fakeBrowser().port, () => {});
    const refused = beside.begin(new AbortController().signal);
    await assert.rejects(refused, { code: "CHECKPOINT_IN_USE", message: /Another process is at work/ });
    await beside.close();
    assert.deepEqual(await readFile(path), bytes);
    holder.kill("SIGKILL");
    await ended;
    const keeper = await RunKeeper.create(await prepare(path, `${path}.next`), fakeBrowser().port, () => {});
    await keeper.begin(new AbortController().signal);
    await keeper.close();
    assert.deepEqual(await readFile(path), bytes);
  } finally {
    holder.kill("SIGKILL");
    await ended;
  }
});
