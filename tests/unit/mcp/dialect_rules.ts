// What providers and clients publish about the schemas of tools, as rules. Each names its source. They hold for what is
// sent as it is; where a client is known to convert first, the rule is about what the conversion needs.
import type { JsonSchema } from "../../../src/contracts/json.ts";

/** What every dialect gets of a tool. */
export interface DeclaredTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
}

/** A part of a schema and where it stands, for example `actions[].ref`. */
interface Part {
  readonly path: string;
  readonly node: JsonSchema;
  readonly depth: number;
}

/** One rule: what is wrong with a tool, one sentence each. */
export interface DialectRule {
  readonly says: string;
  readonly source: string;
  readonly faults: (tool: DeclaredTool, parts: readonly Part[]) => readonly string[];
}

const CHILD_LISTS = ["anyOf", "oneOf", "allOf"] as const;

/** Every part of a schema, itself first. */
export function partsOf(node: JsonSchema, path = "", depth = 0): readonly Part[] {
  const parts: Part[] = [{ path, node, depth }];
  for (const [name, child] of Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)) {
    parts.push(...partsOf(child, path === "" ? name : `${path}.${name}`, depth + 1));
  }
  if (typeof node.items === "object" && node.items !== null) {
    parts.push(...partsOf(node.items as JsonSchema, `${path}[]`, depth + 1));
  }
  for (const list of CHILD_LISTS) {
    for (const child of (node[list] ?? []) as JsonSchema[]) {
      parts.push(...partsOf(child, `${path}|`, depth + 1));
    }
  }
  return parts;
}

function where(parts: readonly Part[], isFault: (node: JsonSchema) => boolean): readonly string[] {
  return parts.filter(({ node }) => isFault(node)).map(({ path }) => path);
}

function usesOnly(keywords: readonly string[]): DialectRule["faults"] {
  return (_, parts) =>
    parts.flatMap(({ path, node }) =>
      Object.keys(node).filter((key) => !keywords.includes(key)).map((key) => `${path} has ${key}`)
    );
}

const isObject = ({ type }: JsonSchema): boolean => type === "object";
const fieldsOf = ({ properties }: JsonSchema): readonly string[] => Object.keys(properties ?? {});
const hasNoFields = (node: JsonSchema): boolean => isObject(node) && fieldsOf(node).length === 0;
const hasNoItems = ({ type, items }: JsonSchema): boolean =>
  type === "array" && (typeof items !== "object" || items === null || Array.isArray(items));
const misnamedFields = (node: JsonSchema): boolean =>
  fieldsOf(node).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
const longDescription = ({ description = "" }: DeclaredTool): readonly string[] =>
  description.length > 0 && description.length <= 1024
    ? []
    : [`${description.length} characters of description`];

const OPENAI = "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas";
const GEMINI = "https://ai.google.dev/api/caching#Schema";

