import { refBy } from "../../../browser/widgets_stage.ts";
import { type Entry, job, reads } from "../../harness/entry.ts";

const CARD = [["Card number", "4242424242424242"], ["Expiry", "12/34"], ["Security code", "123"]] as const;

export const payment: Entry = {
  library: "Nested payment frames",
  set: "quick",
  page: "frames/shop.html",
  jobs: [
    reads("read", /Pay 12\.00/, /Card number/, /Expiry/, /Security code/, /It is me/),
    job("card fields, each in a frame of another origin in such a frame", {
      number: "4242 4242 4242 4242",
      expiry: "12/34",
      cvc: "123",
      paid: "Ada / 4242 4242 4242 4242 / 12/34 / 123",
    }, async (page) => {
      await page.do({ type: "fill", ref: page.ref("textbox", "Name on card"), value: "Ada" });
      for (const [name, value] of CARD) {
        await page.do({ type: "fill", ref: refBy(page, new RegExp(`textbox[^\\]]*: ${name}`)), value });
      }
      await page.do({ type: "click", ref: page.ref("button", "Pay") });
    }),
    job("all in one batch", { number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123" }, async (page) => {
      await page.do(...CARD.map(([name, value]) => ({
        type: "type",
        ref: refBy(page, new RegExp(`textbox[^\\]]*: ${name}`)),
        value,
      })));
    }),
    job("box and button of the bank's frame", { confirmed: true }, async (page) => {
      await page.do({ type: "check", ref: page.ref("checkbox", "It is me"), checked: true }, {
        type: "click",
        ref: page.ref("button", "Confirm"),
      });
      await page.shows("Confirmed by the bank");
    }),
  ],
};
