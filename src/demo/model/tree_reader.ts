/** A control as a line of the tree shows it. */
export interface Control {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

// `[e4 combobox required: Delivery = Standard {…}]`: ref, role, states, then the name up to value or options
const CONTROL = /\[((?:f\d+)?e\d+) ([a-z]+)([^:\]]*)(?:: ((?:\\.|[^\]\\])*))?\]/g;

/** All controls of a tree, in the order of the page. */
export function readControls(tree: string): readonly Control[] {
  return [...tree.matchAll(CONTROL)].map(([, ref = "", role = "", , label = ""]) => ({
    ref,
    role,
    name: (label.split(/ = | \{/)[0] ?? "").replace(/\\(.)/g, "$1").trim(),
  }));
}

/** The only control of this role and exact name; `undefined` when there is none or more than one. */
export function findControl(controls: readonly Control[], role: string, name: string): Control | undefined {
  const found = controls.filter((control) => control.role === role && control.name === name);
  return found.length === 1 ? found[0] : undefined;
}
