import type { AgentContent } from "../contracts/tools.ts";
import type { AgentToolMessage } from "../contracts/planner.ts";

/** An image of a tool result, ready to be sent. */
export interface ProjectedImage {
  /** Words that tie the image to its call. */
  readonly label: string;
  readonly mediaType: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
  /** Base64 without a prefix. */
  readonly data: string;
}

/** A tool result as models see it. */
export interface ProjectedResult {
  readonly callId: string;
  readonly name: string;
  readonly isError: boolean;
  /** JSON that holds the call id, the error mark, structured content and the remaining blocks. */
  readonly text: string;
  /** Images in their original order; empty when the model takes none. */
  readonly images: readonly ProjectedImage[];
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Projects a tool result for a request. The history itself is not touched.
 *
 * A text block that only repeats `structuredContent` is left out; every other block keeps its place, an image or a
 * block that models do not see as a short note.
 */
export function projectResult(message: AgentToolMessage, supportsImages: boolean): ProjectedResult {
  const { toolCallId, name, result } = message;
  const repeated = result.structuredContent === undefined
    ? undefined
    : JSON.stringify(result.structuredContent);
  const images: ProjectedImage[] = [];
  const content: unknown[] = [];
  for (const block of result.content) {
    if (isRepetition(block, repeated)) continue;
    if (block.type === "text") content.push(block);
    else if (block.type === "image") content.push(noteImage(block, message, supportsImages, images));
    else content.push({ type: block.type, omitted: "blocks of this type are not shown" });
  }
  const isError = result.isError === true;
  const text = JSON.stringify({
    toolCallId,
    ...(isError ? { isError } : {}),
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    ...(content.length === 0 && repeated !== undefined ? {} : { content }),
  });
  return { callId: toolCallId, name, isError, text, images };
}

function isRepetition(block: AgentContent, repeated: string | undefined): boolean {
  return repeated !== undefined && block.type === "text" && block["text"] === repeated &&
    Object.keys(block).every((key) => key === "type" || key === "text");
}

/** Adds the image to `images` when it can be sent, and returns what stands in its place. */
function noteImage(
  block: AgentContent,
  { toolCallId, name }: AgentToolMessage,
  supportsImages: boolean,
  images: ProjectedImage[],
): Record<string, unknown> {
  const { data, ...facts } = block;
  const mediaType = asMediaType(block["mimeType"]);
  if (!supportsImages) return { ...facts, omitted: "images are not sent to this model" };
  if (mediaType === undefined) return { ...facts, omitted: "only JPEG, PNG, GIF and WebP images are sent" };
  if (typeof data !== "string" || data === "" || !BASE64.test(data)) {
    return { ...facts, omitted: "the image is not valid base64" };
  }
  const label = `Image ${images.length + 1} of the result of call ${toolCallId} (${name})`;
  images.push({ label, mediaType, data });
  return { ...facts, shownAs: label };
}

function asMediaType(value: unknown): ProjectedImage["mediaType"] | undefined {
  switch (typeof value === "string" ? value.toLowerCase() : undefined) {
    case "image/jpeg":
    case "image/jpg":
      return "image/jpeg";
    case "image/png":
      return "image/png";
    case "image/gif":
      return "image/gif";
    case "image/webp":
      return "image/webp";
    default:
      return undefined;
  }
}
