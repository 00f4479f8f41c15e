// What a tool call does and how it ended, in a few words for people. Values that are typed into a page are never said.
import type { AgentToolCall } from "../../contracts/planner.ts";
import type { AgentToolResult } from "../../contracts/tools.ts";
import { printable } from "../printable.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a call does, for example `tab_act fill e3, click e5`. */
export function describeCall({ name, arguments: args }: AgentToolCall): string {
  const detail = detailOf(args);
  return printable(detail === "" ? name : `${name} ${detail}`, 90);
}

/** How a call ended: `ok`, `2 of 3 checks failed`, or the tool's error. */
export function describeOutcome(result: AgentToolResult): string {
  const body: Fields = result.structuredContent ?? {};
  const checks = checksOf(body);
  if (checks !== undefined) {
    const failed = checks.filter((check) => fieldsOf(check)["pass"] !== true).length;
    if (failed > 0) return `${failed} of ${checks.length} checks failed`;
    if (checks.length > 0 && isGood(result)) {
      return `${checks.length} ${checks.length === 1 ? "check" : "checks"} passed`;
    }
  }
  const problem = problemOf(body);
  if (problem !== undefined) return problem;
  return isGood(result) ? "ok" : "failed";
}

function isGood(result: AgentToolResult): boolean {
  return result.isError !== true && result.structuredContent?.["ok"] !== false;
}

function detailOf(args: Fields): string {
  if (typeof args["url"] === "string") return publicAddress(args["url"]);
  if (Array.isArray(args["actions"])) return args["actions"].map(describeAction).join(", ");
  if (Array.isArray(args["checks"])) {
    return args["checks"].map((check) => textOf(fieldsOf(check)["kind"])).join(", ");
  }
  for (const key of ["action", "kind", "mode"]) {
    if (typeof args[key] === "string") return args[key];
  }
  return "";
}

function describeAction(action: unknown): string {
  const { type, ref, direction, key } = fieldsOf(action);
  // a key press says which key only where it is no character, as characters may spell a password
  const pressed = type === "press" && typeof key === "string" && key.length > 1 ? key : undefined;
  return [type, direction, pressed, ref].map(textOf).filter((part) => part !== "").join(" ");
}

function checksOf(body: Fields): readonly unknown[] | undefined {
  const verification = body["verification"] === undefined ? body : fieldsOf(body["verification"]);
  return Array.isArray(verification["checks"]) ? verification["checks"] : undefined;
}

/** Code and message of a failed call; tools keep values and addresses' queries out of both. */
function problemOf(body: Fields): string | undefined {
  const { code, message } = fieldsOf(body["error"] ?? fieldsOf(body["failed"])["error"]);
  if (typeof code !== "string") return undefined;
  return printable(typeof message === "string" ? `${code}, ${message}` : code, 160);
}

/** Host and path; a query may carry what nobody should read over a shoulder. */
function publicAddress(address: string): string {
  if (!URL.canParse(address)) return "";
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
