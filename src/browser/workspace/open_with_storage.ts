import type { WorkspaceStorage } from "../../contracts/workspace.ts";
import { BrowserError } from "../../contracts/errors.ts";
import { type Deadline, DeadlineOver } from "../deadline.ts";
import type { Session } from "../session.ts";

/** Opens a session with cookies and stored data. */
export type OpenSession = (storage: WorkspaceStorage, deadline: Deadline) => Promise<Session>;

type Origin = WorkspaceStorage["origins"][number];

/**
 * Opens a session with as much of its stored data as the driver can bring back. It takes all or nothing, and not every
 * database can be written down: one that holds files under their own names has lost them. So what does not work is
 * looked for origin by origin, left out, and told.
 */
export async function openWithStorage(
  storage: WorkspaceStorage,
  open: OpenSession,
  problems: string[],
  deadline: Deadline,
): Promise<Session> {
  const whole = await attempt(storage, open, deadline);
  if (whole !== undefined) return whole;
  const origins: Origin[] = [];
  for (const origin of storage.origins) {
    origins.push(await restorable(origin, open, deadline) ? origin : withoutDatabases(origin, problems));
  }
  const most = await attempt({ ...storage, origins }, open, deadline);
  if (most !== undefined) return most;
  problems.push("data that sites had stored could not be brought back, only their cookies");
  return await open({ ...storage, origins: [] }, deadline);
}

/** The session, or `undefined` when the driver refuses what is stored. */
async function attempt(
  storage: WorkspaceStorage,
  open: OpenSession,
  deadline: Deadline,
): Promise<Session | undefined> {
  try {
    return await open(storage, deadline);
  } catch (error) {
    if (error instanceof DeadlineOver || error instanceof BrowserError) throw error;
    return undefined;
  }
}

async function restorable(origin: Origin, open: OpenSession, deadline: Deadline): Promise<boolean> {
  if (origin["indexedDB"] === undefined) return true;
  const probe = await attempt({ cookies: [], origins: [origin] }, open, deadline);
  await probe?.close();
  return probe !== undefined;
}

function withoutDatabases({ indexedDB: _lost, ...origin }: Origin, problems: string[]): Origin {
  problems.push(`databases of ${String(origin["origin"])} could not be brought back`);
  return origin;
}
