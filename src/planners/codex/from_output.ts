import type { BoundedRead } from "../../platform/private_folder.ts";
import type { ModelCall } from "../decision.ts";
import { isRecord, parseUntrustedJson } from "../parse_json.ts";
import type { CodexValidationStage } from "./diagnostic.ts";

/** The call in an answer, or the stage at which the answer failed. */
export type CodexAnswer =
  | { readonly ok: true; readonly call: ModelCall }
  | { readonly ok: false; readonly stage: Exclude<CodexValidationStage, "arguments_json"> | "too_large" }
  | {
    readonly ok: false;
    readonly stage: "arguments_json";
    readonly name: string;
    readonly argumentsText: string;
  };

/** Reads the answer that the CLI left in its output file; `names` are the functions that it may choose from. */
export function readAnswer(output: BoundedRead, names: ReadonlySet<string>): CodexAnswer {
  if (output.kind === "too_large") return { ok: false, stage: "too_large" };
  const text = output.kind === "read" ? decodeUtf8(output.bytes) : undefined;
  const parsed = text === undefined ? undefined : parseUntrustedJson(text);
  if (parsed === undefined || !parsed.ok) return { ok: false, stage: "output" };
  return readEnvelope(parsed.value, names);
}

function readEnvelope(value: unknown, names: ReadonlySet<string>): CodexAnswer {
  if (!isRecord(value) || Object.keys(value).length !== 2) return { ok: false, stage: "envelope" };
  const { name, arguments_json: argumentsText } = value;
  if (typeof name !== "string" || !names.has(name) || typeof argumentsText !== "string") {
    return { ok: false, stage: "envelope" };
  }
  const parsed = parseUntrustedJson(argumentsText);
  return parsed.ok && isRecord(parsed.value)
    ? { ok: true, call: { name, arguments: parsed.value } }
    : { ok: false, stage: "arguments_json", name, argumentsText };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
