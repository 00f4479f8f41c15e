import type { Entry } from "../../harness/entry.ts";
import { codeJobs } from "./shared.ts";

export const codemirror5: Entry = {
  library: "CodeMirror 5",
  package: "codemirror5",
  set: "quick",
  page: "editors/codemirror5.html",
  jobs: codeJobs(/textbox/),
};
