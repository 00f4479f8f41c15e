// What changed between two states of a run, as small as it can be said, and how it is put together again. Lists of a
// checkpoint share their entries with the state before, so that what is new is found without comparing texts.
import type { AgentCheckpoint } from "../../contracts/checkpoint.ts";
import { CheckpointError } from "../../contracts/errors.ts";
import type { BrowserWorkspace } from "../../contracts/workspace.ts";
import { applyPatch, diffJson, type JsonPatch } from "./json_patch.ts";

/** All that a file holds: the run, and what its browser held. */
export interface SavedState {
  readonly checkpoint: AgentCheckpoint;
  readonly workspace: BrowserWorkspace;
}

/** Parts of a list: a range of the list before, or new entries. */
type ListPart = readonly [from: number, to: number] | { readonly new: readonly unknown[] };

/** One record of a file. */
export type StateRecord =
  | { readonly kind: "snapshot"; readonly checkpoint: unknown; readonly workspace: unknown }
  | {
    readonly kind: "delta";
    /** Fields of the checkpoint that have a new value. */
    readonly set: Readonly<Record<string, unknown>>;
    /** Fields that are gone. */
    readonly unset?: readonly string[];
    /** Lists that changed. */
    readonly lists?: Readonly<Record<string, readonly ListPart[]>>;
    readonly workspace?: JsonPatch;
  };

const LISTS = ["history", "partials", "ambiguousCalls"] as const;

/** The whole state as one record. */
export function toSnapshot({ checkpoint, workspace }: SavedState): StateRecord {
  return { kind: "snapshot", checkpoint, workspace };
}

/** What leads from one state to the next. */
export function toDelta(before: SavedState, after: SavedState): StateRecord {
  const set: Record<string, unknown> = {};
  const lists: Record<string, readonly ListPart[]> = {};
  const was = before.checkpoint as unknown as Readonly<Record<string, unknown>>;
  const is = after.checkpoint as unknown as Readonly<Record<string, unknown>>;
  for (const [key, value] of Object.entries(is)) {
    if (value === was[key]) continue;
    if (LISTS.some((name) => name === key)) {
      const parts = listParts(was[key] as readonly unknown[], value as readonly unknown[]);
      if (parts !== undefined) lists[key] = parts;
    } else if (JSON.stringify(value) !== JSON.stringify(was[key])) set[key] = value;
  }
  const unset = Object.keys(was).filter((key) => !Object.hasOwn(is, key));
  const workspace = before.workspace === after.workspace
    ? undefined
    : diffJson(before.workspace, after.workspace);
  return {
    kind: "delta",
    set,
    ...(unset.length === 0 ? {} : { unset }),
    ...(Object.keys(lists).length === 0 ? {} : { lists }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** The parts of a list, or `undefined` when it holds the same entries. */
function listParts(before: readonly unknown[], after: readonly unknown[]): readonly ListPart[] | undefined {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  if (same === before.length && same === after.length) return undefined;
  const positions = new Map<unknown, number>();
  for (let index = same; index < before.length; index++) positions.set(before[index], index);
  const parts: ListPart[] = same === 0 ? [] : [[0, same]];
  let next = same;
  for (let index = same; index < after.length; index++) {
    const position = positions.get(after[index]);
    const last = parts.at(-1);
    if (position !== undefined && position >= next) {
      if (Array.isArray(last) && last[1] === position) parts[parts.length - 1] = [last[0], position + 1];
      else parts.push([position, position + 1]);
      next = position + 1;
    } else if (last !== undefined && "new" in last) {
      parts[parts.length - 1] = { new: [...last.new, after[index]] };
    } else parts.push({ new: [after[index]] });
  }
  return parts;
}

/** A state that was put together from records; nobody has checked yet what it holds. */
export interface FoldedState {
  readonly checkpoint: unknown;
  readonly workspace: unknown;
}

/**
 * Applies one record to the state before it.
 *
 * @throws CheckpointError with CHECKPOINT_DAMAGED
 */
export function foldRecord(before: FoldedState | undefined, record: unknown): FoldedState {
  if (!isObject(record)) throw damaged();
  if (record["kind"] === "snapshot") {
    return { checkpoint: record["checkpoint"], workspace: record["workspace"] };
  }
  const { set, unset = [], lists = {}, workspace } = record;
  if (record["kind"] !== "delta" || before === undefined || !isObject(before.checkpoint)) throw damaged();
  if (!isObject(set) || !Array.isArray(unset) || !isObject(lists)) throw damaged();
  const entries = new Map([...Object.entries(before.checkpoint), ...Object.entries(set)]);
  for (const key of unset) entries.delete(String(key));
  for (const [key, parts] of Object.entries(lists)) entries.set(key, joinList(before.checkpoint[key], parts));
  return {
    checkpoint: Object.fromEntries(entries),
    workspace: workspace === undefined ? before.workspace : applyPatch(before.workspace, workspace),
  };
}

function joinList(before: unknown, parts: unknown): readonly unknown[] {
  if (!Array.isArray(before) || !Array.isArray(parts)) throw damaged();
  const joined: unknown[] = [];
  let next = 0;
  for (const part of parts) {
    if (Array.isArray(part)) {
      const [from, to] = part as readonly unknown[];
      const fits = Number.isInteger(from) && Number.isInteger(to) &&
        // each old entry at most once: a few bytes must not grow into gigabytes
        Number(from) >= next && Number(to) > Number(from) && Number(to) <= before.length;
      if (!fits) throw damaged();
      for (let index = Number(from); index < Number(to); index++) joined.push(before[index]);
      next = Number(to);
    } else if (isObject(part) && Array.isArray(part["new"])) {
      for (const entry of part["new"]) joined.push(entry);
    } else throw damaged();
  }
  return joined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function damaged(): CheckpointError {
  return new CheckpointError(
    "CHECKPOINT_DAMAGED",
    "A record of the checkpoint file does not fit the one before it",
  );
}
