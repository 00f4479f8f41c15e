/**
 * The command line of Tablaze: `deno run -A cli.ts --help`.
 *
 * @module
 */
import { runProcess } from "./src/cli/process.ts";

await runProcess();
