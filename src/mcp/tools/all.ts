import type { BrowserTool } from "../tool.ts";
import { actTool } from "./act.ts";
import { dialogTool } from "./dialog.ts";
import { extractTool } from "./extract.ts";
import { navigateTool } from "./navigate.ts";
import { openTool } from "./open.ts";
import { closeTool, listTool } from "./sessions.ts";
import { snapshotTool } from "./snapshot.ts";
import { verifyTool } from "./verify.ts";

/** Every browser tool, in the order of the catalog. */
export const BROWSER_TOOLS: readonly BrowserTool[] = [
  openTool,
  snapshotTool,
  actTool,
  verifyTool,
  extractTool,
  navigateTool,
  listTool,
  dialogTool,
  closeTool,
];
