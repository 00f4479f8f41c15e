// Malformed and extreme arguments against a real browser: every call ends in time, with a refusal or an envelope that
// carries a code, and the server works on.
import fc from "fast-check";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { AgentToolClient } from "../../src/contracts/tools.ts";
import { BROWSER_ERROR_CODES, EXTRACTION_ERROR_CODES } from "../../src/mcp/error_codes.ts";
import { connectAgentTools } from "../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../src/mcp/server.ts";
import { ALL_TOOLS } from "../../src/mcp/tools/all.ts";
import { argumentsNear } from "../unit/mcp/arbitrary_arguments.ts";
import { type Site, startSite } from "./engine_site.ts";

const PAGE =
  `<h1>Any</h1><label>Name <input></label><label>Kind <select><option>One<option>Two</select></label>
<label><input type=checkbox> On</label><label>Much <input type=range></label><label>Day <input type=date></label>
<div contenteditable role=textbox aria-label=Rich>Rich</div><button>Press</button><button onclick="confirm('Sure?')">Ask</button>
<input type=file aria-label=File><iframe srcdoc="<button>Inner</button>"></iframe><div style="height:3000px">Tall</div>`;
/** Longest time that a call may take when it is asked to take at most a fifth of a second. */
const PATIENCE_MS = 20_000;
const RUNS = 5;
/** Every code that the reference names. */
const CODES = new Set(Object.keys({ ...BROWSER_ERROR_CODES, ...EXTRACTION_ERROR_CODES }));

let site: Site;
let engine: BrowserEngine;
let tools: AgentToolClient;
let disconnect: () => Promise<void>;

before(async () => {
  site = await startSite({ "/": PAGE });
  engine = new BrowserEngine({ timeoutMs: 3000 });
  ({ tools, close: disconnect } = await connectAgentTools(createMcpServer(engine)));
});
after(async () => {
  await disconnect();
  await engine.dispose();
  await site.close();
});

/** Puts what exists in place of most ids, and keeps waits short. */
function aim(given: unknown, live: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(given)) return given.map((item) => aim(item, live));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (key.endsWith("timeout_ms") && typeof value === "number" && value > 200 && value <= 60_000) {
        return [key, 200];
      }
      if (key === "url" && typeof value === "string" && value.startsWith("https:")) {
        return [key, `${site.origin}/`];
      }
      if (/ref$/.test(key) && value === "e1") return [key, `e${1 + String(live.snapshot_id).length % 10}`];
      const known = live[key];
      return [
        key,
        known !== undefined && typeof value === "string" && value.length < 20 ? known : aim(value, live),
      ];
    }),
  );
}

async function open(): Promise<Record<string, string>> {
  const { structuredContent } = await tools.callTool({
    name: "tab_open",
    arguments: { url: `${site.origin}/` },
  });
  assert.equal(structuredContent?.ok, true, JSON.stringify(structuredContent));
  const { session_id, snapshot_id } = structuredContent as Record<string, string>;
  return { session_id: session_id ?? "", snapshot_id: snapshot_id ?? "" };
}

for (const { name } of ALL_TOOLS.filter(({ option }) => option === undefined)) {
  test(`${name} answers any arguments in time, and the server works on`, async () => {
    const property = fc.asyncProperty(argumentsNear(name), async (given) => {
      const live = await open();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
      });
      const aimed = aim(given, live) as Record<string, unknown>;
      try {
        const { structuredContent: body, content, isError } = await Promise.race([
          tools.callTool({ name, arguments: aimed }),
          late,
        ]);
        if (body === undefined) return void assert.equal(isError, true, JSON.stringify(content));
        if (body.ok === true) return;
        const { code } = (body.error ?? (body.failed as { error?: object } | null)?.error) as {
          code: string;
        };
        assert.ok(CODES.has(code) && code !== "INTERNAL_ERROR", JSON.stringify(body).slice(0, 500));
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        // the schema's refusal reaches this client as an error of the protocol
        assert.match(String(error), /-32602|invalid/i);
      } finally {
        clearTimeout(timer);
        await tools.callTool({ name: "tab_close", arguments: { session_id: live.session_id } });
      }
    });
    await fc.assert(property, { numRuns: RUNS });
  });
}
