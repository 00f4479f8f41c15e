// The schemas decide what a client may ask for; the engine checks again what a program hands it. What the first lets
// through, the second must take: its refusal would reach the client as an unforeseen failure.
import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateActions, validateChecks } from "../../../src/browser/validate.ts";
import { actions, findActionConflict } from "../../../src/mcp/tools/actions.ts";
import { checks, findCheckConflict } from "../../../src/mcp/tools/checks.ts";
import { argumentsNear } from "./arbitrary_arguments.ts";

const RUNS = 3000;

test("every batch that the schema takes, the engine takes", () => {
  fc.assert(
    fc.property(argumentsNear("tab_act"), (given) => {
      const { success, data } = actions.safeParse(given.actions);
      if (success && findActionConflict(data) === undefined) validateActions(data);
    }),
    { numRuns: RUNS },
  );
});

test("every list of checks that the schema takes, the engine takes", () => {
  fc.assert(
    fc.property(argumentsNear("tab_verify"), (given) => {
      const { success, data } = checks.safeParse(given.checks);
      if (success && findCheckConflict(data, "checks") === undefined) validateChecks(data);
    }),
    { numRuns: RUNS },
  );
});

test("a list may be emptied, and a field may be given nothing", () => {
  const limits = [
    { type: "select", ref: "e1", values: [] },
    { type: "select", ref: "e1", values: Array(50).fill("x".repeat(1000)) },
    { type: "fill", ref: "e1", value: "" },
    { type: "upload", ref: "e1", files: [] },
    { type: "click", ref: "e1", modifiers: [] },
  ];
  for (const action of limits) {
    assert.doesNotThrow(() => validateActions(actions.parse([action])), JSON.stringify(action).slice(0, 60));
  }
});
