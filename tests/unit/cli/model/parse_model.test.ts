import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelSettings } from "../../../../src/cli/model/settings.ts";
import { parseCommand } from "../../../../src/cli/parse_command.ts";
import { errorCode } from "../../../../src/contracts/errors.ts";

const RUN = ["run", "--task", "t"];
const ENDPOINT = "http://127.0.0.1:9/v1/chat/completions";

function parse(...flags: string[]): { model: ModelSettings; fallback?: ModelSettings } {
  const model = flags.includes("--model") ? [] : ["--model", "m"];
  const command = parseCommand([...RUN, ...model, ...flags], "0");
  if (command.kind !== "run") assert.fail("no run");
  return command.run;
}

/** As `parse`, of the model that extracts. */
function parseExtraction(...flags: string[]): ModelSettings | undefined {
  const command = parseCommand([...RUN, "--model", "m", ...flags], "0");
  return command.kind === "run" ? command.run.extraction : assert.fail("no run");
}

function refused(flags: readonly string[], pattern: RegExp): void {
  assert.throws(() => parse(...flags), (error) => {
    assert.equal(errorCode(error), "USAGE");
    assert.match((error as Error).message, pattern);
    assert.doesNotMatch((error as Error).message, /\n/, "one sentence");
    return true;
  });
}

test("each provider takes the flags that are for it", () => {
  assert.deepEqual(
    parse("--provider", "codex", "--codex-command", "/opt/codex", "--reasoning-effort", "high"),
    {
      ...parse("--provider", "codex"),
      model: {
        role: "planner",
        provider: "codex",
        model: "m",
        codexCommand: "/opt/codex",
        reasoningEffort: "high",
      },
    },
  );
  assert.deepEqual(parse("--provider", "anthropic", "--max-output-tokens", "9", "--api-key-env", "K").model, {
    role: "planner",
    provider: "anthropic",
    model: "m",
    apiKeyEnv: { name: "K", isNamed: true },
    maxOutputTokens: 9,
  });
  assert.deepEqual(parse("--provider", "ollama", "--endpoint", "http://box:1/api/chat").model, {
    role: "planner",
    provider: "ollama",
    model: "m",
    endpoint: "http://box:1/api/chat",
    apiKeyEnv: { name: "TABLAZE_API_KEY", isNamed: false },
  });
});

test("the provider is never guessed from the model's name", () => {
  for (const name of ["claude-9", "codex-9", "llama9:8b"]) {
    const { model } = parse("--endpoint", ENDPOINT, "--model", name);
    assert.deepEqual([model.provider, model.model], ["openai-compatible", name]);
  }
});

test("flags that do not apply to the provider are refused by name", () => {
  const cases: [string, string, string][] = [
    ["codex", "--endpoint", "http://x.example/"],
    ["codex", "--endpoint-env", "E"],
    ["codex", "--api-key-env", "K"],
    ["codex", "--max-output-tokens", "5"],
    ["openai-compatible", "--max-output-tokens", "5"],
    ["openai-compatible", "--codex-command", "codex"],
    ["openai-compatible", "--reasoning-effort", "low"],
    ["anthropic", "--codex-command", "codex"],
    ["anthropic", "--reasoning-effort", "low"],
    ["ollama", "--codex-command", "codex"],
    ["ollama", "--reasoning-effort", "low"],
  ];
  for (const [provider, flag, value] of cases) {
    refused(
      ["--provider", provider, flag, value],
      new RegExp(`^${flag} does not apply to provider ${provider}, only to .*: leave it out$`),
    );
    const role = flag.replace("--", "--fallback-");
    refused(
      ["--endpoint", ENDPOINT, "--fallback-model", "b", "--fallback-provider", provider, role, value],
      new RegExp(`^${role} does not apply to provider ${provider}`),
    );
  }
});

test("a backup of the same provider takes over address, key and executable, and nothing that depends on the model", () => {
  const compatible = parse("--endpoint", ENDPOINT, "--api-key-env", "K", "--fallback-model", "b").fallback;
  assert.deepEqual(compatible, {
    role: "fallback",
    provider: "openai-compatible",
    model: "b",
    endpoint: ENDPOINT,
    apiKeyEnv: { name: "K", isNamed: true },
  });
  const codex = ["--provider", "codex", "--codex-command", "/a", "--reasoning-effort", "high"];
  assert.deepEqual(parse(...codex, "--fallback-model", "b").fallback, {
    role: "fallback",
    provider: "codex",
    model: "b",
    codexCommand: "/a",
  });
  assert.equal(
    parse(...codex, "--fallback-model", "b", "--fallback-codex-command", "/b").fallback?.codexCommand,
    "/b",
  );
  const other = parse(
    "--endpoint",
    ENDPOINT,
    "--fallback-model",
    "b",
    "--fallback-endpoint",
    "http://c.example/",
  );
  assert.equal(other.fallback?.endpoint, "http://c.example/");
  assert.deepEqual(other.fallback?.apiKeyEnv, { name: "TABLAZE_API_KEY", isNamed: false });
});

