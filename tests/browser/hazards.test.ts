// Situations in which tools for pages go wrong: the server must be right in every one, in a process of its own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { HAZARDS, playHazard } from "../../bench/hazards/all.ts";
import type { Hand } from "../../bench/hazards/hand.ts";
import { tablazeHand } from "../../bench/hazards/tablaze_hand.ts";
import { findBrowser } from "../../bench/find_browser.ts";
import { tablazeCommand } from "../../bench/servers.ts";

let hand: Hand;
before(async () => hand = await tablazeHand(...tablazeCommand(findBrowser())));
after(() => hand.close());

for (const hazard of HAZARDS) {
  test(`${hazard.name}: ${hazard.right}`, async () => {
    const { right, seen } = await playHazard(hazard, hand);
    assert.ok(right, seen);
  });
}
