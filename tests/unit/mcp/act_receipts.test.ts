import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { BrowserAction } from "../../../src/contracts/actions.ts";
import type { ActionEffect, ActionResult } from "../../../src/contracts/browser.ts";
import { withoutTheAsked } from "../../../src/mcp/tools/act_receipts.ts";
import { callForReply, withClient } from "./connect.ts";
import { actResult, FakePort } from "./fake_port.ts";

const fill = (value: string): BrowserAction => ({ type: "fill", ref: "e1", value });

/** The receipt that is left of an effect, as a caller sees it. */
function left(
  action: BrowserAction,
  effect: ActionEffect,
  status: ActionResult["status"] = "completed",
): ActionEffect | undefined {
  const given = actResult({ results: [{ index: 0, type: action.type, status, effect }] });
  return withoutTheAsked(given, [action]).results[0]?.effect;
}

test("an action that did just what it was asked to needs no receipt", () => {
  const cases: readonly (readonly [BrowserAction, ActionEffect])[] = [
    [fill("Ada"), { outcome: "done", value: "Ada" }],
    [{ type: "type", ref: "e1", value: "Ada" }, { outcome: "done", value: "Ada" }],
    [{ type: "pick_date", ref: "e1", value: "2030-01-02" }, { outcome: "done", value: "2030-01-02" }],
    [{ type: "clear", ref: "e1" }, { outcome: "done", value: "" }],
    [{ type: "select", ref: "e1", values: ["no"] }, { outcome: "done", value: "no" }],
    [{ type: "choose", ref: "e1", option: "Norway" }, { outcome: "done", value: "Norway" }],
    [{ type: "set_slider", ref: "e1", value: 35 }, { outcome: "done", value: "35" }],
    [{ type: "check", ref: "e1", checked: false }, { outcome: "done", checked: false }],
  ];
  for (const [action, effect] of cases) assert.equal(left(action, effect), undefined, action.type);
});

test("a receipt stays where the page did something else, or more, or nothing", () => {
  const cases: readonly (readonly [BrowserAction, ActionEffect, ActionEffect])[] = [
    [fill("ada"), { outcome: "done", value: "ADA" }, { outcome: "done", value: "ADA" }],
    [fill("a"), { outcome: "no_effect", value: "a" }, { outcome: "no_effect", value: "a" }],
    [fill("a"), { outcome: "done", value_filled: true }, { outcome: "done", value_filled: true }],
    [fill("a"), { outcome: "done", value: "a", requests: ["POST / 500"] }, {
      outcome: "done",
      requests: ["POST / 500"],
    }],
    [{ type: "check", ref: "e1", checked: true }, { outcome: "done", checked: false }, {
      outcome: "done",
      checked: false,
    }],
    [{ type: "click", ref: "e1" }, { outcome: "done", checked: true }, { outcome: "done", checked: true }],
    [{ type: "click", ref: "e1" }, { outcome: "done" }, { outcome: "done" }],
    [{ type: "select", ref: "e1", values: ["a", "b"] }, { outcome: "done", value: "a, b" }, {
      outcome: "done",
      value: "a, b",
    }],
  ];
  for (const [action, effect, expected] of cases) {
    assert.deepEqual(left(action, effect), expected, action.type);
  }
  assert.deepEqual(left(fill("a"), { outcome: "done", value: "a" }, "failed"), {
    outcome: "done",
    value: "a",
  });
});

test("no value is left out but the very one that was asked for", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (asked, held) => {
    const effect = left(fill(asked), { outcome: "done", value: held });
    assert.equal(effect === undefined, asked === held);
  }));
});

test("tab_act gives an entry for each action, and a receipt only for what was not asked", async () => {
  const port = new FakePort();
  port.act = () =>
    Promise.resolve(actResult({
      completed: 2,
      results: [
        { index: 0, type: "fill", status: "completed", effect: { outcome: "done", value: "Ada" } },
        {
          index: 1,
          type: "click",
          status: "completed",
          effect: { outcome: "done", navigated: "https://a.example/" },
        },
      ],
    }));
  await withClient(port, async (client) => {
    await client.listTools();
    const { body } = await callForReply(client, "tab_act", {
      session_id: "s1",
      snapshot_id: "s1:1",
      actions: [{ type: "fill", ref: "e1", value: "Ada" }, { type: "click", ref: "e2" }],
    });
    assert.deepEqual(body.results, [
      { index: 0, type: "fill", status: "completed" },
      {
        index: 1,
        type: "click",
        status: "completed",
        effect: { outcome: "done", navigated: "https://a.example/" },
      },
    ]);
  });
});
