// This project's server at play.
import type { Hand, Reply } from "./hand.ts";
import { killBrowserOf } from "./kill_browser.ts";
import { connectServer, type ToolReply } from "../servers.ts";

/** Starts the server from source. */
export async function tablazeHand(command: string, args: readonly string[]): Promise<Hand> {
  const server = await connectServer(command, args);
  let session = "";
  let snapshot = "";
  let seen = "";
  let longest = 0;
  const textOf = ({ content }: ToolReply): string => content.map(({ text }) => text ?? "").join("\n");
  const note = (reply: ToolReply): Reply => {
    const body = reply.structuredContent ?? {};
    const inner = body["snapshot"] as Record<string, unknown> | undefined;
    for (const part of [body, inner ?? {}]) {
      if (part === body && "results" in body) continue; // its snapshot_id is the consumed one
      if (typeof part["session_id"] === "string") session = part["session_id"];
      if (typeof part["snapshot_id"] === "string") snapshot = part["snapshot_id"];
      if (typeof part["tree"] === "string") seen = part["tree"];
    }
    const text = textOf(reply);
    longest = Math.max(longest, text.length);
    return { failed: reply.isError === true || body["ok"] === false, text };
  };
  const call = async (name: string, given: Record<string, unknown>, timeoutMs?: number): Promise<Reply> =>
    note(await server.request({ name, arguments: given }, timeoutMs));
  const act = (action: object, rest: object = {}, timeoutMs?: number): Promise<Reply> =>
    call("tab_act", { session_id: session, snapshot_id: snapshot, actions: [action], ...rest }, timeoutMs);
  return {
    name: "tablaze",
    get longestReply() {
      return longest;
    },
    open: (url) => {
      longest = 0;
      return call("tab_open", { url });
    },
    see: async () => {
      await call("tab_snapshot", { session_id: session });
      return seen;
    },
    readUntil: async (passage) => {
      let body = (await server.request({ name: "tab_snapshot", arguments: { session_id: session } }))
        .structuredContent ?? {};
      for (;;) {
        const tree = String(body["tree"]);
        longest = Math.max(longest, tree.length);
        if (typeof body["snapshot_id"] === "string") snapshot = body["snapshot_id"];
        seen = tree;
        if (passage.test(tree)) return true;
        const { cursor } = body;
        if (cursor === undefined) return false;
        body = (await server.request({ name: "tab_snapshot", arguments: { session_id: session, cursor } }))
          .structuredContent ?? {};
      }
    },
    find: (role, name) => {
      const ref = new RegExp(`\\[((?:f\\d+)?e\\d+) ${role}\\b[^:\\]]*: ${name}(?=[\\] ])`).exec(seen)?.[1];
      if (ref === undefined) throw new Error(`no ${role} "${name}"`);
      return ref;
    },
    click: (ref) => act({ type: "click", ref }),
    clickWithin: (ref, timeoutMs, key) => act({ type: "click", ref }, { idempotency_key: key }, timeoutMs),
    fill: (ref, value) => act({ type: "fill", ref, value }),
    set: (ref, kind, value) => {
      if (kind === "range") return act({ type: "set_slider", ref, value: Number(value) });
      return act(kind === "color" ? { type: "fill", ref, value } : { type: "pick_date", ref, value });
    },
    drag: (ref, target_ref, position) => act({ type: "drag", ref, target_ref, position }),
    scroll: (ref, pixels) => act({ type: "scroll", ref, direction: "down", pixels }),
    answer: (accept) => call("tab_dialog", { session_id: session, action: accept ? "accept" : "dismiss" }),
    leave: (url) => call("tab_navigate", { session_id: session, action: "goto", url }),
    tabs: async () => (await call("tab_tabs", { session_id: session, action: "list" })).text,
    downloads: async () => {
      const { text } = await call("tab_downloads", { session_id: session });
      const id = /"id":"(d\d+)"/.exec(text)?.[1];
      if (id === undefined) return text;
      return (await call("tab_downloads", { session_id: session, download_id: id })).text;
    },
    done: async () => {
      if (session !== "") await call("tab_close", { session_id: session });
      session = "";
    },
    killBrowser: () => killBrowserOf(server.pid),
    close: () => server.client.close(),
  };
}
