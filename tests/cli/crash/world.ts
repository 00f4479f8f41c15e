// A shop with its own ledger and a model that works by what stands in the conversation alone: it never looks whether an
// order was placed already. If the runner forgot a call, this model would order twice, and the ledger would show it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** What the run has to order. */
export const ITEMS = ["apple", "pear", "plum"] as const;
/** The task of the run. */
export const TASK = `Order ${ITEMS.join(", ")}, each once, and download the receipt.`;
/** Schema of the published parts. */
export const PARTIAL_SCHEMA = {
  type: "object",
  properties: { item: { type: "string" } },
  required: ["item"],
};

/** Something that can be seen from outside while a run goes on. */
export type Moment =
  | "page requested"
  | "model asked"
  | "model answered"
  | "order arrived"
  | "order written"
  | "order answered"
  | "receipt requested"
  | "file changed";

/** The outside world of a run. */
export interface World {
  readonly shopUrl: string;
  readonly endpoint: string;
  /** Orders in the order in which they came. */
  readonly ledger: readonly string[];
  /** Parts that the model was told are published. */
  readonly published: ReadonlySet<string>;
  /** Is told of each moment. */
  onMoment: (moment: Moment) => void;
  close(): Promise<void>;
}

/** Starts shop and model on loopback. */
export async function startWorld(): Promise<World> {
  const ledger: string[] = [];
  const published = new Set<string>();
  const world = { onMoment: (_moment: Moment): void => {} };
  const shop = await listen((request, response, body) => {
    if (request.method === "POST") {
      world.onMoment("order arrived");
      ledger.push(body);
      world.onMoment("order written");
      response.end(body);
      world.onMoment("order answered");
    } else if (request.url === "/receipt") {
      world.onMoment("receipt requested");
      response.writeHead(200, { "content-disposition": `attachment; filename="receipt.txt"` });
      response.end("Paid.");
    } else if (request.url === "/") {
      world.onMoment("page requested");
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(shopPage(ledger));
    } else response.writeHead(404).end();
  });
  const model = await listen((_request, response, body) => {
    world.onMoment("model asked");
    const { messages } = JSON.parse(body) as { messages: ChatMessage[] };
    const conversation = readConversation(messages);
    for (const key of conversation.published) published.add(key);
    const call = decide(conversation, shop.url);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({
      id: "r",
      model: "scripted",
      choices: [{
        index: 0,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: null,
          tool_calls: [{
            id: "c",
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.input) },
          }],
        },
      }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }));
    world.onMoment("model answered");
  });
  return Object.assign(world, {
    shopUrl: shop.url,
    endpoint: `${model.url}v1/chat/completions`,
    ledger,
    published,
    close: async () => {
      await Promise.all([shop.close(), model.close()]);
    },
  });
}

function shopPage(ledger: readonly string[]): string {
  const buttons = ITEMS.map((item) => `<button onclick="order('${item}')">Order ${item}</button>`);
  return `<!doctype html><title>Shop</title>${buttons.join("")}<a href="/receipt">Receipt</a>
    <p id=orders>Ordered: ${ledger.map((item) => `1 ${item}`).join(", ")}.</p><script>
    async function order(item) {
      const answer = await fetch("/", { method: "POST", body: item });
      orders.textContent += " 1 " + await answer.text() + ".";
    }</script>`;
}

interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

interface SeenCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  output: Readonly<Record<string, unknown>>;
  /** Resumes before the call. */
  readonly epoch: number;
}

interface Conversation {
  readonly calls: readonly SeenCall[];
  readonly published: readonly string[];
  /** What the operator last said is in the ledger. */
  readonly confirmed: readonly string[];
  readonly epoch: number;
  /** The last resume that found no session to restore: sessions from before it are gone. */
  readonly emptyEpoch: number;
  /** Newest id of a session by any older id. */
  readonly renamed: ReadonlyMap<string, string>;
}

function readConversation(messages: readonly ChatMessage[]): Conversation {
  const calls = new Map<string, SeenCall>();
  const published: string[] = [];
  const renamed = new Map<string, string>();
  let confirmed: readonly string[] = [];
  let epoch = 0;
  let emptyEpoch = 0;
  for (const message of messages) {
    for (const { id, function: called } of message.tool_calls ?? []) {
      const input = JSON.parse(called.arguments) as Record<string, unknown>;
      calls.set(id, { id, name: called.name, input, output: {}, epoch });
    }
    const text = typeof message.content === "string" ? message.content : JSON.stringify(message.content);
    if (message.role === "tool") {
      const call = calls.get(message.tool_call_id ?? "");
      const parsed = JSON.parse(text) as { structuredContent?: Record<string, unknown> };
      if (call !== undefined) call.output = parsed.structuredContent ?? parsed as Record<string, unknown>;
    } else if (message.role === "user") {
      for (const [, key = ""] of text.matchAll(/Published \\?"(\w+)\\?"/g)) published.push(key);
      if (text.includes("The run was interrupted")) epoch++;
      if (text.includes("No browser session was open")) emptyEpoch = epoch;
      for (const [, before = "", after = ""] of text.matchAll(/(\w+) is now (\w+)/g)) {
        renamed.set(before, after);
      }
      const note = /The ledger holds: ([a-z, ]*)\./.exec(text);
      if (note !== null) confirmed = (note[1] ?? "").split(", ");
    }
  }
  return { calls: [...calls.values()], published, confirmed, epoch, emptyEpoch, renamed };
}

