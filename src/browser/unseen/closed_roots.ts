// Closed shadow roots: no script can ask for them, but the browser tells its debugger. The in-page code is handed those
// that exist. Everything happens in the isolated world and in the debugger, so the page cannot notice.
import type { Deadline } from "../deadline.ts";
import { PAGE_AGENT_GLOBAL } from "../page/protocol.ts";
import type { World } from "../worlds.ts";
import { ObjectGroup } from "./object_group.ts";

const MAX_HOSTS = 100; // asked at once
const MAX_IDLE_ROUNDS = 5; // rounds that may find nothing, where there are many that could be hosts
const MAX_ROUNDS = 200; // closed roots inside closed roots take one each

// Lists elements that may hold a closed root and were not asked yet in their present state: custom elements, and plain
// ones that show something though they have no content, or whose content is not rendered. A round after one that found
// all there was looks only into the roots that this one handed over, so that depth costs no more than width.
const LIST_HOSTS = `function (limit, isFirst) {
  const memory = globalThis.__tablazeHosts ??= { asked: new WeakMap(), roots: [], seen: 0, isWhole: false };
  const plain = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  const mayHost = (element) => {
    if (element.localName.includes("-")) return true;
    if (!plain.test(element.localName)) return false;
    const child = element.firstElementChild;
    if (child !== null) return getComputedStyle(child).display === "";
    return element.textContent.trim() === "" && element.offsetHeight > 0;
  };
  const found = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (found.length === limit) return;
      if (element.shadowRoot !== null) { visit(element.shadowRoot); continue; }
      const state = element.matches(":defined");
      if (memory.asked.get(element) === state || !mayHost(element)) continue;
      memory.asked.set(element, state);
      found.push(element);
    }
  };
  const isAgain = !isFirst && memory.isWhole;
  const roots = isAgain ? memory.roots.slice(memory.seen) : [document, ...memory.roots];
  memory.seen = memory.roots.length;
  for (const root of roots) visit(root);
  memory.isWhole = found.length < limit;
  return found;
}`;

const REGISTER = `function (root) {
  globalThis.__tablazeHosts.roots.push(root);
  globalThis.${PAGE_AGENT_GLOBAL}.registerClosedRoot(this, root);
}`;

// What was asked but not handed over is asked again next time.
const FORGET = `function () { globalThis.__tablazeHosts = undefined; }`;

/**
 * Finds closed shadow roots of a document and makes them part of the page for the in-page code.
 *
 * @returns whether all that may hold one were asked; when they were not, there may be content that nobody has seen
 */
export async function exposeClosedRoots(world: World, deadline: Deadline): Promise<boolean> {
  const group = new ObjectGroup(world.session);
  try {
    return await search(world, group.name, deadline);
  } catch (error) {
    call(world, { functionDeclaration: FORGET }).catch(() => {}); // its document is gone
    throw error;
  } finally {
    group.release();
  }
}

async function search(world: World, objectGroup: string, deadline: Deadline): Promise<boolean> {
  let idle = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const hosts = await listHosts(world, round === 0, objectGroup, deadline);
    if (hosts.length === 0) return true;
    const exposed = await Promise.all(hosts.map((host) => exposeRoot(world, host, objectGroup, deadline)));
    if (exposed.includes(true)) continue;
    if (hosts.length < MAX_HOSTS) return true;
    idle += 1;
    if (idle === MAX_IDLE_ROUNDS) return true; // many that could be hosts, and none that is
  }
  return false;
}

function call(
  { session, contextId }: World,
  options: { functionDeclaration: string; arguments?: { value: unknown }[]; objectGroup?: string },
) {
  return session.send("Runtime.callFunctionOn", { ...options, uniqueContextId: contextId });
}

async function listHosts(
  world: World,
  isFirst: boolean,
  objectGroup: string,
  deadline: Deadline,
): Promise<string[]> {
  const { result } = await deadline.race(call(world, {
    functionDeclaration: LIST_HOSTS,
    arguments: [{ value: MAX_HOSTS }, { value: isFirst }],
    objectGroup,
  }));
  if (result.objectId === undefined || result.description === "Array(0)") return [];
  const list = await deadline.race(
    world.session.send("Runtime.getProperties", { objectId: result.objectId, ownProperties: true }),
  );
  return list.result.flatMap(({ name, value }) =>
    /^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : []
  );
}

async function exposeRoot(
  { session, contextNumber }: World,
  hostId: string,
  objectGroup: string,
  deadline: Deadline,
): Promise<boolean> {
  const { node } = await deadline.race(session.send("DOM.describeNode", { objectId: hostId }));
  const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
  if (root === undefined) return false;
  const { object } = await deadline.race(session.send("DOM.resolveNode", {
    backendNodeId: root.backendNodeId,
    executionContextId: contextNumber,
    objectGroup,
  }));
  await deadline.race(session.send("Runtime.callFunctionOn", {
    functionDeclaration: REGISTER,
    objectId: hostId,
    arguments: [{ ...(object.objectId !== undefined && { objectId: object.objectId }) }],
  }));
  return true;
}
