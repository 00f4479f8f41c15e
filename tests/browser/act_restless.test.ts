// Pages that never rest: what they do by themselves is not told as what an action did, and what an action did is not
// lost among it.
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { type Effect, type Stage, startStage, type Visit } from "./act_support.ts";
import { until } from "./engine_site.ts";

let stage: Stage;
const waiting = new Set<ServerResponse>();

const BUTTONS = `<button>Idle</button> <button onclick="fetch('/saved')">Save</button>
  <button onclick="fetch('/broken', { method: 'POST' })">Break</button>
  <button onclick="setTimeout(() => fetch('/saved'), 300)">Save late</button>
  <button onclick="out.textContent = 'Shown at once'">Show</button>
  <button onclick="setTimeout(() => out.textContent = 'Shown late', 400)">Show late</button>
  <button onclick="fetch('/saved').then(() => out.textContent = 'Shown after an answer')">Ask</button>
  <p id=out></p>`;

const PAGES = {
  interval: `${BUTTONS}<script>
    setInterval(() => fetch("/poll").catch(() => {}), 100);
    setInterval(() => fetch("/failing").catch(() => {}), 700);</script>`,
  "long poll": `${BUTTONS}<script>
    (async () => { for (;;) { await fetch("/long"); await new Promise((done) => setTimeout(done, 20)); } })();</script>`,
  "poll by timers": `${BUTTONS}<script>
    function poll() { const x = new XMLHttpRequest(); x.onloadend = () => setTimeout(poll, 60); x.open("GET", "/poll"); x.send(); }
    poll();</script>`,
  stream: `${BUTTONS}<p id=tick></p><script>
    new EventSource("/events").onmessage = ({ data }) => tick.textContent = data;</script>`,
  clock: `${BUTTONS}<p id=tick></p><script>
    let turns = 0; setInterval(() => tick.textContent = "Tick " + turns++, 120);</script>`,
  carousel: `${BUTTONS}<p id=tick></p><ul><li>A<li>B<li>C</ul><script>
    let turns = 0; setInterval(() => document.querySelectorAll("li").forEach((item, index) =>
      item.classList.toggle("active", turns % 3 === index), tick.textContent = "Tick " + turns++), 150);</script>`,
  "list drawn anew": `${BUTTONS}<div id=list></div><script>
    setInterval(async () => { await fetch("/poll"); list.innerHTML = "<p>" + "<b>row</b>".repeat(5) + "</p>"; list.firstChild.title = "new"; }, 130);</script>`,
} as const;

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" }).end(text);
}

before(async () => {
  stage = await startStage({
    ...Object.fromEntries(
      Object.entries(PAGES).map(([name, page]) => [`/${name.replaceAll(" ", "_")}`, page]),
    ),
    "/poll": (_, response) => answer(response, 200, "ok"),
    "/failing": (_, response) => answer(response, 500, "no"),
    "/saved": (_, response) => answer(response, 200, "ok"),
    "/broken": (_, response) => answer(response, 500, "no"),
    "/long": (_, response) => void setTimeout(() => answer(response, 200, "ok"), 150),
    "/events": (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      let turn = 0;
      const timer = setInterval(() => response.write(`data: Event ${turn++}\n\n`), 110);
      response.on("close", () => clearInterval(timer));
      waiting.add(response);
    },
  });
});

after(async () => {
  for (const response of waiting) response.end();
  await stage.end();
});

/** Opens a page and lets its rhythm be seen a few times. */
async function openRestless(name: string): Promise<Visit> {
  const page = await stage.open(`/${name.replaceAll(" ", "_")}`);
  if (/clock|carousel|stream/.test(name)) {
    await until(
      async () => Number(/(?:Tick|Event) (\d+)/.exec(await page.look())?.[1]) >= 6,
      `${name} goes on`,
    );
  } else {
    const path = name === "long poll" ? "/long" : "/poll";
    const seen = (): number => stage.site.requests.filter((line) => line === `GET ${path}`).length;
    const before = seen();
    await until(() => seen() >= before + 4, `${name} goes on`);
  }
  await page.look();
  return page;
}

for (const name of Object.keys(PAGES)) {
  test(`${name}: what an action did is told, at once and late, and what the page does by itself is not`, async () => {
    const page = await openRestless(name);
    const click = async (button: string): Promise<Effect> => {
      const [effect] = await page.do({ type: "click", ref: page.ref("button", button) });
      return effect ?? assert.fail();
    };
    const idle = await click("Idle");
    assert.notEqual(idle.outcome, "done", JSON.stringify(idle));
    assert.deepEqual([idle.requests, idle.problems], [undefined, undefined]);
    if (/interval|poll|list/.test(name)) {
      assert.match(idle.also?.join() ?? "", /the page polls .*(?:poll|long)\b/);
    }
    for (const button of ["Show", "Save", "Show late", "Save late", "Ask", "Break"]) {
      const effect = await click(button);
      const told = `${button}: ${JSON.stringify(effect)}`;
      assert.equal(effect.outcome, "done", told);
      const wanted = button === "Break"
        ? /^POST .*\/broken 500$/
        : /Save|Ask/.test(button)
        ? /\/saved/
        : /^$/;
      assert.match(effect.requests?.join("\n") ?? "", wanted, told);
      assert.equal(effect.problems?.length, button === "Break" ? 1 : undefined, told);
      assert.match(
        page.tree,
        button === "Show late" ? /Shown late/ : button === "Ask" ? /after an answer/ : /./,
      );
    }
  });
}
