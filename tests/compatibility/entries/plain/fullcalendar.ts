import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, on, reads } from "../../harness/entry.ts";

/** A day of the month, by the cell or by the number in it. */
const day = (n: number) =>
  new RegExp(`(cell|link|clickable|hint)[^\\]]*(May ${n}, 2030|2030-05-${n}|: ${n}\\])`);

export const fullcalendar: Entry = {
  library: "FullCalendar",
  package: "fullcalendar",
  set: "full",
  page: "plain/fullcalendar.html",
  jobs: [
    reads("read", /May 2030/, /Standup/, /Review/, /\+2 more/),
    on("next month", "button", "Next month", { type: "click" }, { month: "2030-06" }),
    job("another view", { view: "timeGridWeek" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /button[^\]]*week/i) });
    }),
    job("an event is opened", { opened: "Standup" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /[: ]Standup/) });
    }),
    job("more events of a day", { opened: "Many 4" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, /(Show 2 more|\+2 more)/) });
      await page.do({ type: "click", ref: refBy(page, /[: ]Many 4/) });
    }),
    job("a day is clicked", { clicked: "2030-05-28" }, async (page) => {
      await page.do({ type: "click", ref: refBy(page, day(28)) });
    }),
    job("an event is moved to another day", { standup: "2030-05-28" }, async (page) => {
      await page.do({ type: "drag", ref: refBy(page, /[: ]Standup/), target_ref: refBy(page, day(28)) });
    }),
    job("an event with a time is moved", { review: "2030-05-29T10:00" }, async (page) => {
      await page.do({ type: "drag", ref: refBy(page, /Review/), target_ref: refBy(page, day(29)) });
    }),
    job("days are picked by a drag", { picked: "2030-05-27/2030-05-30" }, async (page) => {
      await page.do({ type: "drag", ref: refBy(page, day(27)), target_ref: refBy(page, day(29)) });
    }),
  ],
};
