import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeDemo } from "../../../src/cli/demo/verdict.ts";
import type { Order } from "../../../src/demo/shop/ledger.ts";

const order: Order = {
  number: "S-1001",
  name: "A",
  street: "B",
  city: "C",
  delivery: "Express",
  lines: [],
  totalCents: 19_090,
};
const report = {
  status: "succeeded",
  data: { order_number: "S-1001", total: "190.90" },
  evidence: [{
    checks: [{ pass: true, actual: "Order number S-1001 is booked" }, {
      pass: true,
      actual: "paid: 190.90 €",
    }],
  }],
};

test("judgeDemo() is content when ledger, data and evidence agree", () => {
  assert.deepEqual(judgeDemo(JSON.stringify(report), 0, [order]), { good: true, faults: [] });
});

test("judgeDemo() notices every way of not agreeing", () => {
  const judge = (change: object, exitCode = 0, orders: readonly Order[] = [order]) =>
    judgeDemo(JSON.stringify({ ...report, ...change }), exitCode, orders).faults.join("; ");
  assert.match(judge({ status: "failed" }), /ended as failed/);
  assert.match(judge({}, 1), /exit code 1/);
  assert.match(judge({}, 0, []), /holds 0 orders/);
  assert.match(judge({}, 0, [order, { ...order, number: "S-1002" }]), /holds 2 orders/);
  assert.match(judge({ data: { order_number: "S-7", total: "190.90" } }), /claims order S-7/);
  assert.match(judge({ data: { order_number: "S-1001", total: "1.00" } }), /claims a total of 1\.00/);
  assert.match(judge({ evidence: [] }), /does not show the order's number/);
  const failed = [{ checks: report.evidence[0]?.checks.map((check) => ({ ...check, pass: false })) }];
  assert.match(judge({ evidence: failed }), /does not show the order's total/);
  assert.deepEqual(judgeDemo("no JSON", 0, [order]).faults, ["the run printed no report"]);
});
