// Whether a document can change by itself at all.

/** What can bring about a change without input: scripts, other documents, handlers of loading, refreshes, animations. */
const MOVERS =
  "script,iframe,frame,object,embed,[onload],[onerror],[onpageshow],meta[http-equiv=refresh i],animate,set,marquee,video,audio";

/** The document has been read to its end, and nothing in it can change it but input. */
export function isStill(): boolean {
  return document.readyState === "complete" && document.querySelector(MOVERS) === null &&
    document.getAnimations().length === 0;
}
