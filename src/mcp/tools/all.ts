import type { BrowserTool } from "../tool.ts";
import { actTool } from "./act.ts";
import { captureTool } from "./capture.ts";
import { clickNamedTool } from "./click_named.ts";
import { dialogTool } from "./dialog.ts";
import { extractTool } from "./extract.ts";
import { extractStructuredTool } from "./extract_structured.ts";
import { downloadsTool, pdfTool, stateTool } from "./files.ts";
import { findTool } from "./find.ts";
import { navigateTool } from "./navigate.ts";
import { networkTool } from "./network.ts";
import { openTool } from "./open.ts";
import { scriptTool } from "./script.ts";
import { closeTool, listTool } from "./sessions.ts";
import { snapshotTool } from "./snapshot.ts";
import { tabsTool } from "./tabs.ts";
import { verifyTool } from "./verify.ts";

/** Every browser tool in the order of the catalog, those that an operator turns on last. */
export const ALL_TOOLS: readonly BrowserTool[] = [
  openTool,
  snapshotTool,
  actTool,
  verifyTool,
  clickNamedTool,
  findTool,
  extractTool,
  extractStructuredTool,
  captureTool,
  navigateTool,
  tabsTool,
  dialogTool,
  downloadsTool,
  pdfTool,
  stateTool,
  listTool,
  closeTool,
  networkTool,
  scriptTool,
];
