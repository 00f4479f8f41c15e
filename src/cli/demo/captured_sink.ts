import type { TextSink } from "../../platform/terminal.ts";

/** Keeps what is written instead of showing it. */
export class CapturedSink implements TextSink {
  readonly isTTY = false;
  #text = "";

  /** All that was written. */
  get text(): string {
    return this.#text;
  }

  columns(): number {
    return 80;
  }

  write(text: string): void {
    this.#text += text;
  }

  flush(): Promise<boolean> {
    return Promise.resolve(true);
  }

  failureCode(): undefined {
    return undefined;
  }
}
