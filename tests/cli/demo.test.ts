import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli } from "./support.ts";

test("demo buys once, proves it and agrees with the shop's ledger", async (context) => {
  const end = await runCli(context, ["demo"]);
  assert.equal(end.exitCode, 0, end.stdout + end.stderr);
  assert.match(end.stdout, /^run {5}tablaze run --task /m);
  assert.equal(end.stdout.match(/^shop {4}booked /gm)?.length, 1);
  const report = JSON.parse(/^report {2}(.*)$/m.exec(end.stdout)?.[1] ?? "");
  assert.equal(report.status, "succeeded");
  assert.deepEqual(report.data, { order_number: "S-1001", total: "190.90" });
  assert.match(
    end.stdout,
    /^ledger {2}S-1001: 2 × Walnut desk lamp for Ada Lovelace, London, Express, next day, 190\.90 €$/m,
  );
  assert.match(end.stdout, /exactly the one order/);
  assert.deepEqual(end.cli.descendants(), []);
  assert.deepEqual(await end.cli.temporaryFiles(), []);
});

test("demo with a browser that is not there fails and says so", async (context) => {
  const end = await runCli(context, ["demo", "--executable-path", "/nonexistent"]);
  assert.equal(end.exitCode, 1);
  assert.match(end.stdout, /no executable file at \/nonexistent/);
});
