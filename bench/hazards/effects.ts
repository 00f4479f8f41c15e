// What an action did, or did not do.
import { type Hazard, judge } from "./hand.ts";

const DIGEST = "492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470";

/** Hazards of effects. */
export const EFFECTS: readonly Hazard[] = [
  {
    name: "double submit after a client-side time-out",
    right: "one order",
    pages: {
      "/": `<button id=b>Order</button><p id=out></p><script>b.onclick = async () => {
did("ordered"); out.textContent = await (await fetch("/slow")).text(); };</script>`,
      "/slow": (_request, response) => void setTimeout(() => response.end("Order received"), 1500),
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const ref = hand.find("button", "Order");
      await hand.clickWithin(ref, 400, "order-1").catch(() => undefined); // the client gave up
      await hand.clickWithin(ref, 30_000, "order-1").catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1000)); // whatever is under way arrives
      const orders = site.did.length;
      return judge(orders === 1, "1 order", `${orders} orders`);
    },
  },
  {
    name: "click that does nothing",
    right: "the reply says so",
    pages: { "/": `<p>Shop</p><button>Buy</button><button onclick="did('x')">Other</button>` },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("button", "Buy"));
      return judge(
        /no[_ ]effect|nothing (?:happened|changed)|no change/i.test(text),
        "said",
        "looks like any click",
      );
    },
  },
  {
    name: "500 response while the page says “sent”",
    right: "the reply carries the 500",
    pages: {
      "/": `<button id=b>Send</button><p id=out></p><script>b.onclick = () => {
fetch("/post", { method: "POST" }).catch(() => {}); out.textContent = "Message sent"; };</script>`,
      "/post": (_request, response) => void response.writeHead(500).end("no"),
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("button", "Send"));
      return judge(/\b500\b/.test(text), "500 is there", "only “sent” is there");
    },
  },
  {
    name: "effect 600 ms after the click",
    right: "the observation after the click holds it",
    pages: {
      "/": `<button id=b>Save</button><p id=out>Draft</p><script>b.onclick = () => {
out.textContent = "Saving"; setTimeout(() => out.textContent = "Saved as number 42", 600); };</script>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("button", "Save"));
      return judge(text.includes("Saved as number 42"), "there", "not there");
    },
  },
  {
    name: "page whose body never ends",
    right: "what has come is there within 15 s",
    pages: {
      "/": (request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.write("<!doctype html><title>Endless</title><h1>Latest news</h1>");
        const timer = setInterval(() => response.write("<p>More</p>"), 300);
        request.once("close", () => clearInterval(timer));
      },
    },
    play: async (hand, site) => {
      const startedAt = performance.now();
      const reply = await hand.open(`${site.origin}/`);
      const tree = reply.failed ? "" : `${reply.text}${await hand.see()}`;
      const seconds = (performance.now() - startedAt) / 1000;
      return judge(
        tree.includes("Latest news") && seconds < 15,
        "there",
        tree.includes("Latest news") ? `after ${seconds.toFixed(0)} s` : "an error",
      );
    },
  },
  {
    name: "download with name, size and sha256",
    right: "all three are told",
    pages: {
      "/": `<a href="/file">Report</a>`,
      "/file": (_request, response) => {
        response.writeHead(200, { "content-disposition": `attachment; filename="report.csv"` });
        response.end("a,b\n1,2\n");
      },
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("link", "Report"));
      const told = text + await hand.downloads();
      const facts = [/report\.csv/.test(told), /"bytes":8\b/.test(told), told.includes(DIGEST)];
      return judge(facts.every(Boolean), "name, size, digest", facts[0] === true ? "name only" : "nothing");
    },
  },
  {
    name: "Chromium killed",
    right: "the next call says so, and a new page works",
    pages: { "/": `<button onclick="did('pressed')">Press</button>` },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const ref = hand.find("button", "Press");
      await hand.killBrowser();
      const { failed } = await hand.click(ref);
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.click(hand.find("button", "Press"));
      return judge(failed && site.did.length === 1, "said, then worked", failed ? "no new page" : "not said");
    },
  },
];
