// Signs in what has just changed that the page is not done: "Saving…", or a button that was switched off meanwhile.
import { flatText } from "./clean_text.ts";
import { changedNodes } from "./mutations.ts";

/** Longest text that is a remark on work under way, in characters. */
const REMARK_LIMIT = 60;
const REMARK =
  /(?:…|\.\.\.)$|^(?:please wait|loading|saving|sending|submitting|processing|working|uploading|searching|updating)\b/i;

/** True when something that changed since the watch began says that more is to come. */
export function isAtWork(): boolean {
  return changedNodes().some(({ node, attribute }) => {
    const element = node.nodeType === 1 ? node as Element : node.parentElement;
    if (element === null || !element.isConnected || !element.checkVisibility()) return false;
    if (attribute === "disabled" || attribute === "aria-disabled") {
      return element.matches("button:disabled,input:disabled,[aria-disabled=true]");
    }
    if (attribute !== null) return false;
    const text = flatText((element.textContent ?? "").slice(0, REMARK_LIMIT * 2));
    return text.length <= REMARK_LIMIT && REMARK.test(text);
  });
}
