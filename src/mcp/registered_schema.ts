import { z } from "zod";
import type { JsonSchema } from "../contracts/json.ts";

/**
 * A schema that the protocol library publishes as `published`. It lets every object through: arguments are parsed in
 * the dispatcher, and a result of a call that had effects must never be refused for its form.
 */
export function toRegisteredSchema(published: JsonSchema): z.ZodObject {
  const schema = z.looseObject({});
  // The library alters what it gets and writes a dialect of its own into it, hence the copy and the empty `$schema`.
  schema._zod.toJSONSchema = () => ({ ...structuredClone(published), $schema: undefined });
  return schema;
}
