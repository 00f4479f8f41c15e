// Native dialogs and windows of their own.
import { type Hazard, judge } from "./hand.ts";

/** Hazards of dialogs and windows. */
export const WINDOWS: readonly Hazard[] = [
  {
    name: "dialog on click",
    right: "it is shown with its words, and gets the answer that was meant",
    pages: {
      "/": `<button onclick="did(confirm('Delete 3 files?') ? 'deleted' : 'kept')">Delete</button>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("button", "Delete"));
      const early = site.did.length;
      await hand.answer(false);
      return judge(
        text.includes("Delete 3 files?") && early === 0 && site.did.join() === "kept",
        "asked, then kept",
        `got ${site.did.join() || "nothing"}`,
      );
    },
  },
  {
    name: "dialog on unload",
    right: "leaving is held up, and can be called off",
    pages: {
      "/":
        `<label>Draft <input id=draft></label><script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
      "/away": "<h1>Away</h1><script>did('left')</script>",
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const draft = hand.find("textbox", "Draft");
      await hand.click(draft);
      await hand.fill(draft, "half a letter");
      const { text } = await hand.leave(`${site.origin}/away`);
      const isAsked = /beforeunload/i.test(text) && site.did.length === 0;
      await hand.answer(false);
      const stays = site.did.length === 0 && (await hand.see()).includes("half a letter");
      return judge(isAsked && stays, "asked, draft kept", isAsked ? "draft lost" : "left without asking");
    },
  },
  {
    name: "popup",
    right: "the reply tells of the new window, and its words can be read",
    pages: {
      "/": `<button onclick="window.open('/terms')">Terms</button>`,
      "/terms": "<title>Terms of sale</title><h1>Terms of sale</h1>",
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      const { text } = await hand.click(hand.find("button", "Terms"));
      const listed = await hand.tabs();
      const isTold = /popup|open tabs/i.test(text);
      return judge(
        isTold && listed.includes("/terms"),
        "told and listed",
        isTold ? "not listed" : "not told",
      );
    },
  },
  {
    name: "alert in a loop",
    right: "each one is shown and answered, and the page goes on",
    pages: {
      "/": `<button onclick="for (let i = 1; i <= 4; i++) alert('Notice ' + i); did('through')">Go</button>`,
    },
    play: async (hand, site) => {
      await hand.open(`${site.origin}/`);
      await hand.see();
      let { text } = await hand.click(hand.find("button", "Go"));
      for (let index = 1; index <= 4; index++) {
        if (!text.includes(`Notice ${index}`)) return judge(false, "", `notice ${index} was not shown`);
        ({ text } = await hand.answer(true));
      }
      await site.reported("through");
      return judge(true, "four answered", "");
    },
  },
];
