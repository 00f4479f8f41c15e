import { StringDecoder } from "node:string_decoder";

/** Cuts bytes that come in pieces into lines of text. */
export class LineSplitter {
  readonly #onLine: (line: string) => boolean;
  readonly #maxLineChars: number;
  readonly #decoder = new StringDecoder("utf8");
  /** Pieces of a line that has not ended; joined once, as a long line arrives in many chunks. */
  #pieces: string[] = [];
  #length = 0;

  /**
   * @param onLine receives each line; `false` asks to stop
   * @param maxLineChars what a line holds beyond this is left out
   */
  constructor(onLine: (line: string) => boolean, maxLineChars = Number.POSITIVE_INFINITY) {
    this.#onLine = onLine;
    this.#maxLineChars = maxLineChars;
  }

  /** Takes the next bytes; false when a line asked to stop, after which no further line is handed on. */
  take(chunk: Uint8Array): boolean {
    const [first = "", ...further] = this.#decoder.write(chunk).split("\n");
    this.#keep(first);
    for (const piece of further) {
      if (!this.#flush()) return false;
      this.#keep(piece);
    }
    return true;
  }

  /** Hands on a last line that no line break ended; false when it asked to stop. */
  end(): boolean {
    this.#keep(this.#decoder.end());
    return this.#length === 0 || this.#flush();
  }

  #keep(piece: string): void {
    const kept = piece.slice(0, Math.max(0, this.#maxLineChars - this.#length));
    this.#length += kept.length;
    if (kept !== "") this.#pieces.push(kept);
  }

  #flush(): boolean {
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return this.#onLine(line);
  }
}
