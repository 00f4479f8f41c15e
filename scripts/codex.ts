// deno task codex
//
// Installs real Codex CLIs from npm into a temporary folder that is kept for the next time, and runs the tests that
// need them. The newest one is the version that the planner says it was tried with; the older one shows that it does
// not depend on that.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { CODEX_TESTED_CLI_VERSION } from "../src/planners/codex/planner.ts";
import { ensureBrowser } from "./ensure_browser.ts";
import { runGroup } from "./test.ts";

const OLDER_VERSION = "0.155.0";

/** Installs a version unless it is there, and gives the path of its command. */
function install(version: string): string {
  const home = join(tmpdir(), "tablaze-codex-clis");
  const folder = join(home, version);
  const command = join(folder, "node_modules", ".bin", "codex");
  if (existsSync(command)) return command;
  process.stdout.write(`Installing @openai/codex ${version} into ${folder}\n`);
  mkdirSync(home, { recursive: true });
  const fresh = mkdtempSync(join(home, "fresh-"));
  try {
    writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true }));
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `@openai/codex@${version}`];
    execFileSync("npm", args, { cwd: fresh, stdio: ["ignore", "ignore", "inherit"] });
    renameSync(fresh, folder); // whole, so that an interrupted installation is not taken for one
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return command;
}

if (import.meta.main) {
  const clis = [CODEX_TESTED_CLI_VERSION, OLDER_VERSION].map((version) => ({
    version,
    command: install(version),
  }));
  await ensureBrowser();
  const report = mkdtempSync(join(tmpdir(), "tablaze-codex-"));
  try {
    const group = {
      path: "tests/codex",
      permissions: ["--allow-all"],
      needsBrowser: true,
      isParallel: false,
    };
    process.env["TABLAZE_TEST_CODEX_CLIS"] = JSON.stringify(clis);
    const { passed, failed } = await runGroup(
      group,
      process.argv.length > 2 ? process.argv.slice(2) : [group.path],
      report,
    );
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(report, { recursive: true, force: true });
  }
}
