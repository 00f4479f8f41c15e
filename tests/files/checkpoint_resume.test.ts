// What a resume finds out before it starts anything.
import assert from "node:assert/strict";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { CheckpointSettings } from "../../src/cli/checkpoint/settings.ts";
import { errorCode } from "../../src/contracts/errors.ts";
import { editable, playSaved, TASK } from "../unit/agent/checkpoint/support.ts";
import { withForeignThings, withOtherTypes, withoutField } from "../unit/agent/checkpoint/damaged.ts";
import {
  at,
  inDoubt,
  KEY,
  newFolder,
  resume,
  root,
  schemaPath,
  settled,
  Started,
  store,
  WORKSPACE,
} from "./checkpoint_cli_support.ts";

test("a run in doubt ends with code 2 and says which calls, and its file stays as it was", async () => {
  const path = await store(inDoubt);
  const before = await readFile(path);
  const { exitCode, report, started } = await resume(at(path));
  assert.equal(exitCode, 2);
  assert.equal(report["status"], "needs_input");
  assert.match(String(report["reason"]), /tab_act \(run-2\).*--reconciled/);
  assert.deepEqual(report["ambiguous_calls"], [{ tool_call_id: "run-2", tool: "tab_act" }]);
  assert.deepEqual(started, []);
  assert.deepEqual(await readFile(path), before);
  await assert.rejects(resume({ ...at(path), reconciliationNote: "Saved once." }), Started);
});

test("a run whose budget is used up ends before anything is started, and a larger one lets it go on", async () => {
  const limits = { ...settled.limits, maxSteps: settled.counters.steps };
  const path = await store({ ...settled, limits });
  const { exitCode, report } = await resume(at(path));
  assert.equal(exitCode, 1);
  assert.equal(report["status"], "limit_reached");
  assert.match(String(report["reason"]), /--max-steps/);
  assert.equal(Array.isArray(report["partials"]), true);
  await assert.rejects(resume(at(path), { run: { maxSteps: 50 } }), Started);
});

for (
  const [limit, used, flag] of [
    ["maxToolCalls", "toolCalls", "--max-calls"],
    ["timeoutMs", "elapsedMs", "--run-timeout-ms"],
  ] as const
) {
  test(`a used-up ${limit} names ${flag}, which extends it`, async () => {
    const counters = { ...settled.counters, elapsedMs: 5_000 };
    const path = await store({
      ...settled,
      counters,
      limits: { ...settled.limits, [limit]: counters[used] },
    });
    const { exitCode, report } = await resume(at(path));
    assert.equal(exitCode, 1);
    assert.match(String(report["reason"]), new RegExp(flag));
    const more = limit === "timeoutMs" ? { runTimeoutMs: 60_000 } : { maxToolCalls: 500 };
    await assert.rejects(resume(at(path), { run: more }), Started);
  });
}

test("a resumed run keeps the popup policy that it was started with", async () => {
  for (const popupPolicy of ["stay", "follow-single"] as const) {
    const path = await store(settled, { workspace: { ...WORKSPACE, popupPolicy } });
    for (const browser of [{}, { popupPolicy }]) {
      await assert.rejects(resume(at(path), { browser }), (error) => {
        assert.ok(error instanceof Started);
        assert.equal((error.options as { popupPolicy?: string }).popupPolicy, popupPolicy);
        return true;
      });
    }
  }
});

test("a note that was given before the budget ran out is asked for again, and the doubt stays on record", async () => {
  const limits = { ...inDoubt.limits, maxSteps: inDoubt.counters.steps };
  const path = await store({ ...inDoubt, limits });
  const { exitCode, report } = await resume({ ...at(path), reconciliationNote: "Saved once." });
  assert.equal(exitCode, 1);
  assert.match(String(report["reason"]), /larger --max-steps and the same --reconciled/);
  assert.deepEqual(report["ambiguous_calls"], [{ tool_call_id: "run-2", tool: "tab_act" }]);
  await assert.rejects(
    resume({ ...at(path), reconciliationNote: "Saved once." }, { run: { maxSteps: 50 } }),
    Started,
  );
});