test("a backup of another provider has its own address and key variable", () => {
  const { fallback } = parse(
    ...["--endpoint", ENDPOINT, "--fallback-provider", "anthropic", "--fallback-model", "b"],
    ...["--fallback-max-output-tokens", "7"],
  );
  assert.deepEqual(fallback, {
    role: "fallback",
    provider: "anthropic",
    model: "b",
    apiKeyEnv: { name: "TABLAZE_FALLBACK_API_KEY", isNamed: false },
    maxOutputTokens: 7,
  });
  refused(
    ["--provider", "codex", "--fallback-provider", "openai-compatible", "--fallback-model", "b"],
    /^Provider openai-compatible needs --fallback-endpoint <url>/,
  );
});

test("the address can stand in a variable, which a backup of the same provider takes over", () => {
  const { model, fallback } = parse("--endpoint-env", "MODEL_URL", "--fallback-model", "b");
  for (const settings of [model, fallback]) {
    assert.equal(settings?.endpointEnv, "MODEL_URL");
    assert.equal("endpoint" in (settings ?? {}), false);
  }
  const mixed = parse(
    "--endpoint-env",
    "MODEL_URL",
    "--fallback-model",
    "b",
    "--fallback-endpoint",
    ENDPOINT,
  );
  assert.equal(mixed.fallback?.endpoint, ENDPOINT);
  assert.equal("endpointEnv" in (mixed.fallback ?? {}), false);
  assert.equal(
    parseExtraction("--endpoint", ENDPOINT, "--extraction-model", "x", "--extraction-endpoint-env", "X")
      ?.endpointEnv,
    "X",
  );
  refused(
    ["--endpoint", ENDPOINT, "--endpoint-env", "MODEL_URL"],
    /^--endpoint and --endpoint-env exclude each other: give one of them$/,
  );
  refused(
    ["--endpoint-env", ENDPOINT],
    /^--endpoint-env takes the name of an environment variable, not an address: for example MY_MODEL_URL$/,
  );
});

test("flags of a backup without a backup, and a delay without retries, are refused", () => {
  for (
    const [flag, value] of [
      ["--fallback-provider", "codex"],
      ["--fallback-endpoint", "http://x.example/"],
      ["--fallback-endpoint-env", "E"],
      ["--fallback-api-key-env", "K"],
      ["--fallback-codex-command", "codex"],
      ["--fallback-reasoning-effort", "low"],
      ["--fallback-max-output-tokens", "5"],
    ] as const
  ) {
    refused(
      ["--endpoint", ENDPOINT, flag, value],
      new RegExp(`^${flag} does nothing without --fallback-model`),
    );
  }
  for (const retries of [[], ["--planner-retries", "0"]]) {
    refused(
      ["--endpoint", ENDPOINT, ...retries, "--planner-retry-delay-ms", "5"],
      /^--planner-retry-delay-ms does nothing without --planner-retries/,
    );
  }
  refused(["--endpoint", ENDPOINT, "--planner-retries", "6"], /from 0 to 5/);
  refused(["--endpoint", ENDPOINT, "--planner-retry-delay-ms", "30001"], /from 0 to 30000/);
  refused(["--provider", "codex", "--reasoning-effort", "extreme"], /must be one of none, minimal/);
});

test("an extraction model follows the same rules under its own flags", () => {
  assert.deepEqual(parseExtraction("--endpoint", ENDPOINT, "--extraction-model", "x"), {
    role: "extraction",
    provider: "openai-compatible",
    model: "x",
    endpoint: ENDPOINT,
    apiKeyEnv: { name: "TABLAZE_API_KEY", isNamed: false },
  });
  const other = ["--provider", "codex", "--extraction-provider", "ollama", "--extraction-model", "x"];
  assert.deepEqual(parseExtraction(...other, "--extraction-max-output-tokens", "8"), {
    role: "extraction",
    provider: "ollama",
    model: "x",
    apiKeyEnv: { name: "TABLAZE_EXTRACTION_API_KEY", isNamed: false },
    maxOutputTokens: 8,
  });
  refused([...other, "--extraction-codex-command", "c"], /^--extraction-codex-command does not apply/);
  refused(
    ["--provider", "codex", "--extraction-reasoning-effort", "low"],
    /^--extraction-reasoning-effort does nothing without --extraction-model/,
  );
});
