// Everything that can be found wrong before a run starts is found here: no browser, no model request, no session.
import type { BrowserOptions } from "../../contracts/browser.ts";
import type { AgentModelUsage } from "../../contracts/planner.ts";
import { requireBrowser, toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings, RunSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { createPlanner, type MadePlanner } from "../model/create_planner.ts";
import { requireModel } from "../model/reachable.ts";
import type { ModelSettings } from "../model/settings.ts";
import type { RunParts } from "./parts.ts";

/** The parts of a run that depend on the machine, ready to start. */
export interface PreparedRun {
  readonly browser: BrowserOptions;
  readonly planner: MadePlanner;
  readonly fallback?: MadePlanner;
  readonly extraction?: MadePlanner;
}

/** Receivers of what the parts say while the run goes on. */
export interface RunReceivers {
  readonly onNotice: (line: string) => void;
  readonly onUsage: (usage: AgentModelUsage) => void;
  /** The same for the model that extracts. */
  readonly onExtractionUsage: (usage: AgentModelUsage) => void;
}

/**
 * Checks files, keys, browser and models, cheapest first, and makes the planners.
 *
 * @throws UsageError | OperatorFileError with the remedy
 */
export async function prepareRun(
  browser: BrowserSettings,
  run: RunSettings,
  effects: CliEffects,
  parts: RunParts,
  { onNotice, onUsage, onExtractionUsage }: RunReceivers,
): Promise<PreparedRun> {
  const make = (
    settings: ModelSettings | undefined,
    report: (usage: AgentModelUsage) => void = onUsage,
  ): MadePlanner | undefined =>
    settings === undefined ? undefined : createPlanner(settings, effects, parts, report);
  const planner = createPlanner(run.model, effects, parts, onUsage);
  const fallback = make(run.fallback);
  const extraction = make(run.extraction, onExtractionUsage);
  const browserOptions = toBrowserOptions(browser, effects.readEnv, onNotice);
  await requireBrowser(browserOptions, parts.locateBrowser);
  // with a backup, a first model that is not there is what the backup is for
  if (run.fallback === undefined) await requireModel(run.model, effects);
  if (run.extraction !== undefined) await requireModel(run.extraction, effects);
  return {
    browser: browserOptions,
    planner,
    ...(fallback === undefined ? {} : { fallback }),
    ...(extraction === undefined ? {} : { extraction }),
  };
}
