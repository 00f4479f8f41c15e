// Entry of the bundle: installs the agent in the isolated world, once per document.
import { type Located, PAGE_AGENT_GLOBAL, type PageAgent, type PageFailure } from "./protocol.ts";
import { registerClickables } from "./actionable.ts";
import { isPageBusy } from "./busy.ts";
import { asInput } from "./causes/dispatch.ts";
import { check } from "./checks.ts";
import { dropPoint } from "./drop_points.ts";
import { links, table, text } from "./extract.ts";
import { choices, scrollList } from "./choices.ts";
import { fillDrafts, readDrafts } from "./drafts.ts";
import { clearFiles, fileInput } from "./file_inputs.ts";
import { registerClosedRoot } from "./flat_tree.ts";
import { frameOffset, hitsFrame } from "./frames.ts";
import { copied, paste } from "./editors/model_text.ts";
import { InputGuard } from "./guard.ts";
import { hidePrivate, showPrivate } from "./hide_private.ts";
import { inspectFields } from "./inspect_fields.ts";
import { beginAction, changeCounts, endAction, quietMs, watchMutations } from "./mutations.ts";
import { findNamed } from "./named_controls.ts";
import { observe } from "./observe.ts";
import { findPassages, passagePoint, selectPassage, selectText } from "./passage_actions.ts";
import { focused, listFrames, placeAt } from "./places.ts";
import { Scene } from "./scene.ts";
import { reveal, scroll } from "./scroll.ts";
import { seek } from "./seek.ts";
import { slider } from "./sliders/aria_sliders.ts";
import { sliderHandle } from "./sliders/handle.ts";
import { isAtWork } from "./work_signs.ts";
import { watchPasswords } from "./sensitive.ts";
import { isStill } from "./still.ts";
import { target } from "./target.ts";
import { caretToEnd, nextBox } from "./typing.ts";
import { focus, selectAll, selectOptions, setValue, state } from "./values.ts";

function located<T extends { readonly truncated: boolean }>(
  data: T | PageFailure,
): Located<T> | PageFailure {
  return "truncated" in data ? { ...data, url: location.href } : data;
}

function createAgent(): PageAgent {
  const scene = new Scene();
  const guard = new InputGuard(scene);
  watchPasswords();
  const mutations: PageAgent["mutations"] = () => ({
    ...changeCounts(),
    quietMs: Math.min(Math.round(quietMs()), Number.MAX_SAFE_INTEGER),
    busy: isPageBusy() || isAtWork(),
    still: isStill(),
    document: scene.document,
  });
  return {
    observe: (options) => observe(scene, options),
    target: (ref, need) => target(scene, ref, need),
    hitsFrame: (frame, x, y) => hitsFrame(scene, frame, x, y),
    frameOffset: (frame, scrolls) => frameOffset(scene, frame, scrolls),
    guard: (ref) => guard.arm(ref),
    unguard: () => guard.disarm(),
    focus: (ref) => asInput(() => focus(scene, ref)),
    selectAll: (ref) => selectAll(scene, ref),
    caretToEnd: (ref) => caretToEnd(scene, ref),
    nextBox: (ref) => nextBox(scene, ref),
    focused: () => focused(scene),
    setValue: (ref, value) => asInput(() => setValue(scene, ref, value)),
    selectOptions: (ref, values) => asInput(() => selectOptions(scene, ref, values)),
    choices: (ref, option, isFirst) => choices(scene, ref, option, isFirst),
    scrollList: (ref, toTop) => scrollList(scene, ref, toTop),
    slider: (ref, isFirst) => slider(scene, ref, isFirst),
    sliderHandle: (ref, isFirst) => sliderHandle(scene, ref, isFirst),
    selectText: (ref, words, nth) => selectText(scene, ref, words, nth),
    findPassages: (words, within) => findPassages(scene, words, within),
    passagePoint: (index) => passagePoint(scene, index),
    selectPassage,
    copied: (ref) => copied(scene, ref),
    paste: (ref, pasted) => asInput(() => paste(scene, ref, pasted)),
    placeAt: (x, y) => placeAt(scene, x, y),
    dropPoint: (ref, source, edge) => dropPoint(scene, ref, source, edge),
    findNamed: (name) => findNamed(scene, name),
    reveal: (ref) => reveal(scene, ref),
    fileInput: (ref) => fileInput(scene, ref),
    clearFiles: (ref) => clearFiles(scene, ref),
    listFrames: () => listFrames(scene),
    state: (ref) => state(scene, ref),
    scroll: (ref, dx, dy) => asInput(() => scroll(scene, ref, dx, dy)),
    check: (wanted) => check(scene, wanted),
    text: (selector, maxChars) => located(text(selector, maxChars)),
    links: (selector, maxItems) => located(links(selector, maxItems)),
    table: (selector, maxItems) => located(table(selector, maxItems)),
    watchMutations,
    beginAction: () => {
      beginAction();
      return mutations();
    },
    endAction,
    mutations,
    seek: (ref, text, step) => seek(scene, ref, text, step),
    hidePrivate,
    showPrivate,
    inspectFields,
    readDrafts,
    fillDrafts,
    registerClosedRoot,
    registerClickables: (...elements) => registerClickables(elements),
    frameElement: (frame) => scene.frames[frame] ?? null,
    elementOf: (ref) => scene.refs.get(ref)?.element.deref() ?? null,
  };
}

const world = globalThis as unknown as Record<string, unknown>;
world[PAGE_AGENT_GLOBAL] ??= createAgent();
