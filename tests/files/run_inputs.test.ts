// The files that an operator gives a run: what is taken, and the sentence for everything else.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { RunSettings } from "../../src/cli/command.ts";
import { readInputs, type RunInputs } from "../../src/cli/run/inputs.ts";
import { errorCode } from "../../src/contracts/errors.ts";

const folder = await mkdtemp(join(tmpdir(), "tablaze-inputs-"));
after(() => rm(folder, { recursive: true, force: true }));
const path = join(folder, "input.json");

const FLAGS = {
  acceptancePath: "--accept",
  initialActionsPath: "--initial-actions",
  outputSchemaPath: "--output-schema",
  partialSchemaPath: "--partial-schema",
} as const;

async function read(
  flag: keyof typeof FLAGS,
  content: string,
  captureNetwork = false,
): Promise<RunInputs> {
  await writeFile(path, content);
  const settings = { [flag]: path } as unknown as RunSettings;
  return await readInputs(settings, captureNetwork ? { captureNetwork: true } : {});
}

async function refused(
  flag: keyof typeof FLAGS,
  content: unknown,
  pattern: RegExp,
): Promise<void> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await assert.rejects(read(flag, text), (error) => {
    assert.match(String(errorCode(error)), /^(?:USAGE|OPERATOR_FILE)$/, String(error));
    const { message } = error as Error;
    assert.match(message, pattern);
    assert.ok(message.startsWith(`${FLAGS[flag]}: ${path}`), message);
    assert.doesNotMatch(message, /\n|Cannot start run/);
    return true;
  });
}

test("--initial-actions takes addresses and clicks, with comments", async () => {
  const actions = [
    { url: "https://shop.test/" },
    { click: { name: "Open details", role: "button" } },
    { url: "https://shop.test/second", newTab: true },
  ];
  const { initialActions } = await read("initialActionsPath", `// sign in first\n${JSON.stringify(actions)}`);
  assert.equal(JSON.stringify(initialActions), JSON.stringify(actions));
});

test("--initial-actions refuses whatever is no such list", async () => {
  const first = { url: "https://shop.test/" };
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ["{", /does not hold valid JSON/],
    [{}, /must hold a JSON list/],
    [[], /initialActions must hold 1 to 20 entries/],
    [Array(21).fill(first), /1 to 20 entries/],
    [[{ click: { name: "Go" } }], /initialActions\[0\] must be a URL/],
    [[{ url: "shop.test" }], /absolute HTTP\(S\) URL/],
    [[{ url: "file:///etc/passwd" }], /absolute HTTP\(S\) URL/],
    [[{ url: "https://user:secret@shop.test/" }], /without user name and password/],
    [[{ url: "https://shop.test/", newTab: true }], /not for the first entry/],
    [[first, { click: { name: "Go", role: "slider" } }], /initialActions\[1\]\.click\.role must be one of/],
    [[first, { click: { name: " " } }], /must have 1 to 200 characters/],
    [[first, { click: { name: "Go", selector: "#a" } }], /unknown field "selector"/],
    [[first, { type: "fill" }], /unknown field "type"/],
    ['[{"url": "https://a.test/", "url": "https://b.test/"}]', /the key "url" twice/],
    ['[{"__proto__": {"url": "https://a.test/"}}]', /unknown field "__proto__"/],
    [`["${"x".repeat(65_536)}"]`, /larger than 65536 bytes/],
  ];
  for (const [content, pattern] of wrong) await refused("initialActionsPath", content, pattern);
});

test("--accept takes check sets in the form of tab_verify", async () => {
  const sets = [
    { name: "stored", url: "https://shop.test/orders", checks: [{ kind: "text", contains: "Order 7" }] },
    { checks: [{ kind: "matches", in: "url", pattern: "/orders/\\d+$" }], timeout_ms: 2000 },
  ];
  const { acceptance } = await read("acceptancePath", JSON.stringify(sets));
  assert.deepEqual(acceptance?.map(({ name, url, timeoutMs }) => [name, url, timeoutMs]), [
    ["stored", "https://shop.test/orders", undefined],
    ["acceptance 2", undefined, 2000],
  ]);
});

