import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger } from "../../../src/demo/shop/ledger.ts";

const request = { name: "Ada", street: "Row 1", city: "London", deliveryId: "express" };
const cart = new Map([["lamp", 2]]);

test("Ledger.book() books every request, so that a form sent twice shows as two orders", () => {
  const ledger = new Ledger();
  ledger.book(request, cart);
  ledger.book(request, cart);
  assert.deepEqual(ledger.orders.map(({ number, totalCents }) => [number, totalCents]), [
    ["S-1001", 2 * 8900 + 1290],
    ["S-1002", 2 * 8900 + 1290],
  ]);
});

test("Ledger.book() refuses what cannot be an order and books nothing", () => {
  const ledger = new Ledger();
  assert.match(String(ledger.book(request, new Map())), /empty/);
  assert.match(String(ledger.book({ ...request, city: " " }, cart)), /Fill in/);
  assert.match(String(ledger.book({ ...request, deliveryId: "drone" }, cart)), /delivery/);
  assert.equal(ledger.orders.length, 0);
});
