// Elements that only a script's listener makes usable: the page's own world keeps that to itself, but the browser tells
// its debugger. The in-page code is handed the elements, and decides which of them are of interest.
import type { Deadline } from "../deadline.ts";
import { PAGE_AGENT_GLOBAL } from "../page/protocol.ts";
import type { World } from "../worlds.ts";
import { ObjectGroup } from "./object_group.ts";

const POINTER_TYPES = new Set(
  "click dblclick mousedown mouseup pointerdown pointerup touchstart dragstart".split(" "),
);
const MAX_NEW = 300; // elements handed over for one observation
/** Kinds of events beyond which a listener is a framework's, which listens to everything at the top of its page. */
const MAX_KINDS = 25;
/** Elements of a document beyond which listeners are not asked for. */
const MAX_ELEMENTS = 20_000;

const REGISTER =
  `function (...elements) { globalThis.${PAGE_AGENT_GLOBAL}.registerClickables(...elements); }`;

/** What is known of a document: its node, and the elements that were handed over. */
interface Known {
  readonly documentId: string;
  readonly nodes: Set<number>;
}

const knownDocuments = new WeakMap<World, Known>();

/**
 * Hands elements with listeners for a pointer to the in-page code of their document.
 *
 * @returns whether listeners were asked for: they are not where the document is very large
 */
export async function exposeListeners(world: World, deadline: Deadline): Promise<boolean> {
  const [isTooLarge, known] = await Promise.all([isLarge(world, deadline), knownOf(world, deadline)]);
  if (isTooLarge) return false;
  if (known === undefined) return true;
  const { listeners } = await deadline.race(
    world.session.send("DOMDebugger.getEventListeners", {
      objectId: known.documentId,
      depth: -1,
      pierce: true,
    }),
  );
  const kinds = new Map<number, Set<string>>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined || known.nodes.has(backendNodeId)) continue;
    const own = kinds.get(backendNodeId) ?? new Set<string>();
    kinds.set(backendNodeId, own.add(type));
  }
  const fresh = [...kinds].filter(([, types]) =>
    types.size <= MAX_KINDS && [...types].some((type) => POINTER_TYPES.has(type))
  ).slice(0, MAX_NEW).map(([node]) => node);
  if (fresh.length === 0) return true;
  const group = new ObjectGroup(world.session);
  try {
    const objects = await Promise.all(fresh.map((node) => resolve(world, node, group.name, deadline)));
    const elements = objects.flatMap((objectId) => objectId === undefined ? [] : [{ objectId }]);
    await deadline.race(world.session.send("Runtime.callFunctionOn", {
      functionDeclaration: REGISTER,
      arguments: elements,
      uniqueContextId: world.contextId,
    }));
    for (const node of fresh) known.nodes.add(node);
  } finally {
    group.release();
  }
  return true;
}

/** The browser looks at every node for this; on a very large page that would cost more than the rest together. */
async function isLarge(world: World, deadline: Deadline): Promise<boolean> {
  const { result } = await deadline.race(
    world.session.send("Runtime.evaluate", {
      expression: "document.getElementsByTagName('*').length",
      uniqueContextId: world.contextId,
      returnByValue: true,
    }),
  );
  return typeof result.value === "number" && result.value > MAX_ELEMENTS;
}

// The document is asked for as an object of the page's own world: asked through the isolated one, Chromium crashes on
// some pages. Nothing of the page runs for it.
async function knownOf(world: World, deadline: Deadline): Promise<Known | undefined> {
  const known = knownDocuments.get(world);
  if (known !== undefined) return known;
  const documentId = await documentOf(world, deadline);
  if (documentId === undefined) return undefined;
  const made = { documentId, nodes: new Set<number>() };
  knownDocuments.set(world, made);
  return made;
}

async function documentOf(world: World, deadline: Deadline): Promise<string | undefined> {
  const { session, contextId, pageContextId } = world;
  const { result } = await deadline.race(
    session.send("Runtime.evaluate", {
      expression: "document",
      uniqueContextId: pageContextId ?? contextId,
    }),
  );
  if (result.objectId === undefined || pageContextId !== undefined) return result.objectId;
  const { node } = await deadline.race(session.send("DOM.describeNode", { objectId: result.objectId }));
  const { object } = await deadline.race(
    session.send("DOM.resolveNode", { backendNodeId: node.backendNodeId }),
  );
  return object.objectId;
}

/** A node as an object of the in-page code's world; nothing for one of another document, or one that went away. */
async function resolve(
  { session, contextNumber }: World,
  backendNodeId: number,
  objectGroup: string,
  deadline: Deadline,
): Promise<string | undefined> {
  try {
    const { object } = await deadline.race(session.send("DOM.resolveNode", {
      backendNodeId,
      executionContextId: contextNumber,
      objectGroup,
    }));
    return object.subtype === "node" && object.className !== "HTMLDocument" ? object.objectId : undefined;
  } catch (error) {
    if (deadline.cancelled) throw error;
    return undefined;
  }
}
