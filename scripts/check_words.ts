// Checks that tracked files speak of the project alone: no registry host, no path of somebody's machine, no unfinished
// word in the sources, no host in the lock file. Patterns are put together from parts so that this file passes itself.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly files: RegExp;
}

const RULES: readonly Rule[] = [
  {
    what: "a package registry's host",
    pattern: new RegExp(["registry\\.(?:npm", "js|yarn", "pkg)|deb\\.deb", "ian\\.org"].join("")),
    files: /./,
  },
  {
    what: "a path of one machine",
    pattern: new RegExp("(?:^|[\"'\\s(=:])/(?:wo" + "rk|ro" + "ot)/"),
    files: /./,
  },
  { what: "a URL in the lock file", pattern: /https?:\/\//, files: /^deno\.lock$/ },
  {
    what: "an unfinished word",
    pattern: new RegExp("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b"),
    files: /^(?:src|scripts|bench)\/|^(?:mod|cli)\.ts$/,
  },
];

const root = resolve(import.meta.dirname ?? ".", "..");
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(
  Boolean,
);
let faults = 0;
for (const file of files) {
  const rules = RULES.filter((rule) => rule.files.test(file));
  let text: string;
  try {
    text = readFileSync(join(root, file), "utf8");
  } catch {
    continue; // deleted in the working tree
  }
  for (const [index, line] of text.split("\n").entries()) {
    for (const rule of rules) {
      if (!rule.pattern.test(line)) continue;
      faults++;
      process.stderr.write(`${file}:${index + 1}: ${rule.what}\n`);
    }
  }
}
process.stdout.write(faults === 0 ? "words: ok\n" : `words: ${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;
