import { CheckpointError } from "../../contracts/errors.ts";

/** What changed inside a JSON value. */
export type JsonPatch =
  /** Another value altogether. */
  | { readonly to: unknown }
  /** Fields of an object, or entries of a list of the same length by their index. */
  | { readonly in: Readonly<Record<string, JsonPatch>>; readonly gone?: readonly string[] };

/** The patch from one JSON value to another; `undefined` when they are equal. */
export function diffJson(before: unknown, after: unknown): JsonPatch | undefined {
  if (before === after) return undefined;
  const comparable = isContainer(before) && isContainer(after) &&
    Array.isArray(before) === Array.isArray(after) &&
    (!Array.isArray(before) || before.length === (after as readonly unknown[]).length);
  if (!comparable) return { to: after };
  const was = before as Readonly<Record<string, unknown>>;
  const is = after as Readonly<Record<string, unknown>>;
  const changed: [string, JsonPatch][] = [];
  for (const key of Object.keys(is)) {
    const patch = Object.hasOwn(was, key) ? diffJson(was[key], is[key]) : { to: is[key] };
    if (patch !== undefined) changed.push([key, patch]);
  }
  const gone = Object.keys(was).filter((key) => !Object.hasOwn(is, key));
  if (changed.length === 0 && gone.length === 0) return undefined;
  return { in: Object.fromEntries(changed), ...(gone.length === 0 ? {} : { gone }) };
}

/**
 * Applies a patch. Neither value is changed.
 *
 * @throws CheckpointError with CHECKPOINT_DAMAGED when the patch does not fit
 */
export function applyPatch(before: unknown, patch: unknown): unknown {
  if (!isContainer(patch) || Array.isArray(patch)) throw misfit();
  const { to, in: inner, gone = [] } = patch as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(patch, "to")) return to;
  if (!isContainer(inner) || Array.isArray(inner) || !Array.isArray(gone) || !isContainer(before)) {
    throw misfit();
  }
  if (Array.isArray(before)) {
    const copy: unknown[] = before.slice();
    for (const [key, change] of Object.entries(inner)) {
      const index = Number(key);
      if (!Number.isInteger(index) || index < 0 || index >= copy.length) throw misfit();
      copy[index] = applyPatch(copy[index], change);
    }
    return copy;
  }
  const fields = new Map(Object.entries(before));
  for (const [key, change] of Object.entries(inner)) fields.set(key, applyPatch(fields.get(key), change));
  for (const key of gone) fields.delete(String(key));
  return Object.fromEntries(fields);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function misfit(): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_DAMAGED",
    "A record of the checkpoint file does not fit the one before it",
  );
}
