import { childEnvironment, readProcessEnv } from "../../platform/env.ts";
import { type LineProcessOutcome, runLineProcess } from "../../platform/line_process.ts";
import { type BoundedRead, createPrivateFolder, type PrivateFolder } from "../../platform/private_folder.ts";
import { CODEX_ENVIRONMENT_NAMES, toArguments } from "./command.ts";
import type { CodexEvents } from "./events.ts";
import type { ResolvedCodexOptions } from "./options.ts";
import type { CodexPrompt } from "./to_prompt.ts";

/** One run of the CLI. */
export interface Inference {
  readonly prompt: CodexPrompt;
  /** Milliseconds left for it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly events: CodexEvents;
}

/** What a run of the CLI left behind. */
export interface InferenceOutcome extends Pick<LineProcessOutcome, "end" | "exitCode"> {
  readonly output: BoundedRead;
  /** False when the process or its private files may still be there. */
  readonly cleanedUp: boolean;
}

const OUTPUT_NAME = "answer.json";
const MEBIBYTE = 1024 * 1024;

/** Runs the CLI once, in a private folder that is gone when this returns. */
export async function runInference(
  options: ResolvedCodexOptions,
  inference: Inference,
): Promise<InferenceOutcome> {
  const folder = await createPrivateFolder();
  let outcome: LineProcessOutcome | undefined;
  let output: BoundedRead = { kind: "missing" };
  let removed = false;
  try {
    outcome = await runInFolder(options, inference, folder);
    output = await folder.read(OUTPUT_NAME, options.maxResponseBytes);
  } finally {
    removed = await isRemoved(folder);
  }
  const { end, exitCode, cleanedUp } = outcome;
  return { end, exitCode, output, cleanedUp: cleanedUp && removed };
}

async function runInFolder(
  options: ResolvedCodexOptions,
  { prompt, timeoutMs, signal, events }: Inference,
  folder: PrivateFolder,
): Promise<LineProcessOutcome> {
  const workFolder = await folder.makeFolder("work");
  const temporaryFolder = await folder.makeFolder("tmp");
  const schemaFile = await folder.write("schema.json", JSON.stringify(prompt.outputSchema));
  const outputFile = await folder.write(OUTPUT_NAME, ""); // made here, so that its mode is ours
  const imageFiles: string[] = [];
  for (const [index, { mediaType, data }] of prompt.images.entries()) {
    const extension = mediaType.slice("image/".length);
    imageFiles.push(await folder.write(`image_${index + 1}.${extension}`, decodeBase64(data)));
  }
  events.startProcess();
  return await runLineProcess({
    command: options.codexCommand,
    args: toArguments(options, { workFolder, schemaFile, outputFile, imageFiles }),
    env: childEnvironment(readProcessEnv, CODEX_ENVIRONMENT_NAMES, {
      TMPDIR: temporaryFolder,
      TMP: temporaryFolder,
      TEMP: temporaryFolder,
      RUST_LOG: "error", // so that a refused tool call is logged
    }),
    cwd: workFolder,
    input: prompt.text,
    // The answer stands in the events too, escaped, next to words that are thrown away.
    maxOutputBytes: 4 * options.maxResponseBytes + 16 * MEBIBYTE,
    timeoutMs,
    signal,
    onLine: events.take,
    onErrorLine: events.takeError,
  });
}

async function isRemoved(folder: PrivateFolder): Promise<boolean> {
  try {
    await folder.remove();
    return true;
  } catch {
    return false; // close() reports it
  }
}

function decodeBase64(data: string): Uint8Array {
  return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
}
