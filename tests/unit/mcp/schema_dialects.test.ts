import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogFor } from "../../../src/mcp/catalog.ts";
import { controlTools } from "../../../src/planners/control_tools.ts";
import type { AgentPlannerRequest } from "../../../src/contracts/planner.ts";
import { type DeclaredTool, DIALECTS, partsOf } from "./dialect_rules.ts";

const data = {
  type: "object",
  properties: { total: { type: "number" } },
  required: ["total"],
  additionalProperties: false,
} as const;
const request = { finalOutputSchema: data, partialOutputSchema: data } as unknown as AgentPlannerRequest;
const TOOLS: readonly DeclaredTool[] = [
  ...catalogFor({ captureNetwork: true, allowPageScript: true }),
  ...controlTools({} as AgentPlannerRequest),
  ...controlTools(request),
];

for (const [dialect, rules] of Object.entries(DIALECTS)) {
  for (const { says, source, faults } of rules) {
    test(`${dialect}: ${says}`, () => {
      for (const tool of TOOLS) {
        assert.deepEqual(faults(tool, partsOf(tool.inputSchema)), [], `${tool.name}; see ${source}`);
      }
    });
  }
}

test("each rule finds a tool that breaks it", () => {
  const free = {
    type: "object",
    properties: { any: { type: "object" }, list: { type: "array" } },
    oneOf: [],
  };
  const wrong: DeclaredTool = {
    name: `a b${"x".repeat(100)}`,
    description: "x".repeat(2000),
    inputSchema: {
      ...free,
      properties: {
        ...free.properties,
        "a b": { enum: [1], anyOf: [{ $ref: "#" }] },
        ...Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`f${index}`, { type: "string" }])),
      },
      required: ["gone"],
    },
  };
  for (const [dialect, rules] of Object.entries(DIALECTS)) {
    for (const { says, faults } of rules) {
      assert.notDeepEqual(faults(wrong, partsOf(wrong.inputSchema)), [], `${dialect}: ${says}`);
    }
  }
});
