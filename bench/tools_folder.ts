// The peer and the tokenizer are tools of the bench, never dependencies of the product: they live in a folder of their
// own below the temporary folder and are installed with npm when they are not there yet.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Versions that the published table was made with. */
export const PEER = "@playwright/mcp@0.0.83";
const TOKENIZER = "gpt-tokenizer@4.0.0";

/** What the bench needs from outside. */
export interface BenchTools {
  /** Script of the peer's server. */
  readonly peerScript: string;
  /** Tokens of a text in the o200k vocabulary. */
  countTokens(text: string): number;
}

/** Finds or installs the tools. */
export function benchTools(): BenchTools {
  const folder = join(tmpdir(), "tablaze-bench");
  const peerScript = join(folder, "node_modules", "@playwright", "mcp", "cli.js");
  if (!existsSync(peerScript) || !existsSync(join(folder, "node_modules", "gpt-tokenizer"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "tablaze-bench", private: true }));
    process.stderr.write(`Installing ${PEER} and ${TOKENIZER} into ${folder}\n`);
    const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", PEER, TOKENIZER], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error(`npm could not install the bench's tools (exit ${status})`);
  }
  // `require`, as the tokenizer's CommonJS files are only known as such to it.
  const require = createRequire(join(folder, "package.json"));
  const { encode } = require("gpt-tokenizer/encoding/o200k_base") as { encode: (text: string) => number[] };
  return { peerScript, countTokens: (text) => encode(text).length };
}
