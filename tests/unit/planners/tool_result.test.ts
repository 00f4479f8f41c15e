import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentToolMessage } from "../../../src/contracts/planner.ts";
import type { AgentToolResult } from "../../../src/contracts/tools.ts";
import { projectResult } from "../../../src/planners/tool_result.ts";

const PNG = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };

function message(result: AgentToolResult): AgentToolMessage {
  return { role: "tool", toolCallId: "run-7", name: "tab_snapshot", result };
}

function projectedJson(result: AgentToolResult, supportsImages = true): unknown {
  return JSON.parse(projectResult(message(result), supportsImages).text);
}

test("projectResult() leaves out text that only repeats the structured content", () => {
  const structuredContent = { ok: true, tree: "button e1" };
  const text = JSON.stringify(structuredContent);
  assert.deepEqual(projectedJson({ structuredContent, content: [{ type: "text", text }] }), {
    toolCallId: "run-7",
    structuredContent,
  });
});

test("projectResult() keeps text that differs, is annotated, or stands without structured content", () => {
  const structuredContent = { ok: true };
  const text = JSON.stringify(structuredContent);
  const annotated = { type: "text", text, annotations: { audience: ["user"] } };
  const differing = { type: "text", text: `${text} ` };
  const content = [differing, { type: "text", text }, annotated];
  assert.deepEqual(projectedJson({ structuredContent, content }), {
    toolCallId: "run-7",
    structuredContent,
    content: [differing, annotated],
  });
  assert.deepEqual(projectedJson({ content: [{ type: "text", text }] }), {
    toolCallId: "run-7",
    content: [{ type: "text", text }],
  });
  assert.deepEqual(projectedJson({ content: [] }), { toolCallId: "run-7", content: [] });
});

test("projectResult() keeps the error mark and does not change the result", () => {
  const structuredContent = Object.freeze({ ok: false, error: { code: "STALE_REFERENCE" } });
  const content = Object.freeze([Object.freeze({ type: "text", text: JSON.stringify(structuredContent) })]);
  const result: AgentToolResult = Object.freeze({ isError: true, structuredContent, content });
  const projected = projectResult(message(result), true);
  assert.equal(projected.isError, true);
  assert.deepEqual(JSON.parse(projected.text), { toolCallId: "run-7", isError: true, structuredContent });
});

test("projectResult() keeps the order of images and ties them to the call", () => {
  const jpeg = { type: "image", mimeType: "image/JPEG", data: "/9j/" };
  const projected = projectResult(message({ content: [PNG, { type: "text", text: "between" }, jpeg] }), true);
  assert.deepEqual(projected.images, [
    { label: "Image 1 of the result of call run-7 (tab_snapshot)", mediaType: "image/png", data: PNG.data },
    { label: "Image 2 of the result of call run-7 (tab_snapshot)", mediaType: "image/jpeg", data: "/9j/" },
  ]);
  assert.deepEqual(JSON.parse(projected.text), {
    toolCallId: "run-7",
    content: [
      { type: "image", mimeType: "image/png", shownAs: projected.images[0]?.label },
      { type: "text", text: "between" },
      { type: "image", mimeType: "image/JPEG", shownAs: projected.images[1]?.label },
    ],
  });
});

test("projectResult() says which images and blocks it holds back", () => {
  const content = [
    { type: "image", mimeType: "image/svg+xml", data: "PHN2Zz4=" },
    { type: "image", mimeType: "image/png", data: "https://shop.example/a.png" },
    { type: "image", mimeType: "image/png", data: "" },
    { type: "image", mimeType: "image/png" },
    { type: "audio", mimeType: "audio/wav", data: "UklGRg==" },
  ];
  const projected = projectResult(message({ content }), true);
  assert.deepEqual(projected.images, []);
  assert.deepEqual(JSON.parse(projected.text), {
    toolCallId: "run-7",
    content: [
      { type: "image", mimeType: "image/svg+xml", omitted: "only JPEG, PNG, GIF and WebP images are sent" },
      { type: "image", mimeType: "image/png", omitted: "the image is not valid base64" },
      { type: "image", mimeType: "image/png", omitted: "the image is not valid base64" },
      { type: "image", mimeType: "image/png", omitted: "the image is not valid base64" },
      { type: "audio", omitted: "blocks of this type are not shown" },
    ],
  });
});

test("projectResult() sends no image to a text-only model and says so", () => {
  const projected = projectResult(message({ content: [PNG] }), false);
  assert.deepEqual(projected.images, []);
  assert.deepEqual(JSON.parse(projected.text), {
    toolCallId: "run-7",
    content: [{ type: "image", mimeType: "image/png", omitted: "images are not sent to this model" }],
  });
});
