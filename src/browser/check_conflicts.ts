import type { BrowserCheck } from "../contracts/checks.ts";

/** Says what is wrong with a check whose fields are each valid; `undefined` when nothing is. */
export function findCheckConflict(check: BrowserCheck): string | undefined {
  switch (check.kind) {
    case "value":
    case "attribute":
      return (check.ref === undefined) === (check.selector === undefined)
        ? `a check of kind ${check.kind} needs exactly one of ref and selector`
        : undefined;
    case "absent":
      return (check.text === undefined) === (check.selector === undefined)
        ? "a check of kind absent needs exactly one of text and selector"
        : undefined;
    case "download":
      return check.name === undefined && check.min_bytes === undefined && check.sha256 === undefined
        ? "a check of kind download needs name, min_bytes or sha256"
        : undefined;
    default:
      return undefined;
  }
}
