import { refPrefix } from "./ids.ts";

/** Where a child frame hangs: its parent, and its place in the parent's last observation. */
export interface FrameLink {
  readonly parentId: string;
  readonly index: number;
}

/** The top frame of whichever tab is observed. */
export const MAIN_FRAME_ID = "f0";

/**
 * What a session remembers about frames: short ids that stay with a frame for the whole session, the first free ref
 * number of each, and how frames are nested. "Browser's id" means the long one that the browser gives a frame.
 */
export class FrameBook {
  readonly #shortIds = new Map<string, string>();
  readonly #browserIds = new Map<string, string>();
  readonly #nextRefs = new Map<string, number>();
  readonly #links = new Map<string, FrameLink>();

  /** The short id of a child frame; a frame not seen before gets the next one. */
  childId(browserId: string): string {
    const known = this.#shortIds.get(browserId);
    if (known !== undefined) return known;
    const fresh = `f${this.#shortIds.size + 1}`;
    this.#shortIds.set(browserId, fresh);
    this.#browserIds.set(fresh, browserId);
    return fresh;
  }

  /** The browser's id of a child frame by its short id. */
  browserId(frameId: string): string | undefined {
    return this.#browserIds.get(frameId);
  }

  /** What refs of a frame begin with, and the first free number. */
  refs(frameId: string): { readonly prefix: string; readonly nextRef: number } {
    return { prefix: refPrefix(frameId), nextRef: this.#nextRefs.get(frameId) ?? 1 };
  }

  /** Notes the first free ref number after an observation; numbers never run back. */
  setNextRef(frameId: string, nextRef: number): void {
    this.#nextRefs.set(frameId, Math.max(nextRef, this.#nextRefs.get(frameId) ?? 1));
  }

  /** Notes the children that the last observation of a parent listed; earlier places no longer hold. */
  setChildren(parentId: string, childIds: readonly (string | undefined)[]): void {
    for (const [id, link] of this.#links) if (link.parentId === parentId) this.#links.delete(id);
    childIds.forEach((id, index) => {
      if (id !== undefined) this.#links.set(id, { parentId, index });
    });
  }

  /** Where a frame hangs, if its parent's last observation listed it. */
  link(browserId: string): FrameLink | undefined {
    return this.#links.get(browserId);
  }
}
