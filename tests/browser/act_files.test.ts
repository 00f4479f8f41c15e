// Files into pages: granted by the operator, or downloaded in the same session. Nothing else, and before any input.
import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { BrowserEngine } from "../../src/browser/engine.ts";
import { type Stage, startStage, type Visit } from "./act_support.ts";

const PAGE =
  `<label>One <input type=file id=one></label><label>Many <input type=file multiple id=many></label>
<button id=pick>Attach</button><input type=file id=hidden hidden><button id=plain>Plain</button>
<div id=drop role=button tabindex=0 style="width:200px;height:80px;background:#eee">Drop here</div>
<label>Off <input type=file disabled></label><label>Folder <input type=file webkitdirectory></label>
<label>Pass <input type=password></label><a href="/report">Report</a><p id=out></p>
<script>
const tell = async (list, where) => {
  const parts = await Promise.all([...list].map(async (file) => file.name + "=" + await file.text()));
  out.textContent = where + ": " + (parts.join(" ") || "none");
};
one.onchange = () => tell(one.files, "One");
many.onchange = () => tell(many.files, "Many");
pick.onclick = () => { out.textContent = "Clicked"; hidden.click(); };
hidden.onchange = () => tell(hidden.files, "Hidden");
plain.onclick = () => out.textContent = "Plain clicked";
drop.ondragover = (event) => event.preventDefault();
drop.ondrop = (event) => { event.preventDefault(); tell(event.dataTransfer.files, "Dropped"); };
</script>`;

let stage: Stage;
let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  await writeFile(join(folder, "a note.txt"), "first");
  await writeFile(join(folder, "b.txt"), "second");
  await writeFile(join(folder, "changing.txt"), "before");
  await writeFile(join(folder, "private.txt"), "not granted");
  stage = await startStage({
    "/": PAGE,
    "/report": (_, response) => {
      response.setHeader("content-disposition", 'attachment; filename="report.csv"');
      response.end("a,b\n1,2\n");
    },
  }, { availableFilePaths: ["a note.txt", "b.txt", "changing.txt"].map((name) => join(folder, name)) });
});
after(async () => {
  await stage.end();
  await rm(folder, { recursive: true });
});

async function download(page: Visit): Promise<void> {
  await page.do({ type: "click", ref: page.ref("link", "Report") });
  const { downloads } = await page.call("tab_snapshot") as { downloads?: unknown };
  assert.equal(downloads, undefined);
}

test("granted files are told by name and size, and go into fields", async () => {
  const page = await stage.open("/");
  const { available_files: files } = await page.call("tab_snapshot") as {
    available_files: Record<string, unknown>[];
  };
  assert.deepEqual(files.slice(0, 2), [
    { id: "file:1", name: "a note.txt", bytes: 5, source: "granted" },
    { id: "file:2", name: "b.txt", bytes: 6, source: "granted" },
  ]);
  assert.doesNotMatch(JSON.stringify(files), new RegExp(folder));
  await page.look();
  const one = /\[(e\d+) [^\]]*: One/.exec(page.tree)?.[1];
  const many = /\[(e\d+) [^\]]*: Many/.exec(page.tree)?.[1];
  const [put] = await page.do({ type: "upload", ref: one, files: ["file:1"] });
  assert.equal(put?.value, "a note.txt");
  await page.shows("One: a note.txt=first");
  await page.do({ type: "upload", ref: many, files: ["file:1", join(folder, "b.txt")] });
  await page.shows("Many: a note.txt=first b.txt=second");
  const [cleared] = await page.do({ type: "upload", ref: one, files: [] });
  assert.equal(cleared?.value, "");
  await page.fails({ type: "upload", ref: one, files: ["file:1", "file:2"] }, "INVALID_ARGUMENT", /one file/);
});

test("a chooser is answered, and files are dropped", async () => {
  const page = await stage.open("/");
  const [chosen] = await page.do({
    type: "upload_chooser",
    ref: page.ref("button", "Attach"),
    files: ["file:2"],
  });
  assert.equal(chosen?.value, "b.txt");
  await page.shows("Hidden: b.txt=second");
  const [dropped] = await page.do({
    type: "drop_files",
    ref: page.ref("button", "Drop here"),
    files: ["file:1", "file:2"],
  });
  assert.equal(dropped?.outcome, "done");
  await page.shows("Dropped: a note.txt=first b.txt=second");
  await page.fails(
    { type: "upload_chooser", ref: page.ref("button", "Plain"), files: ["file:1"] },
    "UNSUPPORTED_FLOW",
  );
  await page.fails(
    { type: "upload_chooser", ref: page.ref("button", "Attach"), files: ["file:1", "file:2"] },
    "INVALID_ARGUMENT",
  );
});

