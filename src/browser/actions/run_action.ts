import type { BrowserAction } from "../../contracts/browser.ts";
import { BrowserError } from "../../contracts/errors.ts";
import type { ActionContext, ActionOutcome } from "./action_context.ts";
import { check, select } from "./choose_state.ts";
import { choose } from "./choose.ts";
import { click, hover } from "./click.ts";
import { clickByName } from "./click_by_name.ts";
import { drag } from "./drag.ts";
import { fill } from "./fill.ts";
import { clickText, selectText } from "./passages.ts";
import { pickDate } from "./pick_date.ts";
import { clickXy, dragXy, moveXy } from "./pointer_paths.ts";
import { focus, press } from "./press.ts";
import { scroll, scrollTo } from "./scroll.ts";
import { setSlider } from "./sliders/set_slider.ts";
import { typeText } from "./type_text.ts";
import { dropFiles, upload, uploadChooser } from "./upload.ts";
import { waitText } from "./wait_text.ts";

/** Runs one action of a batch. */
export function runAction(context: ActionContext, action: BrowserAction): Promise<ActionOutcome> {
  switch (action.type) {
    case "click":
      return click(context, action.ref, action);
    case "double_click":
      return click(context, action.ref, { clicks: 2 });
    case "hover":
      return hover(context, action.ref);
    case "fill":
      return fill(context, action.ref, action.value);
    case "type":
      return typeText(context, action.ref, action.value);
    case "clear":
      return fill(context, action.ref, "");
    case "focus":
      return focus(context, action.ref);
    case "press":
      return press(context, action.key, action.ref);
    case "select":
      return select(context, action.ref, action.values);
    case "choose":
      return choose(context, action.ref, action.option);
    case "set_slider":
      return setSlider(context, action.ref, action.value);
    case "pick_date":
      return pickDate(context, action.ref, action.value);
    case "select_text":
      return selectText(context, action.ref, action.text, action.nth);
    case "click_text":
      return clickText(context, action);
    case "click_named":
      return clickByName(context, action.name, action.timeout_ms !== undefined);
    case "click_xy":
      return clickXy(context, action, action);
    case "drag":
      return drag(context, action.ref, action);
    case "drag_xy":
      return dragXy(context, action.points);
    case "move_xy":
      return moveXy(context, action.points);
    case "scroll_to":
      return scrollTo(context, action.ref);
    case "upload":
      return upload(context, action.ref, action.files);
    case "upload_chooser":
      return uploadChooser(context, action.ref, action.files);
    case "drop_files":
      return dropFiles(context, action.ref, action.files);
    case "fill_secret":
      return Promise.reject(
        new BrowserError(
          "SECRET_DENIED",
          "No secret is configured, so none can be filled in; ask the person in charge",
        ),
      );
    case "check":
      return check(context, action.ref, action.checked);
    case "scroll":
      return scroll(context, action.direction, action.pixels, action.ref);
    case "wait":
      return waitText(context, action.text);
  }
}

const QUIET_TYPES: ReadonlySet<BrowserAction["type"]> = new Set([
  "hover",
  "fill",
  "clear",
  "focus",
  "move_xy",
  "scroll",
  "scroll_to",
  "wait",
]);

/** Whether an action may set something off beyond its own target: a request, a popup, another document. */
export function isActivating(action: BrowserAction): boolean {
  return !QUIET_TYPES.has(action.type);
}

/** Whether an action may bring up what was not there: also the pointer alone opens menus. */
export function mayReveal(action: BrowserAction): boolean {
  return isActivating(action) || /^(?:hover|focus|move_xy|fill)$/.test(action.type);
}

/** The ref that an action is aimed at. */
export function refOf(action: BrowserAction): string | undefined {
  return "ref" in action ? action.ref : undefined;
}
