import { CONTENT } from "./content.ts";
import { EFFECTS } from "./effects.ts";
import { FRAMES } from "./frames.ts";
import type { Hand, Hazard, Verdict } from "./hand.ts";
import { INPUTS } from "./inputs.ts";
import { startHazardSite } from "./site.ts";
import { TARGETS } from "./targets.ts";
import { WINDOWS } from "./windows.ts";

/** Every hazard, in the order of the table. */
export const HAZARDS: readonly Hazard[] = [
  ...TARGETS,
  ...FRAMES,
  ...WINDOWS,
  ...CONTENT,
  ...INPUTS,
  ...EFFECTS,
];

/** Plays one hazard on a site of its own; what breaks is wrong. */
export async function playHazard(hazard: Hazard, hand: Hand): Promise<Verdict> {
  const site = await startHazardSite(hazard.pages);
  try {
    return await hazard.play(hand, site);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { right: false, seen: message.split("\n")[0]?.slice(0, 120) ?? "" };
  } finally {
    await hand.done().catch(() => undefined); // a hazard may have ended it
    await site.close();
  }
}
