/** Something that the shop sells. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly priceCents: number;
  /** Colour of its picture. */
  readonly colour: string;
}

/** All products. */
export const PRODUCTS: readonly Product[] = [
  {
    id: "lamp",
    name: "Walnut desk lamp",
    description: "A warm light on a turned foot.",
    priceCents: 8900,
    colour: "#b7793f",
  },
  {
    id: "mug",
    name: "Blue stoneware mug",
    description: "Holds a large coffee, and its heat.",
    priceCents: 1850,
    colour: "#3f6fb7",
  },
  {
    id: "notebook",
    name: "Linen notebook",
    description: "192 dotted pages that lie flat.",
    priceCents: 1400,
    colour: "#6f8f5a",
  },
  {
    id: "clock",
    name: "Quiet wall clock",
    description: "Tells the time without saying so.",
    priceCents: 4600,
    colour: "#8a5fa3",
  },
];

/** Ways of delivery. */
export const DELIVERIES: readonly {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}[] = [
  { id: "standard", name: "Standard, 3 to 5 days", priceCents: 490 },
  { id: "express", name: "Express, next day", priceCents: 1290 },
];

/** Finds a product by its id. */
export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id);
}

/** An amount for people, for example `18.50 €`. */
export function formatPrice(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}
