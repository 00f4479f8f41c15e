import assert from "node:assert/strict";
import { test } from "node:test";
import { CodexEvents } from "../../../../src/planners/codex/events.ts";

function completed(usage: unknown): string {
  return JSON.stringify({ type: "turn.completed", usage });
}

test("CodexEvents sums a counter only when every completed turn reported it", () => {
  const events = new CodexEvents();
  assert.equal(events.usage, undefined);
  assert.equal(events.take(completed({ input_tokens: 5, output_tokens: 2, cached_input_tokens: 0 })), true);
  assert.deepEqual(events.usage, { promptTokens: 5, completionTokens: 2, cachedPromptTokens: 0 });
  events.startProcess();
  assert.equal(events.terminalEvent, "none");
  events.take(completed({ input_tokens: 7, output_tokens: "2", reasoning_output_tokens: 1 }));
  assert.deepEqual(events.usage, { promptTokens: 12 });
  events.take(completed(undefined));
  assert.deepEqual(events.usage, {});
});

test("CodexEvents counts notifications and lets the turn go on", () => {
  const events = new CodexEvents();
  assert.equal(events.take('{"type":"error","message":"reconnecting"}'), true);
  assert.equal(
    events.take('{"type":"item.completed","item":{"type":"error","message":"ignored setting"}}'),
    true,
  );
  assert.equal(events.take('{"type":"event.of.the.future"}'), true);
  assert.equal(events.take(" "), true);
  assert.deepEqual([events.errorNotifications, events.terminalEvent, events.fault], [2, "none", undefined]);
});

test("CodexEvents refuses whatever is not known to be mere words", () => {
  for (const item of [{ type: "command_execution" }, { type: "new_tool" }, {}, null, "text"]) {
    for (const type of ["item.started", "item.updated", "item.completed"]) {
      const events = new CodexEvents();
      assert.equal(events.take(JSON.stringify({ type, item })), false);
      assert.equal(events.fault, "external_tool");
    }
  }
  for (const line of ["warning: text", "[]", "7", '{"type":', '{"__proto__":{}}']) {
    const events = new CodexEvents();
    assert.equal(events.take(line), false);
    assert.equal(events.fault, "not_json_lines");
  }
});

test("CodexEvents refuses a turn in which the CLI logs a call of a tool that is switched off", () => {
  for (const words of ["unsupported call: exec_command", "unsupported custom tool call: apply_patch"]) {
    const events = new CodexEvents();
    const line = `2026-11-30T12:57:28.927581Z ERROR codex_core::tools::router: error=${words}`;
    assert.equal(events.takeError(line), false);
    assert.equal(events.fault, "external_tool");
  }
  const events = new CodexEvents();
  for (const line of ["", "WARNING: proceeding", "2026 ERROR codex_api::endpoint: failed to connect"]) {
    assert.equal(events.takeError(line), true);
  }
  assert.equal(events.fault, undefined);
});
