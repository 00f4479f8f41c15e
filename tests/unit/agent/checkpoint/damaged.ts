// A corpus of damaged checkpoints: every way to hurt one that is written down here is applied everywhere it fits.

/** JSON text that is no valid checkpoint, and how it was made. */
export interface Damaged {
  readonly how: string;
  readonly text: string;
}

type Path = readonly (string | number)[];

/** Every place in a JSON value, outermost first. */
function* places(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield* places(child, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

function changed(
  text: string,
  path: Path,
  change: (parent: Record<string, unknown>, key: string) => void,
): string {
  const copy: unknown = JSON.parse(text);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[String(key)] as Record<string, unknown>;
  change(parent, String(path.at(-1)));
  return JSON.stringify(copy);
}

/** Free content: what pages, planners and tools put there has no shape of its own. */
function isFree(path: Path): boolean {
  const inside = path.some((key) =>
    key === "arguments" || key === "structuredContent" || key === "checks" || key === "data"
  );
  return inside || path.includes("result") && path.includes("content");
}

const OPTIONAL =
  /^(?:systemPrompt|omitted|acceptanceHash|lastChangedSessionId|reportedTokens|maxReportedTokens)$/;

/** Each field left out, where a checkpoint cannot do without it. */
export function* withoutField(text: string): Generator<Damaged> {
  for (const [path] of places(JSON.parse(text))) {
    const key = path.at(-1);
    if (typeof key !== "string" || isFree(path) || OPTIONAL.test(key)) continue;
    // a run may have fewer of these; what then does not fit is another matter
    if (key === "isError" || key === "content" && path.includes("result")) continue;
    if (key === "partialSchemaHash" && text.includes('"partials":[]')) continue; // a run without a schema
    if (/^(?:outputSchemaHash|requires\w+Policy|executionIdentity)$/.test(key)) continue;
    yield { how: `without ${path.join(".")}`, text: changed(text, path, (parent) => delete parent[key]) };
  }
}

/** Each value of another type. */
export function* withOtherTypes(text: string): Generator<Damaged> {
  for (const [path, value] of places(JSON.parse(text))) {
    if (path.length === 0 || isFree(path)) continue;
    for (const other of [null, true, 17.5, "text", [], {}, [[]], -1]) {
      const same = Array.isArray(other) === Array.isArray(value) && typeof other === typeof value &&
        (other === null) === (value === null);
      if (same && !(typeof value === "number")) continue;
      if (same && other === value) continue;
      yield {
        how: `${path.join(".")} = ${JSON.stringify(other)}`,
        text: changed(text, path, (parent, key) => parent[key] = other),
      };
    }
  }
}

/** Numbers of a gibibyte, and longer than any number. */
export function* withHugeNumbers(text: string): Generator<Damaged> {
  for (const [path, value] of places(JSON.parse(text))) {
    if (typeof value !== "number" || isFree(path)) continue;
    for (const number of ["1073741824", "1e999", "9007199254740993", "1".repeat(100_000)]) {
      const mayBeLarge = path.includes("limits") || path.at(-1) === "messages";
      if (mayBeLarge && number === "1073741824") continue;
      const marked = changed(text, path, (parent, key) => parent[key] = "HERE");
      yield { how: `${path.join(".")} = ${number.slice(0, 20)}`, text: marked.replace('"HERE"', number) };
    }
  }
}

/** Counters lower than the history shows. */
export function* withLowerCounters(text: string): Generator<Damaged> {
  for (const name of ["steps", "toolCalls", "plannerCalls", "callSequence"]) {
    yield {
      how: `${name} lowered`,
      text: changed(text, ["counters", name], (parent, key) => parent[key] = Number(parent[key]) - 1),
    };
  }
}

interface Message {
  readonly role: string;
  toolCallId?: string;
  toolCalls?: { id: string }[];
}

/** Ids exchanged and pairs of calls and results broken. */
export function* withBrokenPairs(text: string): Generator<Damaged> {
  const { history } = JSON.parse(text) as { history: { messages: Message[] }[] };
  for (const [group, { messages }] of history.entries()) {
    const edit = (how: string, change: (list: Message[]) => void): Damaged => ({
      how: `${how} in group ${group}`,
      text: changed(text, ["history", group, "messages"], (parent, key) => change(parent[key] as Message[])),
    });
    const answers = messages.filter(({ role }) => role === "tool");
    if (answers.length === 0) continue;
    yield edit("a result left out", (list) => list.splice(1, 1));
    yield edit("a result twice", (list) => list.splice(1, 0, list[1] as Message));
    yield edit("a result before its call", (list) => list.reverse());
    yield edit("the call left out", (list) => list.shift());
    yield edit("another id", (list) => (list[1] as Message).toolCallId = "run-4096");
    yield edit("the id of another run", (list) => {
      for (const call of list[0]?.toolCalls ?? []) call.id = call.id.replace("run", "other");
    });
    if (answers.length < 2) continue;
    yield edit("results exchanged", (list) => list.push(...list.splice(1, 1)));
    yield edit("ids of calls exchanged", (list) => {
      const [first, second] = list[0]?.toolCalls ?? [];
      if (first && second) [first.id, second.id] = [second.id, first.id];
    });
    yield edit("ids exchanged everywhere", (list) => {
      const [first, second] = list[0]?.toolCalls ?? [];
      if (first && second) [first.id, second.id] = [second.id, first.id];
      const [one, two] = list.slice(1);
      if (one && two) [one.toolCallId, two.toolCallId] = [two.toolCallId, one.toolCallId] as [string, string];
    });
  }
}

/** Things that are no checkpoint in themselves, or hold something that none holds. */
export function* withForeignThings(text: string): Generator<Damaged> {
  const deep = `${"[".repeat(64)}${"]".repeat(64)}`;
  const deepObject = `${'{"a":'.repeat(64)}1${"}".repeat(64)}`;
  yield { how: "64 lists deep", text: deep };
  yield { how: "64 objects deep", text: deepObject };
  yield { how: "100,000 lists deep", text: `${"[".repeat(100_000)}${"]".repeat(100_000)}` };
  yield { how: "64 deep in a field", text: text.replace('"partials":[', `"partials":[${deep},`) };
  yield { how: "nothing", text: "" };
  for (const value of ["null", "1", '"text"', "[]", "{}", "true", "[{}]"]) yield { how: value, text: value };
  yield { how: "an unknown field", text: text.replace("{", '{"extra":1,') };
  yield { how: "__proto__ on top", text: text.replace("{", '{"__proto__":{"version":7},') };
  yield {
    how: "__proto__ in counters",
    text: text.replace('"counters":{', '"counters":{"__proto__":{"x":1},'),
  };
  yield {
    how: "__proto__ in a call",
    text: text.replace('"arguments":{', '"arguments":{"__proto__":{"x":1},'),
  };
  yield { how: "a key twice", text: text.replace("{", '{"version":7,') };
  const far = " ".repeat(100);
  yield { how: "a key twice, far from its colon", text: text.replace("{", `{"version"${far}:7,`) };
  yield { how: "a key twice, deep", text: text.replace('"steps":', '"steps":0,"steps":') };
  yield { how: "a key twice, spelled with an escape", text: text.replace("{", '{"\\u0076ersion":7,') };
  for (const version of ["0", "8", "-7", "7.5", '"7"', "null", "1e3"]) {
    yield { how: `version ${version}`, text: text.replace('"version":7', `"version":${version}`) };
  }
  yield { how: "trailing text", text: `${text}{}` };
  yield { how: "two checkpoints", text: `[${text},${text}]` };
}

/** Cut off after every character. */
export function* cut(text: string): Generator<Damaged> {
  for (let length = 0; length < text.length; length++) {
    yield { how: `cut after ${length}`, text: text.slice(0, length) };
  }
}
