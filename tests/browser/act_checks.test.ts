// Every kind of check, alone and as a post-check of actions.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { type ActReply, type Stage, startStage, type Visit } from "./act_support.ts";

const PAGE = `<h1>Order 4711 received</h1><p id=note>Draft saved at 10:32</p><div id=spinner>Loading</div>
<label><input type=checkbox id=news> News</label><button id=off disabled>Off</button>
<button id=more aria-expanded=false>More</button><button id=bold aria-pressed=false>Bold</button>
<div role=listbox aria-label=List><div role=option aria-selected=true tabindex=0>One</div><div role=option tabindex=0>Two</div></div>
<label>Pass <input type=password id=pass value="open sesame"></label><p hidden>Secret plan</p>
<a id=link href="/next" data-kind=main>Next</a><button id=go>Go</button><a href="/report">Report</a><button id=fail>Fail</button>
<iframe src="{other}/inner"></iframe>
<script>
news.onclick = () => {}; more.onclick = () => more.ariaExpanded = "true"; bold.onclick = () => bold.ariaPressed = "true";
go.onclick = () => setTimeout(() => { spinner.remove(); note.remove(); off.disabled = false; link.dataset.kind = "done"; document.title = "Done 12"; }, 200);
fail.onclick = () => fetch("/broken", { method: "POST" });
</script>`;
const REPORT = "a,b\n1,2\n";

let stage: Stage;
before(async () =>
  stage = await startStage({
    "/": PAGE,
    "/inner": "<p>Inner number 99</p>",
    "/broken": (_, response) => void response.writeHead(503).end("no"),
    "/report": (_, response) => {
      response.setHeader("content-disposition", 'attachment; filename="report.csv"');
      response.end(REPORT);
    },
  }, { captureNetwork: true })
);
after(() => stage.end());

type Outcome = NonNullable<ActReply["verification"]>["checks"][number];

async function check(page: Visit, given: object): Promise<Outcome> {
  const usesRef = "ref" in given;
  const reply = await page.call("tab_verify", {
    checks: [given],
    timeout_ms: 300,
    ...(usesRef && { snapshot_id: page.snapshotId }),
  });
  const [outcome] = reply.checks as Outcome[];
  assert(outcome !== undefined, JSON.stringify(reply));
  assert.equal(reply.passed, outcome.pass);
  return outcome;
}

async function holds(page: Visit, given: object): Promise<void> {
  const outcome = await check(page, given);
  assert.equal(outcome.pass, true, `${JSON.stringify(given)}: ${JSON.stringify(outcome)}`);
}

async function fails(
  page: Visit,
  given: object,
  what: { code?: string; actual?: unknown; hint?: RegExp },
): Promise<void> {
  const outcome = await check(page, given);
  assert.equal(outcome.pass, false, JSON.stringify(given));
  if (what.code !== undefined) assert.equal(outcome.error?.code, what.code, JSON.stringify(outcome));
  if ("actual" in what) assert.deepEqual(outcome.actual, what.actual);
  if (what.hint !== undefined) assert.match(outcome.hint ?? "", what.hint);
}

test("absent: nothing that can be seen says or matches it, in any frame", async () => {
  const page = await stage.open("/");
  await holds(page, { kind: "absent", text: "Order 4712" });
  await holds(page, { kind: "absent", text: "Secret plan" });
  await holds(page, { kind: "absent", selector: "[hidden]" });
  await holds(page, { kind: "absent", selector: ".nothing" });
  await fails(page, { kind: "absent", text: "Draft saved" }, { hint: /still there/ });
  await fails(page, { kind: "absent", text: "Inner number" }, { hint: /still there/ });
  await fails(page, { kind: "absent", selector: "#spinner" }, { actual: false });
  await fails(page, { kind: "absent", selector: "#" }, { code: "INVALID_ARGUMENT" });
});

test("matches: an expression finds something in the text, the address or the title", async () => {
  const page = await stage.open("/");
  await holds(page, { kind: "matches", in: "text", pattern: "Order \\d{4} (received|sent)" });
  await holds(page, { kind: "matches", in: "text", pattern: "(?i)inner NUMBER \\d+$" });
  await holds(page, { kind: "matches", in: "url", pattern: "^http://127\\.0\\.0\\.1:\\d+/$" });
  await holds(page, { kind: "matches", in: "title", pattern: "^T.st$" });
  await fails(page, { kind: "matches", in: "text", pattern: "Order \\d{5}" }, {});
  await fails(page, { kind: "matches", in: "text", pattern: "open sesame" }, {});
  await fails(page, { kind: "matches", in: "text", pattern: "(?=x)" }, { code: "INVALID_ARGUMENT" });
  await fails(page, { kind: "matches", in: "title", pattern: "(" }, { code: "INVALID_ARGUMENT" });
});

