// Playwright MCP at play, with its tools as its documentation describes them.
import type { Hand, Reply } from "./hand.ts";
import { killBrowserOf } from "./kill_browser.ts";
import { connectServer, type ToolReply } from "../servers.ts";

/** Starts the peer. */
export async function peerHand(command: string, args: readonly string[]): Promise<Hand> {
  const server = await connectServer(command, args);
  let seen = "";
  let longest = 0;
  const call = async (name: string, given: Record<string, unknown>, timeoutMs?: number): Promise<Reply> => {
    const { content, isError }: ToolReply = await server.request({ name, arguments: given }, timeoutMs);
    const text = content.map(({ text }) => text ?? "").join("\n");
    longest = Math.max(longest, text.length);
    return { failed: isError === true, text };
  };
  const see = async (): Promise<string> => seen = (await call("browser_snapshot", {})).text;
  // Its replies to actions name a file with the snapshot: a model asks for the snapshot next.
  const actAndSee = async (
    name: string,
    given: Record<string, unknown>,
    timeoutMs?: number,
  ): Promise<Reply> => {
    const reply = await call(name, given, timeoutMs);
    return { failed: reply.failed, text: `${reply.text}\n${await see()}` };
  };
  const element = "the control";
  return {
    name: "peer",
    get longestReply() {
      return longest;
    },
    open: (url) => {
      longest = 0;
      return call("browser_navigate", { url });
    },
    see,
    readUntil: async (passage) => {
      seen = (await call("browser_find", { regex: passage.source })).text;
      return passage.test(seen);
    },
    find: (role, name) => {
      const ref = new RegExp(`- ${role} "${name}"[^\\n]*\\[ref=((?:f\\d+)?e\\d+)\\]`).exec(seen)?.[1] ??
        new RegExp(`- ${role} [^\\n]*\\[ref=((?:f\\d+)?e\\d+)\\][^\\n]*: "?${name}"?`).exec(seen)?.[1];
      if (ref === undefined) throw new Error(`no ${role} "${name}"`);
      return ref;
    },
    click: (target) => actAndSee("browser_click", { element, target }),
    clickWithin: (target, timeoutMs) => call("browser_click", { element, target }, timeoutMs),
    fill: (target, text) => actAndSee("browser_type", { element, target, text }),
    set: (target, kind, value) =>
      actAndSee("browser_fill_form", {
        fields: [{ name: kind, element, target, type: kind === "range" ? "slider" : "textbox", value }],
      }),
    drag: (startTarget, endTarget) =>
      actAndSee("browser_drag", { startElement: element, startTarget, endElement: element, endTarget }),
    scroll: (target, pixels) =>
      actAndSee("browser_evaluate", {
        element,
        target,
        function: `(element) => element.scrollBy(0, ${pixels})`,
      }),
    answer: (accept) => actAndSee("browser_handle_dialog", { accept }),
    leave: (url) => actAndSee("browser_navigate", { url }),
    tabs: async () => (await call("browser_tabs", { action: "list" })).text,
    // It has no tool for downloads; its replies carry what it says of them.
    downloads: async () => (await call("browser_snapshot", {})).text,
    done: async () => {
      await call("browser_close", {});
    },
    killBrowser: () => killBrowserOf(server.pid),
    close: () => server.client.close(),
  };
}
