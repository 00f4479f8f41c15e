// Who started a request: rules that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { causeOf } from "../../../src/browser/causes/attribution.ts";
import { isOnBeat } from "../../../src/browser/page/causes/rhythm.ts";

const history = fc.record({
  times: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 8 }).map((times) =>
    times.toSorted((a, b) => a - b)
  ),
  wasUnderWay: fc.boolean(),
});
const soon = fc.integer({ min: 10_001, max: 20_000 });

test("what handlers of input ask for is the action's, whatever the page did before", () => {
  fc.assert(fc.property(history, soon, fc.boolean(), (past, nowMs, isHandedOn) => {
    assert.equal(causeOf({ moment: "input", isHandedOn }, past, nowMs), "action");
  }));
});

test("a steady poll is the page's, before and after an action, and handed on or not", () => {
  const period = fc.integer({ min: 20, max: 30_000 });
  fc.assert(fc.property(period, fc.integer({ min: 2, max: 8 }), fc.boolean(), (ms, count, isHandedOn) => {
    const times = Array.from({ length: count }, (_, turn) => turn * ms);
    assert.equal(causeOf({ moment: "other", isHandedOn }, { times, wasUnderWay: true }, count * ms), "page");
  }));
});

test("what was never asked for before and nothing handed on is nobody's for sure", () => {
  const past = { times: [], wasUnderWay: false };
  assert.equal(causeOf({ moment: "other", isHandedOn: false }, past, 1000), "unsure");
  assert.equal(causeOf({ moment: "other", isHandedOn: true }, past, 1000), "action");
  assert.equal(causeOf({ moment: "tail", isHandedOn: false }, past, 1000), "action");
});

test("an answer that was awaited when the action began may have led to the next request", () => {
  const past = { times: [0], wasUnderWay: true };
  assert.equal(causeOf({ moment: "other", isHandedOn: true }, past, 1000), "unsure");
  assert.equal(
    causeOf({ moment: "other", isHandedOn: true }, { ...past, wasUnderWay: false }, 1000),
    "action",
  );
});

test("a request out of the page's rhythm is not told as its poll when work was handed on to it", () => {
  const past = { times: [0, 1000, 2000], wasUnderWay: false };
  assert.equal(causeOf({ moment: "other", isHandedOn: true }, past, 2100), "unsure");
  assert.equal(isOnBeat(past.times, 2100), false);
  assert.equal(isOnBeat(past.times, 3200), true);
  assert.equal(isOnBeat(past.times, 60_000), false);
});
