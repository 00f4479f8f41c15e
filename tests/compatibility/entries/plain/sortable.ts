import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job } from "../../harness/entry.ts";

export const sortable: Entry = {
  library: "SortableJS",
  package: "sortablejs",
  set: "quick",
  page: "plain/sortable.html",
  jobs: [
    job("within a list", { todo: ["Test", "Ship", "Write"] }, async (page) => {
      await page.do({
        type: "drag",
        ref: refBy(page, /[: ]Write/),
        target_ref: refBy(page, /[: ]Ship/),
        position: "after",
      });
    }),
    job("into an empty lane", { todo: ["Write", "Ship"], done: ["Test"] }, async (page) => {
      const lane = refBy(page, /hint[^\]]*\b(done|lane|empty)/);
      await page.do({ type: "drag", ref: refBy(page, /[: ]Test/), target_ref: lane });
    }),
    job("by a grip", { grips: ["Second", "Third", "First"] }, async (page) => {
      const grips = [...page.tree.matchAll(/\[(e\d+) [^\]]*(?:grip|⠿)[^\]]*\]/g)].map(([, ref]) => ref);
      await page.do({ type: "drag", ref: grips[0], target_ref: grips[2], position: "after" });
    }),
  ],
};
