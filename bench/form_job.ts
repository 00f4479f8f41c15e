// One job for both servers: a form of ten fields is opened, filled in, sent, and its receipt read. Counted are calls and
// the tokens of what a model writes and reads.
//
// A model reads again what came before with each request that it answers, once for every call and once to see that the
// job is done: those are the tokens in and out that somebody pays.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ServerProcess, textOf, type ToolCall } from "./servers.ts";
import { TEN_FIELDS } from "./pages.ts";

/** What the job cost. */
export interface JobCost {
  readonly calls: number;
  /** Tokens of calls and replies, each counted once. */
  readonly messageTokens: number;
  /** Tokens in and out of a model: each request carries the calls and replies before it. */
  readonly modelTokens: number;
}

const TEXTS: readonly (readonly [label: string, value: string])[] = [
  ["First name", "Ada"],
  ["Last name", "Byron"],
  ["Email", "ada@example.org"],
  ["Phone", "+47 900 00 000"],
  ["Street", "Harbour Road 7"],
  ["City", "Bergen"],
  ["Postal code", "5003"],
  ["Note", "Ring twice, please."],
];
const SENT =
  "first=Ada&last=Byron&mail=ada%40example.org&phone=%2B47+900+00+000&street=Harbour+Road+7&city=Bergen" +
  "&zip=5003&country=Sweden&terms=on&note=Ring+twice%2C+please.";

/** Serves the form; `sent` holds what was posted. */
async function startFormSite(): Promise<{ url: string; sent: string[]; close(): Promise<void> }> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (request.method !== "POST") {
      return void response.end(`<!doctype html><title>Registration</title>${TEN_FIELDS}`);
    }
    let body = "";
    request.on("data", (chunk) => body += chunk);
    request.on("end", () => {
      sent.push(body);
      response.end("<!doctype html><title>Done</title><h1>Thank you</h1><p>Registration 42 is complete.</p>");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    sent,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function measure(
  server: ServerProcess,
  count: (text: string) => number,
  play: (ask: (call: ToolCall) => Promise<string>, url: string) => Promise<void>,
): Promise<JobCost> {
  const site = await startFormSite();
  let calls = 0;
  let messageTokens = 0;
  let modelTokens = 0;
  try {
    await play(async (call) => {
      const text = textOf(await server.call(call));
      const written = count(JSON.stringify(call));
      calls += 1;
      modelTokens += messageTokens + written;
      messageTokens += written + count(text);
      return text;
    }, site.url);
    modelTokens += messageTokens; // the request in which it reads the last reply
    if (site.sent.join() !== SENT) throw new Error(`the form was sent as ${site.sent.join()}`);
  } finally {
    await site.close();
  }
  return { calls, messageTokens, modelTokens };
}

function refIn(text: string, pattern: string): string {
  const ref = new RegExp(pattern).exec(text)?.[1];
  if (ref === undefined) throw new Error(`${pattern} is not in ${text.slice(0, 400)}`);
  return ref;
}

/** The job with this project's server. */
export function formJobOfTablaze(server: ServerProcess, count: (text: string) => number): Promise<JobCost> {
  return measure(server, count, async (ask, url) => {
    const opened = JSON.parse(await ask({ name: "tab_open", arguments: { url } })) as Record<string, string>;
    const { session_id, snapshot_id, tree = "" } = opened;
    const ref = (role: string, name: string): string => refIn(tree, `\\[(e\\d+) ${role}[^:\\]]*: ${name}`);
    const done = await ask({
      name: "tab_act",
      arguments: {
        session_id,
        snapshot_id,
        actions: [
          ...TEXTS.map(([label, value]) => ({ type: "fill", ref: ref("textbox", label), value })),
          { type: "select", ref: ref("combobox", "Country"), values: ["Sweden"] },
          { type: "check", ref: ref("checkbox", "I accept the terms"), checked: true },
          { type: "click", ref: ref("button", "Register") },
        ],
        post_checks: [{ kind: "text", contains: "Registration 42 is complete" }],
      },
    });
    if (!/"passed":true/.test(done)) throw new Error(done.slice(0, 400));
  });
}

/** The job with the peer: its replies to actions name a file, so the snapshot is asked for. */
export function formJobOfPeer(server: ServerProcess, count: (text: string) => number): Promise<JobCost> {
  return measure(server, count, async (ask, url) => {
    await ask({ name: "browser_navigate", arguments: { url } });
    const tree = await ask({ name: "browser_snapshot", arguments: {} });
    const ref = (role: string, name: string): string =>
      refIn(tree, `- ${role} "${name}"[^\\n]*\\[ref=(e\\d+)\\]`);
    const field = (type: string, role: string, name: string, value: string): object => ({
      element: name,
      target: ref(role, name),
      name,
      type,
      value,
    });
    await ask({
      name: "browser_fill_form",
      arguments: {
        fields: [
          ...TEXTS.map(([label, value]) => field("textbox", "textbox", label, value)),
          field("combobox", "combobox", "Country", "Sweden"),
          field("checkbox", "checkbox", "I accept the terms", "true"),
        ],
      },
    });
    await ask({
      name: "browser_click",
      arguments: { element: "Register", target: ref("button", "Register") },
    });
    const done = await ask({ name: "browser_snapshot", arguments: {} });
    if (!done.includes("Registration 42 is complete")) throw new Error(done.slice(0, 400));
  });
}
