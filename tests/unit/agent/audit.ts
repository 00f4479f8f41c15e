// An independent reading of a finished run: written from the rules of evidence alone, without any code of the runner.
// It replays what really reached the tools and says whether a claimed success is earned.

export interface SentCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the tool gave back; `undefined` when it threw. */
  readonly output: unknown;
  /** The tool says that it only reads. */
  readonly readOnly: boolean;
}

type Bag = Readonly<Record<string, unknown>>;

function bag(value: unknown): Bag {
  return typeof value === "object" && value !== null ? value as Bag : {};
}

function worked(output: unknown): boolean {
  return bag(output).isError !== true && bag(bag(output).structuredContent).ok !== false;
}

function allPass(verification: Bag, requested: unknown, sessionId: unknown): boolean {
  const results = verification.checks;
  if (
    verification.passed !== true || verification.session_id !== sessionId || typeof sessionId !== "string"
  ) return false;
  if (!Array.isArray(results) || !Array.isArray(requested)) return false;
  if (results.length < 1 || results.length !== requested.length) return false;
  return results.every((result, position) => {
    const kind = bag(result).kind;
    return bag(result).pass === true && (kind === undefined || kind === bag(requested[position]).kind);
  });
}

/** Why the success is not earned, or nothing. `calls` are numbered as the run numbered them. */
export function auditSuccess(
  calls: ReadonlyMap<string, SentCall>,
  cited: readonly string[],
  order: readonly string[],
): string | undefined {
  return audit(calls, cited, order, true);
}

/** Why a part was not proved when it was published, or nothing. `order` ends with the calls before that moment. */
export function auditPublication(
  calls: ReadonlyMap<string, SentCall>,
  cited: readonly string[],
  order: readonly string[],
): string | undefined {
  return audit(calls, cited, order, false);
}

function audit(
  calls: ReadonlyMap<string, SentCall>,
  cited: readonly string[],
  order: readonly string[],
  isFinal: boolean,
): string | undefined {
  if (cited.length === 0) return "nothing cited";
  let lastChange = -1;
  let changedSession: unknown;
  let vacuous = new Set<string>();
  for (const [position, id] of order.entries()) {
    const call = calls.get(id);
    if (call === undefined || call.readOnly) continue;
    if (call.name === "tab_close" && worked(call.output)) continue;
    lastChange = position;
    const body = bag(bag(call.output).structuredContent);
    changedSession = typeof body.session_id === "string" ? body.session_id : call.input.session_id;
    const results = bag(body.verification).checks;
    const wanted = call.input.post_checks;
    vacuous = new Set(
      Array.isArray(results) && Array.isArray(wanted)
        ? wanted.filter((_check, index) => bag(results[index]).already_held === true).map((check) =>
          JSON.stringify(check)
        )
        : [],
    );
  }
  const sessions = new Set<unknown>();
  for (const id of cited) {
    const call = calls.get(id);
    const position = order.indexOf(id);
    if (call === undefined || position < 0) return `${id} never ran`;
    if (position < lastChange) return `${id} is older than the last change`;
    if (!worked(call.output)) return `${id} failed`;
    const sessionId = call.input.session_id;
    const body = bag(bag(call.output).structuredContent);
    if (call.name === "tab_verify") {
      if (!allPass(body, call.input.checks, sessionId)) return `${id} does not verify`;
    } else if (call.name === "tab_act") {
      if (body.batch_complete !== true) return `${id} is not complete`;
      if (!allPass(bag(body.verification), call.input.post_checks, sessionId)) {
        return `${id} has no passing post-checks`;
      }
    } else return `${id} is no verification`;
    const later = order.slice(position + 1).map((other) => calls.get(other));
    if (later.some((other) => other?.name === "tab_verify" && other.input.session_id === sessionId)) {
      return `${id} was replaced`;
    }
    const checks =
      (call.name === "tab_verify" ? call.input.checks : call.input.post_checks) as readonly unknown[];
    if (sessionId === changedSession && checks.every((check) => vacuous.has(JSON.stringify(check)))) {
      return `${id} shows only what held before`;
    }
    sessions.add(sessionId);
  }
  if (isFinal && typeof changedSession === "string" && !sessions.has(changedSession)) {
    return "the changed session is not verified";
  }
  return undefined;
}
