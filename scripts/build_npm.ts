// deno task build:npm
//
// Builds the npm package `tablaze` into npm/: compiled by tsc from the same sources, types for every export, nothing of
// Deno in it. Then packs it, installs the tarball into an empty folder and starts it there with Node, as a user would.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

const ROOT = resolve(import.meta.dirname ?? ".", "..");
const OUT = join(ROOT, "npm");
/** Libraries that only tests and scripts import. */
const DEVELOPMENT_ONLY = new Set([
  "fast-check",
  "esbuild",
  "gpt-tokenizer",
  "@anthropic-ai/sdk",
  "openai",
  "ollama",
]);
/** Modules at the root that are commands. */
const COMMANDS = ["cli", "extract"];
const COMPILER = { typescript: "6.0.3", "@types/node": "^20" };

interface DenoConfig {
  readonly version: string;
  readonly license: string;
  readonly imports: Readonly<Record<string, string>>;
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed\n${stdout}\n${stderr}`);
  return stdout;
}

/** `npm:/name@1.2.3/` or `npm:name@1.2.3` → name and version. */
function dependencies(imports: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const target of Object.values(imports)) {
    const match = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)\/?/.exec(target);
    if (match === null) throw new Error(`Cannot read import ${target}`);
    const [, name = "", version = ""] = match;
    if (!DEVELOPMENT_ONLY.has(name)) found[name] = version;
  }
  return found;
}

function manifest(config: DenoConfig): Record<string, unknown> {
  const entry = (path: string): Record<string, string> => ({
    types: `./dist/${path}.d.ts`,
    default: `./dist/${path}.js`,
  });
  return {
    name: "tablaze",
    version: config.version,
    description:
      "Do a job in a real browser and prove that it was done: MCP server, agent runner, planner adapters",
    license: config.license,
    type: "module",
    engines: { node: ">=20" },
    bin: { tablaze: "dist/cli.js", "tablaze-extract": "dist/extract.js" },
    exports: {
      ".": entry("mod"),
      "./cli": entry("cli"),
      "./extract": entry("extract"),
      "./testing": entry("src/testing/mod"),
    },
    files: ["dist"],
    dependencies: dependencies(config.imports),
  };
}

function compile(config: DenoConfig): void {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const work = mkdtempSync(join(tmpdir(), "tablaze-build-"));
  try {
    writeFileSync(
      join(work, "package.json"),
      JSON.stringify({ private: true, dependencies: { ...dependencies(config.imports), ...COMPILER } }),
    );
    run("npm", ["install", "--no-audit", "--no-fund"], work);
    for (const path of ["mod.ts", ...COMMANDS.map((name) => `${name}.ts`)]) {
      copyFileSync(join(ROOT, path), join(work, path));
    }
    run("cp", ["-r", join(ROOT, "src"), join(work, "src")], ROOT);
    const options = {
      target: "es2023",
      module: "nodenext",
      lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable", "esnext.disposable"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      skipLibCheck: true,
      rootDir: ".",
      outDir: "dist",
    };
    writeFileSync(
      join(work, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: options,
        files: ["mod.ts", "cli.ts", "extract.ts", "src/testing/mod.ts"],
      }),
    );
    writeFileSync(join(work, "package.json"), JSON.stringify({ private: true, type: "module" }));
    run("npx", ["tsc", "-p", "."], work);
    run("cp", ["-r", join(work, "dist"), join(OUT, "dist")], ROOT);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const name of COMMANDS) {
    const command = join(OUT, "dist", `${name}.js`);
    const text = readFileSync(command, "utf8");
    writeFileSync(command, text.startsWith("#!") ? text : `#!/usr/bin/env node\n${text}`);
    chmodSync(command, 0o755);
  }
  for (const file of ["README.md", "LICENSE", "CHANGES.md"]) copyFileSync(join(ROOT, file), join(OUT, file));
  writeFileSync(join(OUT, "package.json"), `${JSON.stringify(manifest(config), null, 2)}\n`);
}

/** Installs the packed tarball into an empty folder and asks both entry points who they are. */
function tryPackage(config: DenoConfig): void {
  const [packed] = JSON.parse(run("npm", ["pack", "--json"], OUT)) as { filename: string }[];
  const tarball = join(OUT, packed?.filename ?? "");
  const folder = mkdtempSync(join(tmpdir(), "tablaze-pack-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    run("npm", ["install", "--no-audit", "--no-fund", tarball], folder);
    for (const command of ["tablaze", "tablaze-extract"]) {
      const version = run("npx", [command, "--version"], folder).trim();
      if (version !== config.version) {
        throw new Error(`The packed ${command} says ${version}, not ${config.version}`);
      }
    }
    const exported = run(
      "node",
      ["-e", "import('tablaze').then((m) => console.log(typeof m.runAgent))"],
      folder,
    ).trim();
    if (exported !== "function") throw new Error("The packed library does not export runAgent");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${tarball}\n`);
}

const config = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8")) as DenoConfig;
compile(config);
tryPackage(config);
