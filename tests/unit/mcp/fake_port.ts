import type {
  ActResult,
  BrowserPort,
  ExtractResult,
  SessionInfo,
  SnapshotResult,
  VerifyResult,
} from "../../../src/contracts/browser.ts";

/** One call that reached the port. */
export interface PortCall {
  readonly method: string;
  readonly arguments: readonly unknown[];
}

/** An observation with every required field. */
export function snapshotResult(extra: Partial<SnapshotResult> = {}): SnapshotResult {
  return {
    session_id: "s1",
    snapshot_id: "s1:1",
    tab_id: "t1",
    url: "https://shop.example/",
    title: "Shop",
    tree: "[e1 button: Buy]",
    truncated: false,
    ...extra,
  };
}

/** A passing verification. */
export function verifyResult(extra: Partial<VerifyResult> = {}): VerifyResult {
  return {
    session_id: "s1",
    passed: true,
    checks: [{ index: 0, kind: "text", pass: true, actual: "Thank you" }],
    elapsed_ms: 3,
    ...extra,
  };
}

/** A completed batch of one click. */
export function actResult(extra: Partial<ActResult> = {}): ActResult {
  return {
    ok: true,
    batch_complete: true,
    session_id: "s1",
    snapshot_id: "s1:1",
    partial: false,
    completed: 1,
    failed: null,
    results: [{ index: 0, type: "click", status: "completed", effect: { outcome: "done" } }],
    snapshot: snapshotResult({ snapshot_id: "s1:2" }),
    elapsed_ms: 12,
    ...extra,
  };
}

/** Answers like an engine and keeps what it was asked. Replace a method to make it answer otherwise. */
export class FakePort implements BrowserPort {
  readonly calls: PortCall[] = [];

  #keep(method: string, ...given: readonly unknown[]): void {
    this.calls.push({ method, arguments: given });
  }

  open: BrowserPort["open"] = (...given) => {
    this.#keep("open", ...given);
    return Promise.resolve(snapshotResult());
  };
  snapshot: BrowserPort["snapshot"] = (...given) => {
    this.#keep("snapshot", ...given);
    return Promise.resolve(snapshotResult());
  };
  act: BrowserPort["act"] = (...given) => {
    this.#keep("act", ...given);
    return Promise.resolve(actResult());
  };
  verify: BrowserPort["verify"] = (...given) => {
    this.#keep("verify", ...given);
    return Promise.resolve(verifyResult());
  };
  extract: BrowserPort["extract"] = (...given) => {
    this.#keep("extract", ...given);
    const result: ExtractResult = {
      session_id: "s1",
      frame_id: "f0",
      url: "https://shop.example/",
      kind: given[1].kind,
      text: "Shop",
      truncated: false,
    };
    return Promise.resolve(result);
  };
  navigate: BrowserPort["navigate"] = (...given) => {
    this.#keep("navigate", ...given);
    return Promise.resolve(snapshotResult());
  };
  list: BrowserPort["list"] = () => {
    this.#keep("list");
    const sessions: readonly SessionInfo[] = [{
      session_id: "s1",
      url: "https://shop.example/",
      title: "Shop",
      tabs: 1,
    }];
    return Promise.resolve(sessions);
  };
  close: BrowserPort["close"] = (...given) => {
    this.#keep("close", ...given);
    return Promise.resolve({ session_id: given[0], closed: true });
  };
  dialog: BrowserPort["dialog"] = (...given) => {
    this.#keep("dialog", ...given);
    return Promise.resolve({ session_id: "s1", armed: given[1].action });
  };
  tabs: BrowserPort["tabs"] = (...given) => {
    this.#keep("tabs", ...given);
    return Promise.resolve({
      session_id: "s1",
      tabs: [{ tab_id: "t1", url: "https://shop.example/", active: true }],
    });
  };
  findText: BrowserPort["findText"] = (...given) => {
    this.#keep("findText", ...given);
    const counts = { scrolls: 1, reached_end: false, limit_reached: false };
    return Promise.resolve({
      session_id: "s1",
      frame_id: "f0",
      found: true,
      ...counts,
      snapshot: snapshotResult(),
    });
  };
  clickNamed: BrowserPort["clickNamed"] = (...given) => {
    this.#keep("clickNamed", ...given);
    return Promise.resolve(actResult());
  };
  screenshot: BrowserPort["screenshot"] = (...given) => {
    this.#keep("screenshot", ...given);
    return Promise.resolve({
      session_id: "s1",
      data: new Uint8Array([255, 216, 255]),
      mime_type: "image/jpeg",
      bytes: 3,
      tab_id: "t1",
      url: "https://shop.example/",
      viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0 },
      coordinate_space: "viewport-css",
    });
  };
  downloads: BrowserPort["downloads"] = (...given) => {
    this.#keep("downloads", ...given);
    const url = "https://shop.example/report.csv";
    return Promise.resolve({
      session_id: "s1",
      downloads: [{ id: "d1", filename: "report.csv", url, status: "pending" }],
    });
  };
  saveState: BrowserPort["saveState"] = (...given) => {
    this.#keep("saveState", ...given);
    return Promise.resolve({ session_id: "s1", path: "/private/state.json", bytes: 2 });
  };
  pdf: BrowserPort["pdf"] = (...given) => {
    this.#keep("pdf", ...given);
    return Promise.resolve({
      session_id: "s1",
      tab_id: "t1",
      url: "https://shop.example/",
      path: "/private/page.pdf",
      mime_type: "application/pdf",
      bytes: 9,
      sha256: "0".repeat(64),
    });
  };
  readFields: BrowserPort["readFields"] = (...given) => {
    this.#keep("readFields", ...given);
    const readings = given[1].map(({ name }) => ({
      name,
      matchIndex: 0,
      url: "https://shop.example/",
      quote: "Mug",
    }));
    return Promise.resolve(readings);
  };
  network: BrowserPort["network"] = (...given) => {
    this.#keep("network", ...given);
    return Promise.resolve({ session_id: "s1", responses: [], truncated: false, dropped: 0, gap: false });
  };
  script: BrowserPort["script"] = (...given) => {
    this.#keep("script", ...given);
    return Promise.resolve({ ok: true, session_id: "s1", result: 1, snapshot: snapshotResult() });
  };
  dispose: BrowserPort["dispose"] = () => {
    this.#keep("dispose");
    return Promise.resolve();
  };
}
