// Frames of every kind, and a closed shadow root.
import { type Hazard, judge } from "./hand.ts";

const INNER = `<label>Code <input id=code></label><button onclick="report()">Send code</button>
<script>function report() { parent.postMessage("code " + code.value, "*"); }</script>`;
const RELAY = `<script>addEventListener("message", ({ data }) =>
  parent === window ? did(data) : parent.postMessage(data, "*"));</script>`;
const attribute = (html: string): string => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const size = `style="width:500px;height:120px"`;

const KINDS: Readonly<Record<string, string>> = {
  "same-origin frame": `<iframe src="/inner" ${size}></iframe>`,
  "cross-site frame": `<iframe src="{other}/inner" ${size}></iframe>`,
  "cross-site frame inside a frame": `<iframe src="/middle" style="width:600px;height:300px"></iframe>`,
  "srcdoc frame": `<iframe srcdoc="${attribute(INNER)}" ${size}></iframe>`,
  "frame with role=presentation": `<iframe role=presentation src="{other}/inner" ${size}></iframe>`,
  "sandboxed frame": `<iframe sandbox="allow-scripts" src="/inner" ${size}></iframe>`,
  "frame written by script": `<iframe id=w ${size}></iframe><script>
const inside = w.contentDocument; inside.open(); inside.write(${
    JSON.stringify(INNER).replaceAll("</script>", "<\\/script>")
  }); inside.close();</script>`,
};

function frame(name: string, markup: string): Hazard {
  return {
    name,
    right: "the field inside is filled and the button pressed",
    pages: {
      "/": `<h1>Pay</h1>${RELAY}${markup}`,
      "/middle": `<p>Middle</p>${RELAY}<iframe src="{other}/inner" ${size}></iframe>`,
      "/inner": INNER,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.fill(hand.find("textbox", "Code"), "7731");
      await hand.see();
      await hand.click(hand.find("button", "Send code"));
      return judge(site.did.join() === "code 7731", "done", `got ${site.did.join() || "nothing"}`);
    },
  };
}

/** Hazards of frames and roots. */
export const FRAMES: readonly Hazard[] = [
  ...Object.entries(KINDS).map(([name, markup]) => frame(name, markup)),
  {
    name: "closed shadow root",
    right: "the button inside is seen and pressed",
    pages: {
      "/": `<h1>Parts</h1><x-part></x-part><script>customElements.define("x-part", class extends HTMLElement {
connectedCallback() { const root = this.attachShadow({ mode: "closed" }); root.innerHTML = "<button>Add part</button>";
root.firstChild.onclick = () => did("added"); } });</script>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.click(hand.find("button", "Add part"));
      return judge(site.did.join() === "added", "pressed", "not pressed");
    },
  },
];
