// Small rules of words: ids, keys, addresses, messages, options.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseKey } from "../../../src/browser/actions/keys.ts";
import { cleanMessage, publicUrl } from "../../../src/browser/failures.ts";
import { frameOfRef, newNonce, newSessionId, refPrefix } from "../../../src/browser/ids.ts";
import { resolveOptions } from "../../../src/browser/options.ts";
import { frameLine, joinLines, markPage } from "../../../src/browser/tree.ts";
import { parsePageUrl } from "../../../src/browser/urls.ts";
import { validateActions, validateChecks } from "../../../src/browser/validate.ts";
import type { BrowserAction, BrowserCheck } from "../../../src/contracts/browser.ts";

test("ids are short, random and free of look-alikes", () => {
  const ids = new Set(Array.from({ length: 500 }, newSessionId));
  assert.equal(ids.size, 500);
  for (const id of ids) assert.match(id, /^s[0-9a-hjkmnp-tv-z]{10}$/);
  assert.match(newNonce(), /^[0-9a-hjkmnp-tv-z]{6}$/);
});

test("frameOfRef() reads the frame out of a ref", () => {
  assert.equal(frameOfRef("e12"), "f0");
  assert.equal(frameOfRef("f3e1"), "f3");
  for (const text of ["", "e", "e0", "f0e1", "f1", "x1", "e1 "]) assert.equal(frameOfRef(text), undefined);
  assert.equal(refPrefix("f0"), "e");
  assert.equal(refPrefix("f2"), "f2e");
});

test("parseKey() knows keys, combinations and common other names", () => {
  assert.equal(parseKey("Enter"), "Enter");
  assert.equal(parseKey("return"), "Enter");
  assert.equal(parseKey("ctrl+a"), "Control+a");
  assert.equal(parseKey("Control+Shift+ArrowDown"), "Control+Shift+ArrowDown");
  assert.equal(parseKey("+"), "+");
  assert.equal(parseKey("Control++"), "Control++");
  assert.equal(parseKey("Control+"), "Control++");
  for (const key of ["Foo", "Enter+a", "Control+Foo", "é", "aa"]) {
    assert.throws(() => parseKey(key), { code: "INVALID_ARGUMENT", message: /Enter/ });
  }
});

test("messages carry no query, no credentials, no call log", () => {
  const text = "page.goto: net::ERR_FAILED at https://user:pw@a.example/path?token=1\nCall log:\n  - secret";
  assert.equal(cleanMessage(text), "net::ERR_FAILED at https://a.example/path");
  assert.equal(publicUrl("data:text/html,hello"), "data:");
  assert.equal(publicUrl("nonsense"), "an unreadable address");
});

test("parsePageUrl() takes absolute HTTP(S) addresses without credentials", () => {
  assert.equal(parsePageUrl("https://Example.org"), "https://example.org/");
  for (
    const url of [
      "",
      "example.org",
      "javascript:alert(1)",
      "file:///x",
      "https://a:b@c.example/",
      `https://a/${"x".repeat(8192)}`,
    ]
  ) {
    assert.throws(() => parsePageUrl(url), { code: "INVALID_URL" });
  }
});

test("resolveOptions() fills in defaults and names what is wrong", () => {
  const { headless, timeoutMs, popupPolicy } = resolveOptions();
  assert.deepEqual({ headless, timeoutMs, popupPolicy }, {
    headless: true,
    timeoutMs: 10_000,
    popupPolicy: "stay",
  });
  assert.throws(() => resolveOptions({ timeoutMs: 100.5 }), /timeoutMs.*current value is 100.5/);
  assert.throws(() => resolveOptions({ timeoutMs: 60_001 }), RangeError);
  assert.throws(() => resolveOptions({ channel: "Not A Channel" }), TypeError);
  assert.throws(() => resolveOptions({ popupPolicy: "follow" as "stay" }), /popupPolicy/);
});

test("the lines of frames stand below their line, one step further in", () => {
  const lines = joinLines({
    lines: [{ depth: 0, text: "# Shop" }, { depth: 1, text: "frame", frame: 0 }, { depth: 0, text: "a\nb" }],
    frames: [{
      line: frameLine(
        { frameId: "f1", url: "https://pay.example/x", name: "Card [e1 x]" },
        "https://shop.example/",
      ),
      content: { lines: [{ depth: 0, text: "[f1e1 textbox: Number]" }], frames: [] },
    }],
  });
  assert.deepEqual(lines, [
    "# Shop",
    " frame f1 pay.example: Card \\[e1 x\\]",
    "  [f1e1 textbox: Number]",
    "a b",
  ]);
  assert.equal(
    frameLine({ frameId: "f2", url: "https://a.example/x", name: "" }, "https://a.example/"),
    "frame f2",
  );
  assert.equal(markPage("x", "abc"), "<page abc>\nx\n</page abc>");
});

test("validateActions() and validateChecks() name the entry and the field", () => {
  const act = (entry: unknown) => () => validateActions([entry as BrowserAction]);
  const check = (entry: unknown) => () => validateChecks([entry as BrowserCheck]);
  assert.doesNotThrow(act({ type: "scroll", direction: "down" }));
  assert.throws(act({ type: "scroll", direction: "sideways" }), /actions\[0\]\.direction must be one of up/);
  assert.throws(act({ type: "fill", ref: "e1", value: "x".repeat(10_001) }), /actions\[0\]\.value/);
  assert.throws(act({ type: "toString", ref: "e1" }), /actions\[0\]\.type/);
  assert.throws(act(null), TypeError);
  assert.doesNotThrow(check({ kind: "value", value: "", selector: "#a" }));
  assert.throws(check({ kind: "value", value: "", selector: "#a", ref: "e1" }), /exactly one of/);
  assert.throws(check({ kind: "count", selector: "p", value: -1 }), /checks\[0\]\.value/);
  assert.throws(
    () => validateActions(Array.from({ length: 21 }, () => ({ type: "click", ref: "e1" }) as const)),
    RangeError,
  );
});