const REFUSED: readonly {
  readonly name: string;
  readonly options?: Parameters<typeof resume>[1];
  readonly settings?: Partial<CheckpointSettings>;
  readonly code: string;
  readonly message: RegExp;
}[] = [
  {
    name: "another task",
    options: { run: { task: "Other" } },
    code: "CHECKPOINT_MISMATCH",
    message: /task is not the one/,
  },
  {
    name: "a start address that the run did not have",
    options: { run: { startUrl: "https://other.test/" } },
    code: "CHECKPOINT_MISMATCH",
    message: /opened before planning/,
  },
  {
    name: "an output schema that the run did not have",
    options: { run: { outputSchemaPath: schemaPath } },
    code: "CHECKPOINT_MISMATCH",
    message: /without final output schema/,
  },
  {
    name: "another popup policy",
    options: { browser: { popupPolicy: "follow-single" } },
    code: "USAGE",
    message: /--popup-policy stay/,
  },
  {
    name: "a note though nothing is in doubt",
    settings: { reconciliationNote: "n" },
    code: "USAGE",
    message: /no call in doubt/,
  },
  {
    name: "fewer steps than are used",
    options: { run: { maxSteps: 1 } },
    code: "USAGE",
    message: /--max-steps must not be lower/,
  },
  {
    name: "a key that is not set",
    settings: { keyEnv: "NO_KEY" },
    code: "USAGE",
    message: /NO_KEY.* is not set/,
  },
  {
    name: "a key that is too short",
    settings: { keyEnv: "SHORT_KEY" },
    code: "USAGE",
    message: /16 characters/,
  },
  {
    name: "a key though the file has none",
    settings: { keyEnv: "GOOD_KEY" },
    code: "CHECKPOINT_NOT_SEALED",
    message: /not sealed/,
  },
  {
    name: "a new file that is there already",
    settings: { path: schemaPath },
    code: "USAGE",
    message: /already/,
  },
  {
    name: "a new file in a folder that does not exist",
    settings: { path: join(root, "none", "run.json") },
    code: "CHECKPOINT_FILE",
    message: /no such file or folder/,
  },
];

for (const { name, options, settings = {}, code, message } of REFUSED) {
  test(`a resume with ${name} is refused before anything is started`, async () => {
    const path = await store(settled);
    const before = await readFile(path);
    await assert.rejects(resume({ ...at(path), ...settings }, options), { code, message });
    assert.deepEqual(await readFile(path), before);
  });
}

test("a resume without the partial schema is refused", async () => {
  const path = await store(settled);
  const { partialSchemaPath: _gone, ...run } = { partialSchemaPath: undefined };
  await assert.rejects(resume(at(path), { run: { ...run, partialSchemaPath: undefined } as never }), {
    code: "CHECKPOINT_MISMATCH",
  });
});

test("a run with checks of its operator goes on with the same ones only, in whatever layout", async () => {
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(root, name);
    await writeFile(path, text);
    return path;
  };
  const checks = [{ kind: "text", contains: "Saved" }];
  const same = await file(
    "same.json",
    `// as before\n[{ "checks": [{"contains": "Saved", "kind": "text"}], },]`,
  );
  const other = await file("other.json", JSON.stringify([{ checks: [{ kind: "text", contains: "Sent" }] }]));
  const { saved } = await playSaved(undefined, { acceptance: [{ checks }] });
  const withChecks = await store(saved.filter(({ phase }) => phase === "decision").at(-1));
  const mismatch = { code: "CHECKPOINT_MISMATCH", message: /operator's acceptance/ };
  await assert.rejects(resume(at(withChecks)), mismatch);
  await assert.rejects(resume(at(withChecks), { run: { acceptancePath: other } }), mismatch);
  await assert.rejects(resume(at(withChecks), { run: { acceptancePath: same } }), Started);
  const without = await store(settled);
  await assert.rejects(resume(at(without), { run: { acceptancePath: same } }), mismatch);
});

test("a token limit is kept, used up before anything is started, and raised by a larger one", async () => {
  const limited = {
    ...settled,
    limits: { ...settled.limits, maxReportedTokens: 1000 },
    counters: { ...settled.counters, reportedTokens: 1000 },
  };
  const path = await store(limited);
  const { exitCode, report } = await resume(at(path));
  assert.equal(exitCode, 1);
  assert.equal(report["status"], "limit_reached");
  assert.equal(report["reported_tokens"], 1000);
  assert.match(String(report["reason"]), /--max-tokens/);
  await assert.rejects(resume(at(path), { run: { maxTokens: 1001 } }), Started);
  const unused = await store({ ...limited, counters: { ...settled.counters, reportedTokens: 999 } });
  await assert.rejects(resume(at(unused)), Started);
});

