import { DELIVERIES, findProduct } from "./catalog.ts";

/** One line of a cart or an order. */
export interface OrderLine {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly amountCents: number;
}

/** An order as the shop booked it. */
export interface Order {
  /** For example `S-1001`. */
  readonly number: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly delivery: string;
  readonly lines: readonly OrderLine[];
  readonly totalCents: number;
}

/** What the checkout form sends. */
export interface OrderRequest {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly deliveryId: string;
}

/**
 * The shop's books. Every request to order is booked as a new order, as a simple shop would do it: whoever sends a form
 * twice has bought twice, and it shows.
 */
export class Ledger {
  readonly #orders: Order[] = [];

  /** All orders, in the order of booking. */
  get orders(): readonly Order[] {
    return [...this.#orders];
  }

  /** Books an order; returns a sentence for the customer when the request cannot be booked. */
  book(request: OrderRequest, cart: ReadonlyMap<string, number>): Order | string {
    const lines = toLines(cart);
    const delivery = DELIVERIES.find(({ id }) => id === request.deliveryId);
    if (lines.length === 0) return "Your cart is empty.";
    if (delivery === undefined) return "Choose a delivery.";
    for (const field of ["name", "street", "city"] as const) {
      if (request[field].trim() === "") return "Fill in your name, street and city.";
    }
    const totalCents = lines.reduce((sum, line) => sum + line.amountCents, delivery.priceCents);
    const { name, street, city } = request;
    const number = `S-${1001 + this.#orders.length}`;
    const order = { number, name, street, city, delivery: delivery.name, lines, totalCents };
    this.#orders.push(order);
    return order;
  }

  /** Finds an order by its number. */
  find(number: string): Order | undefined {
    return this.#orders.find((order) => order.number === number);
  }
}

/** The lines of a cart. */
export function toLines(cart: ReadonlyMap<string, number>): readonly OrderLine[] {
  return [...cart].flatMap(([productId, quantity]) => {
    const product = findProduct(productId);
    if (product === undefined) return [];
    return [{ productId, name: product.name, quantity, amountCents: product.priceCents * quantity }];
  });
}
