// The tree is small, but nothing is missing: on every page of the bench each visible line of text stands in it, and as
// many operable elements of each role as the driver's own role locators find.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { BENCH_PAGES } from "../../bench/pages.ts";
import { launch, open, OPERABLE_ROLES } from "./page_harness.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/** Words without what the tree writes around them. */
function wordsOf(text: string): string {
  const plain = text
    .replace(/\[(?:f\d+)?e\d+(?: [a-z][^:\]]*)?(?::|(?=\]))/g, " ")
    .replace(/^[+~-] |\\(?=[[\]<{}|])/gm, "");
  return (plain.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{S}]+/gu) ?? []).join(" ");
}

for (const { name, html } of BENCH_PAGES) {
  test(`nothing is missing: ${name}`, async () => {
    const agent = await open(browser, html);
    try {
      const { lines, elements = [], scanTruncated } = await agent.observe();
      assert.equal(scanTruncated, false);
      for (const role of OPERABLE_ROLES) {
        const shown = elements.filter((info) => info.role === role).length;
        const located = await agent.page.getByRole(role).count();
        assert.ok(shown >= located, `${role}: ${located} are there, ${shown} are shown`);
      }
      const tree = ` ${wordsOf(lines.map(({ text }) => text).join("\n"))} `;
      const glued = tree.replaceAll(" ", "");
      const text = await agent.page.evaluate(() => {
        // `innerText` has the options of closed lists, which nobody sees; the tree names the first of them.
        for (const option of document.querySelectorAll("option")) option.remove();
        return document.body.innerText;
      });
      // `innerText` writes neighbouring buttons as one word.
      const missing = text.split(/[\n\t]+/).map(wordsOf)
        .filter((line) =>
          line !== "" && !tree.includes(` ${line} `) && !glued.includes(line.replaceAll(" ", ""))
        );
      assert.deepEqual(missing, []);
    } finally {
      await agent.page.close();
    }
  });
}

test("a line or a control that is left out would be noticed", async () => {
  const agent = await open(browser, "<p>Alpha beta</p><p>Gamma <a href=x>delta</a> end</p>");
  const tree = wordsOf(await agent.tree());
  assert.ok(tree.includes("alpha beta") && tree.includes("gamma delta end"), tree);
  assert.ok(!tree.includes("beta alpha"));
  await agent.page.close();
});
