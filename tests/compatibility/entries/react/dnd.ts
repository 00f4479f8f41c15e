import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job } from "../../harness/entry.ts";

export const dnd: Entry = {
  library: "dnd-kit",
  package: "@dnd-kit/core",
  set: "full",
  page: "react/dnd.jsx",
  jobs: [
    job("sorted by drag", { order: ["Beta", "Gamma", "Alpha"] }, async (page) => {
      await page.do({
        type: "drag",
        ref: refBy(page, /[: ]Alpha\]/),
        target_ref: refBy(page, /[: ]Gamma\]/),
        position: "after",
      });
    }),
    job("sorted by keys", { order: ["Beta", "Alpha", "Gamma"] }, async (page) => {
      await page.do({ type: "press", ref: refBy(page, /[: ]Alpha\]/), key: "Space" });
      await page.do({ type: "press", key: "ArrowDown" });
      await page.do({ type: "press", key: "Space" });
    }),
    job("sorted by its grip", { gripped: ["Beta 2", "Gamma 2", "Alpha 2"] }, async (page) => {
      await page.do({
        type: "drag",
        ref: page.ref("button", "Move Alpha 2"),
        target_ref: page.ref("button", "Move Gamma 2"),
        position: "after",
      });
    }),
    job("dropped into a box", { dropped: "truck" }, async (page) => {
      await page.do({ type: "drag", ref: refBy(page, /[: ]Parcel/), target_ref: refBy(page, /Truck/) });
    }),
  ],
};
