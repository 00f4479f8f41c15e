// Started by a test as a process of its own: opens a page, tells the browser's process id, and stays.
import process from "node:process";
import { BrowserEngine } from "../../src/browser/engine.ts";

const engine = new BrowserEngine();
await engine.open(process.argv[2] ?? "");
process.stdout.write(`browser ${engine.browserProcessId}\n`);
setInterval(() => {}, 1000);
