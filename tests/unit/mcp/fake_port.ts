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
  dispose: BrowserPort["dispose"] = () => {
    this.#keep("dispose");
    return Promise.resolve();
  };
}