test("--accept refuses whatever could never pass, before anything is started", async () => {
  const text = { kind: "text", contains: "a" };
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ["[1, 2", /does not hold valid JSON/],
    [{ checks: [text] }, /must hold a JSON list of check sets/],
    [[], /at least one/],
    [["text"], /acceptance\[0\] must be an object/],
    [[{}], /acceptance\[0\]\.checks must hold 1 to 20 checks/],
    [[{ checks: [] }], /1 to 20 checks/],
    [[{ checks: Array(21).fill(text) }], /1 to 20 checks/],
    [Array(21).fill({ checks: [text] }), /1 to 20 check sets/],
    [[{ checks: [text], check: [text] }], /unknown field "check"/],
    [[{ checks: [text], session_id: "s1" }], /session ids are made when a run opens pages/],
    [[{ checks: [text], timeoutMs: 500 }], /write "timeout_ms"/],
    [[{ checks: [text], timeout_ms: 99 }], /timeout_ms must be a whole number from 100 to 60000/],
    [[{ checks: [text], timeout_ms: "500" }], /timeout_ms must be/],
    [[{ checks: [text], url: "shop.test" }], /absolute HTTP\(S\) URL/],
    [[{ checks: [text], name: "" }], /name must have 1 to 200 characters/],
    [[{ checks: [text, { kind: "txt", contains: "a" }] }], /acceptance\[0\]\.checks\[1\].*kind must be/],
    [[{ checks: [{ kind: "text" }] }], /acceptance\[0\]\.checks\[0\]\.contains/],
    [[{ checks: [{ kind: "text", contains: "a", nth: 1 }] }], /acceptance\[0\]\.checks\[0\]/],
    [[{ checks: [{ kind: "value", ref: "e1", value: "a" }] }], /must not use refs/],
    [[{ checks: [{ kind: "value", value: "a" }] }], /exactly one of ref and selector/],
    [[{ checks: [{ kind: "matches", in: "text", pattern: "(" }] }], /checks\[0\]\.pattern: is no RE2/],
    [[{ checks: [{ kind: "response", url: "/orders" }] }], /needs --capture-network/],
  ];
  for (const [content, pattern] of wrong) await refused("acceptancePath", content, pattern);
  const response = JSON.stringify([{ checks: [{ kind: "response", url: "/orders" }] }]);
  assert.equal((await read("acceptancePath", response, true)).acceptance?.length, 1);
});

test("a file that is not there is named with its flag", async () => {
  for (const flag of ["acceptancePath", "initialActionsPath"] as const) {
    const missing = { [flag]: join(folder, "none.json") } as unknown as RunSettings;
    await assert.rejects(readInputs(missing, {}), /^OperatorFileError: --\S+: cannot read .*no such file/);
  }
});

test("schemas may have comments, and are plain objects whatever they compare with", async () => {
  const text = '// one of two\n{"enum": [{"a": 1}, 2], /* trailing comma: */}';
  const { finalOutputSchema } = await read("outputSchemaPath", text);
  assert.deepEqual(finalOutputSchema, { enum: [{ a: 1 }, 2] });
  const { partialOutputSchema } = await read("partialSchemaPath", text);
  assert.deepEqual(partialOutputSchema, { enum: [{ a: 1 }, 2] });
});

test("a schema that cannot be used is refused by the name of its flag and file", async () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ["{", /does not hold valid JSON: .* at line 1/],
    [[], /must hold a JSON object/],
    ['{"type": "object", "type": "array"}', /the key "type" twice/],
    [{ type: "strang" }, /schema is not a usable draft-07 schema/],
    [
      { $ref: "https://schemas.test/a.json" },
      /schema is not a usable draft-07 schema: can't resolve reference/,
    ],
    [{ $async: true }, /schema must not be an asynchronous schema/],
    [
      `${'{"not":'.repeat(6000)}{}${"}".repeat(6000)}`,
      /schema is not a usable draft-07 schema|nested too deeply/,
    ],
  ];
  for (const [content, pattern] of wrong) {
    await refused("outputSchemaPath", content, pattern);
    await refused("partialSchemaPath", content, pattern);
  }
});
