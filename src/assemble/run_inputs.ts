// What an operator hands to a run, checked before anything is started.
import { z } from "zod";
import { resolveAcceptance } from "../agent/acceptance_options.ts";
import { resolveInitialSteps } from "../agent/initial_actions.ts";
import { compileSchema } from "../agent/schema.ts";
import { patternFault } from "../browser/pattern_checks.ts";
import type { JsonSchema } from "../contracts/json.ts";
import type { AgentAcceptance, AgentInitialAction } from "../contracts/run.ts";
import { checks, findCheckConflict, usesRef } from "../mcp/tools/checks.ts";

export { createUsageMeter } from "../agent/usage_meter.ts";

/**
 * Checks trusted steps before planning as the runner would.
 *
 * @throws TypeError that names the entry
 */
export function checkInitialActions(value: unknown): readonly AgentInitialAction[] {
  const initialActions = value as readonly AgentInitialAction[];
  resolveInitialSteps({ task: "", initialActions });
  return initialActions;
}

/**
 * Checks a schema for final or partial data as the runner would.
 *
 * @throws TypeError with what is wrong
 */
export async function checkSchema(schema: JsonSchema): Promise<JsonSchema> {
  await compileSchema("schema", schema);
  return schema;
}

/**
 * Checks the operator's own check sets: their form as the runner would, each check as `tab_verify` would.
 *
 * @throws TypeError | RangeError that names the set and the check
 */
export async function checkAcceptance(value: unknown): Promise<readonly AgentAcceptance[]> {
  const sets = resolveAcceptance(value as readonly AgentAcceptance[]);
  for (const [index, set] of sets.entries()) {
    const fault = await checkFault(set.checks);
    if (fault !== undefined) throw new TypeError(`acceptance[${index}].${fault}`);
  }
  return sets;
}

async function checkFault(value: unknown): Promise<string | undefined> {
  const parsed = checks.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${z.core.toDotPath(["checks", ...issue?.path ?? []])}: ${issue?.message ?? "is wrong"}`;
  }
  if (usesRef(parsed.data)) return "checks: must not use refs, which do not outlive a page";
  for (const [index, check] of parsed.data.entries()) {
    const fault = check.kind === "matches" ? await patternFault(check.pattern) : undefined;
    if (fault !== undefined) return `checks[${index}].pattern: is no RE2 expression (${fault})`;
  }
  return findCheckConflict(parsed.data, "checks");
}
