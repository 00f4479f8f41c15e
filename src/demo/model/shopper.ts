// The policy behind the scripted model. It knows the errand, not the shop: what it does next follows from what the
// conversation shows, and every ref, number and call id it uses comes from there.
import type { JsonObject, JsonValue } from "../../contracts/json.ts";
import { type Conversation, latestObservation, type Observation, type PastCall } from "./conversation.ts";
import type { Errand } from "./errand.ts";
import { type Control, findControl, readControls } from "./tree_reader.ts";

/** A tool call that the model makes. */
export interface ModelDecision {
  readonly name: string;
  readonly input: JsonObject;
}

/** What a receipt says. */
interface Receipt {
  readonly orderNumber: string;
  readonly total: string;
}

const MAX_LOOKS = 3;

/** Decides the next call from the conversation alone. */
export function decideNext({ calls }: Conversation, errand: Errand): ModelDecision {
  const seen = latestObservation(calls);
  if (seen === undefined) return giveUp("No page was opened");
  const receipt = readReceipt(seen.tree);
  if (receipt !== undefined) return proveReceipt(receipt, seen, calls);
  const last = calls.at(-1);
  const failed = last?.name === "tab_act" && last.output["ok"] !== true;
  const step = failed ? undefined : nextStep(seen, errand, hasOrdered(calls));
  if (step !== undefined) return step;
  // An action failed, or nothing useful is in sight: the page may still be loading, or only changes were shown.
  const looks = calls.toReversed().findIndex(({ name }) => name !== "tab_snapshot");
  if (looks < MAX_LOOKS) return { name: "tab_snapshot", input: { session_id: seen.sessionId } };
  return hasOrdered(calls)
    ? {
      name: "agent_request_input",
      input: { question: "The order was sent, but no receipt appeared. Was it booked?" },
    }
    : giveUp("The page offers nothing that leads to the order");
}

/** Verifies what the receipt says, then cites that verification. */
function proveReceipt(receipt: Receipt, seen: Observation, calls: readonly PastCall[]): ModelDecision {
  const last = calls.at(-1);
  if (last?.name === "tab_verify" && last.output["passed"] === true) {
    return {
      name: "agent_finish",
      input: {
        summary: `Order ${receipt.orderNumber} is booked for a total of ${receipt.total} €.`,
        evidence: [last.id],
        data: { order_number: receipt.orderNumber, total: receipt.total },
      },
    };
  }
  if (last?.name === "tab_verify") return giveUp("The receipt does not say what it should");
  return {
    name: "tab_verify",
    input: {
      session_id: seen.sessionId,
      checks: [
        { kind: "text", contains: `Order number ${receipt.orderNumber} is booked` },
        { kind: "text", contains: `Total paid: ${receipt.total}` },
      ],
    },
  };
}

/** What the controls in sight allow: order, check out, put into the cart, or open the product. */
function nextStep(seen: Observation, errand: Errand, hasOrdered: boolean): ModelDecision | undefined {
  const controls = readControls(seen.tree);
  const placeOrder = findControl(controls, "button", "Place order");
  if (placeOrder !== undefined) {
    return hasOrdered ? undefined : fillCheckout(seen, controls, placeOrder, errand);
  }
  const checkOut = findControl(controls, "link", "Check out");
  if (checkOut !== undefined) return act(seen, [{ type: "click", ref: checkOut.ref }]);
  const addToCart = findControl(controls, "button", "Add to cart");
  const quantity = findControl(controls, "spinbutton", "Quantity");
  if (addToCart !== undefined && quantity !== undefined) {
    return act(seen, [
      { type: "fill", ref: quantity.ref, value: String(errand.quantity) },
      { type: "click", ref: addToCart.ref },
    ]);
  }
  const product = findControl(controls, "link", errand.productName);
  return product === undefined ? undefined : act(seen, [{ type: "click", ref: product.ref }]);
}

function fillCheckout(
  seen: Observation,
  controls: readonly Control[],
  placeOrder: Control,
  errand: Errand,
): ModelDecision | undefined {
  const fields = ["Full name", "Street and number", "City"].map((name) =>
    findControl(controls, "textbox", name)
  );
  const [name, street, city] = fields;
  const delivery = findControl(controls, "combobox", "Delivery");
  const label = new RegExp(`${errand.delivery}[^|{}\\]]*`).exec(seen.tree)?.[0].trim();
  if (name === undefined || street === undefined || city === undefined) return undefined;
  if (delivery === undefined || label === undefined) return undefined;
  return act(seen, [
    { type: "fill", ref: name.ref, value: errand.name },
    { type: "fill", ref: street.ref, value: errand.street },
    { type: "fill", ref: city.ref, value: errand.city },
    { type: "select", ref: delivery.ref, values: [label] },
    { type: "click", ref: placeOrder.ref },
  ]);
}

/** Whether an order may have been sent before: a batch that selected a delivery and came as far as its last click. */
function hasOrdered(calls: readonly PastCall[]): boolean {
  return calls.some(({ name, input, output }) => {
    if (name !== "tab_act" || !isList(input["actions"])) return false;
    if (!input["actions"].some((action) => fieldOf(action, "type") === "select")) return false;
    const results = isList(output["results"]) ? output["results"] : [];
    return fieldOf(results.at(-1), "status") !== "skipped";
  });
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === "object" && value !== null && !isList(value)
    ? (value as JsonObject)[name]
    : undefined;
}

function readReceipt(tree: string): Receipt | undefined {
  const orderNumber = /Order number (S-\d+) is booked/.exec(tree)?.[1];
  const total = /Total paid: (\d+\.\d{2})/.exec(tree)?.[1];
  return orderNumber === undefined || total === undefined ? undefined : { orderNumber, total };
}

function act(seen: Observation, actions: readonly JsonObject[]): ModelDecision {
  return { name: "tab_act", input: { session_id: seen.sessionId, snapshot_id: seen.snapshotId, actions } };
}

function giveUp(reason: string): ModelDecision {
  return { name: "agent_fail", input: { reason } };
}
