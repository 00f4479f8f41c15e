// The tool reference as Markdown, laid out the way the formatter lays it out.
import type { JsonSchema } from "../src/contracts/json.ts";
import { BROWSER_ERROR_CODES, EXTRACTION_ERROR_CODES } from "../src/mcp/error_codes.ts";
import { toReferenceSchema } from "../src/mcp/schema.ts";
import type { BrowserTool } from "../src/mcp/tool.ts";
import { ALL_TOOLS } from "../src/mcp/tools/all.ts";

const LINE_WIDTH = 110;

type Node = Readonly<Record<string, unknown>>;

const asNode = (value: unknown): Node => typeof value === "object" && value !== null ? value as Node : {};
const asText = (value: unknown): string => typeof value === "string" ? value : "";
const code = (value: unknown): string => `\`${String(value)}\``;
const grouped = (value: unknown): string => Number(value).toLocaleString("en-US");

function propertiesOf(node: Node): readonly (readonly [string, Node])[] {
  return Object.entries(asNode(node.properties)).map(([name, value]) => [name, asNode(value)]);
}

function requiredOf(node: Node): readonly string[] {
  return Array.isArray(node.required) ? node.required : [];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

function paragraph(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

function typeOf(node: Node): string {
  if (Array.isArray(node.enum)) return node.enum.map(code).join(" or ");
  if (node.const !== undefined) return code(node.const);
  if (node.type === "array") {
    const items = asNode(node.items);
    return items.oneOf === undefined ? `list of ${typeOf(items)}` : "list of objects, see below";
  }
  return Array.isArray(node.type) ? node.type.join(" or ") : asText(node.type);
}

function limitsOf(node: Node): string {
  const between = (min: unknown, max: unknown, unit: string): string =>
    `${min === undefined ? "up to " : `${grouped(min)}–`}${grouped(max)}${unit}`;
  if (node.maximum !== undefined) return between(node.minimum, node.maximum, "");
  if (node.maxLength !== undefined) return between(node.minLength, node.maxLength, " characters");
  if (node.maxItems === undefined) return "";
  const each = limitsOf(asNode(node.items));
  return between(node.minItems, node.maxItems, " entries") + (each === "" ? "" : `, each ${each}`);
}

function argumentTable(schema: Node): string {
  const required = requiredOf(schema);
  const rows = propertiesOf(schema).map(([name, node]) => [
    code(name) + (required.includes(name) ? " (required)" : ""),
    typeOf(node),
    limitsOf(node),
    node.default === undefined ? "" : code(node.default),
    asText(node.note),
  ]);
  return table(["Argument", "Type", "Limits", "Default", "Meaning"], rows);
}

/** The fields of each branch of the lists of unions among the arguments. */
function unionSections(schema: Node, seen: Set<string>): readonly string[] {
  return propertiesOf(schema).flatMap(([name, node]) => {
    const branches = asNode(node.items).oneOf;
    if (!Array.isArray(branches)) return [];
    const form = JSON.stringify(branches);
    if (seen.has(form)) return [paragraph(`Entries of ${code(name)} have the form described once already.`)];
    seen.add(form);
    const rows = branches.map(asNode).flatMap((branch) => {
      const [[, kind] = ["", {}], ...fields] = propertiesOf(branch);
      return fields.map(([field, fieldNode], index) => [
        index === 0 ? typeOf(kind) : "",
        code(field) + (requiredOf(branch).includes(field) ? " (required)" : ""),
        typeOf(fieldNode),
        limitsOf(fieldNode),
        asText(fieldNode.note),
      ]);
    });
    const [first] = branches.map(asNode);
    const discriminator = propertiesOf(first ?? {})[0]?.[0] ?? "";
    return [
      `Entries of ${code(name)}, told apart by ${code(discriminator)}:`,
      table([code(discriminator), "Field", "Type", "Limits", "Meaning"], rows),
    ];
  });
}

/** Field rows, those of nested objects behind their parents. */
function resultRows(schema: Node, prefix = ""): readonly (readonly string[])[] {
  return propertiesOf(schema).flatMap(([name, node]) => {
    const path = `${prefix}${name}`;
    const isList = node.type === "array";
    const inner = isList ? asNode(node.items) : node;
    const type = isList ? `list of ${asText(inner.type)}` : typeOf(node);
    const row = [code(path), type, asText(node.description)];
    return name === "snapshot"
      ? [[code(path), type, `${asText(node.description)}: the fields of \`tab_snapshot\``]]
      : [row, ...resultRows(inner, `${path}${isList ? "[]" : ""}.`)];
  });
}

function annotationsOf({ annotations, effect }: BrowserTool): string {
  const kind = effect === "read" ? "Reads: changes nothing on any page." : "Writes: may change something.";
  const hints = Object.entries(annotations).filter(([name]) => name !== "title");
  return `${kind} Hints: ${hints.map(([name, value]) => `${code(name)} ${value}`).join(", ")}.`;
}

function toolSection(
  tool: BrowserTool,
  seenForms: Set<string>,
  seenResults: Map<JsonSchema, string>,
): string {
  const schema = toReferenceSchema(tool.input);
  const hasArguments = propertiesOf(schema).length > 0;
  const sameAs = seenResults.get(tool.output);
  seenResults.set(tool.output, sameAs ?? tool.name);
  return [
    `## ${tool.name}`,
    paragraph(tool.description),
    paragraph(annotationsOf(tool)),
    hasArguments ? argumentTable(schema) : "No arguments.",
    ...unionSections(schema, seenForms),
    sameAs === undefined
      ? table(["Result field", "Type", "Meaning"], resultRows(tool.output))
      : `The result has the fields of ${code(sameAs)}.`,
  ].join("\n\n");
}

/** Renders the reference of all tools and error codes. */
export function renderToolReference(): string {
  const seenForms = new Set<string>();
  const seenResults = new Map<JsonSchema, string>();
  const intro = [
    "# Tool reference",
    "<!-- Written by scripts/gen_tool_reference.ts; change the tools, not this file. -->",
    paragraph(
      "Every reply is one JSON object, as `structuredContent` and, the same, as a text block. `ok` comes first; with " +
        "`ok: false` the protocol's `isError` is set. A call that fails as a whole answers `error` with a code from the " +
        "end of this page; a batch in which an action failed keeps its whole result. A verification that does not pass " +
        "sets `isError` as well. Arguments that are unknown, break a type or a limit, or contradict each other give " +
        "`INVALID_ARGUMENT` with one line: which one, what was given, what is expected.",
    ),
    paragraph(
      "`null` for an argument that may be left out is no argument. A number, a boolean, a list or an object may come as " +
        "JSON text, and a whole number for a text, where nothing else fits. Every reply is well-formed Unicode: a lone " +
        "surrogate or a control character of a page is U+FFFD.",
    ),
    paragraph(
      "The catalog shows models a shorter form of these schemas: string lengths and defaults are left out, and the " +
        "entries of a list of actions or checks are one object that says in words which fields belong to which kind. " +
        "The limits below hold all the same. A field of a result that has nothing to say is left out.",
    ),
  ];
  const rowsOf = (codes: Readonly<Record<string, string>>): string[][] =>
    Object.entries(codes).map(([name, meaning]) => [code(name), meaning]);
  const sectionsOf = (tools: readonly BrowserTool[]): string[] =>
    tools.map((tool) => toolSection(tool, seenForms, seenResults));
  return [
    ...intro,
    ...sectionsOf(ALL_TOOLS.filter(({ option }) => option === undefined)),
    "# Tools that the operator turns on",
    paragraph(
      "`tab_network` with `--capture-network` (`captureNetwork`), `tab_script` with `--page-script` " +
        "(`allowPageScript`).",
    ),
    ...sectionsOf(ALL_TOOLS.filter(({ option }) => option !== undefined)),
    "# Error codes",
    table(["Code", "Meaning"], rowsOf(BROWSER_ERROR_CODES)),
    paragraph("Of `tab_extract_structured`, with `issues` that say what is wrong where:"),
    table(["Code", "Meaning"], rowsOf(EXTRACTION_ERROR_CODES)),
  ].join("\n\n") + "\n";
}
