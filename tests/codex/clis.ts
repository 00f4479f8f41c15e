import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";

/** An installed Codex CLI. */
export interface CodexCli {
  readonly version: string;
  /** Path of its executable. */
  readonly command: string;
}

/** The CLIs that `deno task codex` has installed. */
export const CODEX_CLIS: readonly CodexCli[] = readClis(process.env["TABLAZE_TEST_CODEX_CLIS"]);

function readClis(text: string | undefined): readonly CodexCli[] {
  if (text === undefined) throw new Error("These tests need real Codex CLIs: run deno task codex");
  return JSON.parse(text) as readonly CodexCli[];
}

/** A command that starts the CLI with settings of its own behind whatever else it is given. */
export interface ConfiguredCodex {
  readonly command: string;
  /** Folder of login and state; its settings must not be read by planners. */
  readonly home: string;
}

/**
 * Writes a command that makes the CLI ask the scripted model, as an operator's own wrapper would. Failed requests are
 * not repeated by the CLI, so that tests need not wait for it.
 */
export async function configureCodex(
  context: TestContext,
  { command }: CodexCli,
  origin: string,
): Promise<ConfiguredCodex> {
  const folder = await mkdtemp(join(tmpdir(), "codex-test-"));
  context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const home = join(folder, "home");
  await mkdir(join(home, "skills"), { recursive: true });
  await writeFile(join(home, "config.toml"), 'model = "canary-of-the-user-settings"\n');
  const path = join(folder, "codex");
  const settings = providerSettings(origin).map((part) => `'${part}'`).join(" ");
  await writeFile(path, `#!/bin/sh\nexport CODEX_HOME='${home}'\nexec '${command}' "$@" ${settings}\n`);
  await chmod(path, 0o755);
  return { command: path, home };
}

/** Arguments that make the CLI ask the scripted model. */
export function providerSettings(origin: string): readonly string[] {
  const fields = [
    'name="scripted"',
    `base_url="${origin}/v1"`,
    'wire_api="responses"',
    "request_max_retries=0",
    "stream_max_retries=0",
  ];
  return [
    "-c",
    'model_provider="scripted"',
    "-c",
    `model_providers.scripted={${fields.join(",")}}`,
  ];
}
