import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCommand } from "../../../../src/cli/parse_command.ts";
import type { RunSettings } from "../../../../src/cli/command.ts";

const MODEL = ["--model", "m", "--endpoint", "http://model.example/v1/chat/completions"];

function parse(...flags: readonly string[]): RunSettings {
  const command = parseCommand(["run", ...MODEL, ...flags], "0");
  assert.equal(command.kind, "run");
  return (command as { run: RunSettings }).run;
}

test("a resumed run brings its own task and limits; what is given extends them", () => {
  const plain = parse("--resume", "a.json");
  assert.deepEqual(plain.checkpoint, { path: "a.json", resumePath: "a.json", restoreDrafts: false });
  for (const field of ["task", "maxSteps", "maxToolCalls", "runTimeoutMs"] as const) {
    assert.equal(Object.hasOwn(plain, field), false, field);
  }
  const more = parse("--resume", "a.json", "--checkpoint", "b.json", "--max-steps", "60", "--restore-drafts");
  assert.deepEqual(more.checkpoint, { path: "b.json", resumePath: "a.json", restoreDrafts: true });
  assert.equal(more.maxSteps, 60);
});

test("a new run has its limits, and is saved only when asked", () => {
  const run = parse("--task", "t");
  assert.equal(run.checkpoint, undefined);
  assert.deepEqual([run.maxSteps, run.maxToolCalls, run.runTimeoutMs], [30, 100, 300_000]);
  const saved = parse("--task", "t", "--checkpoint", "a.json", "--checkpoint-key-env", "MY_KEY");
  assert.deepEqual(saved.checkpoint, { path: "a.json", restoreDrafts: false, keyEnv: "MY_KEY" });
});

for (
  const [flags, message] of [
    [[], /needs --task <text>, or --resume <file>/],
    [["--task", "t", "--reconciled", "n"], /--reconciled needs --resume/],
    [["--task", "t", "--restore-drafts"], /--restore-drafts needs --resume/],
    [["--task", "t", "--checkpoint-key-env", "K"], /needs --checkpoint <file> or --resume/],
    [["--resume", "a", "--checkpoint-key-env", "not a name"], /name of an environment variable, not a key/],
    [["--resume", "a", "--reconciled", ""], /not empty/],
  ] as const
) {
  test(`run ${flags.join(" ")} is refused`, () => {
    assert.throws(() => parse(...flags), { code: "USAGE", message });
  });
}
