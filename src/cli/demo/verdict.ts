import type { Order } from "../../demo/shop/ledger.ts";

/** Whether the demo held what it promises, with the reasons when it did not. */
export interface DemoVerdict {
  readonly good: boolean;
  readonly faults: readonly string[];
}

/**
 * Compares the report of the run with the shop's own ledger.
 *
 * @param reportText what the run printed on stdout
 * @param exitCode what the run returned
 * @param orders the ledger
 */
export function judgeDemo(reportText: string, exitCode: number, orders: readonly Order[]): DemoVerdict {
  const report = parseReport(reportText);
  if (report === undefined) return { good: false, faults: ["the run printed no report"] };
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  expect(report["status"] === "succeeded", `the run ended as ${String(report["status"])}`);
  expect(exitCode === 0, `the run returned exit code ${exitCode}`);
  expect(orders.length === 1, `the ledger holds ${orders.length} orders instead of one`);
  const [order] = orders;
  if (order !== undefined) {
    const data = fieldsOf(report["data"]);
    const total = (order.totalCents / 100).toFixed(2);
    expect(data["order_number"] === order.number, `the report claims order ${String(data["order_number"])}`);
    expect(data["total"] === total, `the report claims a total of ${String(data["total"])}`);
    const passages = passagesOf(report["evidence"]);
    expect(passages.includes(order.number), "the cited evidence does not show the order's number");
    expect(passages.includes(total), "the cited evidence does not show the order's total");
  }
  return { good: faults.length === 0, faults };
}

type Fields = Readonly<Record<string, unknown>>;

function parseReport(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Fields : undefined;
  } catch {
    return undefined;
  }
}

/** What the passed checks saw on the page. */
function passagesOf(evidence: unknown): string {
  const checks = listOf(evidence).flatMap((item) => listOf(fieldsOf(item)["checks"]));
  return checks.map(fieldsOf).filter(({ pass }) => pass === true).map(({ actual }) => String(actual)).join(
    "\n",
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? value as Fields : {};
}
