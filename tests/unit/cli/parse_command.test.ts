import assert from "node:assert/strict";
import { test } from "node:test";
import { errorCode } from "../../../src/contracts/errors.ts";
import { parseCommand } from "../../../src/cli/parse_command.ts";

const RUN = [
  "run",
  "--task",
  "Do it",
  "--model",
  "m",
  "--endpoint",
  "http://127.0.0.1:9/v1/chat/completions",
];

const MODEL = {
  role: "planner",
  provider: "openai-compatible",
  model: "m",
  endpoint: "http://127.0.0.1:9/v1/chat/completions",
  apiKeyEnv: { name: "TABLAZE_API_KEY", isNamed: false },
};

function refused(argv: readonly string[], pattern: RegExp): void {
  assert.throws(() => parseCommand(argv, "0"), (error) => {
    assert.equal(errorCode(error), "USAGE");
    const { message } = error as Error;
    assert.match(message, pattern);
    assert.doesNotMatch(message, /\n/, "one sentence");
    return true;
  });
}

test("parseCommand() serves MCP without a command", () => {
  assert.deepEqual(parseCommand([], "0"), { kind: "serve", browser: { headless: true } });
  assert.deepEqual(parseCommand(["--channel", "chrome", "--headed", "--timeout-ms", "100"], "0"), {
    kind: "serve",
    browser: { headless: false, channel: "chrome", timeoutMs: 100 },
  });
});

test("parseCommand() fills in what run leaves out", () => {
  assert.deepEqual(parseCommand(RUN, "0"), {
    kind: "run",
    browser: { headless: true },
    run: {
      task: "Do it",
      model: MODEL,
      plannerRetries: 0,
      plannerRetryDelayMs: 1000,
      maxSteps: 30,
      maxToolCalls: 100,
      runTimeoutMs: 300_000,
    },
  });
});

test("parseCommand() takes every flag of run", () => {
  const argv = [
    ...RUN,
    ...[
      "--provider",
      "openai-compatible",
      "--start-url",
      "https://example.com/a?b=c",
      "--api-key-env",
      "MY_KEY",
    ],
    ...["--executable-path", "/opt/browser", "--headless", "--max-steps", "1000", "--max-calls", "10000"],
    ...[
      "--run-timeout-ms",
      "1",
      "--timeout-ms",
      "60000",
      "--popup-policy=follow-single",
      "--output-schema",
      "s.json",
      "--planner-retries",
      "5",
      "--planner-retry-delay-ms",
      "0",
    ],
    ...["--direct-open-task-url", "--accept", "a.json", "--max-tokens", "1000000000"],
    ...["--partial-schema", "p.json", "--allow-vacuous-evidence"],
  ];
  assert.deepEqual(parseCommand(argv, "0"), {
    kind: "run",
    browser: {
      headless: true,
      executablePath: "/opt/browser",
      timeoutMs: 60_000,
      popupPolicy: "follow-single",
    },
    run: {
      task: "Do it",
      model: { ...MODEL, apiKeyEnv: { name: "MY_KEY", isNamed: true } },
      plannerRetries: 5,
      plannerRetryDelayMs: 0,
      startUrl: "https://example.com/a?b=c",
      maxSteps: 1000,
      maxToolCalls: 10_000,
      runTimeoutMs: 1,
      maxTokens: 1_000_000_000,
      outputSchemaPath: "s.json",
      partialSchemaPath: "p.json",
      acceptancePath: "a.json",
      directOpenTaskUrl: true,
      allowVacuousEvidence: true,
    },
  });
});

test("parseCommand() takes initial actions in place of addresses to open", () => {
  const command = parseCommand([...RUN, "--initial-actions", "i.json"], "0");
  assert.equal(command.kind === "run" && command.run.initialActionsPath, "i.json");
  const both = [...RUN, "--initial-actions", "i.json"];
  refused(
    [...both, "--start-url", "https://a.test/"],
    /--initial-actions and --start-url exclude each other/,
  );
  refused(
    [...both, "--direct-open-task-url"],
    /--initial-actions and --direct-open-task-url exclude each other/,
  );
});

test("parseCommand() knows doctor, setup and demo", () => {
  assert.deepEqual(parseCommand(["doctor", "--headed"], "0"), {
    kind: "doctor",
    browser: { headless: false },
  });
  assert.deepEqual(parseCommand(["setup"], "0"), { kind: "setup", onlyIfMissing: false });
  assert.deepEqual(parseCommand(["setup", "--if-missing"], "0"), { kind: "setup", onlyIfMissing: true });
  assert.deepEqual(parseCommand(["demo", "--channel", "msedge"], "0"), {
    kind: "demo",
    browser: { headless: true, channel: "msedge" },
  });
});

test("parseCommand() refuses numbers outside their range, and what is no whole number", () => {
  for (
    const [flag, below, above] of [
      ["--max-steps", "0", "1001"],
      ["--max-calls", "0", "10001"],
      ["--max-tokens", "0", "1000000001"],
      ["--max-output-tokens", "0", "1000001"],
      ["--fallback-max-output-tokens", "0", "1000001"],
      ["--run-timeout-ms", "0", "86400001"],
      ["--timeout-ms", "99", "60001"],
    ] as const
  ) {
    for (const value of [below, above, "1.5", "1e3", "0x10", " 5", "ten", "-1", "99999999999999999999"]) {
      refused([...RUN, flag, value], new RegExp(`^${flag} must be a whole number from \\d+ to \\d+`));
    }
  }
});

