import assert from "node:assert/strict";
import { test } from "node:test";
import { readEndpoint } from "../../../../src/cli/model/endpoint_env.ts";
import type { ModelSettings } from "../../../../src/cli/model/settings.ts";
import { errorCode } from "../../../../src/contracts/errors.ts";

const SETTINGS: ModelSettings = {
  role: "fallback",
  provider: "ollama",
  model: "m",
  endpointEnv: "MODEL_URL",
};

test("readEndpoint() takes the address from the named variable alone", () => {
  const address = "http://box.example:8080/api/chat?token=t";
  const read = readEndpoint(SETTINGS, (name) => name === "MODEL_URL" ? address : "http://other.example/");
  assert.deepEqual(read, { ...SETTINGS, endpoint: address });
  const { endpointEnv: _none, ...plain } = SETTINGS;
  assert.equal(readEndpoint(plain, () => assert.fail("read")), plain);
});

test("readEndpoint() refuses what is no address without repeating it", () => {
  const values = [undefined, "", "box.example", "ftp://canary.example/", "http://user:canary@box.example/"];
  for (const value of values) {
    assert.throws(() => readEndpoint(SETTINGS, () => value), (error) => {
      assert.equal(errorCode(error), "USAGE");
      assert.match(
        (error as Error).message,
        /^The variable MODEL_URL, which --fallback-endpoint-env names, /,
      );
      assert.doesNotMatch((error as Error).message, /canary/);
      return true;
    });
  }
});