test("state: what a control is, or is not", async () => {
  const page = await stage.open("/");
  const [news, off, more, bold] = [
    page.ref("checkbox", "News"),
    page.ref("button", "Off"),
    page.ref("button", "More"),
    page.ref("button", "Bold"),
  ];
  const held = [[news, "unchecked"], [news, "enabled"], [off, "disabled"], [more, "collapsed"], [
    bold,
    "unchecked",
  ]];
  for (const [ref, state] of held) await holds(page, { kind: "state", ref, state });
  await holds(page, { kind: "state", ref: page.ref("option", "One"), state: "selected" });
  await holds(page, { kind: "state", ref: page.ref("option", "Two"), state: "unselected" });
  await fails(page, { kind: "state", ref: news, state: "checked" }, { actual: "unchecked" });
  await fails(page, { kind: "state", ref: off, state: "enabled" }, { actual: "disabled" });
  await fails(page, { kind: "state", ref: off, state: "expanded" }, { code: "INVALID_ARGUMENT" });
  await fails(page, { kind: "state", ref: "e99", state: "enabled" }, { code: "STALE_REFERENCE" });
  const reply = await page.act([{ type: "click", ref: more }, { type: "click", ref: bold }], {
    post_checks: [{ kind: "state", ref: more, state: "expanded" }, {
      kind: "state",
      ref: bold,
      state: "checked",
    }, {
      kind: "state",
      ref: news,
      state: "unchecked",
    }],
  });
  assert.deepEqual(reply.verification?.checks.map(({ pass, already_held }) => [pass, already_held]), [
    [true, undefined],
    [true, undefined],
    [true, true],
  ]);
});

test("attribute: as it is written, and never a secret", async () => {
  const page = await stage.open("/");
  await holds(page, { kind: "attribute", selector: "#link", name: "href", value: "/next" });
  await holds(page, { kind: "attribute", ref: page.ref("link", "Next"), name: "data-kind", value: "main" });
  await holds(page, { kind: "attribute", selector: "#off", name: "disabled" });
  await fails(page, { kind: "attribute", selector: "#link", name: "data-kind", value: "done" }, {
    actual: "main",
  });
  await fails(page, { kind: "attribute", selector: "#link", name: "target" }, { actual: null });
  await fails(page, { kind: "attribute", selector: "#none", name: "id" }, { code: "SELECTOR_COUNT" });
  const secret = await check(page, {
    kind: "attribute",
    selector: "#pass",
    name: "value",
    value: "open sesame",
  });
  assert.equal(secret.error?.code, "SENSITIVE_VALUE");
  assert.doesNotMatch(JSON.stringify(secret), /sesame/);
});

test("post-checks wait for what the actions bring about, and say what held before", async () => {
  const page = await stage.open("/");
  const { verification } = await page.act([{ type: "click", ref: page.ref("button", "Go") }], {
    post_checks: [
      { kind: "absent", text: "Draft saved" },
      { kind: "absent", selector: "#spinner" },
      { kind: "matches", in: "title", pattern: "^Done \\d+$" },
      { kind: "attribute", selector: "#link", name: "data-kind", value: "done" },
      { kind: "absent", text: "Never there" },
    ],
  });
  assert.equal(verification?.passed, true, JSON.stringify(verification));
  assert.deepEqual(verification?.checks.map(({ already_held }) => already_held === true), [
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("download: completed, by name, size and digest", async () => {
  const page = await stage.open("/");
  const sha256 = createHash("sha256").update(REPORT).digest("hex");
  await fails(page, { kind: "download", name: "report.csv" }, {
    actual: null,
    hint: /Nothing was downloaded/,
  });
  const { verification } = await page.act([{ type: "click", ref: page.ref("link", "Report") }], {
    post_checks: [{ kind: "download", name: "report.csv", min_bytes: 8, sha256 }],
  });
  assert.deepEqual(verification?.checks.map(({ pass, already_held }) => [pass, already_held]), [[
    true,
    undefined,
  ]]);
  await fails(page, { kind: "download", name: "report.csv", min_bytes: 9 }, {
    actual: `report.csv, 8 bytes, ${sha256}`,
  });
  await fails(page, { kind: "download", sha256: "0".repeat(64) }, {});
  await fails(page, { kind: "download", name: "other.csv" }, { hint: /report\.csv/ });
});

test("response: the newest one of an address, where responses are kept", async () => {
  const page = await stage.open("/");
  await holds(page, { kind: "response", url: "/inner" });
  await fails(page, { kind: "response", url: "/broken" }, { actual: null, hint: /No such response/ });
  await page.do({ type: "click", ref: page.ref("button", "Fail") });
  await holds(page, { kind: "response", url: "/broken", status: 503, method: "post" });
  await fails(page, { kind: "response", url: "/broken" }, {});
  await fails(page, { kind: "response", url: "/broken", status: 503, method: "GET" }, {});
  const blind = await startStage({ "/": "<p>x</p>" });
  try {
    const other = await blind.open("/");
    await fails(other, { kind: "response", url: "/" }, { code: "INVALID_ARGUMENT" });
  } finally {
    await blind.end();
  }
});

test("checks that contradict themselves are refused", async () => {
  const page = await stage.open("/");
  const refused = [
    { kind: "absent" },
    { kind: "absent", text: "a", selector: "b" },
    { kind: "attribute", name: "x" },
    { kind: "download" },
    { kind: "state", ref: "e1", state: "happy" },
    { kind: "matches", in: "body", pattern: "x" },
    { kind: "download", sha256: "ABC" },
    { kind: "absent", text: "a", contains: "b" },
  ];
  for (const given of refused) {
    const { error } = await page.call("tab_verify", { checks: [given] }) as { error?: { code: string } };
    assert.equal(error?.code, "INVALID_ARGUMENT", JSON.stringify(given));
  }
});
