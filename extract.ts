/**
 * Extracts data from texts with a model, with a quote for every value: `deno run -A extract.ts --help`.
 *
 * @module
 */
import { extractMain } from "./src/cli/extract/main.ts";
import { runProcess } from "./src/cli/process.ts";

await runProcess(extractMain);
