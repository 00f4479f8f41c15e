// Writes docs/tool_reference.md from the tools themselves.
//
//   deno run -A scripts/gen_tool_reference.ts           writes it
//   deno run -A scripts/gen_tool_reference.ts --check   exits 1 when it is stale
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { renderToolReference } from "./tool_reference.ts";

const path = resolve(import.meta.dirname ?? ".", "..", "docs", "tool_reference.md");
const wanted = renderToolReference();

if (process.argv.includes("--check")) {
  let found = "";
  try {
    found = readFileSync(path, "utf8");
  } catch {
    // missing counts as stale
  }
  if (found !== wanted) {
    process.stderr.write("docs/tool_reference.md is stale: run deno run -A scripts/gen_tool_reference.ts\n");
    process.exitCode = 1;
  }
} else {
  writeFileSync(path, wanted);
}
