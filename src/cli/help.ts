// Prose below the lists of flags.

/** Below `tablaze --help`. */
export const ROOT_HELP = `
Examples:
  tablaze                          serve MCP; flags as in "tablaze serve --help"
  tablaze demo                     see a whole job done, no key and no model needed
  tablaze doctor                   is everything there?
  tablaze run --help               how to give a task to a model

Exit codes: 0 done and verified, 2 a person must decide, 1 anything else.
`;

/** Below `tablaze serve --help`. */
export const SERVE_EXAMPLES = `
Examples:
  tablaze
  tablaze --channel chrome --headed
In an MCP client: {"command": "tablaze", "args": ["--channel", "chrome"]}
`;

/** Below `tablaze run --help`. */
export const RUN_HELP = `
Environment:
  TABLAZE_API_KEY             key of the model; no flag takes a key
  TABLAZE_FALLBACK_API_KEY    key of a backup model of another provider
  TABLAZE_EXTRACTION_API_KEY  key of an extraction model of another provider
  TABLAZE_BROWSER_CHANNEL     as --channel, when neither browser flag is given
  TABLAZE_EXECUTABLE_PATH     as --executable-path, when neither browser flag is given

Progress goes to stderr, one JSON report to stdout.
Exit codes: 0 done and verified, 2 a person must decide, 1 anything else.
A file for --accept: [{"name": "stored", "checks": [{"kind": "text", "contains": "Order 7"}]}]

Examples:
  tablaze run --task "Open https://example.com and verify its title." \\
    --start-url https://example.com --model my-model \\
    --endpoint https://models.example/v1/chat/completions
  tablaze run --task "Read the price of the blue mug." --output-schema price.schema.json \\
    --model local --endpoint http://127.0.0.1:8080/v1/chat/completions --max-steps 10
  tablaze run --task "Order one blue mug." --start-url https://shop.example/ --accept ordered.json \\
    --model local --endpoint http://127.0.0.1:8080/v1/chat/completions --max-tokens 200000
  tablaze run --task "…" --provider codex --model my-codex-model --fallback-provider ollama \\
    --fallback-model my-local-model --planner-retries 1
`;

/** Below `tablaze demo --help`. */
export const DEMO_EXAMPLES = `
Serves a small shop and a scripted model on the loopback interface, lets "tablaze run" buy something in a real
browser, and compares the report with the shop's own ledger. Exit code 0 only when they agree.
`;

/** Below `tablaze doctor --help`. */
export const DOCTOR_EXAMPLES = `
Exit code 0 when "tablaze run" could start a browser, 1 when something is missing.
`;

/** Below `tablaze setup --help`. */
export const SETUP_EXAMPLES = `
Tries the driver's own installer; where that fails, as root on Debian, the system's package.
`;

/** Below `tablaze-extract --help`. */
export const EXTRACT_HELP = `
Environment:
  TABLAZE_API_KEY             key of the model; no flag takes a key

The sources file is a JSON array of {"id", "url", "text"}. No address is opened and no browser is started. One JSON
object goes to stdout: the data, with an exact quote of a source for every value. Exit code 0 for accepted data, 1 for
anything else. A quote shows that words stand in a source, not that they mean what the data says.

Examples:
  tablaze-extract --task "Prices of all lamps" --sources pages.json --schema lamps.schema.json \\
    --model my-codex-model
  tablaze-extract --task "Title" --sources pages.json --schema title.schema.json \\
    --provider ollama --model my-local-model
`;