test("parseCommand() refuses addresses that are no web addresses or carry a password", () => {
  for (const flag of ["--start-url", "--endpoint"]) {
    const argv = ["run", "--task", "t", "--model", "m", flag];
    for (const value of ["example.com", "ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)"]) {
      refused([...argv, value], new RegExp(`^${flag} must be a complete http`));
    }
    refused([...argv, "https://user:secret@example.com/"], new RegExp(`^${flag} must not hold a user name`));
  }
});

test("parseCommand() names a flag whose value is missing, also when another flag follows", () => {
  refused(["run", "--task"], /^--task needs a value: write --task <text>$/);
  refused(["run", "--task", "--model", "m"], /^--task needs a value, but the flag --model follows/);
  refused([...RUN, "--start-url", ""], /^--start-url must be/);
  refused(["run", "--task", "  "], /^--task needs a value that is not empty$/);
});

test("parseCommand() says which flag run needs", () => {
  refused(["run"], /^tablaze run needs --task <text>/);
  refused(["run", "--task", "t"], /^tablaze run needs --model <id>/);
  refused(["run", "--task", "t", "--model", "m"], /^Provider openai-compatible needs --endpoint <url>/);
});

test("parseCommand() refuses flags that exclude each other, and flags given twice", () => {
  refused(
    ["--channel", "chrome", "--executable-path", "/x"],
    /^--executable-path and --channel exclude each other/,
  );
  refused([...RUN, "--headed", "--headless"], /^--headed and --headless exclude each other/);
  refused([...RUN, "--model", "n"], /^--model is given twice/);
});

test("parseCommand() refuses flags of run elsewhere", () => {
  for (
    const argv of [
      ["--task", "t"],
      ["doctor", "--model", "m"],
      ["demo", "--max-steps", "3"],
      [
        "--accept",
        "a.json",
      ],
      ["doctor", "--max-tokens", "3"],
      ["serve", "--initial-actions", "i.json"],
    ]
  ) {
    refused(argv, /^--\S+ belongs to the run command/);
  }
});

test("parseCommand() suggests what may have been meant", () => {
  refused([...RUN, "--chanel", "chrome"], /^There is no flag --chanel here: did you mean --channel\?/);
  refused(["runn"], /^There is no command "runn"/);
  refused(["help", "runn"], /^There is no command "runn"/);
  refused(["--headed", "run", "--task", "t"], /Flags go after the command|belongs to the run command/);
  refused(["run", "--task", "two", "words"], /^"words" belongs to no flag/);
});

test("parseCommand() refuses unknown choices and does not repeat what may be a key", () => {
  refused([...RUN, "--provider", "other"], /^--provider must be one of openai-compatible/);
  refused([...RUN, "--popup-policy", "follow"], /^--popup-policy must be one of stay, follow-single/);
  refused([...RUN, "--channel", "firefox"], /^--channel must be one of chromium, chrome/);
  assert.throws(() => parseCommand([...RUN, "--api-key-env", "sk-live-1234"], "0"), (error) => {
    assert.doesNotMatch((error as Error).message, /1234/);
    return true;
  });
});

test("parseCommand() takes available files one by one", () => {
  const parsed = parseCommand(["serve", "--available-file", "/a", "--available-file=b c"], "0");
  assert.deepEqual(parsed, { kind: "serve", browser: { headless: true, availableFiles: ["/a", "b c"] } });
  refused([...RUN, "--available-file", "--headed"], /^--available-file needs a value/);
  refused([...RUN, "--available-file", " "], /^--available-file needs a value that is not empty/);
});

test("parseCommand() gives help and version as text", () => {
  assert.deepEqual(parseCommand(["--version"], "1.2.3"), { kind: "print", text: "1.2.3\n" });
  for (const argv of [["--help"], ["run", "--help"], ["help", "run"], ["demo", "-h"], ["doctor", "--help"]]) {
    const command = parseCommand(argv, "0");
    assert.equal(command.kind, "print");
    assert.match(command.kind === "print" ? command.text : "", /Usage: tablaze/);
  }
});

test("the help of run names every flag that run takes", () => {
  const command = parseCommand(["run", "--help"], "0");
  const text = command.kind === "print" ? command.text : "";
  const flags = [
    "task",
    "start-url",
    "output-schema",
    "provider",
    "model",
    "endpoint",
    "endpoint-env",
    "api-key-env",
    "codex-command",
    "reasoning-effort",
    "max-output-tokens",
    "planner-retries",
    "planner-retry-delay-ms",
    "channel",
  ];
  const ofModels = ["provider", "model", "endpoint", "endpoint-env", "api-key-env", "codex-command"];
  for (const flag of [...ofModels, "reasoning-effort", "max-output-tokens"]) {
    flags.push(`fallback-${flag}`, `extraction-${flag}`);
  }
  flags.push(
    "executable-path",
    "headless",
    "headed",
    "max-steps",
    "max-calls",
    "max-tokens",
    "run-timeout-ms",
    "accept",
    "initial-actions",
    "direct-open-task-url",
    "partial-schema",
    "allow-vacuous-evidence",
    "timeout-ms",
  );
  for (const flag of [...flags, "popup-policy", "available-file"]) {
    assert.match(text, new RegExp(`^ +--${flag}\\b`, "m"));
  }
});

test("parseCommand() offers the optional tools only when their flags are there", () => {
  const browserOf = (argv: readonly string[]): unknown => {
    const command = parseCommand(argv, "1.0.0");
    return "browser" in command ? command.browser : undefined;
  };
  assert.deepEqual(browserOf(["serve"]), { headless: true });
  const both = ["--capture-network", "--page-script"];
  const expected = { headless: true, captureNetwork: true, allowPageScript: true };
  assert.deepEqual(browserOf(both), expected);
  assert.deepEqual(browserOf(["doctor", ...both]), expected);
  assert.throws(() => parseCommand(["demo", "--page-script"], "1.0.0"), /page-script/);
});
