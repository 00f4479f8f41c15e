// A reader pays for every word of a receipt. What an action did exactly as it was asked to is said by its status alone;
// its receipt holds what the request does not.
import type { BrowserAction } from "../../contracts/actions.ts";
import type { ActionEffect, ActionResult, ActResult } from "../../contracts/browser.ts";

/** A result whose receipts leave out what their actions asked for: the value that a field holds now, or its state. */
export function withoutTheAsked(result: ActResult, actions: readonly BrowserAction[]): ActResult {
  return { ...result, results: result.results.map((entry) => shorten(entry, actions[entry.index])) };
}

function shorten(entry: ActionResult, action: BrowserAction | undefined): ActionResult {
  const { effect, ...rest } = entry;
  if (entry.status !== "completed" || effect?.outcome !== "done" || action === undefined) return entry;
  const left = withoutWhatIsAsked(effect, action);
  if (left === effect) return entry;
  return Object.keys(left).length === 1 ? rest : { ...rest, effect: left };
}

function withoutWhatIsAsked(effect: ActionEffect, action: BrowserAction): ActionEffect {
  const { value, checked, ...rest } = effect;
  if (value !== undefined && checked === undefined && value === askedValue(action)) return rest;
  if (checked !== undefined && value === undefined && action.type === "check" && checked === action.checked) {
    return rest;
  }
  return effect;
}

/** Value that a field holds when an action did what it was asked to; `undefined` where the request does not tell. */
function askedValue(action: BrowserAction): string | undefined {
  switch (action.type) {
    case "fill":
    case "type":
    case "pick_date":
      return action.value;
    case "clear":
      return "";
    case "select":
      return action.values.length === 1 ? action.values[0] : undefined;
    case "choose":
      return action.option;
    case "set_slider":
      return String(action.value);
    default:
      return undefined;
  }
}
