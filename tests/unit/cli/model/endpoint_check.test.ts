import assert from "node:assert/strict";
import { test } from "node:test";
import { requireEndpoint, usesProxy } from "../../../../src/cli/model/endpoint_check.ts";
import type { Reachability } from "../../../../src/platform/network.ts";

const signal = new AbortController().signal;
const readEnv = (): undefined => undefined;

test("requireEndpoint() asks the port that the address means", async () => {
  const asked: string[] = [];
  const probeTcp = (host: string, port: number): Promise<Reachability> => {
    asked.push(`${host}:${port}`);
    return Promise.resolve({ reachable: true });
  };
  for (
    const url of ["http://a.example/x", "https://a.example/x", "http://127.0.0.1:8080/", "http://[::1]:81/"]
  ) {
    await requireEndpoint(url, { probeTcp, readEnv, signal });
  }
  assert.deepEqual(asked, ["a.example:80", "a.example:443", "127.0.0.1:8080", "[::1]:81"]);
});

test("requireEndpoint() says what to do about each way of not being reachable", async () => {
  for (
    const [reason, pattern] of [
      ["refused", /nothing listens at a\.example:80; start/],
      ["unknown_host", /not known; correct --endpoint/],
      ["timed_out", /did not answer/],
      ["denied", /--allow-net=a\.example:80/],
      ["failed", /failed; correct/],
    ] as const
  ) {
    const probeTcp = (): Promise<Reachability> => Promise.resolve({ reachable: false, reason });
    await assert.rejects(
      requireEndpoint("http://a.example/x?key=secret", { probeTcp, readEnv, signal }),
      (error) => {
        assert.match((error as Error).message, pattern);
        assert.doesNotMatch((error as Error).message, /secret/);
        return true;
      },
    );
  }
});

test("usesProxy() follows the environment and its exceptions", () => {
  const env = (values: Record<string, string>) => (name: string) => values[name];
  assert.equal(usesProxy("https:", "a.example", env({})), false);
  assert.equal(usesProxy("https:", "a.example", env({ HTTPS_PROXY: "http://p:1" })), true);
  assert.equal(usesProxy("http:", "a.example", env({ HTTPS_PROXY: "http://p:1" })), false);
  const some = env({ HTTP_PROXY: "http://p:1", NO_PROXY: "localhost, .example,127.0.0.1" });
  assert.equal(usesProxy("http:", "a.example", some), false);
  assert.equal(usesProxy("http:", "127.0.0.1", some), false);
  assert.equal(usesProxy("http:", "example.org", some), true);
});
