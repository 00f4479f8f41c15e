import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { applyDiff } from "../../src/browser/diff/apply_diff.ts";
import { BrowserEngine } from "../../src/browser/engine.ts";

const ROWS = Array.from({ length: 12 }, (_, row) =>
  `<li><span>Task ${row}</span> <button>×</button></li>
`).join("");
const SCRIPT = `
const list = document.querySelector("#todo");
document.querySelector("#step").onclick = ({ target }) => {
  const step = Number(target.dataset.step = String(Number(target.dataset.step ?? 0) + 1));
  const cards = [...document.querySelectorAll("section")];
  if (step % 4 === 0) cards[0].before(cards[step % 3]);
  if (step % 4 === 1) document.querySelector("#done").append(cards[1]);
  if (step % 4 === 2) cards[step % 3].querySelector("p").innerHTML = "Now <b>" + step + "</b> <a href=/x>more</a>";
  if (step % 4 === 3) list.insertAdjacentHTML("afterbegin", "<li>New " + step + " <button>Undo</button></li>");
};`;
const PAGE = `<!doctype html><meta charset=utf-8><title>Rows</title>
<style>li button{display:none}li:hover button{display:block}</style>
<button id=step>Step</button><ul id=todo>${ROWS}</ul>
${
  ["Red", "Green", "Blue"].map((name) =>
    `<section aria-label="${name}"><h2>${name} card</h2><p>About ${name}</p><button>Open</button></section>`
  ).join("")
}
<div id=done role=group aria-label=Done><p>Finished work</p></div><script>${SCRIPT}</script>`;

function linesOf(tree: string | undefined): string[] {
  return (tree ?? "").split("\n").slice(1, -1);
}

test("diffs of a page that changes tell the place, and lead from each baseline to the whole tree", async () => {
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(PAGE);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", () => ready()));
  const address = site.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const engine = new BrowserEngine({ timeoutMs: 30_000 });
  try {
    const opened = await engine.open(`http://127.0.0.1:${address.port}/`);
    const id = opened.session_id;
    let [snapshotId, whole] = [opened.snapshot_id, linesOf(opened.tree)];
    const step = /\[(e\d+) button: Step/.exec(opened.tree ?? "")?.[1] ?? "";
    const diffs: string[][] = [];
    for (let round = 0; round <= 8; round++) {
      const action = round === 0
        ? { type: "click_text" as const, text: "Task 7" }
        : { type: "click" as const, ref: step };
      const { snapshot } = await engine.act(id, snapshotId, [action]);
      const changes = linesOf(snapshot?.tree);
      const now = await engine.snapshot(id);
      snapshotId = now.snapshot_id;
      if (snapshot?.mode === "diff") {
        assert.deepEqual(applyDiff(whole, changes), linesOf(now.tree), changes.join("\n"));
        diffs.push(changes);
      } else assert.deepEqual(changes, linesOf(now.tree));
      whole = linesOf(now.tree);
    }
    assert.ok(diffs.length >= 6, `${diffs.length} of 9 replies were diffs`);
    assert.match(diffs[0]?.join("\n") ?? "", /^@@ .*Task 7\n\+ *\[e\d+ button.*: ×/m); // the row of the button
    assert.ok(
      diffs.some((lines) => lines.some((line) => /^>\d+,\d+ /.test(line))),
      "nothing was told as moved",
    );
  } finally {
    await engine.dispose().catch(() => {}); // on a busy machine the end is not always confirmed in time
    site.closeAllConnections();
    site.close();
  }
});
