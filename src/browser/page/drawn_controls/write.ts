// Writes a drawn widget and its hidden native select as the one control that a person sees.
import { flatText, saysAll } from "../clean_text.ts";
import { bracket, type ControlFacts } from "../bracket.ts";
import { factsOf, finish, named } from "../controls.ts";
import { shownValue } from "../field_values.ts";
import { flatParent } from "../flat_tree.ts";
import { labelsOf } from "../labels.ts";
import { type DraftLine, plainText } from "../lines.ts";
import type { Pass } from "../pass.ts";
import { maskSecrets } from "../sensitive.ts";
import { type Around, walkChildren } from "../walker.ts";
import { type DrawnControl, drawnControl } from "./pairs.ts";

const DRAWN_STATES = /^(?:expanded|collapsed|focused|disabled|busy)$/;
const NATIVE_STATES = /^(?:required|invalid|disabled|multiple)$/;

/** What the select is called: by its label, else as the drawn field is. */
function nameOf(pass: Pass, { native, opener }: DrawnControl): string {
  const own = flatText(pass.names.of(native).text) ||
    flatText(labelsOf(native, pass.styles)[0]?.textContent ?? "");
  if (own !== "") return maskSecrets(own, true);
  const drawn = flatText(pass.names.of(opener).text);
  const values = [...native.options].map(({ label }) => flatText(label));
  return values.includes(drawn) ? "" : maskSecrets(drawn, true);
}

/** Some libraries leave in the select only what is chosen: that is no list of choices. */
function valueOf(native: HTMLSelectElement): ControlFacts["value"] {
  const { choices, ...value } = shownValue(native, "combobox");
  return choices === undefined || native.options.length === native.selectedOptions.length
    ? value
    : { ...value, choices };
}

function factsOfPair(pass: Pass, pair: DrawnControl, around: Around): ControlFacts {
  const { native, opener } = pair;
  const facts = factsOf(pass, opener, "combobox", "control", around);
  const other = factsOf(pass, native, "combobox", "control", around, undefined, false);
  const states = [
    ...new Set([
      ...facts.states.filter((state) => DRAWN_STATES.test(state)),
      ...other.states.filter((state) => NATIVE_STATES.test(state)),
    ]),
  ];
  return {
    ...facts,
    states,
    name: nameOf(pass, pair),
    value: valueOf(native),
    hint: null,
    native,
  };
}

/** What is left of the drawn part's lines: what can be used in it (a chip's cross, an open list), and what was not said. */
function unsaidLines(lines: readonly DraftLine[], { name, value }: ControlFacts): readonly DraftLine[] {
  const said = `${name} ${value.value ?? ""} ${value.choices ?? ""}`;
  const marks = lines.flatMap(({ segments }) => segments).filter(({ kind }) => kind === "mark");
  const isOpen = marks.some(({ text }) =>
    /^\[\S+ option(?! selected)[^:\]]*(?<! not visible)[:\]]/.test(text)
  );
  const isRepeated = (text: string): boolean => {
    const words = /^\[\S+ clickable[^:\]]*: (.*)\]$/.exec(text)?.[1];
    return words !== undefined && saysAll(`${name} ${value.value ?? ""}`, words);
  };
  const isUsable = (line: DraftLine): boolean =>
    line.segments.some(({ kind, text }) =>
      kind === "mark" && !isRepeated(text) &&
      !/^\[\S+ (?:[a-z]+[^:\]]* not visible|textbox readonly)/.test(text) &&
      (isOpen || !/^\[\S+ option selected/.test(text))
    );
  return lines.filter((line) =>
    isUsable(line) || !saysAll(said, plainText([line])) && plainText([line]) !== ""
  );
}

/** True for the boxes between the whole of a drawn control and what has its ref. */
function isShell(element: Element, pass: Pass): boolean {
  for (let at: Element | null = element, steps = 0; at !== null && steps < 6; at = flatParent(at), steps++) {
    const pair = drawnControl(at, pass.styles);
    if (pair !== null) return pair.root === at && element.contains(pair.opener);
  }
  return false;
}

/** Writes an element when it is a part of a drawn control; false for anything else. */
export function writeDrawn(pass: Pass, element: Element, around: Around): boolean {
  if (!pass.hasSelects) return false;
  const pair = drawnControl(element, pass.styles);
  if (pair === null) {
    if (!isShell(element, pass)) return false;
    walkChildren(pass, element, around);
    return true;
  }
  if (element !== pair.root) {
    // the native part is said by the drawn one, and so is the bracket of the opener
    if (element !== pair.native && element.localName !== "input") walkChildren(pass, element, around);
    return true;
  }
  const facts = factsOfPair(pass, pair, around);
  finish(pass, facts);
  const { out } = pass;
  out.capture();
  walkChildren(pass, element, { ...around, pointer: true });
  const lines = unsaidLines(out.release(), facts);
  if (lines.length === 0) {
    out.mark(bracket(named(facts)));
    return true;
  }
  const place = out.header(bracket(named(facts)));
  out.append(lines);
  out.endHeader(place, true);
  return true;
}
