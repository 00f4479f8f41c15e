import {
  type LoopbackRequest,
  type LoopbackResponse,
  type LoopbackServer,
  serveLoopback,
} from "../loopback_server.ts";
import { findProduct } from "./catalog.ts";
import { Ledger, type Order } from "./ledger.ts";
import { cartPage, checkoutPage, missingPage, productListPage, productPage, receiptPage } from "./pages.ts";

/** A running shop. */
export interface Shop {
  readonly server: LoopbackServer;
  readonly ledger: Ledger;
}

/** Opens the shop on the loopback interface. */
export async function openShop(onOrder: (order: Order) => void = () => {}): Promise<Shop> {
  const ledger = new Ledger();
  const carts = new Map<string, Map<string, number>>();
  const server = await serveLoopback((request) => {
    const customer = customerOf(request) ?? crypto.randomUUID();
    const cart = carts.get(customer) ?? new Map<string, number>();
    carts.set(customer, cart);
    const response = answer(request, cart, ledger, onOrder);
    const cookie = `customer=${customer}; Path=/; HttpOnly; SameSite=Lax`;
    return { ...response, headers: { ...response.headers, "set-cookie": cookie } };
  });
  return { server, ledger };
}

function answer(
  { method, path, body }: LoopbackRequest,
  cart: Map<string, number>,
  ledger: Ledger,
  onOrder: (order: Order) => void,
): LoopbackResponse {
  const [, room = "", id = ""] = path.split("/");
  switch (`${method} /${room}`) {
    case "GET /":
      return html(200, productListPage(cart));
    case "GET /products": {
      const product = findProduct(id);
      return product === undefined ? html(404, missingPage(cart)) : html(200, productPage(product, cart));
    }
    case "GET /cart":
      return html(200, cartPage(cart));
    case "POST /cart": {
      const form = new URLSearchParams(body);
      const product = findProduct(form.get("product") ?? "");
      const quantity = Number(form.get("quantity"));
      if (product === undefined || !Number.isInteger(quantity) || quantity < 1 || quantity > 20) {
        return html(400, cartPage(cart));
      }
      cart.set(product.id, (cart.get(product.id) ?? 0) + quantity);
      return seeOther("/cart");
    }
    case "GET /checkout":
      return cart.size === 0 ? seeOther("/cart") : html(200, checkoutPage(cart));
    case "POST /orders": {
      const form = new URLSearchParams(body);
      const field = (name: string): string => form.get(name) ?? "";
      const request = {
        name: field("name"),
        street: field("street"),
        city: field("city"),
        deliveryId: field("delivery"),
      };
      const order = ledger.book(request, cart);
      if (typeof order === "string") return html(400, checkoutPage(cart, order));
      onOrder(order);
      return seeOther(`/orders/${order.number}`);
    }
    case "GET /orders": {
      const order = ledger.find(id);
      return order === undefined ? html(404, missingPage(cart)) : html(200, receiptPage(order, cart));
    }
    default:
      return html(404, missingPage(cart));
  }
}

function customerOf({ headers }: LoopbackRequest): string | undefined {
  return /(?:^|;\s*)customer=([0-9a-f-]{36})/.exec(headers["cookie"] ?? "")?.[1];
}

function html(status: number, body: string): LoopbackResponse {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body,
  };
}

function seeOther(location: string): LoopbackResponse {
  return { status: 303, headers: { location }, body: "" };
}
