// Pages that change under the hand: nothing is clicked that was not meant, and the receipt says what came of it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ActReply, type Stage, startStage, type Visit } from "./act_support.ts";

// Each button swaps the target at once, after it was observed; ?wait=1 swaps it while an action waits for the spinner.
const SWAPS = `<div id=place><button id=target>Archive</button></div><a id=link href="/good">Report</a>
<form id=form action="/good"><button id=send>Send</button></form><p id=out></p><div id=busy></div>
<button id=go>Go</button>
<script>
const say = (text) => out.append(text + "; ");
place.onclick = (event) => say("clicked " + event.target.textContent);
link.onclick = (event) => { event.preventDefault(); say("went to " + link.pathname); };
form.onsubmit = (event) => { event.preventDefault(); say("sent to " + new URL(form.action).pathname); };
const swaps = {
  replace: () => place.innerHTML = "<button>Archive</button>",
  relabel: () => target.textContent = "Delete",
  remove: () => target.remove(),
  hide: () => target.hidden = true,
  cover: () => place.insertAdjacentHTML("beforeend", "<div style='position:fixed;inset:0;background:#fffc' role=dialog aria-label=Veil></div>"),
  disable: () => target.disabled = true,
  role: () => target.setAttribute("role", "link"),
  href: () => link.href = "/bad",
  action: () => form.action = "/bad",
};
const { searchParams } = new URL(location.href);
const swap = swaps[searchParams.get("swap")];
if (searchParams.get("wait")) {
  target.disabled = true; send.disabled = true;
  busy.innerHTML = "<div class=spinner style='width:20px;height:20px;background:red'></div>";
  go.onclick = () => (link.style.visibility = "hidden", setTimeout(() => {
    target.disabled = false; link.style.visibility = ""; send.disabled = false;
    swap(); busy.innerHTML = "";
  }, 700));
} else go.onclick = () => setTimeout(swap, 0);
</script>`;

const EFFECTS =
  `<button id=nothing>Nothing</button><button id=late>Late</button><button id=saving>Save</button>
<button id=later>Later</button><button id=broken>Broken</button><button id=fine>Fine</button><p id=out></p><p id=state></p>
<div id=mover style="position:absolute;left:10px;top:200px"><button id=moving>Moving</button></div>
<button id=start>Start moving</button>
<script>
late.onclick = () => setTimeout(() => out.textContent = "Late effect", 600);
later.onclick = () => setTimeout(() => out.textContent = "Later effect", 1500);
saving.onclick = () => { saving.disabled = true; state.textContent = "Saving…"; setTimeout(() => { saving.disabled = false; state.textContent = "Saved"; }, 600); };
broken.onclick = async () => { fetch("/send", { method: "POST" }); out.textContent = "Message sent"; };
fine.onclick = async () => { const answer = await fetch("/fine", { method: "POST" }); out.textContent = await answer.text(); };
moving.onclick = () => out.textContent = "Caught";
start.onclick = () => mover.animate([{ left: "10px" }, { left: "600px" }], { duration: 600, fill: "forwards" });
</script>`;

// The button jumps aside under the pointer, as often as it is told to, and leaves its neighbour in its place.
const DODGING = `<style>button { position: absolute; top: 100px; width: 80px; height: 40px }</style>
<button id=beside style="left:100px;z-index:0">Beside</button><button id=dodging style="left:100px;z-index:1">Dodging</button>
<p id=out></p><script>
let left = Number(new URLSearchParams(location.search).get("times"));
dodging.onpointerover = () => { if (left-- > 0) dodging.style.left = dodging.offsetLeft + 120 + "px"; beside.style.left = dodging.offsetLeft - 120 + "px"; };
beside.onpointerdown = beside.onclick = () => out.textContent += "Beside hit";
dodging.onclick = () => out.textContent += "Caught once.";
</script>`;

const ORDER = `<button id=buy>Buy</button><p id=out></p>
<script>buy.onclick = async () => { const answer = await fetch("/buy", { method: "POST" }); out.textContent = await answer.text(); };</script>`;

let stage: Stage;
let orders = 0;
before(async () =>
  stage = await startStage({
    "/swaps": SWAPS,
    "/effects": EFFECTS,
    "/order": ORDER,
    "/dodging": DODGING,
    "/good": "<p>Good</p>",
    "/bad": "<p>Bad</p>",
    "/send": (_, response) => void response.writeHead(500).end("no"),
    "/fine": (_, response) => void setTimeout(() => response.end("Stored"), 300),
    "/buy": (_, response) => {
      orders += 1;
      setTimeout(() => response.end(`Order ${orders}`), 400);
    },
  })
);
after(() => stage.end());

const SWAP_CASES: readonly (readonly [swap: string, target: readonly [string, string], code: string])[] = [
  ["replace", ["button", "Archive"], "STALE_REFERENCE"],
  ["relabel", ["button", "Archive"], "STALE_REFERENCE"],
  ["remove", ["button", "Archive"], "STALE_REFERENCE"],
  ["hide", ["button", "Archive"], "STALE_REFERENCE"],
  ["cover", ["button", "Archive"], "TARGET_COVERED"],
  ["disable", ["button", "Archive"], "TARGET_DISABLED"],
  ["role", ["button", "Archive"], "STALE_REFERENCE"],
  ["href", ["link", "Report"], "STALE_REFERENCE"],
  ["action", ["button", "Send"], "STALE_REFERENCE"],
];

