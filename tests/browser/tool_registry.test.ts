// A run in which custom tools of an application stand beside the browser's own, on a real page.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { z } from "zod";
import { connectAgentTools, createServer, createToolRegistry, defineTool, runAgent } from "../../mod.ts";
import type { AgentMessage, AgentPlannerRequest } from "../../mod.ts";
import { ScriptedPlanner } from "../../src/testing/mod.ts";
import { refOf, type Site, startSite } from "./engine_site.ts";

interface Ledger {
  readonly refunds: { readonly key: string; readonly order: string; readonly tenant: string }[];
}

const ledger: Ledger = { refunds: [] };
const site: Site = await startSite({
  "/orders": `<h1>Orders</h1><button id=check>Check order 7</button><p id=out>Not checked</p>
    <script>check.onclick = async () => out.textContent = await (await fetch("/state")).text();</script>`,
  "/state": (_, response) =>
    void response.end(ledger.refunds.length === 0 ? "Order 7 is paid" : "Order 7 is refunded"),
});
const runtime = createServer({ timeoutMs: 5000 });
const connection = await connectAgentTools(runtime.server);

after(async () => {
  await connection.close();
  await runtime.dispose();
  await site.close();
});

/** What the last call gave. */
function last({ messages }: AgentPlannerRequest): Extract<AgentMessage, { role: "tool" }> {
  const found = messages.findLast((message) => message.role === "tool");
  assert.ok(found?.role === "tool");
  return found;
}

test("a custom write runs once, on the page that was observed, and the page shows it", async () => {
  const tenant = { id: "user-1 shop-1 policy-3", value: { tenant: "shop-1" } };
  const registry = createToolRegistry({
    base: connection.tools,
    getContext: () => tenant,
    browser: {
      engine: runtime.engine,
      getSessionId: async () => (await runtime.engine.list())[0]?.session_id,
    },
    tools: [defineTool({
      name: "refund_order",
      version: "1",
      description: "Refunds one order of the shop.",
      effect: "write",
      allowedOrigins: [site.origin],
      input: z.strictObject({ order: z.string().regex(/^\d+$/) }),
      output: z.strictObject({ receipt: z.string() }),
      handler: async (
        { order },
        execution: { callId: string; context: { tenant: string }; assertCurrent(): Promise<void> },
      ) => {
        await execution.assertCurrent();
        ledger.refunds.push({ key: execution.callId, order, tenant: execution.context.tenant });
        return { receipt: `R-${order}` };
      },
    })],
  });
  let session = "";
  const call = (name: string, input: Readonly<Record<string, unknown>>) => ({
    type: "tools",
    calls: [{ name, arguments: input }],
  });
  const refund = call("refund_order", { order: "7" });
  const offers: boolean[] = [];
  const planner = new ScriptedPlanner([
    (request: AgentPlannerRequest) => {
      session = String(last(request).result.structuredContent?.["session_id"]);
      offers.push(request.tools.some(({ name }) => name === "refund_order"));
      return call("tab_navigate", {
        session_id: session,
        action: "goto",
        url: `${site.origin}/orders?view=2`,
      });
    },
    // somebody reloads the page while the model decides: the decision was made for a document that is gone
    async () => {
      await runtime.engine.navigate(session, { action: "reload" });
      return refund;
    },
    refund,
    () => call("tab_snapshot", { session_id: session }),
    (request: AgentPlannerRequest) => {
      const { snapshot_id, tree } = last(request).result.structuredContent as {
        snapshot_id: string;
        tree: string;
      };
      return call("tab_act", {
        session_id: session,
        snapshot_id,
        actions: [{ type: "click", ref: refOf(tree, "button", "Check order 7") }],
        post_checks: [{ kind: "text", contains: "Order 7 is refunded" }],
      });
    },
    (request: AgentPlannerRequest) => ({
      type: "finish",
      summary: "Order 7 is refunded.",
      evidence: [last(request).toolCallId],
    }),
  ]);
  const result = await runAgent({
    task: "Refund order 7.",
    startUrl: `${site.origin}/orders`,
    tools: registry,
    planner: planner.plan,
  });
  planner.assertConsumed();
  assert.equal(result.status, "succeeded", JSON.stringify(result.history.slice(-3)));
  assert.deepEqual(offers, [true]);
  const call7 = result.history.flatMap((message) => message.role === "assistant" ? message.toolCalls : [])
    .filter(({ name }) => name === "refund_order");
  assert.equal(call7.length, 1, "the decision for the document that is gone was discarded");
  assert.deepEqual(ledger.refunds, [{ key: call7[0]?.id, order: "7", tenant: "shop-1" }]);
  assert.equal(result.evidence[0]?.sessionId, session);
});
