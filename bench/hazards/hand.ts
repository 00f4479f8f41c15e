// One set of moves over two servers, so that each hazard is one script that both play.

/** What a server answered to one call. */
export interface Reply {
  /** The call failed, or an action of it did. */
  readonly failed: boolean;
  /** Everything that a model reads of it. */
  readonly text: string;
}

/** A server in play. */
export interface Hand {
  readonly name: "tablaze" | "peer";
  /** Characters read from the server since the page was opened, the longest reply among them. */
  readonly longestReply: number;
  /** Opens a page in a state without cookies or other pages. */
  open(url: string): Promise<Reply>;
  /** The page as a model reads it now; finds below look here. */
  see(): Promise<string>;
  /** Reads until a passage is there, with whatever the server offers for long pages. */
  readUntil(passage: RegExp): Promise<boolean>;
  /** Ref of the control with this role and name in what was seen last. */
  find(role: string, name: string): string;
  click(ref: string): Promise<Reply>;
  /** A click whose caller gives up after a while and does not look; `key` marks repetitions of one order. */
  clickWithin(ref: string, timeoutMs: number, key: string): Promise<Reply>;
  fill(ref: string, value: string): Promise<Reply>;
  /** Sets a native input of some type. */
  set(ref: string, kind: "date" | "time" | "color" | "range", value: string): Promise<Reply>;
  drag(ref: string, target: string, position: "before" | "after" | "center"): Promise<Reply>;
  /** Scrolls a region down by some pixels. */
  scroll(ref: string, pixels: number): Promise<Reply>;
  /** Answers a native dialog. */
  answer(accept: boolean): Promise<Reply>;
  /** Goes somewhere else in the same tab. */
  leave(url: string): Promise<Reply>;
  /** What the server says of the tabs that are open. */
  tabs(): Promise<string>;
  /** What the server says of the files that were downloaded. */
  downloads(): Promise<string>;
  /** Ends the page's session. */
  done(): Promise<void>;
  /** Kills the browser behind the server. */
  killBrowser(): Promise<void>;
  close(): Promise<void>;
}

/** What came of a hazard. */
export interface Verdict {
  readonly right: boolean;
  /** In a few words, for the table. */
  readonly seen: string;
}

/** A page's handler, or its markup with `{other}` for the other origin. */
export type HazardPage = string | import("./site.ts").Handler;

/** A situation in which tools for pages go wrong. */
export interface Hazard {
  readonly name: string;
  /** What is right. */
  readonly right: string;
  readonly pages: Readonly<Record<string, HazardPage>>;
  play(hand: Hand, site: import("./site.ts").HazardSite): Promise<Verdict>;
}

/** A verdict by one condition. */
export function judge(right: boolean, whenRight: string, whenWrong: string): Verdict {
  return { right, seen: right ? whenRight : whenWrong };
}
