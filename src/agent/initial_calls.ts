import type { AgentInitialStep as InitialStep } from "../contracts/checkpoint.ts";
import type { AgentToolsDecision } from "../contracts/planner.ts";

const TOOLS: Readonly<Record<InitialStep["kind"], string>> = {
  open: "tab_open",
  navigate: "tab_navigate",
  new_tab: "tab_tabs",
  click: "tab_click_named",
};

/** The tool that carries a trusted step out. */
export function initialTool({ kind }: Pick<InitialStep, "kind">): string {
  return TOOLS[kind];
}

/** The call of a trusted step. */
export function initialCall(
  step: InitialStep,
  sessionId: string | undefined,
): AgentToolsDecision["calls"][number] {
  const name = initialTool(step);
  const session = { session_id: sessionId ?? "" };
  switch (step.kind) {
    case "open":
      return { name, arguments: { url: step.url } };
    case "navigate":
      return { name, arguments: { ...session, action: "goto", url: step.url } };
    case "new_tab":
      return { name, arguments: { ...session, action: "new", url: step.url } };
    case "click": {
      const role = step.role === undefined ? {} : { role: step.role };
      return { name, arguments: { ...session, name: step.name, ...role } };
    }
    default:
      return step satisfies never;
  }
}
