import assert from "node:assert/strict";
import { test } from "node:test";
import { parseWorkspace } from "../../../../src/browser/workspace/parse.ts";

const ORIGIN = "https://a.test";
const TAB = { url: `${ORIGIN}/`, scroll: [0, 0], sessionStorage: [], drafts: [] };
const SESSION = { sessionId: "s1", storage: { cookies: [], origins: [] }, tabs: [TAB], activeTab: 0 };

function workspace(session: object = {}, tab: object = {}, head: object = {}): Record<string, unknown> {
  const tabs = [{ ...TAB, ...tab }];
  return {
    version: 1,
    popupPolicy: "stay",
    policyHashes: {},
    sessions: [{ ...SESSION, tabs, ...session }],
    ...head,
  };
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

for (
  const [name, value] of [
    [
      "20,000 items in sessionStorage",
      workspace({}, {
        sessionStorage: [{ origin: ORIGIN, items: many(20_000, (index) => [`k${index}`, "v"]) }],
      }),
    ],
    [
      "frames of 300 origins",
      workspace({}, {
        sessionStorage: many(300, (index) => ({ origin: `https://a${index}.test`, items: [["k", "v"]] })),
      }),
    ],
    [
      "20,000 items in localStorage",
      workspace({
        storage: {
          cookies: [],
          origins: [{
            origin: ORIGIN,
            localStorage: many(20_000, (index) => ({ name: `k${index}`, value: "v" })),
          }],
        },
      }),
    ],
    [
      "data of 3,000 origins",
      workspace({
        storage: {
          cookies: [],
          origins: many(3_000, (index) => ({ origin: `https://a${index}.test`, localStorage: [] })),
        },
      }),
    ],
    ["500 tabs", workspace({ tabs: many(500, () => TAB), activeTab: 499 })],
    ["an address of a million characters", workspace({}, { url: `${ORIGIN}/?q=${"x".repeat(1_000_000)}` })],
    ["a page that was scrolled to the left", workspace({}, { scroll: [-20_000_000, 30_000_000] })],
  ] as const
) {
  test(`a workspace with ${name} can be read again`, () => {
    assert.deepEqual(parseWorkspace(JSON.parse(JSON.stringify(value))), value);
  });
}

test("a workspace that does not name its popup policy has the one that stays", () => {
  const { popupPolicy: _unsaid, ...older } = workspace();
  assert.equal(parseWorkspace(older).popupPolicy, "stay");
});

for (
  const [name, value] of [
    ["half a pixel", workspace({}, { scroll: [0.5, 0] })],
    ["an endless scroll position", workspace({}, { scroll: [Infinity, 0] })],
    ["an address of another scheme", workspace({}, { url: "file:///etc/passwd" })],
    ["an address that is none", workspace({}, { url: "https://" })],
    ["no tab", workspace({ tabs: [] })],
    ["an active tab that is not there", workspace({ activeTab: 1 })],
    ["an unknown field", workspace({ extra: 1 })],
    ["a draft that says both", workspace({}, { drafts: [{ field: "f", values: 5 }] })],
    ["another popup policy", workspace({}, {}, { popupPolicy: "other" })],
    ["no popup policy but a null", workspace({}, {}, { popupPolicy: null })],
    ["a hash that is none", workspace({}, {}, { policyHashes: { files: "x" } })],
    ["another version", workspace({}, {}, { version: 2 })],
  ] as const
) {
  test(`a workspace with ${name} is refused, and nothing of it is repeated`, () => {
    assert.throws(() => parseWorkspace(value), (error: Error & { code?: string }) => {
      assert.equal(error.code, "INVALID_ARGUMENT");
      assert.doesNotMatch(error.message, /passwd|a\.test/);
      return true;
    });
  });
}
