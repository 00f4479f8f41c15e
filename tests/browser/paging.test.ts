// Reading a cut page on by cursors: the whole tree once, whatever happens between two parts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { linesOf, refOf, type Site, startSite } from "./engine_site.ts";
import { type Shown, snapshotIn, ToolCalls } from "./tool_calls.ts";

let calls: ToolCalls;
let site: Site;

const rows = (count: number, of: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => of(row)).join("");

before(async () => {
  site = await startSite({
    "/long": `<h1>Top</h1><button onclick="said.textContent = ++count">Count</button><p id=said>0</p>
      <button onclick="list.append(document.createElement('p')); list.lastChild.textContent = 'late ' + ++count">
      Add</button><script>let count = 0</script><div id=list>${
      rows(400, (row) => `<p>Row ${row} <a href="/${row}">go ${row}</a></p>`)
    }</div><button onclick="said.textContent = 'end'">Last one</button>`,
    "/other": "<p>Elsewhere</p>",
    "/nodes": `<h1>Top</h1><button>First</button>${
      rows(12_500, (row) => `<p>Row ${row} <b>x</b></p>`)
    }<p id=said></p><button onclick="said.textContent = 'pressed'">Last one</button>`,
    "/text": `<h1>Top</h1><button>First</button><p>${"word ".repeat(400_000)}</p>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 30_000 });
});

after(async () => {
  await calls.stop();
  await site.close();
});

/** What may come between two parts. */
const BETWEEN = ["nothing", "count", "add", "diff", "full", "elements", "find"] as const;

async function disturb(shown: Shown, what: typeof BETWEEN[number], snapshotId: string): Promise<string> {
  const { session_id } = shown;
  if (what === "nothing") return snapshotId;
  if (what === "find") {
    const found = await calls.ok("tab_find", { session_id, text: "Top", max_scrolls: 0 });
    return snapshotIn(found).snapshot_id;
  }
  if (what === "count" || what === "add") {
    const ref = refOf(shown.tree, "button", what === "count" ? "Count" : "Add");
    const actions = [{ type: "click", ref }];
    const body = await calls.ok("tab_act", { session_id, snapshot_id: snapshotId, actions });
    assert.equal((body.results as readonly { status: string }[])[0]?.status, "completed");
    return snapshotIn(body).snapshot_id;
  }
  const options = what === "elements" ? { format: "elements" } : { mode: what, max_chars: 200_000 };
  const { snapshot_id } = await calls.ok("tab_snapshot", { session_id, ...options }) as Shown;
  return snapshot_id;
}

test("all parts together are the whole tree once, also when actions and observations come between", async () => {
  const opened = await calls.open(`${site.origin}/long`);
  const { session_id } = opened;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4000, max: 9000 }),
      fc.array(fc.constantFrom(...BETWEEN), { minLength: 3, maxLength: 6 }),
      async (max_chars, between) => {
        const whole = await calls.ok("tab_snapshot", { session_id, max_chars: 200_000 }) as Shown;
        const first = await calls.ok("tab_snapshot", { session_id, max_chars }) as Shown;
        const lines = linesOf(first.tree);
        let part = first;
        let current = first.snapshot_id;
        for (let index = 0; part.cursor !== undefined; index += 1) {
          current = await disturb(first, between[index] ?? "nothing", current);
          part = await calls.ok("tab_snapshot", { session_id, cursor: part.cursor, max_chars }) as Shown;
          lines.push(...linesOf(part.tree));
          assert.equal(part.snapshot_id, current);
          assert.equal(part.part_of, current === first.snapshot_id ? undefined : first.snapshot_id);
        }
        assert.deepEqual(lines, linesOf(whole.tree));
        // a control of the last part, which no observation in between has shown again, is good for acting
        const actions = [{ type: "click", ref: refOf(part.tree, "button", "Last one") }];
        const acted = await calls.ok("tab_act", { session_id, snapshot_id: current, actions });
        assert.equal((acted.results as readonly { status: string }[])[0]?.status, "completed");
      },
    ),
    { numRuns: 4 },
  );
  await calls.close(opened);
});

test("only the last few readings are kept, and a part of a page that was left says what it is of", async () => {
  const opened = await calls.open(`${site.origin}/long`);
  const { session_id } = opened;
  const readings: Shown[] = [];
  for (let round = 0; round < 5; round += 1) {
    readings.push(await calls.ok("tab_snapshot", { session_id, max_chars: 2000 }) as Shown);
  }
  const url = `${site.origin}/other`;
  const elsewhere = await calls.ok("tab_navigate", { session_id, action: "goto", url }) as Shown;
  assert.match(elsewhere.tree, /Elsewhere/);
  await calls.fails("tab_snapshot", { session_id, cursor: readings[0]?.cursor }, "CURSOR_NOT_FOUND");
  const last = readings.at(-1);
  const part = await calls.ok("tab_snapshot", { session_id, cursor: last?.cursor }) as Shown;
  assert.equal(part.url, `${site.origin}/long`);
  assert.deepEqual([part.snapshot_id, part.part_of], [last?.snapshot_id, undefined]);
  await calls.close(opened);
});

test("the end of a page of 50,000 nodes is read on to, found and clicked by name", async () => {
  const opened = await calls.open(`${site.origin}/nodes`);
  const { session_id } = opened;
  assert.match(opened.tree, /too large to ask where scripts listen[^]*# Top\n\[e1 button: First\]/);
  assert.deepEqual(opened.truncation, ["chars"]);
  const lines = linesOf(opened.tree);
  let part = opened;
  while (part.cursor !== undefined) {
    part = await calls.ok("tab_snapshot", { session_id, cursor: part.cursor, max_chars: 100_000 }) as Shown;
    lines.push(...linesOf(part.tree));
  }
  assert.equal(lines.length, 12_504);
  assert.match(lines.at(-1) ?? "", /button: Last one/);
  const found = await calls.ok("tab_find", { session_id, text: "Last one" });
  const view = snapshotIn(found);
  assert.equal(found.found, true);
  assert.match(view.tree, /button: Last one/);
  assert.ok(JSON.stringify(found).length < 6000);
  const clicked = await calls.ok("tab_click_named", { session_id, name: "Last one" });
  assert.match(JSON.stringify(clicked), /"status":"completed"/);
  await calls.ok("tab_verify", { session_id, checks: [{ kind: "text", contains: "pressed" }] });
  await calls.close(opened);
});

test("a text of two million characters answers, and says that it is cut", async () => {
  const opened = await calls.open(`${site.origin}/text`);
  assert.match(opened.tree, /# Top\n\[e1 button: First\]/);
  assert.deepEqual(opened.truncation, ["scan", "chars"]);
  assert.ok(opened.tree.length <= 24_000);
  await calls.close(opened);
});
