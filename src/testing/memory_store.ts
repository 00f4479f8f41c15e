/** Keeps saved states in memory, as JSON: what cannot be serialised or is changed later does not go unnoticed. */
export class MemoryStore<State> {
  readonly #saved: string[] = [];
  /** Saves one state; bound, so that it can be passed on as a callback. */
  readonly save: (state: State) => Promise<void>;

  /** An empty store. */
  constructor() {
    this.save = (state) => {
      this.#saved.push(JSON.stringify(state));
      return Promise.resolve();
    };
  }

  /** Everything that was saved, oldest first. */
  get all(): readonly State[] {
    return this.#saved.map((text) => JSON.parse(text) as State);
  }

  /** What was saved last. */
  get latest(): State | undefined {
    const text = this.#saved.at(-1);
    return text === undefined ? undefined : JSON.parse(text) as State;
  }
}
