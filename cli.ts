/**
 * The command line of Tablaze: `deno run -A cli.ts --help`.
 *
 * @module
 */
import { main } from "./src/cli/main.ts";
import { runProcess } from "./src/cli/process.ts";

await runProcess(main);
