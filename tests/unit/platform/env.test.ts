import assert from "node:assert/strict";
import { test } from "node:test";
import { childEnvironment, readProcessEnv } from "../../../src/platform/env.ts";

const VARIABLES: Readonly<Record<string, string>> = {
  PATH: "/bin",
  TABLAZE_API_KEY: "sk-not-for-children",
  AWS_SECRET_ACCESS_KEY: "nor-this",
  PLAYWRIGHT_BROWSERS_PATH: "/browsers",
};

test("childEnvironment() hands on listed names only", () => {
  const environment = childEnvironment((name) => VARIABLES[name], ["PLAYWRIGHT_BROWSERS_PATH"], {
    MODE: "x",
  });
  assert.deepEqual(environment, { PATH: "/bin", PLAYWRIGHT_BROWSERS_PATH: "/browsers", MODE: "x" });
});

test("readProcessEnv() says undefined for a variable that is not set or not granted", () => {
  assert.equal(readProcessEnv("TABLAZE_TEST_VARIABLE_THAT_NOBODY_SETS"), undefined);
});
