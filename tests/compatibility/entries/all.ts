// Every entry of the corpus, by the name that the task takes.
import type { Entry } from "../harness/entry.ts";
import { material } from "./angular/material.ts";
import { codemirror5 } from "./editors/codemirror5.ts";
import { payment } from "./frames/payment.ts";
import { agGrid } from "./plain/ag_grid.ts";
import { bootstrap } from "./plain/bootstrap.ts";
import { choices } from "./plain/choices.ts";
import { flatpickr } from "./plain/flatpickr.ts";
import { fullcalendar } from "./plain/fullcalendar.ts";
import { jqueryUi } from "./plain/jquery_ui.ts";
import { leaflet } from "./plain/leaflet.ts";
import { select2 } from "./plain/select2.ts";
import { sortable } from "./plain/sortable.ts";
import { antd } from "./react/antd.ts";
import { aria } from "./react/aria.ts";
import { datepicker } from "./react/datepicker.ts";
import { dnd } from "./react/dnd.ts";
import { headless } from "./react/headless.ts";
import { mui } from "./react/mui.ts";
import { radix } from "./react/radix.ts";
import { reactSelect } from "./react/select.ts";
import { tanstack } from "./react/tanstack.ts";
import { primevue } from "./vue/primevue.ts";
import { vuetify } from "./vue/vuetify.ts";

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
  datepicker,
  react_select: reactSelect,
  dnd_kit: dnd,
  tanstack,
  vuetify,
  primevue,
  angular_material: material,
  fullcalendar,
  ag_grid: agGrid,
  leaflet,
  payment_frames: payment,
  codemirror5,
};
