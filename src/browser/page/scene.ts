// What the agent keeps between calls.
import { RefBook } from "./refs.ts";

/** State of the agent in one document. */
export class Scene {
  /** Random word of this document. */
  readonly document: string = randomWord();
  readonly refs: RefBook = new RefBook();
  /** Frame elements of the last observation, by index. */
  frames: readonly Element[] = [];
}

function randomWord(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((number) => number.toString(36)).join("");
}
