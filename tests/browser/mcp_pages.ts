// Pages for the tests of the tools, on two origins of 127.0.0.1, and a ledger of what was posted.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Two origins with the same pages. */
export interface Pages {
  readonly origin: string;
  /** Another site for the browser: its frames live in another process. */
  readonly otherOrigin: string;
  /** Bodies of the forms that were posted. */
  readonly orders: readonly string[];
  close(): Promise<void>;
}

const ORDER_FORM = `<!doctype html><title>Order</title><h1>Order</h1>
<form id=order>
  <label>Name <input name=name required></label>
  <label>PIN <input name=pin type=password value="7731 secret"></label>
  <label>Country <select name=country><option value="">Choose</option><option value=no>Norway</option>
  <option value=se>Sweden</option></select></label>
  <label><input name=news type=checkbox> Newsletter</label>
  <button>Place order</button>
</form>
<p id=receipt></p>
<script>
order.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/order", { method: "POST", body: new URLSearchParams(new FormData(order)) });
  receipt.textContent = await answer.text();
});
</script>`;

const CARD_FORM = `<!doctype html><title>Card</title>
<label>Code <input id=code></label><button id=send>Send code</button><p id=state></p>
<script>
send.onclick = () => {
  state.textContent = "Sent " + code.value;
  parent.postMessage("Received " + code.value, "*");
};
</script>`;

const SHADOW = `<!doctype html><title>Shadow</title><h1>Parts</h1><my-counter></my-counter>
<script>
customElements.define("my-counter", class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = "<button>Add one</button><slot></slot><my-total></my-total>";
    root.querySelector("button").onclick = () => root.querySelector("my-total").add();
  }
});
customElements.define("my-total", class extends HTMLElement {
  #count = 0;
  connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<p>Total 0</p>"; }
  add() { this.shadowRoot.querySelector("p").textContent = "Total " + (this.#count += 1); }
});
</script>`;

const LATE = `<!doctype html><title>Late</title><button id=load>Load</button><div id=list></div>
<script>
load.onclick = () => setTimeout(() => {
  list.innerHTML = "<p>Loaded 2 items</p><button>First item</button>";
  list.lastChild.onclick = () => setTimeout(() => list.append("Picked the first"), 400);
}, 400);
</script>`;

const REPLACED = `<!doctype html><title>Replaced</title><div id=place><button>Delete draft</button></div>
<button id=swap>Swap</button>
<script>swap.onclick = () => place.innerHTML = "<button>Delete account</button>";</script>`;

const DATA = `<!doctype html><title>Data</title><a href="/late">Late page</a>
<table><tr><th>Order</th><th>Total</th></tr><tr><td>1001</td><td>14.00</td></tr><tr><td>1002</td><td>9.50</td></tr></table>
<section id=long>${
  Array.from({ length: 300 }, (_, index) => `<p>Paragraph number ${index} of the long text</p>`).join("")
}</section>`;

function frames(origin: string, otherOrigin: string): string {
  return `<!doctype html><title>Frames</title><h1>Pay</h1><p id=got></p>
<iframe name=near src="${origin}/card"></iframe><iframe name=far src="${otherOrigin}/card"></iframe>
<script>addEventListener("message", (event) => got.textContent += event.data + " from " + event.origin + ". ");</script>`;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Serves the pages until `close()`. */
export async function servePages(): Promise<Pages> {
  const orders: string[] = [];
  let origin = "";
  let otherOrigin = "";
  const pages: Record<string, () => string> = {
    "/order": () => ORDER_FORM,
    "/card": () => CARD_FORM,
    "/shadow": () => SHADOW,
    "/late": () => LATE,
    "/replaced": () => REPLACED,
    "/data": () => DATA,
    "/frames": () => frames(origin, otherOrigin),
  };
  const makeServer = (): Server =>
    createServer((request, response) => {
      if (request.method === "POST") {
        let body = "";
        request.on("data", (chunk) => body += chunk);
        request.on("end", () => {
          orders.push(body);
          response.end(`Thank you, order ${orders.length} received`);
        });
        return;
      }
      const page = pages[new URL(request.url ?? "/", "http://127.0.0.1").pathname];
      response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
      response.end(page?.() ?? "<!doctype html><title>Missing</title>Not here");
    });
  const servers = [makeServer(), makeServer()] as const;
  origin = `http://127.0.0.1:${await listen(servers[0])}`;
  otherOrigin = `http://localhost:${await listen(servers[1])}`;
  return {
    origin,
    otherOrigin,
    orders,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
