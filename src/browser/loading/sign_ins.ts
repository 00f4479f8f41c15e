import type { CDPSession } from "../driver.ts";

// Images and scripts of other origins are never asked about; what is left of them is too rare to slow all down for it.
const ASKING_TYPES = ["Document", "XHR", "Fetch"] as const;

/**
 * Declines every HTTP sign-in that a server asks for, as a person does who presses "Cancel": the document or the script
 * gets the server's own answer (401, 407). Left alone, a browser without a screen opens a prompt that nobody can see or
 * close, and the page takes no input behind it.
 */
export async function declineSignIns(session: CDPSession): Promise<void> {
  const ignoreGone = (): void => {}; // the request or its page went away
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.send("Fetch.continueRequest", { requestId }).catch(ignoreGone);
  });
  session.on("Fetch.authRequired", ({ requestId }) => {
    const authChallengeResponse = { response: "CancelAuth" } as const;
    session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(ignoreGone);
  });
  await session.send("Fetch.enable", {
    handleAuthRequests: true,
    patterns: ASKING_TYPES.map((resourceType) => ({ resourceType })),
  });
}
