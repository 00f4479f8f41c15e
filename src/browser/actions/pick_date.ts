import { BrowserError } from "../../contracts/errors.ts";
import { type ActionContext, type ActionOutcome, expectOk } from "./action_context.ts";
import { aim } from "./aim.ts";
import { fill } from "./fill.ts";

const DATE = String.raw`\d{4,6}-\d{2}-\d{2}`;
const TIME = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?`;

const FORMATS: Readonly<Record<string, { readonly pattern: RegExp; readonly example: string }>> = {
  "input:date": { pattern: new RegExp(`^${DATE}$`), example: "2030-12-31" },
  "input:time": { pattern: new RegExp(`^${TIME}$`), example: "09:30" },
  "input:datetime-local": { pattern: new RegExp(`^${DATE}[T ]${TIME}$`), example: "2030-12-31T09:30" },
  "input:month": { pattern: /^\d{4,6}-\d{2}$/, example: "2030-12" },
  "input:week": { pattern: /^\d{4,6}-W\d{2}$/, example: "2030-W05" },
};

/**
 * Sets a native date or time field, in ISO form whatever the page's language writes.
 *
 * @throws `UNSUPPORTED_FLOW` for other fields | `INVALID_ARGUMENT` for a value that is no such date, or not allowed
 */
export async function pickDate(context: ActionContext, ref: string, value: string): Promise<ActionOutcome> {
  const { target, frameId } = await aim(context, ref, "edit");
  const format = FORMATS[target.kind];
  if (format === undefined) {
    throw new BrowserError(
      "UNSUPPORTED_FLOW",
      `${ref} (${target.kind}) is no native date or time field: fill it, or click it and pick from the calendar that opens`,
    );
  }
  if (!format.pattern.test(value)) {
    throw new BrowserError(
      "INVALID_ARGUMENT",
      `${ref} (${target.kind}) takes a value such as ${format.example}, in ISO form, and not "${
        value.slice(0, 40)
      }"`,
    );
  }
  const outcome = await fill(context, ref, value.replace(" ", "T"));
  const state = expectOk(await context.tab.agent.call(frameId, "state", [ref], context.deadline));
  return { ...outcome, ...(state.value !== undefined && { value: state.value }) };
}
