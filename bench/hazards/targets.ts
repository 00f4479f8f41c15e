// Targets that are not what they were, or cannot be hit.
import { type Hazard, judge } from "./hand.ts";

/** A page that changes a while after it was observed, and says when. */
function changed(before: string, change: string): string {
  return `${before}<script>setTimeout(() => { ${change} did("changed"); }, 2500);</script>`;
}

const stale = (name: string, page: string, role: string, label: string): Hazard => ({
  name,
  right: "refused, and nothing is pressed",
  pages: {
    "/": page,
    "/safe": "<h1>Safe</h1><script>did('pressed')</script>",
    "/danger": "<h1>Danger</h1><script>did('pressed')</script>",
  },
  play: async (hand, site) => {
    await hand.open(`${site.origin}/`);
    await hand.see();
    const ref = hand.find(role, label);
    await site.reported("changed");
    const { failed } = await hand.click(ref);
    const pressed = site.did.includes("pressed");
    return judge(failed && !pressed, "refused", pressed ? "pressed what was not meant" : "said it was done");
  },
});

const never = (name: string, page: string, right: string, names: RegExp): Hazard => ({
  name,
  right,
  pages: { "/": page },
  play: async (hand, site) => {
    await hand.open(`${site.origin}/`);
    await hand.see();
    const { failed, text } = await hand.click(hand.find("button", "Pay"));
    const isNamed = names.test(text);
    return judge(
      failed && site.did.length === 0 && isNamed,
      "refused with the reason",
      site.did.length > 0 ? "pressed" : failed ? "refused without the reason" : "said it was done",
    );
  },
});

/** Hazards of targets. */
export const TARGETS: readonly Hazard[] = [
  stale(
    "replaced node",
    changed(
      `<p id=place><button onclick="did('pressed')">Save</button></p>`,
      `place.innerHTML = "<button onclick=\\"did('pressed')\\">Save</button>";`,
    ),
    "button",
    "Save",
  ),
  stale(
    "same node relabelled Archive → Delete",
    changed(`<button id=act onclick="did('pressed')">Archive</button>`, `act.textContent = "Delete";`),
    "button",
    "Archive",
  ),
  stale(
    "link with a new destination",
    changed(`<a id=go href="/safe">Continue</a>`, `go.href = "/danger";`),
    "link",
    "Continue",
  ),
  never(
    "covered button",
    `<button onclick="did('pay')" style="margin:40px">Pay</button>
<div role=dialog aria-label="Cookie notice" style="position:fixed;inset:0;background:white;opacity:.9"
 onclick="did('cover')">We use cookies</div>`,
    "refused, and what covers it is named",
    /cookie/i,
  ),
  never(
    "disabled button",
    `<button disabled onclick="did('pay')">Pay</button>`,
    "refused because it is disabled",
    /disabled|not enabled/i,
  ),
  {
    name: "button that moves",
    right: "the button is hit, not what stood where it was",
    pages: {
      "/":
        `<style>#b{position:absolute;top:200px;left:0;transition:left 1s linear}#n{position:absolute;top:200px;left:0;
width:700px;height:40px;background:#eee}</style><button id=start onclick="b.style.left='600px';did('started')">Start</button>
<div id=n onclick="did('beside')"></div><button id=b onclick="did('hit')">Moving</button>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const moving = hand.find("button", "Moving");
      await hand.click(hand.find("button", "Start"));
      await hand.click(moving);
      const hits = site.did.filter((what) => what !== "started").join(", ");
      return judge(hits === "hit", "hit", `got ${hits || "nothing"}`);
    },
  },
];
