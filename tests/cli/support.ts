// What the tests of the command line share: start it as a user would, serve it pages and a scripted model.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, open, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

/** Path of the command line's entry. */
export const CLI_PATH = resolve(dirname(fileURLToPath(import.meta.url)), "../../cli.ts");

/** Arguments after the runtime's own that start the command line. */
export const CLI_COMMAND: readonly string[] = ["run", "-A", "--no-check", CLI_PATH];

/** Arguments after the runtime's own that start `tablaze-extract`. */
export const EXTRACT_COMMAND: readonly string[] = [
  "run",
  "-A",
  "--no-check",
  join(dirname(CLI_PATH), "extract.ts"),
];

/** How a command line ended. */
export interface CliEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line under way. */
export interface RunningCli {
  readonly child: ChildProcess;
  readonly ended: Promise<CliEnd>;
  /** Waits until stderr matches. */
  untilStderr(pattern: RegExp): Promise<void>;
  /** Processes that it, or a browser of it, left behind or still runs, apart from itself. */
  descendants(): number[];
  /** Sends a signal from outside, as a terminal would. */
  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void;
  /**
   * Names that are left in the folder for temporary files, which it has for itself. The socket by which Chromium finds
   * other windows of a profile does not count: Chromium leaves it behind by itself.
   */
  temporaryFiles(): Promise<string[]>;
}

/** Starts the command line with a folder for temporary files of its own, by which its processes can be told. */
export async function startCli(
  context: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = CLI_COMMAND,
): Promise<RunningCli> {
  const folder = await mkdtemp(join(tmpdir(), "tablaze-cli-test-"));
  const child = spawn(process.execPath, [...command, ...args], {
    env: { ...inherited(), TMPDIR: folder, NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<CliEnd>((settle, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode, signal) => {
      settle({ exitCode, signal, stdout, stderr });
      for (const listener of listeners) listener();
    });
  });
  context.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
    for (const pid of processesWith(folder)) endProcess(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    child,
    ended,
    untilStderr: (pattern) =>
      new Promise((settle, reject) => {
        const look = (): void => {
          if (pattern.test(stderr)) settle();
          else if (child.exitCode !== null) reject(new Error(`ended before ${pattern}: ${stderr}`));
        };
        listeners.add(look);
        look();
      }),
    descendants: () => processesWith(folder).filter((pid) => pid !== child.pid),
    // Deno's child.kill() makes it look as if the child had died of the signal, whatever it does
    signal: (name) => process.kill(child.pid ?? Number.NaN, name),
    temporaryFiles: async () => (await readdir(folder)).filter((name) => !/^\.?org\.chromium\./i.test(name)),
  };
}

/** Runs the command line to its end. */
export async function runCli(
  context: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliEnd & { readonly cli: RunningCli }> {
  const cli = await startCli(context, args, env);
  cli.child.stdin?.end();
  return { ...await cli.ended, cli };
}

/** Runs `tablaze-extract` to its end. */
export async function runExtract(
  context: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliEnd> {
  const cli = await startCli(context, args, env, EXTRACT_COMMAND);
  cli.child.stdin?.end();
  return await cli.ended;
}

/** Runs the command line with a stdout that takes nothing, as a file on a full disk. */
export async function runToFullDevice(
  context: TestContext,
  args: readonly string[],
): Promise<Pick<CliEnd, "exitCode" | "stderr">> {
  const full = await open("/dev/full", "w");
  context.after(() => full.close());
  const child = spawn(process.execPath, [...CLI_COMMAND, ...args], {
    env: { ...inherited(), NO_COLOR: "1" },
    stdio: ["ignore", full.fd, "pipe"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr += text);
  const exitCode = await new Promise<number | null>((settle) => child.once("close", (code) => settle(code)));
  return { exitCode, stderr };
}

/** Waits for a condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!await condition()) await new Promise((settle) => setTimeout(settle, 25));
}

/** A server of a test. */
export interface TestServer {
  readonly origin: string;
  /** Requests as `METHOD /path`, favicons left out. */
  readonly requests: readonly string[];
}

/** Answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Serves on loopback until the test is over. */
export async function serve(context: TestContext, handler: Handler): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => body += text).on("end", () => {
      handler(request, response, body);
    });
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle()));
  context.after(() => {
    server.closeAllConnections();
    return new Promise<void>((settle) => server.close(() => settle()));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}

/** Serves pages by path. */
export function servePages(
  context: TestContext,
  pages: Readonly<Record<string, string>>,
): Promise<TestServer> {
  return serve(context, (request, response) => {
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "<!doctype html><title>Not found</title>");
  });
}

/** A variable environment of the test itself, without what could change the meaning of a test. */
function inherited(): Record<string, string> {
  const names = [
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "DENO_DIR",
    "PLAYWRIGHT_BROWSERS_PATH",
    "TABLAZE_EXECUTABLE_PATH",
  ];
  return Object.fromEntries(names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Processes whose environment or arguments name the folder. */
export function processesWith(folder: string): number[] {
  if (!existsSync("/proc/self/environ")) return processesNaming(folder);
  const pids: number[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/environ`, "latin1") +
        readFileSync(`/proc/${name}/cmdline`, "latin1");
      if (text.includes(folder)) pids.push(Number(name));
    } catch {
      // it ended meanwhile, or is somebody else's
    }
  }
  return pids;
}

/** Where there is no /proc: processes whose arguments name the folder, as those of a browser name its profile. */
function processesNaming(folder: string): number[] {
  const lines = execFileSync("ps", ["-axo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}

/** Ends a process at once; one that has ended already is no error. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
