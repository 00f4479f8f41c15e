import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { refOf, type Site, startSite, until } from "./engine_site.ts";
import { type Body, type Shown, ToolCalls } from "./tool_calls.ts";

interface Download {
  readonly id: string;
  readonly filename: string;
  readonly url: string;
  readonly status: string;
  readonly path?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly error?: string;
}

let site: Site;
let calls: ToolCalls;
const content = "name,total\r\nMug,14.00\r\n".repeat(50);
const finish: (() => void)[] = [];

before(async () => {
  site = await startSite({
    "/":
      `<h1>Files</h1><a href="/report.csv?token=1">Report</a> <a href="/odd">Odd</a> <a href="/slow">Slow</a>
      <a href="/broken">Broken</a>
      <button onclick="document.cookie='who=me; path=/'; localStorage.theme='dark'; out.textContent='set'">Set</button>
      <p id=out></p>
      <script>
      const ask = indexedDB.open("notes", 1);
      ask.onupgradeneeded = () => ask.result.createObjectStore("all").put("kept", "first");
      </script>`,
    "/state": `<p id=out></p><script>
      const ask = indexedDB.open("notes", 1);
      ask.onsuccess = () => {
        const get = ask.result.transaction("all").objectStore("all").get("first");
        get.onsuccess = () => out.textContent = document.cookie + " " + localStorage.theme + " " + get.result;
      };
    </script>`,
    "/report.csv": (_, response) => {
      response.setHeader("content-disposition", "attachment; filename=report.csv");
      response.end(content);
    },
    "/odd": (_, response) => {
      response.setHeader("content-disposition", `attachment; filename="..\\\\..\\\\evil<>.txt"`);
      response.end("x");
    },
    "/slow": (_, response) => {
      response.writeHead(200, {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename=slow.txt",
        "content-length": "4099",
      });
      response.write("a".repeat(4096)); // enough for the browser to see what it is
      finish.push(() => response.end("def"));
    },
    "/broken": (_, response) => {
      response.writeHead(200, {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename=broken.txt",
        "content-length": "600",
      });
      response.write("abc");
      setTimeout(() => response.destroy(), 300);
    },
    "/unprintable": `<h1>Busy</h1><script>
      addEventListener("beforeprint", () => { for (const end = Date.now() + 9000; Date.now() < end;); });
    </script>`,
    "/pdf": `<h1>Printed</h1><p>Some words</p>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 8000 });
});

after(async () => {
  for (const end of finish) end();
  await calls.stop();
  await site.close();
});

async function withPage(path: string, use: (opened: Shown) => Promise<void>): Promise<void> {
  const opened = await calls.open(site.origin + path);
  try {
    await use(opened);
  } finally {
    await calls.close(opened);
  }
}

async function click({ session_id, snapshot_id, tree }: Shown, role: string, name: string): Promise<Body> {
  return await calls.ok("tab_act", {
    session_id,
    snapshot_id,
    actions: [{ type: "click", ref: refOf(tree, role, name) }],
  });
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

const downloadsIn = ({ downloads }: Body): readonly Download[] => downloads as readonly Download[];
const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

test("a download is reported with its file, size and digest, and outlives its session", async () => {
  let path = "";
  await withPage("/", async (opened) => {
    const { session_id } = opened;
    assert.deepEqual((await calls.ok("tab_downloads", { session_id })).downloads, []);
    await click(opened, "link", "Report");
    const [one] = downloadsIn(await calls.ok("tab_downloads", { session_id, download_id: "d1" }));
    assert(one?.path !== undefined);
    path = one.path;
    assert.deepEqual(one, {
      id: "d1",
      filename: "report.csv",
      url: `${site.origin}/report.csv`,
      status: "completed",
      path,
      bytes: content.length,
      sha256: sha256(content),
    });
    const snapshot = await calls.ok("tab_snapshot", { session_id });
    const files = [{ id: "download:d1", name: "report.csv", bytes: content.length, source: "download" }];
    assert.deepEqual(snapshot.available_files, files);
  });
  assert.equal(await readFile(path, "utf8"), content);
  assert.deepEqual([await modeOf(path), await modeOf(dirname(path))], [0o600, 0o700]);
});

test("a name that a server made up stays inside its folder", () =>
  withPage("/", async (opened) => {
    await click(opened, "link", "Odd");
    const given = { session_id: opened.session_id, download_id: "d1" };
    const [one] = downloadsIn(await calls.ok("tab_downloads", given));
    assert.match(one?.path ?? "", /download-d1-\d+[/\\][^/\\]+$/);
    assert.doesNotMatch(one?.path ?? "", /[/\\]\.|[<>]/);
  }));

test("a download that takes longer is waited for", () =>
  withPage("/", async (opened) => {
    const { session_id } = opened;
    await click(opened, "link", "Slow");
    let pending: Download | undefined;
    await until(async () => {
      [pending] = downloadsIn(await calls.ok("tab_downloads", { session_id }));
      return pending !== undefined;
    }, "the download began");
    assert.deepEqual([pending?.status, pending?.path], ["pending", undefined]);
    await calls.fails("tab_downloads", { session_id, download_id: "d1", timeout_ms: 200 }, "TIMEOUT");
    const waiting = calls.ok("tab_downloads", { session_id, download_id: "d1", timeout_ms: 10_000 });
    await until(() => finish.length > 0, "the server was asked");
    finish.shift()?.();
    const [done] = downloadsIn(await waiting);
    assert.deepEqual([done?.status, done?.sha256], ["completed", sha256(`${"a".repeat(4096)}def`)]);
  }));

test("a download that breaks off is a failure", () =>
  withPage("/", async (opened) => {
    const { session_id } = opened;
    await click(opened, "link", "Broken");
    const { body, isError } = await calls.call("tab_downloads", { session_id, download_id: "d1" });
    const [one] = downloadsIn(body);
    assert.deepEqual([isError, one?.status, one?.path], [true, "failed", undefined]);
    assert((one?.error ?? "") !== "");
    assert.equal((await calls.ok("tab_snapshot", { session_id })).available_files, undefined);
  }));

test("downloads that do not exist, or are another session's, are not found", () =>
  withPage("/", async (opened) => {
    await click(opened, "link", "Report");
    await withPage("/", async ({ session_id }) => {
      await calls.fails("tab_downloads", { session_id, download_id: "d1" }, "DOWNLOAD_NOT_FOUND");
    });
    const { session_id } = opened;
    assert.match(
      await calls.fails("tab_downloads", { session_id, download_id: "d7" }, "DOWNLOAD_NOT_FOUND"),
      /d1/,
    );
    await calls.refuses("tab_downloads", { session_id, timeout_ms: 99 });
    await calls.refuses("tab_downloads", { session_id, download_id: "" });
    await calls.fails("tab_downloads", { session_id: "s-none" }, "SESSION_NOT_FOUND");
  }));

test("cookies, local storage and databases are saved privately, and a new session begins with them", () =>
  withPage("/", async (opened) => {
    await click(opened, "button", "Set");
    const saved = await calls.ok("tab_state", { session_id: opened.session_id });
    const path = saved.path as string;
    assert.deepEqual([await modeOf(path), await modeOf(dirname(path))], [0o600, 0o700]);
    assert.equal((await readFile(path)).length, saved.bytes);
    assert.deepEqual(Object.keys(saved).toSorted(), ["bytes", "ok", "path", "session_id"]);
    const again = await calls.ok("tab_open", { url: `${site.origin}/state`, storage_state: path });
    const verified = await calls.ok("tab_verify", {
      session_id: again.session_id,
      checks: [{ kind: "text", contains: "who=me dark kept" }],
    });
    assert.equal(verified.passed, true);
    await calls.close(again as Shown);
    const fresh = await calls.open(`${site.origin}/`);
    const { text } = await calls.ok("tab_extract", { session_id: fresh.session_id, kind: "text" });
    assert.doesNotMatch(text as string, /who=me/, "only the session that asked for it begins with the state");
    await calls.close(fresh);
  }));

test("only files that this engine saved, unchanged, are read back", () =>
  withPage("/", async ({ session_id }) => {
    const url = `${site.origin}/state`;
    await calls.fails("tab_open", { url, storage_state: "/etc/passwd" }, "FILE_DENIED");
    const { path } = await calls.ok("tab_state", { session_id }) as unknown as { path: string };
    await calls.fails(
      "tab_open",
      { url, storage_state: `${dirname(path)}/./${path.split("/").at(-1)}` },
      "FILE_DENIED",
    );
    const other = await ToolCalls.start();
    await other.fails("tab_open", { url, storage_state: path }, "FILE_DENIED");
    await other.stop();
    await chmod(path, 0o600);
    await writeFile(path, `{"cookies":[],"origins":[]}`);
    const message = await calls.fails("tab_open", { url, storage_state: path }, "FILE_DENIED");
    assert.doesNotMatch(message, /cookies/);
    await calls.refuses("tab_open", { url, storage_state: "" });
    await calls.refuses("tab_open", { url, storage_state: "x".repeat(4097) });
    await calls.fails("tab_state", { session_id: "s-none" }, "SESSION_NOT_FOUND");
  }));

test("a tab is printed to a private file with its digest", () =>
  withPage("/pdf", async ({ session_id }) => {
    const body = await calls.ok("tab_pdf", { session_id });
    const { path, bytes } = body as unknown as { path: string; bytes: number };
    const data = await readFile(path);
    assert.equal(data.subarray(0, 5).toString("latin1"), "%PDF-");
    assert.deepEqual([bytes, body.sha256, await modeOf(path)], [data.length, sha256(data), 0o600]);
    assert.deepEqual([body.tab_id, body.url, body.mime_type], [
      "t1",
      `${site.origin}/pdf`,
      "application/pdf",
    ]);
    const box = (pdf: Buffer): string => /\/MediaBox\s*\[([^\]]*)\]/.exec(pdf.toString("latin1"))?.[1] ?? "";
    const letter = await calls.ok("tab_pdf", { session_id, format: "Letter", landscape: true });
    assert.match(box(await readFile(letter.path as string)), /792(?:\.\d+)? 612/);
    assert.match(box(data), /59[45](?:\.\d+)? 84[12]/);
    await calls.refuses("tab_pdf", { session_id, format: "A3" });
    await calls.refuses("tab_pdf", { session_id, landscape: 1 });
    await calls.fails("tab_pdf", { session_id: "s-none" }, "SESSION_NOT_FOUND");
  }));

test("a tab whose printing does not end is closed", async () => {
  const hasty = await ToolCalls.start({ timeoutMs: 2500 });
  try {
    const opened = await hasty.open(`${site.origin}/pdf`);
    const { session_id } = opened;
    await hasty.ok("tab_tabs", { session_id, action: "new", url: `${site.origin}/unprintable` });
    const message = await hasty.fails("tab_pdf", { session_id }, "PDF_TIMEOUT");
    assert.match(message, /tab t2 was closed/);
    const { tabs } = await hasty.ok("tab_tabs", { session_id, action: "list" });
    assert.equal((tabs as unknown[]).length, 1);
  } finally {
    await hasty.stop();
  }
});
