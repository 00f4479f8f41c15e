/** What the scripted model is to buy, and for whom. */
export interface Errand {
  readonly productName: string;
  readonly quantity: number;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  /** How the label of the wanted delivery begins. */
  readonly delivery: string;
}

/** The errand of the demo. */
export const ERRAND: Errand = {
  productName: "Walnut desk lamp",
  quantity: 2,
  name: "Ada Lovelace",
  street: "12 St James's Square",
  city: "London",
  delivery: "Express",
};

/** The errand in the words of a person; the run gets it as its task. */
export function errandTask({ productName, quantity, name, street, city, delivery }: Errand): string {
  return `Buy ${quantity} of "${productName}" in this shop. Ship to ${name}, ${street}, ${city} with ${delivery} ` +
    "delivery. Order once only. Report the order number and the total paid, as the receipt shows them.";
}

/** Form of the data that the run must deliver. */
export const ERRAND_SCHEMA = {
  type: "object",
  properties: {
    order_number: { type: "string", pattern: "^S-[0-9]+$" },
    total: {
      type: "string",
      description: "As on the receipt, without the currency",
      pattern: "^[0-9]+\\.[0-9]{2}$",
    },
  },
  required: ["order_number", "total"],
  additionalProperties: false,
} as const;
