import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConversation } from "../../../src/demo/model/conversation.ts";
import { ERRAND } from "../../../src/demo/model/errand.ts";
import { decideNext } from "../../../src/demo/model/shopper.ts";

interface Turn {
  readonly name: string;
  readonly input?: object;
  readonly output: object;
}

function decide(turns: readonly Turn[]) {
  const messages = turns.flatMap(({ name, input = {}, output }, index) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{
        id: `r:${index}`,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      }],
    },
    { role: "tool", tool_call_id: `r:${index}`, content: JSON.stringify({ structuredContent: output }) },
  ]);
  const request = {
    messages: [{ role: "system", content: "s" }, { role: "user", content: "t" }, ...messages],
    tools: [],
  };
  return decideNext(parseConversation(JSON.stringify(request)), ERRAND);
}

function page(tree: string, number = 1): object {
  return { ok: true, session_id: "s", snapshot_id: `s:${number}`, tree };
}

test("decideNext() opens the wanted product by the ref that the page gives it", () => {
  const tree = "- [e7 link: Blue stoneware mug]\n- [e8 link: Walnut desk lamp] 89.00 €";
  assert.deepEqual(decide([{ name: "tab_open", output: page(tree, 4) }]), {
    name: "tab_act",
    input: { session_id: "s", snapshot_id: "s:4", actions: [{ type: "click", ref: "e8" }] },
  });
});

test("decideNext() fills the checkout and orders in one batch, from the page inside an action's result", () => {
  const tree =
    "[e1 textbox required: Full name]\n[e2 textbox required: Street and number]\n[e3 textbox required: City]\n" +
    "[e4 combobox: Delivery = Standard, 3 to 5 days (4.90 €) {Standard, 3 to 5 days (4.90 €) | Express, next day (12.90 €)}]\n" +
    "[e5 button: Place order]";
  const decision = decide([{ name: "tab_act", output: { ok: true, snapshot: page(tree) } }]);
  assert.deepEqual(decision.input["actions"], [
    { type: "fill", ref: "e1", value: ERRAND.name },
    { type: "fill", ref: "e2", value: ERRAND.street },
    { type: "fill", ref: "e3", value: ERRAND.city },
    { type: "select", ref: "e4", values: ["Express, next day (12.90 €)"] },
    { type: "click", ref: "e5" },
  ]);
});

test("decideNext() never orders again when an order may have been sent", () => {
  const tree = "[e1 textbox: Full name] [e2 textbox: Street and number] [e3 textbox: City] " +
    "[e4 combobox: Delivery = Express {Express}] [e5 button: Place order]";
  const sent: Turn = {
    name: "tab_act",
    input: { actions: [{ type: "select", ref: "e4" }, { type: "click", ref: "e5" }] },
    output: { ok: true, results: [{ status: "completed" }, { status: "completed" }], snapshot: page(tree) },
  };
  const look: Turn = { name: "tab_snapshot", output: page(tree, 2) };
  assert.equal(decide([sent]).name, "tab_snapshot");
  assert.equal(decide([sent, look, look, look]).name, "agent_request_input");
});

test("decideNext() looks again after a failed action, and gives up on a page without a way", () => {
  const failed: Turn = { name: "tab_act", output: { ok: false, error: { code: "STALE_REFERENCE" } } };
  const open: Turn = { name: "tab_open", output: page("[e8 link: Walnut desk lamp]") };
  assert.equal(decide([open, failed]).name, "tab_snapshot");
  const look: Turn = { name: "tab_snapshot", output: page("# Not found") };
  assert.equal(
    decide([{ name: "tab_open", output: page("# Not found") }, look, look, look]).name,
    "agent_fail",
  );
});

test("decideNext() verifies what the receipt says and cites that very call", () => {
  const receipt: Turn = {
    name: "tab_act",
    output: { ok: true, snapshot: page("Order number S-7 is booked.\nTotal paid: 190.90 €") },
  };
  const verify = decide([receipt]);
  assert.equal(verify.name, "tab_verify");
  assert.match(JSON.stringify(verify.input), /Order number S-7 is booked.*Total paid: 190\.90/);
  const passed: Turn = { name: "tab_verify", output: { ok: true, passed: true } };
  assert.deepEqual(decide([receipt, passed]), {
    name: "agent_finish",
    input: {
      summary: "Order S-7 is booked for a total of 190.90 €.",
      evidence: ["r:1"],
      data: { order_number: "S-7", total: "190.90" },
    },
  });
  assert.equal(
    decide([receipt, { name: "tab_verify", output: { ok: true, passed: false } }]).name,
    "agent_fail",
  );
});
