// Checkpoints that were changed in any way: refused with a code, or as good as one that a run has saved.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseAgentCheckpoint } from "../../../../src/agent/checkpoint/parse.ts";
import type { AgentCheckpoint } from "../../../../src/contracts/checkpoint.ts";
import { errorCode } from "../../../../src/contracts/errors.ts";
import { act, browserTools, finish, play, tools, verify } from "../support.ts";
import { PARTIAL_SCHEMA, playSaved } from "./support.ts";

const { saved } = await playSaved();
const rich = JSON.stringify(saved.at(-2));
const pending = JSON.stringify(saved.find(({ pendingTool }) => pendingTool?.effect === "write"));

type Place = readonly [parent: Record<string, unknown>, key: string];

function* places(value: unknown): Generator<Place> {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value as Record<string, unknown>, key];
    yield* places((value as Record<string, unknown>)[key]);
  }
}

const VALUES: readonly unknown[] = [null, true, -1, 0, 0.1, 2 ** 53, "", "x", [], {}, "run-1", "run-2", "s1"];
const change = fc.record({
  how: fc.constantFrom("replace", "remove", "copy", "repeat"),
  at: fc.nat(),
  from: fc.nat(),
  value: fc.constantFrom(...VALUES),
});
type Change = { readonly how: string; readonly at: number; readonly from: number; readonly value: unknown };

/** A copy with the changes applied one after the other. */
function changed(text: string, changes: readonly Change[]): unknown {
  const copy: unknown = JSON.parse(text);
  for (const { how, at, from, value } of changes) {
    const all = [...places(copy)];
    const [parent, key] = all[at % all.length] as Place;
    const [source, name] = all[from % all.length] as Place;
    if (how === "replace") parent[key] = value;
    else if (how === "copy") parent[key] = structuredClone(source[name]);
    else if (how === "repeat" && Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]));
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  return copy;
}

test("whatever is changed in a checkpoint, it is refused with a code or read as what it says", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(rich, pending),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (text, changes) => {
        const copy = changed(text, changes);
        let read: AgentCheckpoint;
        try {
          read = parseAgentCheckpoint(copy);
        } catch (error) {
          assert.match(errorCode(error) ?? String(error), /^CHECKPOINT_(?:INVALID|VERSION|TOO_LARGE)$/);
          return;
        }
        assert.deepEqual(parseAgentCheckpoint(JSON.stringify(read)), read);
      },
    ),
    { numRuns: 1_500 },
  );
});

test("whatever was changed and is still read, a run goes on from it as from any other: doubt first", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(rich, pending),
      fc.array(change, { maxLength: 2 }),
      async (text, changes) => {
        let read: AgentCheckpoint;
        try {
          read = parseAgentCheckpoint(changed(text, changes));
        } catch {
          return; // the test above
        }
        const { runId, counters, ambiguousCalls, pendingTool, partialSchemaHash } = read;
        const isInDoubt = ambiguousCalls.length > 0 || pendingTool?.effect === "write";
        const replies = isInDoubt
          ? []
          : [tools(act()), tools(verify()), finish(`${runId}-${counters.callSequence + 2}`)];
        const fakeTools = browserTools();
        const { result } = await play(replies, {
          task: read.task,
          tools: fakeTools,
          resume: read,
          maxSteps: Math.min(Number.MAX_SAFE_INTEGER, counters.steps + 3),
          maxToolCalls: Math.min(Number.MAX_SAFE_INTEGER, counters.toolCalls + 3),
          timeoutMs: 2_147_483_647,
          maxHistoryBytes: Number.MAX_SAFE_INTEGER,
          ...(partialSchemaHash === undefined ? {} : { partialOutputSchema: PARTIAL_SCHEMA }),
          onCheckpoint: (checkpoint) => void parseAgentCheckpoint(JSON.stringify(checkpoint)),
        }).catch((error: unknown) => {
          if (errorCode(error) === "CHECKPOINT_MISMATCH") return { result: undefined };
          throw error;
        });
        if (result === undefined) return;
        assert.notEqual(
          result.failure?.code,
          "CHECKPOINT_PERSISTENCE_FAILED",
          "every state can be read again",
        );
        parseAgentCheckpoint(JSON.stringify(result.checkpoint));
        if (!isInDoubt) return;
        assert.equal(result.status, "needs_input");
        assert.deepEqual(fakeTools.sent, []);
      },
    ),
    { numRuns: 250 },
  );
});
