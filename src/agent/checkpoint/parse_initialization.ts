import type { AgentCheckpointInitialization, AgentInitialStep } from "../../contracts/checkpoint.ts";
import { canonicalHttpUrl } from "../http_url.ts";
import { CLICK_ROLES, MAX_ACTIONS } from "../initial_actions.ts";
import { initialTool } from "../initial_calls.ts";
import { invalid, optional, readChoice, readFields, readList, readText } from "./fields.ts";
import type { ParsedHistory } from "./parse_history.ts";

/** Reads the trusted steps, and that what was attempted of them stands in the history as registered. */
export function parseInitialization(value: unknown, history: ParsedHistory): AgentCheckpointInitialization {
  const place = "initialization";
  const fields = readFields(value, place, ["status", "steps", "callIds"]);
  const status = readChoice(fields.status, `${place}.status`, ["not_started", "attempted"]);
  const steps = readList(fields.steps, `${place}.steps`, MAX_ACTIONS).map(readStep);
  if (steps.length === 0) throw invalid(`${place}.steps`, "must not be empty");
  const callIds = readList(fields.callIds, `${place}.callIds`, steps.length)
    .map((id, index) => readText(id, `${place}.callIds[${index}]`));
  if ((status === "attempted") !== (callIds.length > 0)) throw invalid(`${place}.status`, "does not fit");
  const registered = history.groups.filter(({ kind }) => kind === "initialization")
    .flatMap(({ messages: [first] }) => first?.role === "assistant" ? first.toolCalls : []);
  if (registered.length !== callIds.length) throw invalid(`${place}.callIds`, "do not fit the history");
  registered.forEach((call, index) => {
    const step = steps[index];
    const fits = call.id === callIds[index] && step !== undefined && call.name === initialTool(step);
    if (!fits || ("url" in step && call.arguments.url !== step.url)) {
      throw invalid(`${place}.callIds[${index}]`, "does not fit the history");
    }
  });
  const kinds = history.groups.map(({ kind }) => kind);
  const firstTurn = kinds.findIndex((kind) => kind === "turn" || kind === "publication");
  if (firstTurn !== -1 && kinds.lastIndexOf("initialization") > firstTurn) {
    throw invalid(place, "does not stand before the first decision");
  }
  return Object.freeze({ status, steps: Object.freeze(steps), callIds: Object.freeze(callIds) });
}

function readStep(value: unknown, index: number): AgentInitialStep {
  const place = `initialization.steps[${index}]`;
  const fields = readFields(value, place, ["kind", "url", "name", "role"]);
  const kind = readChoice(fields.kind, `${place}.kind`, ["open", "navigate", "new_tab", "click"]);
  if ((kind === "open") !== (index === 0)) throw invalid(`${place}.kind`, "stands in the wrong place");
  if (kind === "click") {
    readFields(value, place, ["kind", "name", "role"]);
    return Object.freeze({
      kind,
      name: readText(fields.name, `${place}.name`, { max: 200 }),
      ...optional("role", fields.role, (role) => {
        if (!CLICK_ROLES.has(role)) throw invalid(`${place}.role`, "is unknown");
        return role as string;
      }),
    });
  }
  readFields(value, place, ["kind", "url"]);
  const url = readText(fields.url, `${place}.url`);
  if (canonicalHttpUrl(url) !== url) throw invalid(`${place}.url`, "is no canonical HTTP(S) address");
  return Object.freeze({ kind, url });
}
