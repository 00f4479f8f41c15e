import assert from "node:assert/strict";
import { test } from "node:test";
import { OnceLedger } from "../../../src/browser/once_ledger.ts";

test("OnceLedger runs work once per key and hands out its result again", async () => {
  const ledger = new OnceLedger();
  let runs = 0;
  const work = (begin: () => void): Promise<number> => (begin(), Promise.resolve(++runs));
  assert.deepEqual(
    await Promise.all([
      ledger.run("s", "k", { a: 1, b: 2 }, work),
      ledger.run("s", "k", { b: 2, a: 1 }, work),
    ]),
    [1, 1],
  );
  assert.equal(await ledger.run("s", "k", { a: 1, b: 2, c: undefined }, work), 1);
  assert.equal(await ledger.run("other", "k", { a: 1, b: 2 }, work), 2);
  assert.equal(await ledger.run("s", undefined, { a: 1, b: 2 }, work), 3);
  await assert.rejects(ledger.run("s", "k", { a: 2 }, work), { code: "IDEMPOTENCY_CONFLICT" });
});

test("OnceLedger records a failure only when effects had begun", async () => {
  const ledger = new OnceLedger();
  const failing = (begins: boolean) => (begin: () => void): Promise<never> => {
    if (begins) begin();
    return Promise.reject(new Error("first failure"));
  };
  await assert.rejects(ledger.run("s", "early", {}, failing(false)), /first failure/);
  assert.equal(await ledger.run("s", "early", {}, () => Promise.resolve("second")), "second");
  await assert.rejects(ledger.run("s", "late", {}, failing(true)), /first failure/);
  await assert.rejects(ledger.run("s", "late", {}, () => Promise.resolve("second")), /first failure/);
});

test("OnceLedger forgets the oldest ended calls, never one that runs", async () => {
  const ledger = new OnceLedger();
  let end = (): void => {};
  const running = ledger.run(
    "s",
    "running",
    {},
    () => new Promise<string>((resolve) => end = () => resolve("done")),
  );
  for (let index = 0; index < 250; index += 1) {
    await ledger.run("s", `k${index}`, {}, () => Promise.resolve(index));
  }
  assert.equal(await ledger.run("s", "k249", {}, () => Promise.resolve(-1)), 249);
  assert.equal(await ledger.run("s", "k0", {}, () => Promise.resolve(-1)), -1);
  end();
  assert.equal(await running, "done");
  assert.equal(await ledger.run("s", "running", {}, () => Promise.resolve("again")), "done");
});

test("OnceLedger refuses keys that are empty or too long", async () => {
  const ledger = new OnceLedger();
  for (const key of ["", "x".repeat(201)]) {
    await assert.rejects(ledger.run("s", key, {}, () => Promise.resolve(1)), RangeError);
  }
});