async function refused(page: Visit, role: string, name: string, code: string): Promise<void> {
  const reply = await page.act([
    { type: "click", ref: page.ref("button", "Go") },
    { type: "click", ref: page.ref(role, name) },
  ]);
  assert.deepEqual([reply.failed?.index, reply.failed?.error.code], [1, code], JSON.stringify(reply.failed));
  assert.equal(reply.failed_action_may_have_side_effects, false);
  assert.doesNotMatch(page.tree, /clicked|went to|sent to/);
}

for (const [swap, [role, name], code] of SWAP_CASES) {
  test(`a target that the page changes between snapshot and action is left alone: ${swap}`, async () => {
    await refused(await stage.open(`/swaps?swap=${swap}`), role, name, code);
  });
}

for (const [swap, [role, name], code] of SWAP_CASES.filter(([swap]) => !/hide|cover|disable/.test(swap))) {
  test(`a target that the page changes while the action waits is left alone: ${swap}`, async () => {
    await refused(await stage.open(`/swaps?wait=1&swap=${swap}`), role, name, code);
  });
}

test("a click that does nothing is said to have had no effect", async () => {
  const page = await stage.open("/effects");
  const [nothing] = await page.do({ type: "click", ref: page.ref("button", "Nothing") });
  assert.equal(nothing?.outcome, "no_effect");
});

test("an effect that comes 600 ms after the click stands in the receipt and in the snapshot", async () => {
  const page = await stage.open("/effects");
  const late = await page.act([{ type: "click", ref: page.ref("button", "Late") }]);
  assert.equal(late.results[0]?.effect?.outcome, "done");
  assert.match(late.snapshot?.tree ?? "", /Late effect/);
  const saved = await page.act([{ type: "click", ref: page.ref("button", "Save") }]);
  assert.match(saved.snapshot?.tree ?? "", /Saved/);
});

test("a caller who knows that an effect takes longer can have it waited for", async () => {
  const page = await stage.open("/effects");
  const early = await page.act([{ type: "click", ref: page.ref("button", "Nothing") }], { settle_ms: 0 });
  assert.equal(early.results[0]?.effect?.outcome, "no_effect");
  const later = await page.act([{ type: "click", ref: page.ref("button", "Later") }], { settle_ms: 2500 });
  assert.equal(later.results[0]?.effect?.outcome, "done");
  assert.match(later.snapshot?.tree ?? "", /Later effect/);
});

test("a request that fails is told although the page says that all went well", async () => {
  const page = await stage.open("/effects");
  const [broken] = await page.do({ type: "click", ref: page.ref("button", "Broken") });
  await page.shows("Message sent");
  assert.deepEqual(broken?.requests, [`POST ${stage.site.origin}/send 500`]);
  assert.match(broken?.problems?.[0] ?? "", /^POST .*\/send was answered with 500/);
  const [fine] = await page.do({ type: "click", ref: page.ref("button", "Fine") });
  assert.deepEqual([fine?.requests, fine?.problems], [[`POST ${stage.site.origin}/fine 200`], undefined]);
  await page.shows("Stored");
});

test("a button that moves is clicked where it comes to rest", async () => {
  const page = await stage.open("/effects");
  await page.do({ type: "click", ref: page.ref("button", "Start moving") }, {
    type: "click",
    ref: page.ref("button", "Moving"),
  });
  await page.shows("Caught");
});

test("a button that jumps aside under the pointer is clicked where it went, once; its neighbour is not touched", async () => {
  const page = await stage.open("/dodging?times=1");
  await page.do({ type: "click", ref: page.ref("button", "Dodging") });
  await page.shows("Caught once.");
  assert.doesNotMatch(page.tree, /Beside hit|once\.Caught/);
});

test("a button that jumps aside each time is said to be covered by what is in its place", async () => {
  const page = await stage.open("/dodging?times=9");
  await page.fails({ type: "click", ref: page.ref("button", "Dodging") }, "TARGET_COVERED", /"Beside"/);
  assert.doesNotMatch(page.tree, /Beside hit|Caught/);
});

test("a client that asks again while the first call still runs does not order twice", async () => {
  const page = await stage.open("/order");
  const before = orders;
  const given = {
    snapshot_id: page.snapshotId,
    actions: [{ type: "click", ref: page.ref("button", "Buy") }],
    idempotency_key: "buy-once",
  };
  const [first, second] = await Promise.all([page.call("tab_act", given), page.call("tab_act", given)]);
  const third = await page.call("tab_act", given) as unknown as ActReply;
  assert.equal(orders, before + 1);
  assert.deepEqual(second, first);
  assert.deepEqual(third, first);
  const { error } = await page.call("tab_act", { ...given, timeout_ms: 20_000 }) as {
    error?: { code: string };
  };
  assert.equal(error?.code, "IDEMPOTENCY_CONFLICT");
});
