import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCall, describeOutcome } from "../../../src/cli/run/describe_call.ts";

function call(name: string, args: Record<string, unknown>) {
  return { id: "r:1", name, arguments: args };
}

test("describeCall() names actions and refs, and never a value", () => {
  const text = describeCall(call("tab_act", {
    actions: [
      { type: "fill", ref: "e2", value: "hunter2" },
      { type: "press", ref: "e2", key: "Enter" },
      { type: "press", ref: "e2", key: "h" },
      { type: "scroll", direction: "down" },
      { type: "click", ref: "e3" },
    ],
  }));
  assert.equal(text, "tab_act fill e2, press Enter e2, press e2, scroll down, click e3");
});

test("describeCall() leaves the query of an address out", () => {
  assert.equal(
    describeCall(call("tab_open", { url: "https://a.example/p?token=secret#x" })),
    "tab_open a.example/p",
  );
  assert.equal(describeCall(call("tab_open", { url: "no address" })), "tab_open");
});

test("describeCall() copes with arguments of any form", () => {
  assert.equal(describeCall(call("tab_act", { actions: [null, 3, { type: 7 }] })), "tab_act , ,");
  assert.equal(
    describeCall(call("tab_verify", { checks: [{ kind: "text" }, { kind: "url" }] })),
    "tab_verify text, url",
  );
  assert.equal(describeCall(call("tab_list", {})), "tab_list");
});

test("describeOutcome() tells success, failed checks and error codes apart", () => {
  const result = (structuredContent: Record<string, unknown>, isError?: boolean) =>
    describeOutcome({ content: [], structuredContent, ...(isError === undefined ? {} : { isError }) });
  assert.equal(result({ ok: true }), "ok");
  assert.equal(
    result({ ok: true, passed: true, checks: [{ pass: true }, { pass: true }] }),
    "2 checks passed",
  );
  assert.equal(result({ ok: true, verification: { checks: [{ pass: true }] } }), "1 check passed");
  assert.equal(
    result({ ok: true, passed: false, checks: [{ pass: true }, { pass: false }] }, true),
    "1 of 2 checks failed",
  );
  assert.equal(
    result({ ok: false, error: { code: "STALE_REFERENCE", message: "m" } }, true),
    "STALE_REFERENCE, m",
  );
  assert.equal(result({ ok: false, failed: { error: { code: "TARGET_COVERED" } } }, true), "TARGET_COVERED");
  assert.equal(result({}, true), "failed");
  assert.equal(describeOutcome({ content: [] }), "ok");
});
