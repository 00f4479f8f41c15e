import assert from "node:assert/strict";
import { test } from "node:test";
import { parseExtractCommand } from "../../../src/cli/extract/parse.ts";
import { errorCode } from "../../../src/contracts/errors.ts";

const NEEDED = ["--task", "t", "--sources", "s.json", "--schema", "c.json", "--model", "m"];

function refused(argv: readonly string[], pattern: RegExp): void {
  assert.throws(() => parseExtractCommand(argv, "0"), (error) => {
    assert.equal(errorCode(error), "USAGE");
    assert.match((error as Error).message, pattern);
    return true;
  });
}

test("parseExtractCommand() asks Codex for a minute unless told otherwise", () => {
  assert.deepEqual(parseExtractCommand(NEEDED, "0"), {
    kind: "extract",
    settings: {
      task: "t",
      sourcesPath: "s.json",
      schemaPath: "c.json",
      model: { role: "planner", provider: "codex", model: "m" },
      timeoutMs: 60_000,
    },
  });
  const flags = [
    "--provider",
    "anthropic",
    "--api-key-env",
    "K",
    "--max-output-tokens",
    "5",
    "--timeout-ms",
    "3600000",
  ];
  const command = parseExtractCommand([...NEEDED, ...flags], "0");
  assert.deepEqual(command.kind === "extract" && command.settings.model, {
    role: "planner",
    provider: "anthropic",
    model: "m",
    apiKeyEnv: { name: "K", isNamed: true },
    maxOutputTokens: 5,
  });
  assert.equal(command.kind === "extract" && command.settings.timeoutMs, 3_600_000);
});

test("parseExtractCommand() says in one sentence what is missing or wrong", () => {
  for (const flag of ["--task", "--sources", "--schema", "--model"]) {
    const at = NEEDED.indexOf(flag);
    refused(NEEDED.toSpliced(at, 2), new RegExp(`^tablaze-extract needs ${flag} <`));
  }
  refused([...NEEDED, "--timeout-ms", "3600001"], /from 1 to 3600000/);
  refused([...NEEDED, "--endpoint", "http://a.example/"], /^--endpoint does not apply to provider codex/);
  refused([...NEEDED, "--provider", "openai-compatible"], /needs --endpoint <url>/);
  refused([...NEEDED, "--shema", "x"], /no flag --shema here: did you mean --schema/);
  refused([...NEEDED, "--start-url", "http://a.example/"], /no flag --start-url/);
  refused([...NEEDED, "more"], /^"more" belongs to no flag/);
  refused(["--task"], /^--task needs a value/);
});

test("parseExtractCommand() gives help and version as text", () => {
  const help = parseExtractCommand(["--help"], "0");
  const text = help.kind === "print" ? help.text : "";
  assert.match(text, /Usage: tablaze-extract/);
  const flags = ["task", "sources", "schema", "provider", "model", "endpoint", "endpoint-env", "api-key-env"];
  for (const flag of [...flags, "codex-command", "reasoning-effort", "max-output-tokens", "timeout-ms"]) {
    assert.match(text, new RegExp(`--${flag} <`));
  }
  assert.deepEqual(parseExtractCommand(["--version"], "1.2.3"), { kind: "print", text: "1.2.3\n" });
});
