import process from "node:process";
import { errorCode } from "../contracts/errors.ts";

/** Where text for people or programs goes. */
export interface TextSink {
  /** True when a person's terminal is at the other end. */
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where there is none. */
  columns(): number;
  /** Writes text; once the other end has closed, or takes no more, it does nothing. */
  write(text: string): void;
  /**
   * Waits until everything written has been handed over.
   *
   * @returns false when the other end closed, or took no more (a full disk), before it was
   */
  flush(): Promise<boolean>;
  /** Code of the error that ended it, for example `EPIPE` (the reader has gone) or `ENOSPC` (the disk is full). */
  failureCode(): string | undefined;
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
  let code: string | undefined;
  const breakBy = (error: unknown): void => {
    broken = true;
    code ??= errorCode(error) ?? "EIO";
  };
  // Without a listener a reader that goes away (`tablaze … | head`) would end the process with a stack.
  const breakage = new Promise<false>((resolve) => {
    stream.on("error", (error) => {
      breakBy(error);
      resolve(false);
    });
  });
  return {
    isTTY: stream.isTTY === true,
    columns: () => stream.columns ?? 80,
    write(text) {
      if (broken) return;
      try {
        stream.write(text);
      } catch (error) {
        breakBy(error); // a file on a full disk fails at once on one runtime, and by an event on the other
      }
    },
    flush() {
      if (broken) return Promise.resolve(false);
      const written = new Promise<boolean>((resolve) =>
        stream.write("", (error) => resolve(!broken && !error))
      );
      return Promise.race([written, breakage]); // a stream that failed (a full disk) never calls back
    },
    failureCode: () => code,
  };
}

/** Standard input and output as streams, for a protocol that takes them over. */
export function standardStreams(): {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
} {
  return { stdin: process.stdin, stdout: process.stdout };
}
