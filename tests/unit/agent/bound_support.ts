import type {
  AgentDispatchEnvelope,
  AgentToolCatalog,
  AgentToolClient,
  AgentToolMetadata,
} from "../../../src/contracts/tools.ts";
import type { AgentRunOptions } from "../../../src/contracts/run.ts";
import type { AgentRunResult } from "../../../src/contracts/result.ts";
import { runAgent } from "../../../src/agent/run.ts";
import { FakeClock, type FakeTools, ScriptedPlanner } from "../../../src/testing/mod.ts";
import { browserTools, testDeps, tools } from "./support.ts";

/** Opens a page. */
export const OPEN = tools(["tab_open", { url: "https://a.test/" }]);
/** A digest. */
export const hash = (digit: string): string => digit.repeat(64);
/** Tools that only read. */
const READS = new Set(["tab_snapshot", "tab_verify", "tab_list"]);

/** A client with bound execution whose parts a test can change. */
export class BoundTools implements AgentToolClient {
  readonly inner: FakeTools;
  readonly log: string[] = [];
  identity: unknown = { registryHash: hash("a"), contextHash: hash("b") };
  contextKey: unknown = hash("1");
  current: () => void | Promise<void> = () => {};
  envelope: (envelope: AgentDispatchEnvelope, name: string) => unknown = (envelope) => envelope;
  close: () => void | Promise<void> = () => {};
  catalog: (catalog: AgentToolCatalog) => unknown = (catalog) => catalog;
  metadata: Map<string, AgentToolMetadata> | undefined;

  constructor(inner: FakeTools = browserTools()) {
    this.inner = inner;
  }

  listTools(): Promise<never> {
    return Promise.reject(new Error("the plain catalog is not for bound runs"));
  }

  callTool(): Promise<never> {
    return Promise.reject(new Error("the plain path is not for bound runs"));
  }

  getExecutionIdentity(): Promise<{ registryHash: string; contextHash: string }> {
    this.log.push("identity");
    return Promise.resolve(this.identity as { registryHash: string; contextHash: string });
  }

  async prepareTools(): Promise<AgentToolCatalog> {
    this.log.push("prepare");
    const listed = await this.inner.listTools();
    const metadata = this.metadata ??
      new Map(
        listed.map(({ name }) => [name, { effect: READS.has(name) ? "read" : "write" } as AgentToolMetadata]),
      );
    return this.catalog({
      tools: listed,
      metadata,
      contextKey: this.contextKey as string,
      assertCurrent: () => this.current(),
      dispatch: async (call, options) => {
        this.log.push(`dispatch ${call.id}`);
        const result = await this.inner.callTool({ name: call.name, arguments: call.arguments }, options);
        return this.envelope({ result, outcome: "completed" }, call.name) as AgentDispatchEnvelope;
      },
      close: () => {
        this.log.push("close");
        return this.close();
      },
    }) as AgentToolCatalog;
  }
}

/** Plays a script with bound tools. */
export async function playBound(
  bound: BoundTools,
  replies: readonly unknown[],
  options: Partial<AgentRunOptions> = {},
  clock = new FakeClock(),
): Promise<{ readonly result: AgentRunResult; readonly planner: ScriptedPlanner }> {
  const planner = new ScriptedPlanner(replies);
  const result = await runAgent(
    { task: "t", planner: planner.plan, tools: bound, maxSteps: Math.max(1, replies.length), ...options },
    testDeps(clock),
  );
  planner.assertConsumed();
  return { result, planner };
}
