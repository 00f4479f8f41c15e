// One observation of the document.
import type { PageFailure, PageLine, PageObservation, PageObserveOptions } from "./protocol.ts";
import { boxWords } from "./bracket.ts";
import { flatParent, shadowRootsBelow } from "./flat_tree.ts";
import { flatText } from "./clean_text.ts";
import { graphicsLines } from "./graphics.ts";
import { writtenLines } from "./hints/equal_names.ts";
import { Pass } from "./pass.ts";
import { one } from "./selectors.ts";
import { maskSecrets, refreshMasks, secretValues, watchPasswords } from "./sensitive.ts";
import type { Scene } from "./scene.ts";
import { rootSight, sightAt } from "./sight.ts";
import { walkElement } from "./walker.ts";
import { stackOf } from "../../contracts/thrown.ts";

/** Observes the document and remembers what was shown. */
export function observe(scene: Scene, options: PageObserveOptions): PageObservation | PageFailure {
  const shadowRoots = shadowRootsBelow(document);
  watchPasswords(shadowRoots);
  refreshMasks(shadowRoots);
  let root: Element = document.body ?? document.documentElement;
  if (options.selector !== undefined) {
    const found = one(options.selector);
    if (!("element" in found)) return found;
    root = found.element;
  }
  scene.refs.begin(options.prefix, options.nextRef);
  const pass = new Pass(scene.refs, options, root ?? document.documentElement, shadowRoots.length > 0);
  const parent = root === null ? null : flatParent(root);
  if (root !== null) {
    const sight = parent === null || root === document.body ? rootSight() : sightAt(parent, pass.styles);
    const pointer = parent !== null && root !== document.body && pass.styles.of(parent).cursor === "pointer";
    if (root.localName === "frameset") {
      for (const frame of root.querySelectorAll("frame")) {
        walkElement(pass, frame, { sight, pointer, inControl: false });
      }
    } else walkElement(pass, root, { sight, pointer, inControl: false });
  }
  const drafts = pass.out.lines();
  const texts = writtenLines(pass, drafts);
  const lines: PageLine[] = drafts.map((line, index) => ({
    depth: line.depth,
    text: `${texts[index] ?? ""}${line.box === undefined ? "" : ` (box ${boxWords(line.box)})`}`,
    ...(line.frame === undefined ? {} : { frame: line.frame }),
  }));
  if (options.include.includes("graphics")) {
    try {
      for (const text of graphicsLines(pass)) lines.push({ depth: 0, text });
    } catch (error) {
      pass.failure ??= stackOf(error);
      lines.push({ depth: 0, text: "shapes: could not be read" });
    }
  }
  if (pass.hiddenCharacters > 0) {
    lines.push({ depth: 0, text: `hidden_text: ${pass.hiddenCharacters} characters not visible` });
  }
  scene.frames = pass.frameElements;
  return {
    document: scene.document,
    url: location.href,
    ...documentStatus(),
    title: maskSecrets(flatText(document.title), true),
    nextRef: scene.refs.next,
    lines,
    frames: pass.frames,
    ...(options.elements ? { elements: pass.elements } : {}),
    ...(secretValues().length > 0 && { secrets: secretValues() }),
    scanTruncated: pass.truncated || pass.failure !== null,
    ...(pass.failure !== null && { failure: pass.failure.slice(0, 2000) }),
    canvasOnly: pass.canvasInView && !pass.actionable,
    actionable: pass.actionable,
  };
}

function documentStatus(): { readonly status?: number } {
  const [entry] = performance.getEntriesByType("navigation");
  const { responseStatus = 0 } = (entry ?? {}) as { readonly responseStatus?: number };
  return responseStatus > 0 ? { status: responseStatus } : {};
}
