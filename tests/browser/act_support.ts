// Acting as an outside client does: through MCP calls against a real browser and pages on loopback.
import assert from "node:assert/strict";
import { BrowserEngine } from "../../src/browser/engine.ts";
import type { BrowserOptions } from "../../src/contracts/browser.ts";
import type { AgentToolClient } from "../../src/contracts/tools.ts";
import { connectAgentTools } from "../../src/mcp/in_memory_client.ts";
import { createMcpServer } from "../../src/mcp/server.ts";
import { refOf, type Site, type SitePage, startSite } from "./engine_site.ts";

/** What one action did. */
export interface Effect {
  readonly outcome: string;
  readonly hit?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly navigated?: string;
  readonly requests?: readonly string[];
  readonly problems?: readonly string[];
  readonly also?: readonly string[];
  readonly popup?: string;
  readonly download?: string;
}

/** A reply of `tab_act`, as far as tests read it. */
export interface ActReply {
  readonly ok: boolean;
  readonly batch_complete: boolean;
  readonly completed: number;
  readonly failed: { readonly index: number; readonly error: { code: string; message: string } } | null;
  readonly failed_action_may_have_side_effects?: boolean;
  readonly results: readonly {
    readonly type: string;
    readonly status: string;
    readonly effect?: Effect;
    readonly error?: { code: string; message: string };
  }[];
  readonly verification?: {
    readonly passed: boolean;
    readonly checks: readonly {
      readonly pass: boolean;
      readonly actual?: unknown;
      readonly already_held?: boolean;
      readonly hint?: string;
      readonly error?: { code: string; message: string };
    }[];
  };
  readonly snapshot?: { readonly snapshot_id: string; readonly tree: string };
  readonly session_closed?: boolean;
  readonly elapsed_ms: number;
}

/** What a completed action has done where its receipt says nothing else. */
function askedOf(action: object): Partial<Effect> {
  const { type, value, option, values, checked } = action as Record<string, unknown>;
  if (type === "check") return { checked: checked === true };
  const asked = type === "clear" ? "" : value ?? option ?? (values as readonly string[] | undefined)?.[0];
  return asked === undefined ? {} : { value: String(asked) };
}

/** A page under test in a session of its own. */
export class Visit {
  readonly #tools: AgentToolClient;
  readonly sessionId: string;
  /** The newest whole tree. */
  tree: string;
  snapshotId: string;

  constructor(tools: AgentToolClient, opened: Record<string, unknown>) {
    this.#tools = tools;
    this.sessionId = String(opened.session_id);
    this.snapshotId = String(opened.snapshot_id);
    this.tree = String(opened.tree);
  }

  /** Calls any tool and returns its reply, success or not. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { structuredContent, content } = await this.#tools.callTool({
      name,
      arguments: { session_id: this.sessionId, ...given },
    });
    assert(structuredContent !== undefined, JSON.stringify(content));
    return structuredContent;
  }

  /** Observes anew. */
  async look(): Promise<string> {
    const reply = await this.call("tab_snapshot");
    this.snapshotId = String(reply.snapshot_id);
    return this.tree = String(reply.tree);
  }

  /** The ref of a control in the newest tree. */
  ref(role: string, name: string): string {
    return refOf(this.tree, role, name);
  }

  /** Runs actions, whatever comes of them. */
  async act(actions: readonly object[], rest: Record<string, unknown> = {}): Promise<ActReply> {
    const reply = await this.call("tab_act", { snapshot_id: this.snapshotId, actions, ...rest });
    assert("results" in reply, JSON.stringify(reply));
    const { snapshot, session_closed: closed } = reply as unknown as ActReply;
    if (snapshot !== undefined) this.snapshotId = snapshot.snapshot_id;
    if (closed !== true) await this.look();
    return reply as unknown as ActReply;
  }

  /** Runs actions that must all succeed; returns what they did, read as the tool's schema says. */
  async do(...actions: readonly object[]): Promise<readonly Effect[]> {
    const reply = await this.act(actions);
    assert.equal(reply.ok, true, JSON.stringify(reply.failed));
    return reply.results.map(({ effect }, index) => ({
      ...askedOf(actions[index] ?? {}),
      outcome: "done",
      ...effect,
    }));
  }

  /** Runs one action that must fail with a code; returns the message. */
  async fails(action: object, code: string, message?: RegExp): Promise<string> {
    const { failed } = await this.act([action]);
    assert(failed !== null, `${JSON.stringify(action)} did not fail`);
    assert.equal(failed.error.code, code, failed.error.message);
    if (message !== undefined) assert.match(failed.error.message, message);
    return failed.error.message;
  }

  /** Asserts that the page shows a text, now or soon. */
  async shows(text: string): Promise<void> {
    const reply = await this.call("tab_verify", {
      checks: [{ kind: "text", contains: text }],
      timeout_ms: 3000,
    });
    assert.equal(reply.passed, true, `"${text}" is not shown: ${JSON.stringify(reply.checks)}`);
  }

  /** Asserts what a field holds, by selector. */
  async holds(selector: string, value: string): Promise<void> {
    const reply = await this.call("tab_verify", {
      checks: [{ kind: "value", selector, value }],
      timeout_ms: 1000,
    });
    assert.equal(reply.passed, true, JSON.stringify(reply.checks));
  }
}

/** A running engine with a client and a site. */
export interface Stage {
  readonly site: Site;
  readonly engine: BrowserEngine;
  open(path: string): Promise<Visit>;
  end(): Promise<void>;
}

/** Starts an engine, a client over MCP, and a site with these pages. */
export async function startStage(
  pages: Readonly<Record<string, SitePage>>,
  options: BrowserOptions = {},
): Promise<Stage> {
  const site = await startSite(pages);
  const engine = new BrowserEngine({ timeoutMs: 10_000, ...options });
  const { tools, close } = await connectAgentTools(createMcpServer(engine));
  return {
    site,
    engine,
    open: async (path) => {
      const { structuredContent } = await tools.callTool({
        name: "tab_open",
        arguments: { url: site.origin + path },
      });
      assert(structuredContent?.ok === true, JSON.stringify(structuredContent));
      return new Visit(tools, structuredContent);
    },
    end: async () => {
      await close();
      await engine.dispose();
      await site.close();
    },
  };
}
