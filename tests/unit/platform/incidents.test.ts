import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { HARD_TO_TELL } from "../../fixtures/thrown_values.ts";
import { incidentId, noteIncident } from "../../../src/platform/incidents.ts";

function written(error: unknown, clean?: (text: string) => string): { id: string; lines: string[] } {
  const lines: string[] = [];
  const id = noteIncident(error, (line) => lines.push(line), clean);
  return { id, lines };
}

test("every line of a cause begins with its id, stack and causes included", () => {
  const error = new Error("outer", { cause: new RangeError("inner") });
  const { id, lines } = written(error);
  assert.match(id, /^[0-9a-f]{8}$/);
  assert.ok(lines.length > 2 && lines.every((line) => line.startsWith(`error ${id}: `)));
  assert.match(lines[0] ?? "", /Error: outer/);
  assert.match(lines.join("\n"), /: at .*incidents\.test[^]*caused by RangeError: inner/);
});

test("one error has one id, another has another", () => {
  const error = new Error("x");
  assert.equal(incidentId(error), written(error).id);
  assert.notEqual(incidentId(error), incidentId(new Error("x")));
});

test("what nobody may read is taken out, and queries of addresses with it", () => {
  const { lines } = written(
    new Error("at https://user:pw@a.example/path?token=1#part saw hunter2"),
    (text) => text.replaceAll("hunter2", "[value]"),
  );
  assert.match(lines.join("\n"), /https:\/\/a\.example\/path saw \[value\]/);
  assert.doesNotMatch(lines.join("\n"), /hunter2|token|pw@/);
});

test("values that are no errors, and long chains, end", () => {
  const ring = new Error("ring");
  ring.cause = ring;
  assert.ok(written(ring).lines.length <= 60);
  for (const value of [undefined, null, "text", 5, {}]) assert.equal(written(value).lines.length, 1);
});

test("whatever is thrown, it is told in a line and its teller does not fail", () => {
  for (const make of HARD_TO_TELL) {
    const { id, lines } = written(make());
    assert.match(lines[0] ?? "", new RegExp(`^error ${id}: .+`));
  }
});

test("standard error gets one listener, however much goes wrong, and no control characters", (context) => {
  const written: string[] = [];
  context.mock.method(process.stderr, "write", (text: string) => written.push(text) > 0);
  noteIncident(new Error("first \u001b[2J\ud83d"), undefined);
  const listeners = process.stderr.listenerCount("error");
  for (let count = 0; count < 20; count++) noteIncident(new Error(`number ${count}`), undefined);
  assert.equal(process.stderr.listenerCount("error"), listeners);
  assert(written.length >= 21);
  // deno-lint-ignore no-control-regex
  for (const text of written) assert(text.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f]/.test(text), text);
});
