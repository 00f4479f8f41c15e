import { ToolRegistryError } from "./error.ts";

const MAX_ORIGINS = 100;

/**
 * Checks a list of exact origins.
 *
 * @throws ToolRegistryError with INVALID_TOOL that names the entry
 */
export function parseOrigins(tool: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_ORIGINS) {
    throw invalid(tool, `allowedOrigins must hold 1 to ${MAX_ORIGINS} origins`);
  }
  const origins = value.map((origin: unknown, index) => {
    if (typeof origin === "string" && isExactOrigin(origin)) return origin;
    throw invalid(
      tool,
      `allowedOrigins[${index}] must be an exact HTTP(S) origin as browsers write it, for example https://shop.example`,
    );
  });
  if (new Set(origins).size !== origins.length) throw invalid(tool, "allowedOrigins names an origin twice");
  return Object.freeze(origins);
}

/** The origin of an HTTP(S) address; `undefined` for any other one, also where it has taken an origin over. */
export function originOf(url: string): string | undefined {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;
}

// "*" is a host like any other to a URL parser, and to nobody else
function isExactOrigin(text: string): boolean {
  return originOf(text) === text && !text.includes("*");
}

function invalid(tool: string, problem: string): ToolRegistryError {
  return new ToolRegistryError("INVALID_TOOL", `Cannot define tool ${tool}: ${problem}`);
}
