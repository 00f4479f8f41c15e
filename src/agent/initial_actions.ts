import type { AgentInitialStep as InitialStep } from "../contracts/checkpoint.ts";
import type { AgentRunOptions } from "../contracts/run.ts";
import { httpUrl } from "./http_url.ts";
import { badOption } from "./option_checks.ts";
import { isRecord } from "./records.ts";
import { findOnlyUrl } from "./task_url.ts";

/** Steps of a sequence. */
export const MAX_ACTIONS = 20;
/** Roles that a click may be narrowed to. */
export const CLICK_ROLES: ReadonlySet<unknown> = new Set([
  "button",
  "link",
  "menuitem",
  "tab",
  "checkbox",
  "radio",
]);

type InitialOptions = Pick<AgentRunOptions, "task" | "startUrl" | "directOpenTaskUrl" | "initialActions">;

/**
 * Decides what is opened before the first model request. Neither pages nor models have a say in it.
 *
 * @throws TypeError that names the option
 */
export function resolveInitialSteps(options: InitialOptions): readonly InitialStep[] {
  const { startUrl, directOpenTaskUrl = false, initialActions } = options;
  if (initialActions !== undefined) {
    if (startUrl !== undefined || directOpenTaskUrl) {
      throw badOption("initialActions", "excludes startUrl and directOpenTaskUrl");
    }
    return resolveActions(initialActions);
  }
  if (startUrl !== undefined) return [{ kind: "open", url: httpUrl("startUrl", startUrl) }];
  const found = directOpenTaskUrl ? findOnlyUrl(options.task) : undefined;
  return found === undefined ? [] : [{ kind: "open", url: found }];
}

function resolveActions(actions: readonly unknown[]): readonly InitialStep[] {
  if (!Array.isArray(actions) || actions.length < 1 || actions.length > MAX_ACTIONS) {
    throw badOption("initialActions", `must hold 1 to ${MAX_ACTIONS} entries`);
  }
  return actions.map((action: unknown, index) => resolveAction(action, index));
}

function resolveAction(action: unknown, index: number): InitialStep {
  const place = `initialActions[${index}]`;
  if (!isRecord(action)) throw badOption(place, "must be an object");
  if (action.click !== undefined) {
    if (index === 0) throw badOption(place, "must be a URL, as a click needs an open page");
    onlyKeys(place, action, ["click"]);
    return resolveClick(`${place}.click`, action.click);
  }
  onlyKeys(place, action, ["url", "newTab"]);
  const url = httpUrl(`${place}.url`, action.url);
  const { newTab = false } = action;
  if (typeof newTab !== "boolean") throw badOption(`${place}.newTab`, "must be true or false");
  if (index > 0) return { kind: newTab ? "new_tab" : "navigate", url };
  if (newTab) throw badOption(`${place}.newTab`, "is not for the first entry, which opens the session");
  return { kind: "open", url };
}

function resolveClick(place: string, click: unknown): InitialStep {
  if (!isRecord(click)) throw badOption(place, "must be an object with a name");
  onlyKeys(place, click, ["name", "role"]);
  const { name, role } = click;
  if (typeof name !== "string" || name.trim() === "" || name.length > 200) {
    throw badOption(`${place}.name`, "must have 1 to 200 characters");
  }
  if (role === undefined) return { kind: "click", name };
  if (!CLICK_ROLES.has(role)) {
    throw badOption(`${place}.role`, `must be one of ${[...CLICK_ROLES].join(", ")}`);
  }
  return { kind: "click", name, role: role as string };
}

function onlyKeys(place: string, value: Readonly<Record<string, unknown>>, allowed: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) throw badOption(place, `has an unknown field "${key.slice(0, 40)}"`);
  }
}
