import type { JsonSchema } from "../contracts/json.ts";
import type { AgentToolAnnotations } from "../contracts/tools.ts";
import { CATALOG } from "./catalog.generated.ts";

/** One tool as clients see it. */
export interface CatalogEntry {
  readonly name: string;
  /** What turns it on; a tool without it is always there. */
  readonly option?: keyof OptionalTools;
  readonly description: string;
  readonly annotations: AgentToolAnnotations;
  /** What models read of its arguments. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** Tools that the operator turns on. */
export interface OptionalTools {
  /** `tab_network`. @default false */
  readonly captureNetwork?: boolean;
  /** `tab_script`. @default false */
  readonly allowPageScript?: boolean;
}

/**
 * The catalog of a server, in its order. It was written from the tools by `scripts/gen_catalog.ts`: deriving it takes
 * longer than all else that a client waits for.
 */
export function catalogFor(options: OptionalTools): readonly CatalogEntry[] {
  return CATALOG.filter(({ option }) => option === undefined || options[option] === true);
}
