// Input that is more than a click or a line of text.
import { type Hazard, judge } from "./hand.ts";

const SORTABLE = `<ul id=list style="list-style:none;padding:0;width:240px">${
  ["Wash", "Rinse", "Dry", "Fold"].map((step) =>
    `<li tabindex=0 role=button aria-label=${step} style="padding:10px;border:1px solid">${step}</li>`
  ).join("")
}</ul><script>
let held = null;
list.addEventListener("pointerdown", (event) => { held = event.target.closest("li"); event.preventDefault(); });
addEventListener("pointermove", (event) => {
  if (held === null) return;
  for (const item of list.children) {
    const box = item.getBoundingClientRect();
    if (item === held || event.clientY < box.top || event.clientY > box.bottom) continue;
    if (event.clientY < box.top + box.height / 2) list.insertBefore(held, item);
    else list.insertBefore(held, item.nextSibling);
  }
});
addEventListener("pointerup", () => {
  if (held !== null) did([...list.children].map((item) => item.textContent).join(" "));
  held = null;
});
</script>`;

/** Hazards of input. */
export const INPUTS: readonly Hazard[] = [
  {
    name: "contenteditable",
    right: "its text is replaced exactly",
    pages: {
      "/":
        `<div id=e contenteditable role=textbox aria-label=Letter aria-multiline=true><p>Old <b>words</b></p></div>
<button onclick="did(e.innerText)">Read</button>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.fill(hand.find("textbox", "Letter"), "New words, <b>as they are</b>");
      await hand.see();
      await hand.click(hand.find("button", "Read"));
      const text = (site.did[0] ?? "").trim();
      return judge(text === "New words, <b>as they are</b>", "exact", `reads “${text}”`);
    },
  },
  {
    name: "native date, time, colour and range",
    right: "all four hold what was asked for",
    pages: {
      "/": `<label>Day <input id=d type=date></label><label>Hour <input id=t type=time></label>
<label>Paint <input id=c type=color></label><label>Volume <input id=r type=range min=0 max=100 value=10></label>
<button onclick="did([d.value, t.value, c.value, r.value].join(' '))">Read</button>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      for (
        const [kind, roles, name, value] of [
          ["date", ["textbox", "date", "generic"], "Day", "2030-05-17"],
          ["time", ["textbox", "time", "generic"], "Hour", "09:30"],
          ["color", ["textbox", "color", "generic", "button"], "Paint", "#ff8800"],
          ["range", ["slider"], "Volume", "65"],
        ] as const
      ) {
        await hand.see();
        const ref = roles.map((role) => {
          try {
            return hand.find(role, name);
          } catch {
            return undefined;
          }
        }).find((found) => found !== undefined);
        if (ref === undefined) return judge(false, "", `the ${kind} field has no ref`);
        await hand.set(ref, kind, value);
      }
      await hand.see();
      await hand.click(hand.find("button", "Read"));
      const read = site.did[0] ?? "nothing";
      return judge(read === "2030-05-17 09:30 #ff8800 65", "all four", `reads ${read}`);
    },
  },
  {
    name: "HTML5 drag and drop",
    right: "the page gets the drop with its data",
    pages: {
      "/": `<div role=button tabindex=0 draggable=true aria-label=Card
 ondragstart="event.dataTransfer.setData('text/plain','card 7')">Card</div>
<div role=button tabindex=0 aria-label=Bin ondragover="event.preventDefault()" style="margin-top:60px;padding:30px"
 ondrop="event.preventDefault();did('dropped ' + event.dataTransfer.getData('text/plain'))">Bin</div>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.drag(hand.find("button", "Card"), hand.find("button", "Bin"), "center");
      return judge(site.did.join() === "dropped card 7", "dropped", `got ${site.did.join() || "nothing"}`);
    },
  },
  {
    name: "pointer-driven sortable list",
    right: "the item lands behind the one that was named",
    pages: { "/": SORTABLE },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      await hand.drag(hand.find("button", "Wash"), hand.find("button", "Dry"), "after");
      return judge(site.did[0] === "Rinse Dry Wash Fold", "landed", `order ${site.did[0] ?? "unchanged"}`);
    },
  },
];
