import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, on, reads } from "../../harness/entry.ts";

export const leaflet: Entry = {
  library: "Leaflet",
  package: "leaflet",
  set: "full",
  page: "plain/leaflet.html",
  jobs: [
    reads("read", /Zoom in/, /Oslo/, /Roads/),
    on("zoom in", "button", "Zoom in", { type: "click" }, { zoom: 6 }),
    job("a marker is opened", { opened: "Oslo", route: true }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(button|clickable|image)[^\]]*Oslo/) });
      await page.do({ type: "click", ref: page.ref("button", "Route") });
    }),
    on("a layer is hidden", "checkbox", "Roads", { type: "check", checked: false }, { roads: false }),
    job("a marker is dragged", { marker: true }, async (page) => {
      await page.do({
        type: "drag",
        ref: refBy(page, /Bergen/),
        target_ref: refBy(page, /(button|clickable|image)[^\]]*Oslo/),
      });
    }),
    job("the map is moved by keys", { moved: true }, async (page) => {
      const map = refBy(page, /(focusable|region|clickable)[^\]]*(map|scroll|leaflet)/i);
      await page.do({ type: "press", ref: map, key: "ArrowRight" });
    }, {
      "drag at points": async (page) => {
        await page.do({
          type: "drag_xy",
          points: [{ x: 300, y: 350 }, { x: 200, y: 350 }, { x: 120, y: 350 }],
        });
      },
    }),
    job("a shape is clicked", { opened: "lake" }, async (page) => {
      await page.do({
        type: "click",
        ref: refBy(page, /(clickable|image|hint)[^\]]*(leaflet-interactive|path|shape|blue)/),
      });
    }),
  ],
};