test("a file that was not granted is denied before anything is clicked", async () => {
  const page = await stage.open("/");
  const attach = page.ref("button", "Attach");
  for (
    const name of [join(folder, "private.txt"), "file:9", "file:0", "download:d1", "../b.txt", "/etc/passwd"]
  ) {
    for (
      const [type, ref] of [["upload_chooser", attach], [
        "drop_files",
        page.ref("button", "Drop here"),
      ]] as const
    ) {
      const reply = await page.act([{ type, ref, files: ["file:1", name] }]);
      assert.deepEqual([reply.failed?.error.code, reply.failed_action_may_have_side_effects], [
        "FILE_DENIED",
        false,
      ]);
      assert.doesNotMatch(reply.failed?.error.message ?? "", /not granted/);
    }
  }
  assert.doesNotMatch(page.tree, /Clicked/);
});

test("a granted file that was changed or exchanged since the start is denied", async () => {
  const page = await stage.open("/");
  const one = /\[(e\d+) [^\]]*: One/.exec(page.tree)?.[1];
  await page.do({ type: "upload", ref: one, files: ["file:3"] });
  await page.shows("One: changing.txt=before");
  await writeFile(join(folder, "changing.txt"), "after!");
  await page.fails({ type: "upload", ref: one, files: ["file:3"] }, "FILE_DENIED", /changed/);
  await rm(join(folder, "changing.txt"));
  await symlink(join(folder, "private.txt"), join(folder, "changing.txt"));
  await page.fails({ type: "upload", ref: one, files: ["file:3"] }, "FILE_DENIED");
  await rm(join(folder, "changing.txt"));
  await page.fails({ type: "upload", ref: one, files: ["file:3"] }, "FILE_DENIED");
});

test("a completed download of the same session may be uploaded, one of another session not", async () => {
  const page = await stage.open("/");
  await download(page);
  await page.look();
  const one = /\[(e\d+) [^\]]*: One/.exec(page.tree)?.[1];
  const deadlineMs = performance.now() + 5000;
  for (;;) {
    const { available_files: files = [] } = await page.call("tab_snapshot") as {
      available_files?: { id: string }[];
    };
    if (files.some(({ id }) => id === "download:d1")) break;
    assert.ok(performance.now() < deadlineMs, "the download never completed");
  }
  await page.look();
  const [put] = await page.do({ type: "upload", ref: one, files: ["download:d1"] });
  assert.equal(put?.value, "report.csv");
  await page.shows("One: report.csv=a,b 1,2");
  const other = await stage.open("/");
  const field = /\[(e\d+) [^\]]*: One/.exec(other.tree)?.[1];
  await other.fails({ type: "upload", ref: field, files: ["download:d1"] }, "FILE_DENIED");
});

test("what takes no files says so, and secrets are refused before they are configured", async () => {
  const page = await stage.open("/");
  const ref = (name: string): string => new RegExp(`\\[(e\\d+) [^\\]]*: ${name}`).exec(page.tree)?.[1] ?? "";
  await page.fails(
    { type: "upload", ref: ref("Plain"), files: ["file:1"] },
    "UNSUPPORTED_FLOW",
    /upload_chooser/,
  );
  await page.fails({ type: "upload", ref: ref("Off"), files: ["file:1"] }, "TARGET_DISABLED");
  await page.fails({ type: "upload", ref: ref("Folder"), files: ["file:1"] }, "UNSUPPORTED_FLOW", /folder/);
  const reply = await page.act([{ type: "fill_secret", ref: ref("Pass"), secret: "shop_password" }]);
  assert.deepEqual([reply.failed?.error.code, reply.failed_action_may_have_side_effects], [
    "SECRET_DENIED",
    false,
  ]);
});

test("a grant that cannot be kept is refused when the engine is made", () => {
  const granted = (...availableFilePaths: string[]) => () => new BrowserEngine({ availableFilePaths });
  assert.throws(granted(folder), { code: "OPERATOR_FILE", message: /not a regular file/ });
  assert.throws(granted(join(folder, "missing.txt")), { code: "OPERATOR_FILE", message: /cannot be read/ });
  assert.throws(granted("b.txt"), { code: "OPERATOR_FILE", message: /absolute/ });
  assert.throws(
    granted(...Array.from({ length: 21 }, (_, index) => join(folder, String(index)))),
    RangeError,
  );
});
