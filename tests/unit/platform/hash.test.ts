import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256Hex } from "../../../src/platform/hash.ts";
import { randomId } from "../../../src/platform/random.ts";

test("sha256Hex() hashes text as UTF-8, and bytes", () => {
  const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(sha256Hex("abc"), abc);
  assert.equal(sha256Hex(new Uint8Array([97, 98, 99])), abc);
  assert.equal(sha256Hex("é"), sha256Hex(new Uint8Array([0xc3, 0xa9])));
});

test("randomId() gives a new UUID each time", () => {
  const first = randomId();
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(first, randomId());
});