test("what is opened before planning is fixed when a run begins", async () => {
  const actions = join(root, "actions.json");
  await writeFile(actions, JSON.stringify([{ url: "https://other.test/" }]));
  const path = await store(settled);
  const mismatch = { code: "CHECKPOINT_MISMATCH", message: /opened before planning/ };
  await assert.rejects(resume(at(path), { run: { initialActionsPath: actions } }), mismatch);
  await writeFile(actions, JSON.stringify([{ url: "https://a.test" }]));
  await assert.rejects(resume(at(path), { run: { initialActionsPath: actions } }), Started);
  await assert.rejects(
    resume(at(path), { run: { directOpenTaskUrl: true } }),
    Started,
    "the task names none",
  );
});

test("a sealed run opens with its key only", async () => {
  const path = await store(settled, { key: KEY });
  await assert.rejects(resume({ ...at(path), keyEnv: "GOOD_KEY" }), Started);
  await assert.rejects(resume({ ...at(path), keyEnv: "WRONG_KEY" }), { code: "CHECKPOINT_KEY_WRONG" });
  await assert.rejects(resume(at(path)), { code: "CHECKPOINT_KEY_REQUIRED" });
});

test("a link in place of the file is refused", async () => {
  const path = await store(settled);
  await symlink(path, `${path}.link`);
  await assert.rejects(resume(at(`${path}.link`)), { code: "CHECKPOINT_FILE", message: /symbolic link/ });
});

test("runs with an application's own rules or tools are sent back to the library", async () => {
  const identity = { registryHash: "a".repeat(64), contextHash: "b".repeat(64) };
  for (
    const extra of [{ requiresCompletionPolicy: true }, { requiresPartialPolicy: true }, {
      executionIdentity: identity,
    }]
  ) {
    const path = await store({ ...settled, ...extra });
    await assert.rejects(resume(at(path)), { code: "CHECKPOINT_MISMATCH", message: /runAgent\(\)/ });
  }
});

test("a well-written file with a damaged run or browser in it is refused with a code, and starts nothing", async () => {
  const text = JSON.stringify(settled);
  const corpus = [...withoutField(text), ...withOtherTypes(text), ...withForeignThings(text)];
  let tried = 0;
  for (const [index, { how, text: damaged }] of corpus.entries()) {
    if (index % 9 !== 0) continue; // each of them is tried on the parser itself
    let value: unknown;
    try {
      value = JSON.parse(damaged);
    } catch {
      continue; // cannot be written down by this writer
    }
    // a key that stands twice is gone once the text was parsed
    if (/twice/.test(how)) continue;
    tried++;
    const path = await store(value);
    await assert.rejects(resume(at(path)), (error) => {
      assert.match(errorCode(error) ?? "", /^CHECKPOINT_/, `${how}: ${error}`);
      return true;
    });
  }
  assert.ok(tried > 60, `${tried} damaged runs`);
  for (const workspace of [null, {}, [], { ...WORKSPACE, version: 9 }, { ...WORKSPACE, sessions: [{}] }]) {
    const path = await store(settled, { workspace });
    await assert.rejects(resume(at(path)), { code: "CHECKPOINT_INVALID", message: /browser/ });
  }
  assert.ok(editable(settled));
});

test("a file that is no checkpoint is refused with a code", async () => {
  const folder = await newFolder();
  for (
    const [index, content] of ["", "{}", "{", "\0".repeat(4096), JSON.stringify(settled), "x".repeat(9000)]
      .entries()
  ) {
    const path = join(folder, String(index));
    await writeFile(path, content, { mode: 0o600 });
    await assert.rejects(
      resume(at(path)),
      (error) => /^CHECKPOINT_/.test(errorCode(error) ?? ""),
      content.slice(0, 20),
    );
  }
});

test("what a killed process left beside the file is removed", async () => {
  const path = await store(settled);
  await writeFile(`${path}.0123456789abcdef.tmp`, "secret");
  await assert.rejects(resume(at(path)), Started);
  assert.deepEqual((await readdir(join(path, ".."))).sort(), ["run.json"]);
  assert.equal(TASK, settled.task);
});
