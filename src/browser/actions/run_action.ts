import type { BrowserAction } from "../../contracts/browser.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";
import { check, select } from "./choose_state.ts";
import { click, hover } from "./click.ts";
import { fill } from "./fill.ts";
import { press } from "./press.ts";
import { scroll } from "./scroll.ts";
import { waitText } from "./wait_text.ts";

/** Runs one action of a batch. */
export function runAction(context: ActionContext, action: BrowserAction): Promise<ActionOutcome> {
  switch (action.type) {
    case "click":
      return click(context, action.ref, 1);
    case "double_click":
      return click(context, action.ref, 2);
    case "hover":
      return hover(context, action.ref);
    case "fill":
      return fill(context, action.ref, action.value);
    case "press":
      return press(context, action.ref, action.key);
    case "select":
      return select(context, action.ref, action.values);
    case "check":
      return check(context, action.ref, action.checked);
    case "scroll":
      return scroll(context, action.direction, action.pixels, action.ref);
    case "wait":
      return waitText(context, action.text);
  }
}

/** Whether an action may set something off beyond its own target: a request, a popup, another document. */
export function isActivating(action: BrowserAction): boolean {
  return action.type === "click" || action.type === "double_click" || action.type === "press" ||
    action.type === "check" || action.type === "select";
}

/** The ref that an action is aimed at. */
export function refOf(action: BrowserAction): string | undefined {
  return "ref" in action ? action.ref : undefined;
}
