import { locateBrowser } from "../../assemble/locate_browser.ts";
import { errorCode } from "../../contracts/errors.ts";
import { COMPLETIONS_PATH, SCRIPTED_MODEL, serveScriptedModel } from "../../demo/model/endpoint.ts";
import { ERRAND, ERRAND_SCHEMA, errandTask } from "../../demo/model/errand.ts";
import { formatPrice } from "../../demo/shop/catalog.ts";
import type { Order } from "../../demo/shop/ledger.ts";
import { openShop } from "../../demo/shop/shop.ts";
import { withTemporaryFile } from "../../platform/temporary_file.ts";
import { toBrowserOptions } from "../browser_options.ts";
import type { BrowserSettings } from "../command.ts";
import type { CliEffects } from "../effects.ts";
import { EXIT_FAILURE, EXIT_OK } from "../exit_codes.ts";
import { main } from "../main.ts";
import { CLEAR_LINE } from "../printable.ts";
import { setupAction } from "../setup/action.ts";
import { CapturedSink } from "./captured_sink.ts";
import { judgeDemo } from "./verdict.ts";

/**
 * Does a whole job: a shop and a scripted model on the loopback interface, and `tablaze run` between them in a real
 * browser. Everything, progress included, goes to stdout in the order in which it happens.
 *
 * @returns 0 only when the run succeeded and the shop's ledger holds exactly the order that the report claims
 */
export async function demoAction(settings: BrowserSettings, effects: CliEffects): Promise<number> {
  const { stdout } = effects;
  // the shop may speak while the run's live line stands
  const say = (line: string): void => stdout.write(`${stdout.isTTY ? CLEAR_LINE : ""}${line}\n`);
  if (!await ensureBrowser(settings, effects, say)) return EXIT_FAILURE;
  const shop = await openShop((order) => say(`shop    booked ${describeOrder(order)}`));
  const model = await serveScriptedModel(ERRAND);
  try {
    say(`shop    ${shop.server.origin}/ with an empty ledger`);
    say(
      `model   ${model.origin}${COMPLETIONS_PATH}, scripted: it reads the conversation and picks the next call`,
    );
    const report = new CapturedSink();
    const exitCode = await withTemporaryFile(
      "errand.schema.json",
      JSON.stringify(ERRAND_SCHEMA),
      (schemaPath) => {
        const argv = runArguments(
          settings,
          `${shop.server.origin}/`,
          `${model.origin}${COMPLETIONS_PATH}`,
          schemaPath,
        );
        say(`run     tablaze ${argv.map(quote).join(" ")}\n`);
        return main(argv, { ...effects, stdout: report, stderr: stdout });
      },
    );
    say(`\nreport  ${report.text.trim()}`);
    const { orders } = shop.ledger;
    say(`ledger  ${orders.length === 0 ? "empty" : orders.map(describeOrder).join("\n        ")}`);
    const { good, faults } = judgeDemo(report.text, exitCode, orders);
    say(
      good
        ? "\nThe ledger holds exactly the one order that the report claims."
        : `\nFailed: ${faults.join("; ")}.`,
    );
    return good ? EXIT_OK : EXIT_FAILURE;
  } finally {
    await Promise.all([shop.server.close(), model.close()]);
  }
}

/** The command line of the run, as a person would type it. */
function runArguments(
  { headless, channel, executablePath }: BrowserSettings,
  startUrl: string,
  endpoint: string,
  schemaPath: string,
): readonly string[] {
  return [
    "run",
    "--task",
    errandTask(ERRAND),
    "--start-url",
    startUrl,
    "--model",
    SCRIPTED_MODEL,
    "--endpoint",
    endpoint,
    "--output-schema",
    schemaPath,
    ...(headless ? [] : ["--headed"]),
    ...(channel === undefined ? [] : ["--channel", channel]),
    ...(executablePath === undefined ? [] : ["--executable-path", executablePath]),
  ];
}

async function ensureBrowser(
  settings: BrowserSettings,
  effects: CliEffects,
  say: (line: string) => void,
): Promise<boolean> {
  try {
    await locateBrowser(toBrowserOptions(settings, effects.readEnv, () => {}));
    return true;
  } catch (error) {
    if (errorCode(error) !== "BROWSER_MISSING" || !(error instanceof Error)) throw error;
    const isNamed = settings.channel !== undefined || settings.executablePath !== undefined;
    say(isNamed ? error.message : 'No browser was found: running "tablaze setup" first');
    return !isNamed && await setupAction(true, { ...effects, stderr: effects.stdout }) === EXIT_OK;
  }
}

function describeOrder({ number, name, city, delivery, lines, totalCents }: Order): string {
  const things = lines.map((line) => `${line.quantity} × ${line.name}`).join(", ");
  return `${number}: ${things} for ${name}, ${city}, ${delivery}, ${formatPrice(totalCents)}`;
}

function quote(argument: string): string {
  return /^[\w./:=@-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
