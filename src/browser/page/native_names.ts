// What HTML and SVG themselves give as a name: labels, legend, caption, alt, title, placeholder.
import { labelsOf } from "./labels.ts";
import type { NameCache, Traversal } from "./names.ts";

function attribute(element: Element, name: string): string {
  return element.getAttribute(name) ?? "";
}

function fromLabels(names: NameCache, element: Element, at: Traversal): string | null {
  const labels = labelsOf(element, names.styles);
  if (labels.length === 0) return null;
  return labels.map((label) => names.reference(label, at, "label")).filter((text) => text !== "").join(
    " ",
  );
}

function firstChild(element: Element, tag: string): Element | null {
  for (const child of element.children) if (child.localName === tag) return child;
  return null;
}

function filled(...candidates: readonly string[]): string {
  return candidates.find((candidate) => candidate.trim() !== "") ?? "";
}

const NATIVE = /^(?:input|button|output|textarea|select|meter|progress)$/;
const PLACEHOLDER_TYPES = /^(?:text|password|number|search|tel|email|url)$/;

function inputName(
  names: NameCache,
  input: HTMLInputElement,
  labelled: boolean,
  at: Traversal,
): string | null {
  switch (input.type) {
    case "button":
      return filled(input.value, attribute(input, "title"));
    case "submit":
      return filled(input.value, "Submit");
    case "reset":
      return filled(input.value, "Reset");
    case "file":
      return (at.labelledBy ? null : fromLabels(names, input, at)) ?? "Choose File";
    case "image":
      return (at.labelledBy ? null : fromLabels(names, input, at)) ??
        filled(attribute(input, "alt"), attribute(input, "title"), "Submit");
    default: {
      if (labelled) return null;
      const title = attribute(input, "title");
      return fromLabels(names, input, at) ??
        (title !== "" || !PLACEHOLDER_TYPES.test(input.type) ? title : attribute(input, "placeholder"));
    }
  }
}

function svgTitle(names: NameCache, element: Element, inner: Traversal): string | null {
  for (const child of element.children) {
    if (child.localName === "title") {
      return names.alternative(child, { ...inner, labelledBy: true, hiddenReference: names.isHidden(child) });
    }
  }
  return null;
}

/**
 * Name that the element's own language gives, or null when it says nothing and the content is asked next. An empty
 * string is an answer: the element has no name.
 */
export function nativeName(
  names: NameCache,
  element: Element,
  labelled: boolean,
  at: Traversal,
  inner: Traversal,
): string | null {
  const tag = element.localName;
  let name: string | null = null;
  // A label may hold its own control, which must not be asked again.
  if (NATIVE.test(tag) && !labelled) at.visited.add(element);
  switch (tag) {
    case "input":
      return inputName(names, element as HTMLInputElement, labelled, at);
    case "button":
      if (labelled) return null;
      name = fromLabels(names, element, at);
      break;
    case "output":
      name = labelled ? null : fromLabels(names, element, at) ?? attribute(element, "title");
      break;
    case "textarea":
    case "select":
    case "meter":
    case "progress":
      if (labelled) return null;
      name = fromLabels(names, element, at) ??
        filled(attribute(element, "title"), tag === "textarea" ? attribute(element, "placeholder") : "");
      break;
    case "fieldset":
    case "figure": {
      if (labelled) return null;
      const caption = firstChild(element, tag === "fieldset" ? "legend" : "figcaption");
      name = caption === null ? attribute(element, "title") : names.reference(caption, at, "native");
      break;
    }
    case "img":
    case "area":
      name = filled(attribute(element, "alt"), attribute(element, "title"));
      break;
    case "table": {
      const caption = firstChild(element, "caption");
      name = caption === null
        ? attribute(element, "summary") || null
        : names.reference(caption, at, "native");
      break;
    }
    default:
      if (tag === "svg" || (element as SVGElement).ownerSVGElement) {
        name = svgTitle(names, element, inner);
        if (name === null && tag === "a") name = filled(attribute(element, "xlink:title")) || null;
      }
  }
  if (name !== null) at.visited.add(element);
  return name;
}
