import { clicks, type Entry, job, on, reads } from "../../harness/entry.ts";

export const bootstrap: Entry = {
  library: "Bootstrap",
  package: "bootstrap",
  set: "quick",
  page: "plain/bootstrap.html",
  jobs: [
    reads("read", /Sort by/, /Shipping/, /Slide one/),
    job("dropdown", { sort: "price" }, clicks(["button", "Sort by"], ["link", "Price"])),
    job("modal with a field", { deleted: "moving" }, async (page) => {
      await page.do({ type: "click", ref: page.ref("button", "Delete account") });
      await page.do({ type: "fill", ref: page.ref("textbox", "Reason"), value: "moving" }, {
        type: "click",
        ref: page.ref("button", "Delete it"),
      });
    }),
    job("accordion", { open: [false, true] }, clicks(["button", "Shipping"], ["button", "Returns"])),
    on("tabs", "tab", "Profile", { type: "click" }, { tab: "t2" }),
    on("switch", "switch", "Airplane mode", { type: "check", checked: true }, { sw: true }),
    on("radio buttons drawn as buttons", "radio", "Large", { type: "check", checked: true }, {
      size: "large",
    }),
    on("range", "slider", "Volume", { type: "set_slider", value: 8 }, { volume: "8" }),
    on("select", "combobox", "Country", { type: "select", values: ["Sweden"] }, { country: "se" }),
    on("field with a floating label", "textbox", "Mail", { type: "fill", value: "a@b.no" }, {
      mail: "a@b.no",
    }),
    job("side panel", { settings: 1 }, clicks(["button", "Menu"], ["button", "Settings"])),
    on("tooltip", "button", "Copy", { type: "hover" }, { tip: true }),
    on("carousel", "button", "Next", { type: "click" }, { slide: 1 }),
  ],
};
