// Checks that every import in src/ obeys the room rules, and that effects stay in the rooms that own them.
//
// What it cannot see: imports whose path is computed at run time, what a library does with what it is given, and
// whether a file is in the right room. A pass is no proof of a good layout, only of its direction.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";

/** Rooms that each room may import, besides itself. Types count. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  json_schema: ["contracts"],
  platform: ["contracts"],
  browser: ["contracts", "platform", "extraction"],
  planners: ["contracts", "platform", "json_schema"],
  mcp: ["contracts", "platform", "browser", "extraction"],
  agent: ["contracts", "json_schema"],
  testing: ["contracts"],
  extraction: ["contracts", "json_schema"],
  demo: ["contracts", "platform"],
  cli: ["contracts", "platform", "demo", "assemble"],
  assemble: ["contracts", "json_schema", "platform", "browser", "planners", "mcp", "agent", "extraction"],
};

/** Modules that touch the world, and the rooms that may import them. */
const EFFECTS: readonly { readonly module: RegExp; readonly rooms: readonly string[] }[] = [
  { module: /^playwright-core/, rooms: ["browser"] },
  {
    module: /^node:(fs|fs\/promises|child_process|net|http|https|dgram|tls|os|worker_threads)$/,
    rooms: ["platform", "demo"],
  },
  { module: /^node:process$/, rooms: ["platform"] },
];

const IMPORT =
  /(?:^|[;\s])(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|\bimport\s*\(\s*["']([^"']+)["']\s*\)|^import\s+["']([^"']+)["']/gm;

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith(".ts")) yield path;
  }
}

function roomOf(path: string, sourceRoot: string): string {
  const [first = ""] = relative(sourceRoot, path).split(/[\\/]/);
  return first;
}

/** Every broken rule below `root`, one sentence each. */
export function findLayerFaults(root: string): string[] {
  const sourceRoot = join(root, "src");
  const faults: string[] = [];
  for (const file of sourceFiles(sourceRoot)) {
    const room = roomOf(file, sourceRoot);
    const name = relative(root, file);
    const allowed = MAY_IMPORT[room];
    if (allowed === undefined) {
      faults.push(`${name}: no rule for room "${room}"; add it to MAY_IMPORT`);
      continue;
    }
    const text = readFileSync(file, "utf8");
    if (/\bDeno\s*\./.test(text) && name !== join("src", "platform", "permissions.ts")) {
      faults.push(`${name}: uses the Deno global; only src/platform/permissions.ts may`);
    }
    for (const match of text.matchAll(IMPORT)) {
      const target = match[1] ?? match[2] ?? match[3] ?? "";
      if (target.startsWith(".")) {
        const to = roomOf(resolve(dirname(file), target), sourceRoot);
        if (to !== room && !allowed.includes(to)) {
          faults.push(`${name}: room "${room}" may not import "${to}" (${target})`);
        }
        continue;
      }
      const effect = EFFECTS.find(({ module }) => module.test(target));
      if (effect !== undefined && !effect.rooms.includes(room)) {
        faults.push(`${name}: only ${effect.rooms.join(", ")} may import ${target}`);
      }
    }
  }
  return faults;
}

if (import.meta.main) {
  const faults = findLayerFaults(resolve(import.meta.dirname ?? ".", ".."));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? "layers: ok\n" : `layers: ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
