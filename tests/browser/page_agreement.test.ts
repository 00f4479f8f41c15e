// What the tree says agrees with the driver's own role locators, and nothing that a person sees is missing.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import type { ElementInfo } from "../../src/contracts/browser.ts";
import { type AgentPage, launch, open, OPERABLE_ROLES } from "./page_harness.ts";

const PAGES = ["forms", "tables", "lists_nav", "cards", "shadow", "widgets", "icons", "hostile"] as const;
const ROLES = [...OPERABLE_ROLES, "option"] as const;
/** Words that the page hides from the eye, though `innerText` has them. */
const UNSEEN = new Set(
  [
    "seethroughwords",
    "tinywords",
    "offscreenwords",
    "whitewords",
    "onepixelwords",
    "clippedwords",
    "transparentwords",
    "unfilledwords",
    "filteredwords",
    "pointwords",
    "inertwords",
  ],
);
type Role = typeof ROLES[number];

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

const opened = new Map<string, Promise<AgentPage>>();

/** A page is opened once: nothing here changes it. */
function load(name: string): Promise<AgentPage> {
  let page = opened.get(name);
  if (page === undefined) {
    page = readFile(new URL(`../fixtures/pages/${name}.html`, import.meta.url), "utf8")
      .then((html) => open(browser, html));
    opened.set(name, page);
  }
  return page;
}

function isControlRole(role: string): role is Role {
  return (ROLES as readonly string[]).includes(role);
}

/** Elements with this role and name; those below `aria-hidden`, which people see all the same, when there are no others. */
async function byRole(page: Page, role: Role, name: string): Promise<Locator> {
  const options = name === "" ? {} : { name, exact: true };
  const exposed = page.getByRole(role, options);
  return await exposed.count() > 0 ? exposed : page.getByRole(role, { ...options, includeHidden: true });
}

/** Rich text has no role for the driver unless the page gives it one. */
function editable(page: Page, name: string): Locator {
  return page.locator(`[contenteditable]:not([role])[aria-label="${name}"]`);
}

/** Native options have no ref of their own: their list names them. */
function isNativeOption(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element.localName === "option");
}

for (const name of PAGES) {
  test(`every control in ${name} is found by its role and name`, async () => {
    const agent = await load(name);
    const { elements = [] } = await agent.observe();
    const counted = new Map<string, { info: ElementInfo; role: Role; count: number }>();
    for (const info of elements) {
      if (!isControlRole(info.role)) continue;
      const key = `${info.role} ${info.name}`;
      counted.set(key, { info, role: info.role, count: (counted.get(key)?.count ?? 0) + 1 });
    }
    for (const { info, role, count } of counted.values()) {
      const found = await (await byRole(agent.page, role, info.name)).or(editable(agent.page, info.name))
        .count();
      assert.ok(found >= count, `${role} "${info.name}": shown ${count} times, found ${found} times`);
    }
  });

  test(`every control in ${name} that a role locator finds has a ref`, async () => {
    const agent = await load(name);
    const { elements = [] } = await agent.observe();
    for (const role of ROLES) {
      const shown = elements.filter((info) => info.role === role).map((info) => info.name);
      for (const locator of await agent.page.getByRole(role).all()) {
        if (await isNativeOption(locator)) continue;
        const match = [];
        for (const candidate of shown) {
          const named = await byRole(agent.page, role, candidate);
          if (await named.and(locator).count() === 1) match.push(candidate);
        }
        const markup = await locator.evaluate((element) => element.outerHTML.slice(0, 120));
        assert.ok(match.length > 0, `no ref for ${role} ${markup}; shown: ${shown.join(" | ")}`);
      }
    }
  });

  test(`every visible word of ${name} is in the tree`, async () => {
    const agent = await load(name);
    const tree = await agent.tree();
    const text = await agent.page.evaluate(() => document.body.innerText);
    const known = new Set(words(tree));
    const missing = words(text).filter((word) => !known.has(word) && !UNSEEN.has(word));
    assert.deepEqual(missing, []);
  });

  test(`two observations of ${name} are the same, and refs stay`, async () => {
    const agent = await load(name);
    const first = await agent.observe();
    const second = await agent.observe();
    assert.deepEqual(second.lines, first.lines);
    assert.deepEqual(second.elements, first.elements);
    assert.equal(second.nextRef, first.nextRef);
    assert.equal(second.document, first.document);
  });
}

/** Words in lower case: a style may write them in capitals. Characters that nobody sees are not part of them. */
function words(text: string): string[] {
  const clean = text.toLowerCase().replace(/[\u200b-\u200f\u202a-\u202e\u00ad]|[\u{e0000}-\u{e007f}]/gu, "");
  return clean.match(/[\p{L}\p{N}\p{M}\p{S}]+/gu) ?? [];
}
