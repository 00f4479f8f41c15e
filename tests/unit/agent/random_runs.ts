// How many random runs a property gets and from which seed. Unit tests have no permission to read the environment, but
// they may read their arguments:
//
//   deno task lies --runs=20000 --seed=7
//   TABLAZE_TEST_SEED=7 node --test …            where the environment can be read
import process from "node:process";

/** Seed and number of runs of a property. */
export interface RandomRuns {
  readonly seed: number;
  readonly runs: number;
}

/**
 * What the arguments or the environment say, else a fresh seed and the given number.
 *
 * @param runs runs in everyday use
 * @throws RangeError when either says what is no whole number
 */
export function randomRuns(runs: number): RandomRuns {
  return {
    seed: read("seed", 0, 0xffffffff) ?? (Date.now() ^ (Math.random() * 0x100000000)) >>> 0,
    runs: read("runs", 1, 10_000_000) ?? runs,
  };
}

/** One line for the output of a test; whoever reads it can play the same runs again. */
export function describeRuns({ seed, runs }: RandomRuns): string {
  return `${runs} random runs from seed ${seed}; again: deno task lies --seed=${seed} --runs=${runs}`;
}

function read(name: string, min: number, max: number): number | undefined {
  const text = argument(name) ?? environment(`TABLAZE_TEST_${name.toUpperCase()}`);
  if (text === undefined || text === "") return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}, and is "${text}"`);
}

function argument(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.slice(2).find((text) => text.startsWith(prefix))?.slice(prefix.length);
}

function environment(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined; // no permission to look
  }
}
