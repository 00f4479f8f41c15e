// Labels of controls. The browser's own list looks through the whole document for each control; this looks once.
const lists = new WeakMap<object, Map<Node, Map<Element, HTMLLabelElement[]>>>();

function labelsIn(root: Node): Map<Element, HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of (root as Document).querySelectorAll("label")) {
    const { control } = label;
    if (control === null) continue;
    const labels = found.get(control);
    if (labels === undefined) found.set(control, [label]);
    else labels.push(label);
  }
  return found;
}

/** Labels of an element; `pass` is what the looking is remembered for. */
export function labelsOf(element: Element, pass: object): readonly HTMLLabelElement[] {
  let byRoot = lists.get(pass);
  if (byRoot === undefined) lists.set(pass, byRoot = new Map());
  const root = element.isConnected && element.getRootNode();
  if (root === false) return [];
  let labels = byRoot.get(root);
  if (labels === undefined) byRoot.set(root, labels = labelsIn(root));
  return labels.get(element) ?? [];
}
