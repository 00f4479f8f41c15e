// Custom tools with real digests.
import { createToolRegistry as createToolRegistryWith, type ToolRegistry } from "../agent/tools/registry.ts";
import type { ToolRegistryOptions } from "../agent/tools/types.ts";
import { sha256Hex } from "../platform/hash.ts";

/**
 * Adds typed tools of an application to other tools, bound to the application's context and, with `browser`, to the page
 * that a session shows. Hand the result to `runAgent` as `tools`. It never closes the other tools nor the engine.
 *
 * A call is refused before its handler runs when its arguments are wrong, when the context's id is another one, when the
 * page was reloaded, left, or switched away from, or when its origin is not allowed. Once a write was entered, anything
 * but a checked result leaves its outcome unknown, and the run asks a person. No custom tool is ever evidence.
 *
 * @param options other tools, custom tools, whose context, and the browser
 * @throws ToolRegistryError with INVALID_REGISTRY or TOOL_NAMES_DUPLICATED
 */
export function createToolRegistry<Context>(options: ToolRegistryOptions<Context>): ToolRegistry {
  return createToolRegistryWith(options, { sha256: sha256Hex });
}
