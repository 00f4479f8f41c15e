// Every entry of the corpus, by the name that the task takes.
import type { Entry } from "../harness/entry.ts";
import { codemirror5 } from "./editors/codemirror5.ts";
import { bootstrap } from "./plain/bootstrap.ts";
import { choices } from "./plain/choices.ts";
import { flatpickr } from "./plain/flatpickr.ts";
import { jqueryUi } from "./plain/jquery_ui.ts";
import { select2 } from "./plain/select2.ts";
import { antd } from "./react/antd.ts";
import { aria } from "./react/aria.ts";
import { headless } from "./react/headless.ts";
import { radix } from "./react/radix.ts";
import { mui } from "./react/mui.ts";
import { sortable } from "./plain/sortable.ts";

export const ENTRIES: Readonly<Record<string, Entry>> = {
  bootstrap,
  jquery_ui: jqueryUi,
  select2,
  choices,
  flatpickr,
  sortable,
  mui,
  antd,
  radix,
  headless,
  aria,
  codemirror5,
};
