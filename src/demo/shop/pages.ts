import { DELIVERIES, formatPrice, type Product, PRODUCTS } from "./catalog.ts";
import { escapeHtml, page } from "./layout.ts";
import { type Order, type OrderLine, toLines } from "./ledger.ts";

type Cart = ReadonlyMap<string, number>;

/** All products. */
export function productListPage(cart: Cart): string {
  const cards = PRODUCTS.map((product) =>
    `<li class="card">${picture(product)}<a href="/products/${product.id}">${escapeHtml(product.name)}</a>
<div class="price">${formatPrice(product.priceCents)}</div></li>`
  );
  return page("Things for your desk", `<ul class="grid">${cards.join("\n")}</ul>`, countOf(cart));
}

/** One product, with the form that puts it into the cart. */
export function productPage(product: Product, cart: Cart): string {
  return page(
    product.name,
    `<form method="post" action="/cart">
${picture(product)}
<p>${escapeHtml(product.description)}</p>
<p class="price">${formatPrice(product.priceCents)}</p>
<input type="hidden" name="product" value="${product.id}">
<label for="quantity">Quantity</label>
<input id="quantity" name="quantity" type="number" min="1" max="20" value="1">
<div><button>Add to cart</button></div>
</form>`,
    countOf(cart),
  );
}

/** What is in the cart. */
export function cartPage(cart: Cart): string {
  const lines = toLines(cart);
  const content = lines.length === 0
    ? `<p class="box">Your cart is empty.</p>`
    : `<div class="box">${table(lines)}<a class="button" href="/checkout">Check out</a></div>`;
  return page("Your cart", content, countOf(cart));
}

/** The form that places an order. */
export function checkoutPage(cart: Cart, problem?: string): string {
  const options = DELIVERIES.map(({ id, name, priceCents }) =>
    `<option value="${id}">${escapeHtml(name)} (${formatPrice(priceCents)})</option>`
  );
  return page(
    "Checkout",
    `${problem === undefined ? "" : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/orders">
${table(toLines(cart))}
<label for="name">Full name</label><input id="name" name="name" autocomplete="name" required>
<label for="street">Street and number</label><input id="street" name="street" autocomplete="street-address" required>
<label for="city">City</label><input id="city" name="city" autocomplete="address-level2" required>
<label for="delivery">Delivery</label><select id="delivery" name="delivery">${options.join("")}</select>
<button>Place order</button>
</form>`,
    countOf(cart),
  );
}

/** The receipt of an order. */
export function receiptPage(order: Order, cart: Cart): string {
  return page(
    "Thank you for your order",
    `<div class="box" role="status">
<p>Order number ${order.number} is booked.</p>
${table(order.lines)}
<p>Delivery: ${escapeHtml(order.delivery)}</p>
<p>To: ${escapeHtml(`${order.name}, ${order.street}, ${order.city}`)}</p>
<p class="price">Total paid: ${formatPrice(order.totalCents)}</p>
</div>`,
    countOf(cart),
  );
}

/** A page that is not there. */
export function missingPage(cart: Cart): string {
  return page("Not found", `<p class="box">There is no such page.</p>`, countOf(cart));
}

function table(lines: readonly OrderLine[]): string {
  const rows = lines.map(({ name, quantity, amountCents }) =>
    `<tr><td>${escapeHtml(name)}</td><td>${quantity}</td><td>${formatPrice(amountCents)}</td></tr>`
  );
  return `<table><tr><th>Article</th><th>Quantity</th><th>Amount</th></tr>${rows.join("")}</table>`;
}

function picture({ colour }: Product): string {
  return `<div class="picture" style="background:${colour}"></div>`;
}

function countOf(cart: Cart): number {
  return [...cart.values()].reduce((sum, quantity) => sum + quantity, 0);
}
