import { z } from "zod";
import { extractStructured } from "../../browser/extract_structured.ts";
import type { ExtractionSchema } from "../../extraction/schema.ts";
import { withoutUndefined } from "../options.ts";
import { boundedString, noted } from "../schema.ts";
import { type BrowserTool, defineBrowserTool } from "../tool.ts";
import { id, selector, sessionId } from "./arguments.ts";
import { field, listOf, openObject, replySchema } from "./results.ts";

const planEntry = z.strictObject({
  name: noted(boundedString(1, 160), { note: "Top-level property of the data" }),
  selector,
  mode: noted(z.enum(["text", "attribute", "value"]), {
    note: "Visible text, an attribute as written, or the live state of a control",
  }),
  attribute: noted(boundedString(1, 100), { note: "For mode `attribute`" }).exactOptional(),
  type: noted(z.enum(["string", "number", "integer", "boolean"]), {
    note: "What the text becomes",
    default: "string",
  })
    .exactOptional(),
  multiple: noted(z.boolean(), {
    note: "A list in the order of the page instead of one match",
    default: false,
  })
    .exactOptional(),
  required: noted(z.boolean(), { note: "Whether it must match", default: false }).exactOptional(),
});

/** Reads typed data with the place of each value. */
export const extractStructuredTool: BrowserTool = defineBrowserTool({
  name: "tab_extract_structured",
  title: "Extract typed data",
  description:
    "Read fields by CSS selector into data that fits a JSON Schema (draft-07), with a citation for each " +
    "value.",
  effect: "read",
  input: z.strictObject({
    session_id: sessionId,
    schema: noted(z.union([z.looseObject({}), z.boolean()]), {
      note: "JSON Schema draft-07 of the data, without lookaround in patterns; may be given as JSON text",
      description: "JSON",
      publishedAs: "json_text",
    }),
    fields: noted(z.array(planEntry).min(1).max(30), { note: "What to read" }),
    frame_id: noted(id, { note: "Frame to read; the most recently observed one when left out" })
      .exactOptional(),
  }),
  output: replySchema({
    session_id: field("string", "Session"),
    data: { description: "Data that fits the schema" },
    schema_validated: field("boolean", "True"),
    provenance: field("string", "`dom-observation`"),
    citations: listOf(
      openObject({
        pointer: field("string", "JSON pointer of the value"),
        url: field("string", "Address of the frame"),
        selector: field("string", "Selector"),
        matchIndex: field("integer", "Number of the match, from 0"),
        mode: field("string", "How it was read"),
        attribute: field("string", "Attribute that was read"),
        quote: field("string", "Text before conversion"),
      }, ["pointer", "url", "selector", "matchIndex", "mode", "quote"]),
      "Where each value stands",
    ),
  }, ["session_id", "data", "schema_validated", "provenance", "citations"]),
  replyLimit: () => 2_500_000,
  handle: async ({ port, signal }, { session_id, schema, fields, frame_id }) => {
    const options = withoutUndefined({ signal, frameId: frame_id });
    // loaded late, as the compiler is; a pattern of a model's is looked for in a text of the page's
    const { compileSchema } = await import("../../extraction/schema.ts");
    compileSchema(schema, "linear");
    const data = await extractStructured(
      { schema: schema as ExtractionSchema, fields },
      (queries) => port.readFields(session_id, queries, options),
    );
    return { session_id, ...data };
  },
});
