import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, before, test } from "node:test";
import type { AgentContent } from "../../src/contracts/tools.ts";
import { refOf, type Site, startSite } from "./engine_site.ts";
import { type Shown, ToolCalls } from "./tool_calls.ts";

let site: Site;
let calls: ToolCalls;

const PAINTED =
  `<style>body{margin:0;background:white}canvas{display:block}</style><canvas id=c width=400 height=300></canvas>
<script>const g=c.getContext("2d");g.fillStyle="red";g.fillRect(0,0,400,300)</script>`;
const SECRET = "4111 1111 1111 1111";
const field = (value: string): string =>
  `<style>*{transition:none}body{margin:0;font:40px monospace}input{font:40px monospace;border:0;padding:0;width:600px}</style>
   <input autocomplete=cc-number value="${value}" aria-label=Card><p style="margin:0">${value}&nbsp;</p>`;

before(async () => {
  site = await startSite({
    "/": `<h1>Words</h1><button>Do</button><div style="height:3000px"></div>`,
    "/huge": `<div style="width:20000px;height:20000px;background:linear-gradient(red,blue)"></div>`,
    "/canvas": PAINTED,
    "/canvas-with-button": `${PAINTED}<button>Play</button>`,
    "/secret": field(SECRET),
    "/empty": field(""),
    "/stubborn": `<style>input{opacity:1 !important;-webkit-text-fill-color:black !important}</style>${
      field(SECRET)
    }`,
    "/watched": `${
      field(SECRET)
    }<button onclick="document.title = 'changes ' + window.changes">Count</button><script>
      window.changes = 0;
      onload = () => new MutationObserver((records) => window.changes += records.length)
        .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    </script>`,
  });
  calls = await ToolCalls.start({ timeoutMs: 8000 });
});

after(async () => {
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

/** Width and height of a JPEG, from its frame header. */
function sizeOf(jpeg: Buffer): readonly [number, number] {
  assert.deepEqual([jpeg[0], jpeg[1]], [0xff, 0xd8]);
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return assert.fail("no frame header");
}

function imageIn(content: readonly AgentContent[]): Buffer {
  const [, block, ...more] = content;
  assert(block?.type === "image" && "data" in block, JSON.stringify(content.map(({ type }) => type)));
  assert.equal(block.mimeType, "image/jpeg");
  assert.equal(more.length, 0);
  return Buffer.from(block.data as string, "base64");
}

test("the viewport is photographed, and the reply says what its pixels are", () =>
  withPage("/", async ({ session_id }) => {
    const { body, content } = await calls.call("tab_capture", { session_id });
    const image = imageIn(content);
    assert.deepEqual(sizeOf(image), [1280, 800]);
    const { ok: _, session_id: __, bytes, ...rest } = body;
    assert.equal(bytes, image.length);
    assert.deepEqual(rest, {
      mime_type: "image/jpeg",
      tab_id: "t1",
      url: `${site.origin}/`,
      viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0 },
      coordinate_space: "viewport-css",
    });
  }));

test("the whole document is photographed on request", () =>
  withPage("/", async ({ session_id }) => {
    const { body, content } = await calls.call("tab_capture", { session_id, full_page: true });
    const [width, height] = sizeOf(imageIn(content));
    assert.equal(width, 1280);
    assert(height > 3000);
    assert.equal(body.coordinate_space, "document-css");
  }));

test("a document of too many pixels is refused before it is painted", () =>
  withPage("/huge", async ({ session_id }) => {
    await calls.fails("tab_capture", { session_id, full_page: true }, "CAPTURE_TOO_LARGE");
    assert.equal((await calls.ok("tab_capture", { session_id })).coordinate_space, "viewport-css");
  }));

test("private fields and text that repeats them are blank, and visible to people again afterwards", async () => {
  let blank: Buffer = Buffer.alloc(0);
  await withPage("/empty", async ({ session_id }) => {
    const { body, content } = await calls.call("tab_capture", { session_id });
    assert.equal(body.masked, undefined);
    blank = imageIn(content);
  });
  await withPage("/secret", async ({ session_id }) => {
    const { body, content } = await calls.call("tab_capture", { session_id });
    assert.equal(body.masked, 2);
    assert(imageIn(content).equals(blank), "the image is that of the page without the number");
    const again = await calls.call("tab_capture", { session_id });
    assert(imageIn(again.content).equals(blank));
  });
});

test("the page does not notice that something is hidden", () =>
  withPage("/watched", async ({ session_id, snapshot_id, tree }) => {
    await calls.ok("tab_capture", { session_id });
    const actions = [{ type: "click", ref: refOf(tree, "button", "Count") }];
    const post_checks = [{ kind: "title", contains: "changes 0" }];
    const body = await calls.ok("tab_act", { session_id, snapshot_id, actions, post_checks });
    assert.equal((body.verification as { passed: boolean }).passed, true, JSON.stringify(body.verification));
  }));

test("a private field that a style keeps visible is no picture", () =>
  withPage("/stubborn", async ({ session_id }) => {
    const message = await calls.fails("tab_capture", { session_id }, "SENSITIVE_VALUE");
    assert.doesNotMatch(message, /4111/);
  }));

test("a page that only draws comes with a first image, and only such a page", async () => {
  const { body, content } = await calls.call("tab_open", { url: `${site.origin}/canvas` });
  const first = body.initial_capture as { tab_id: string; coordinate_space: string; bytes: number };
  assert.deepEqual([first.tab_id, first.coordinate_space], ["t1", "viewport-css"]);
  assert.equal(imageIn(content).length, first.bytes);
  await calls.close(body as unknown as Shown);
  const other = await calls.call("tab_open", { url: `${site.origin}/canvas-with-button` });
  assert.equal(other.content.length, 1);
  assert.equal(other.body.initial_capture, undefined);
  await calls.close(other.body as unknown as Shown);
});

test("what does not fit is refused", async () => {
  await calls.refuses("tab_capture", {});
  await calls.refuses("tab_capture", { session_id: "s", full_page: "yes" });
  await calls.fails("tab_capture", { session_id: "s-none" }, "SESSION_NOT_FOUND");
});