interface Call {
  readonly name: string;
  readonly input: object;
}

/** The next call of a model that trusts its conversation and nothing else. */
function decide(conversation: Conversation, shopUrl: string): Call {
  const { calls, published, epoch } = conversation;
  const sessionId = sessionOf(conversation);
  if (sessionId === undefined) return { name: "tab_open", input: { url: shopUrl } };
  // newest first: an observation after an action may only say what changed
  const observed = calls.filter(({ epoch: at }) => at === epoch).flatMap(({ output }) => treeOf(output) ?? [])
    .reverse();
  if (observed.length === 0) return { name: "tab_snapshot", input: { session_id: sessionId } };
  for (const item of ITEMS) {
    if (!wasOrdered(conversation, item)) {
      return clickOn(observed, sessionId, "button", `Order ${item}`, `1 ${item}`);
    }
    if (published.includes(item)) continue;
    const proof = calls.findLast((call) => call.epoch === epoch && isProofOf(call, item));
    if (proof !== undefined) {
      return { name: "agent_publish", input: { key: item, data: { item }, evidence: [proof.id] } };
    }
    return {
      name: "tab_verify",
      input: { session_id: sessionId, checks: [{ kind: "text", contains: `1 ${item}` }] },
    };
  }
  const hasReceipt = calls.some(({ input, output }) =>
    JSON.stringify(input).includes(`"Receipt"`) && output["completed"] === 1
  );
  if (!hasReceipt) return clickOn(observed, sessionId, "link", "Receipt", "Receipt");
  const checked = calls.findLast(({ name, output, epoch: at }, index) =>
    at === epoch && name === "tab_verify" && output["passed"] === true && index === calls.length - 1
  );
  if (checked === undefined) {
    const checks = ITEMS.map((item) => ({ kind: "text", contains: `1 ${item}` }));
    return { name: "tab_verify", input: { session_id: sessionId, checks } };
  }
  return { name: "agent_finish", input: { summary: "All ordered.", evidence: [checked.id] } };
}

function sessionOf({ calls, renamed, emptyEpoch }: Conversation): string | undefined {
  const opened = calls.findLast(({ output, epoch }) =>
    epoch >= emptyEpoch && typeof output["session_id"] === "string"
  )?.output["session_id"];
  if (typeof opened !== "string") return undefined;
  let current = opened;
  while (renamed.has(current)) current = renamed.get(current) ?? current;
  return current;
}

function wasOrdered({ calls, confirmed }: Conversation, item: string): boolean {
  return calls.some(({ input, output }) => {
    if (!Array.isArray(input["actions"]) || !JSON.stringify(input).includes(`"1 ${item}"`)) return false;
    const code = (output["error"] as { code?: string } | undefined)?.code;
    if (code === "OUTCOME_UNKNOWN") return confirmed.includes(item);
    return code === undefined && output["completed"] === 1;
  });
}

function isProofOf({ output, input, name }: SeenCall, item: string): boolean {
  const verification = name === "tab_verify"
    ? output
    : output["verification"] as Record<string, unknown> | undefined;
  return verification?.["passed"] === true && JSON.stringify(input).includes(`"1 ${item}"`);
}

function treeOf(output: Readonly<Record<string, unknown>>): { id: string; tree: string } | undefined {
  const snapshot = (output["snapshot"] ?? output) as Record<string, unknown>;
  const { tree, snapshot_id: id } = snapshot;
  return typeof tree === "string" && typeof id === "string" && snapshot["mode"] !== "diff"
    ? { id, tree }
    : undefined;
}

/** A click, marked with what it is for in its post-check. */
function clickOn(
  observed: readonly { readonly id: string; readonly tree: string }[],
  sessionId: string,
  role: string,
  name: string,
  mark: string,
): Call {
  const pattern = new RegExp(`\\[((?:f\\d+)?e\\d+) ${role}[^:\\]]*: ${name}`);
  const ref = observed.map(({ tree }) => pattern.exec(tree)?.[1]).find((found) => found !== undefined);
  const [seen] = observed;
  if (seen === undefined || ref === undefined) {
    return { name: "tab_snapshot", input: { session_id: sessionId } };
  }
  return {
    name: "tab_act",
    input: {
      session_id: sessionId,
      snapshot_id: seen.id,
      actions: [{ type: "click", ref }],
      post_checks: [{ kind: "text", contains: mark }],
      include_snapshot: true,
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function listen(handler: Handler): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => body += text)
      .on("end", () => handler(request, response, body));
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", () => settle()));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}