/** The rules of each dialect. */
export const DIALECTS: Readonly<Record<string, readonly DialectRule[]>> = {
  "OpenAI": [
    {
      says: "a name has 1 to 64 letters, digits, underscores or dashes",
      source: "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
      faults: ({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [name],
    },
    {
      says: "a description has at most 1,024 characters",
      source: "https://platform.openai.com/docs/api-reference/assistants/createAssistant",
      faults: longDescription,
    },
    {
      says: "the root is an object and no union",
      source: `${OPENAI} (root objects must not be anyOf and must be an object)`,
      faults: ({ inputSchema }) =>
        isObject(inputSchema) &&
          ["anyOf", "oneOf", "allOf", "enum", "not"].every((key) => !(key in inputSchema))
          ? []
          : ["root"],
    },
    { says: "a list names its items", source: `${OPENAI}`, faults: (_, parts) => where(parts, hasNoItems) },
  ],
  "OpenAI strict": [
    {
      says:
        "every object is closed, and one inside another names its fields; what may be left out is nullable",
      source: `${OPENAI} (additionalProperties: false must always be set in objects)`,
      faults: (_, parts) => [
        ...where(parts, (node) => isObject(node) && node.additionalProperties !== false),
        ...where(parts.slice(1), hasNoFields),
      ],
    },
    {
      says: "only supported keywords are used",
      source: `${OPENAI} (supported types and properties, some type-specific keywords are not yet supported)`,
      faults: usesOnly([
        ..."type properties required additionalProperties items enum const description anyOf".split(" "),
        ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems pattern format"
          .split(" "),
      ]),
    },
    {
      says: "at most 5,000 fields, 10 levels, 1,000 enum values and 120,000 characters of names",
      source: `${OPENAI} (limitations on object nesting depth and size, on total string size, on enum size)`,
      faults: (_, parts) => {
        const fields = parts.flatMap(({ node }) => fieldsOf(node));
        const values = parts.flatMap(({ node }) => (node.enum ?? []) as string[]);
        return [
          ...(fields.length > 5000 ? [`${fields.length} fields`] : []),
          ...(Math.max(...parts.map(({ depth }) => depth)) > 10 ? ["too deep"] : []),
          ...(values.length > 1000 ? [`${values.length} values`] : []),
          ...([...fields, ...values].join("").length > 120_000 ? ["too long"] : []),
        ];
      },
    },
  ],
  "Anthropic": [
    {
      says: "a name has 1 to 64 letters, digits, underscores or dashes",
      source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
      faults: ({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : [name],
    },
    {
      says:
        "names of fields have 1 to 64 letters, digits, dots, underscores or dashes, and the root is a plain object",
      source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
      faults: ({ inputSchema }, parts) => [
        ...where(parts, misnamedFields),
        ...(isObject(inputSchema) && CHILD_LISTS.every((key) => !(key in inputSchema)) ? [] : ["root"]),
      ],
    },
    {
      says: "strict: every object is closed, no recursion and no reference to the outside",
      source:
        "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations",
      faults: (_, parts) =>
        where(parts, (node) => (isObject(node) && node.additionalProperties !== false) || "$ref" in node),
    },
  ],
  "Gemini": [
    {
      says:
        "a name begins with a letter or underscore and has at most 64 letters, digits, underscores, dots or dashes",
      source: "https://ai.google.dev/api/caching#FunctionDeclaration",
      faults: ({ name }) => /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name) ? [] : [name],
    },
    {
      says: "beside additionalProperties, which its SDKs take out, only fields of its Schema are used",
      source: GEMINI,
      faults: usesOnly([
        ..."type format title description nullable enum maxItems minItems properties required minProperties"
          .split(" "),
        ..."maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum"
          .split(" "),
        ..."maximum additionalProperties".split(" "),
      ]),
    },
    {
      says:
        "every part has one type, and an object inside another has fields (should be non-empty for OBJECT type)",
      source: `${GEMINI}; the message of the API: https://github.com/MarkusPfundstein/mcp-obsidian/issues/21`,
      faults: (_, parts) =>
        where(parts, (node) => typeof node.type !== "string" || hasNoFields(node) || hasNoItems(node))
          .filter((path) => path !== ""),
    },
    {
      says: "only texts have enums, and every required field is declared",
      source: GEMINI,
      faults: (_, parts) =>
        where(
          parts,
          (node) =>
            ("enum" in node &&
              (node.type !== "string" || (node.enum as unknown[]).some((one) => typeof one !== "string"))) ||
            ((node.required ?? []) as string[]).some((name) => !fieldsOf(node).includes(name)),
        ),
    },
  ],
  "Ollama": [
    {
      says: "a root object with properties, and each field with type, items, description and enum",
      source: "https://github.com/ollama/ollama-js/blob/main/src/interfaces.ts (Tool)",
      faults: ({ inputSchema }, parts) => [
        ...(isObject(inputSchema) && typeof inputSchema.properties === "object" ? [] : ["root"]),
        ...where(parts, ({ type }) => typeof type !== "string"),
      ],
    },
  ],
  "VS Code": [
    {
      says: "a list names its items (tool parameters array type must have items)",
      source: "https://github.com/microsoft/vscode/issues/248810",
      faults: (_, parts) => where(parts, hasNoItems),
    },
    {
      says: "a name has letters, digits, underscores or dashes",
      source: "https://code.visualstudio.com/api/extension-guides/ai/tools",
      faults: ({ name }) => /^[\w-]+$/.test(name) ? [] : [name],
    },
  ],
  "Cursor": [
    {
      says: "the server's name and the tool's have at most 60 characters together",
      source: "https://forum.cursor.com/t/mcp-server-tool-name-length-limit/69989",
      faults: ({ name }) => `tablaze:${name}`.length <= 60 ? [] : [name],
    },
    {
      says: "no union and no reference, which it drops for some of its models",
      source: "https://docs.cursor.com/context/model-context-protocol",
      faults: (_, parts) => where(parts, (node) => [...CHILD_LISTS, "$ref"].some((key) => key in node)),
    },
  ],
};
