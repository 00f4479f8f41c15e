import assert from "node:assert/strict";
import { test } from "node:test";
import packageFacts from "../../../deno.json" with { type: "json" };
import { SERVER_VERSION } from "../../../src/contracts/version.ts";
import { withClient } from "./connect.ts";
import { FakePort } from "./fake_port.ts";

test("the server reports the version of the package", async () => {
  assert.equal(SERVER_VERSION, packageFacts.version);
  await withClient(new FakePort(), (client) => {
    assert.equal(client.getServerVersion()?.version, SERVER_VERSION);
    return Promise.resolve();
  });
});
