import assert from "node:assert/strict";
import process from "node:process";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { SpareSession } from "../../src/browser/spare_session.ts";
import type { Browser } from "../../src/browser/driver.ts";
import { Deadline } from "../../src/browser/deadline.ts";
import type { Session } from "../../src/browser/session.ts";
import { refOf, type Site, startSite, until } from "./engine_site.ts";

let site: Site;

before(async () => {
  site = await startSite({
    "/":
      `<p id=out></p><script>out.textContent = "cookie " + document.cookie + "."; document.cookie = "seen=1"</script>`,
    "/restless": `<button>Under</button><div style="position:fixed;inset:0">Over</div><p id=out></p>
      <script>let n = 0; setInterval(() => out.textContent = n++, 20)</script>`,
  });
});

after(() => site.close());

/** Stands in for a browser: only its being connected is looked at. */
const connected = { isConnected: () => true } as Browser;

function fakeSession(): Session & { closed: number } {
  const session = {
    isClosed: false,
    activeTab: { isUsable: true },
    closed: 0,
    close: () => Promise.resolve(),
  };
  session.close = () => {
    session.closed += 1;
    session.isClosed = true;
    return Promise.resolve();
  };
  return session as unknown as Session & { closed: number };
}

test("a spare is made when nothing runs, once, and handed over once", async () => {
  const spare = new SpareSession();
  let made = 0;
  const session = fakeSession();
  const create = (): Promise<Session> => {
    made += 1;
    return Promise.resolve(session);
  };
  await spare.during(async () => {
    spare.want(connected, create);
    spare.want(connected, create);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(made, 0, "a call is running");
  });
  await until(() => made === 1, "it is made");
  spare.want(connected, create);
  assert.equal(await spare.take({ isConnected: () => true } as Browser, new Deadline(1000)), undefined);
  assert.equal(await spare.take(connected, new Deadline(1000)), session);
  assert.equal(await spare.take(connected, new Deadline(1000)), undefined);
  assert.deepEqual([made, session.closed], [1, 0]);
  spare.drop(true);
});

test("a spare that is not taken is closed, and one that ended is not handed over", async () => {
  const spare = new SpareSession();
  const first = fakeSession();
  spare.want(connected, () => Promise.resolve(first));
  await until(async () => {
    const taken = await spare.take(connected, new Deadline(1000));
    if (taken === undefined) return false;
    assert.equal(taken, first);
    return true;
  }, "it is there");
  const second = fakeSession();
  let isMade = false;
  spare.want(connected, () => {
    isMade = true;
    return Promise.resolve(second);
  });
  await until(() => isMade, "it is made");
  Object.assign(second, { activeTab: { isUsable: false } });
  assert.equal(await spare.take(connected, new Deadline(1000)), undefined);
  await until(() => second.closed === 1, "it is closed");
  const third = fakeSession();
  spare.want(connected, () => Promise.resolve(third));
  spare.drop(true);
  spare.want(connected, () => Promise.reject(new Error("never asked for")));
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(await spare.take(connected, new Deadline(1000)), undefined);
});

test("sessions from a spare are as separate as any, and a killed browser takes the spare with it", async () => {
  const engine = new BrowserEngine();
  try {
    for (let round = 0; round < 2; round++) {
      const opened = await engine.open(`${site.origin}/`);
      assert.match(opened.tree ?? "", /cookie \./, "no cookie of the session before");
      assert.equal(opened.tab_id, "t1");
      assert.equal((await engine.list()).length, 1, "the spare is no session of anybody");
      await new Promise((resolve) => setTimeout(resolve, 1500)); // idle: the spare is made
      await engine.close(opened.session_id);
    }
    const processId = engine.browserProcessId ?? assert.fail("no process id");
    process.kill(processId, "SIGKILL");
    await until(() => engine.browserProcessId !== processId, "the loss is noticed");
    const again = await engine.open(`${site.origin}/`);
    assert.match(again.tree ?? "", /cookie \./);
  } finally {
    await engine.dispose();
  }
});

test("on a page that never rests a covered target is reported soon, not when the time is over", async () => {
  const engine = new BrowserEngine({ timeoutMs: 10_000 });
  try {
    const { session_id, snapshot_id, tree } = await engine.open(`${site.origin}/restless`);
    const actions = [{ type: "click" as const, ref: refOf(tree, "button", "Under") }];
    const startMs = performance.now();
    const result = await engine.act(session_id, snapshot_id, actions, { snapshot: false });
    assert.equal(result.failed?.error.code, "TARGET_COVERED", JSON.stringify(result));
    assert(performance.now() - startMs < 5000, `it took ${performance.now() - startMs} ms`);
  } finally {
    await engine.dispose();
  }
});
