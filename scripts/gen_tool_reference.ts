// Writes docs/tool_reference.md from the tools themselves.
//
//   deno run -A scripts/gen_tool_reference.ts           writes it
//   deno run -A scripts/gen_tool_reference.ts --check   exits 1 when it is stale
import { renderToolReference } from "./tool_reference.ts";
import { writeOrCheck } from "./write_or_check.ts";

writeOrCheck("docs/tool_reference.md", renderToolReference(), "gen_tool_reference.ts");
