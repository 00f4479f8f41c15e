import process from "node:process";

/** Where text for people or programs goes. */
export interface TextSink {
  /** True when a person's terminal is at the other end. */
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where there is none. */
  columns(): number;
  /** Writes text; after the other end has closed it does nothing. */
  write(text: string): void;
  /**
   * Waits until everything written has been handed over.
   *
   * @returns false when the other end closed before it was
   */
  flush(): Promise<boolean>;
}

/** Standard output. */
export function standardOutput(): TextSink {
  return sinkOf(process.stdout);
}

/** Standard error. */
export function standardError(): TextSink {
  return sinkOf(process.stderr);
}

function sinkOf(stream: NodeJS.WriteStream): TextSink {
  let broken = false;
  // Without a listener a reader that goes away (`tablaze … | head`) would end the process with a stack.
  stream.on("error", () => broken = true);
  return {
    isTTY: stream.isTTY === true,
    columns: () => stream.columns ?? 80,
    write(text) {
      if (!broken) stream.write(text);
    },
    flush() {
      if (broken) return Promise.resolve(false);
      return new Promise((resolve) => stream.write("", (error) => resolve(!broken && !error)));
    },
  };
}

/** Standard input and output as streams, for a protocol that takes them over. */
export function standardStreams(): {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
} {
  return { stdin: process.stdin, stdout: process.stdout };
}
