// Runs the whole test suite and counts. Sees to a browser first, so that a clean clone needs nothing else.
//
//   deno task test                 everything
//   deno task test tests/unit      only what lies below the given paths
//
// Each group runs with the permissions that it needs: unit tests get none, which shows that pure code is pure.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { ensureBrowser } from "./ensure_browser.ts";

interface Group {
  readonly path: string;
  readonly permissions: readonly string[];
  readonly needsBrowser: boolean;
  /** Two files at a time: tests of a browser wait for it more than they compute. */
  readonly isParallel: boolean;
}

const GROUPS: readonly Group[] = [
  { path: "tests/unit", permissions: [], needsBrowser: false, isParallel: false },
  { path: "tests/files", permissions: ["--allow-all"], needsBrowser: false, isParallel: false },
  { path: "tests/browser", permissions: ["--allow-all"], needsBrowser: true, isParallel: true },
  { path: "tests/cli", permissions: ["--allow-all"], needsBrowser: true, isParallel: true },
];

interface Count {
  readonly passed: number;
  readonly failed: number;
}

function run(args: readonly string[]): Promise<number> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: "inherit",
      env: { ...process.env, DENO_JOBS: "2" },
    });
    child.once("error", reject);
    child.once("exit", (code) => settle(code ?? 1));
  });
}

/** Counts the cases of a JUnit report; a run that broke without a failing case counts as one failure. */
export function countCases(report: string, exitCode: number): Count {
  const cases = report.match(/<testcase\b/g)?.length ?? 0;
  const failed = report.match(/<failure\b/g)?.length ?? 0;
  const skipped = report.match(/<skipped\b/g)?.length ?? 0;
  return { passed: cases - failed - skipped, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** Files of a report with a failing case, and how many of their cases passed. */
export function failingFiles(report: string): { readonly files: readonly string[]; readonly passed: number } {
  const suites = report.split(/(?=<testsuite )/).slice(1).filter((suite) => suite.includes("<failure"));
  const files = suites.map((suite) => /name="([^"]+)"/.exec(suite)?.[1] ?? "").filter((name) => name !== "");
  return { files, passed: suites.reduce((sum, suite) => sum + countCases(suite, 0).passed, 0) };
}

async function runOnce(
  group: Group,
  paths: readonly string[],
  report: string,
  isParallel: boolean,
): Promise<{ readonly count: Count; readonly text: string }> {
  const exitCode = await run([
    "test",
    "--no-prompt",
    "--no-check",
    ...group.permissions,
    ...(isParallel ? ["--parallel"] : []),
    `--junit-path=${report}`,
    ...paths,
  ]);
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  return { count: countCases(text, exitCode), text };
}

/**
 * Runs the tests of a group below the given paths and counts them; `folder` is for its report. With
 * `TABLAZE_TEST_SECOND_LOOK=1` files with a failing case are run once more by themselves, and named: on a machine that
 * does other work as well, a browser can miss a deadline that it keeps otherwise.
 */
export async function runGroup(group: Group, paths: readonly string[], folder: string): Promise<Count> {
  const report = join(folder, `${group.path.replaceAll("/", "_")}.xml`);
  const first = await runOnce(group, paths, report, group.isParallel);
  if (first.count.failed === 0 || process.env["TABLAZE_TEST_SECOND_LOOK"] !== "1") return first.count;
  const failing = failingFiles(first.text);
  if (failing.files.length === 0) return first.count;
  process.stdout.write(`\n== a second look at ${failing.files.join(" ")}\n`);
  const second = await runOnce(group, failing.files, report.replace(/\.xml$/, "_again.xml"), false);
  if (second.count.failed === 0) process.stdout.write(`\nUnsteady: ${failing.files.join(" ")}\n`);
  return {
    passed: first.count.passed - failing.passed + second.count.passed,
    failed: second.count.failed,
  };
}

/** The paths of a group that the command line asks for; all of it when nothing was asked for. */
function selectPaths(group: Group, wanted: readonly string[]): string[] {
  if (wanted.length === 0) return [group.path];
  return wanted
    .map((path) => relative(process.cwd(), resolve(path)).split(sep).join("/"))
    .filter((path) => path === group.path || path.startsWith(`${group.path}/`));
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), "tablaze-test-"));
  let passed = 0;
  let failed = 0;
  let browserReady = false;
  try {
    for (const group of GROUPS) {
      const paths = selectPaths(group, wanted);
      if (paths.length === 0 || !existsSync(group.path)) continue;
      if (group.needsBrowser && !browserReady) browserReady = await ensureBrowser();
      process.stdout.write(`\n== ${paths.join(" ")}\n`);
      const count = await runGroup(group, paths, folder);
      passed += count.passed;
      failed += count.failed;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (passed + failed === 0) process.stderr.write("No test ran: the paths name none\n");
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
