import type { AgentControl } from "../contracts/run.ts";
import { race } from "./race.ts";
import { utf8Bytes } from "./utf8.ts";

const MAX_INSTRUCTION_BYTES = 10 * 1024;
const MAX_PENDING_BYTES = 32 * 1024;

/** The runner's side of a control. */
export class ControlState {
  #phase: "unused" | "active" | "over" = "unused";
  #pauseWaiters: ((held: boolean) => void)[] = [];
  #pauseRequested = false;
  #release: (() => void) | undefined;
  #pending: string[] = [];
  #pendingBytes = 0;
  #onInterrupt: (() => void) | undefined;

  /** True when the operator wants something before anything else happens. */
  get interrupted(): boolean {
    return this.#pauseRequested || this.#pending.length > 0;
  }

  /** Binds the control to its one run. */
  attach(): void {
    if (this.#phase !== "unused") {
      throw new TypeError(`Cannot start run as "control" belongs to another run: create one for each run`);
    }
    this.#phase = "active";
  }

  /** The run is over: nobody waits any longer. */
  finish(): void {
    this.#phase = "over";
    this.#pauseRequested = false;
    this.#settlePauses(false);
  }

  /** Is called once, at the next request of the operator. Returns what forgets it. */
  onInterrupt(listener: () => void): () => void {
    this.#onInterrupt = listener;
    return () => {
      if (this.#onInterrupt === listener) this.#onInterrupt = undefined;
    };
  }

  /** Holds until the operator lets go or the run is stopped. Returns whether it was asked to hold. */
  async holdWhilePaused(signal: AbortSignal, onHold: () => void): Promise<boolean> {
    if (!this.#pauseRequested) return false;
    onHold();
    const released = new Promise<void>((resolve) => this.#release = resolve);
    this.#settlePauses(true);
    try {
      await race(() => released, signal);
    } finally {
      this.#release = undefined;
    }
    return true;
  }

  /** Hands over the instructions that came in. */
  takeInstructions(): readonly string[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    return taken;
  }

  pause(): Promise<boolean> {
    if (this.#phase === "over") return Promise.resolve(false);
    if (this.#release !== undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#pauseWaiters.push(resolve);
      this.#pauseRequested = true;
      this.#notify();
    });
  }

  steer(text: string): void {
    if (this.#phase === "over") throw new Error("Cannot steer the run as it is over");
    if (typeof text !== "string" || text.trim() === "") {
      throw new TypeError("Cannot steer the run as the instruction is empty");
    }
    const bytes = utf8Bytes(text);
    if (bytes > MAX_INSTRUCTION_BYTES) {
      throw new RangeError(
        `Cannot steer the run as an instruction holds at most ${MAX_INSTRUCTION_BYTES} bytes: this one has ${bytes}`,
      );
    }
    if (this.#pendingBytes + bytes > MAX_PENDING_BYTES) {
      throw new RangeError(
        `Cannot steer the run as pending instructions hold at most ${MAX_PENDING_BYTES} bytes together`,
      );
    }
    this.#pending.push(text);
    this.#pendingBytes += bytes;
    this.#notify();
  }

  resume(): void {
    this.#pauseRequested = false;
    this.#settlePauses(false); // a pause that was withdrawn before it was reached
    const release = this.#release;
    this.#release = undefined; // a pause from here on is a new one
    release?.();
  }

  #settlePauses(held: boolean): void {
    const waiters = this.#pauseWaiters;
    this.#pauseWaiters = [];
    for (const resolve of waiters) resolve(held);
  }

  #notify(): void {
    const listener = this.#onInterrupt;
    this.#onInterrupt = undefined;
    listener?.();
  }
}

const states = new WeakMap<AgentControl, ControlState>();

/**
 * Creates the control of one run: pause it, refine its task, let it go on.
 *
 * @returns a control that can be handed to one `runAgent` call
 */
export function createAgentControl(): AgentControl {
  const state = new ControlState();
  const control: AgentControl = {
    pause: () => state.pause(),
    steer: (text) => state.steer(text),
    resume: () => state.resume(),
  };
  states.set(control, state);
  return control;
}

/** The runner's side of a control; `undefined` when `createAgentControl` did not make it. */
export function controlStateOf(control: AgentControl): ControlState | undefined {
  return states.get(control);
}
