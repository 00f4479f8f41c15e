import type { JsonSchema } from "../contracts/json.ts";

/** A schema whose root is an object, as every provider wants it. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/** What a model sees of a tool. Output schemas, annotations and trusted metadata stay behind. */
export interface ModelTool {
  readonly name: string;
  /** Absent when the catalog describes it with no word. */
  readonly description?: string;
  readonly inputSchema: ObjectSchema;
}
