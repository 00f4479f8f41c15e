import fc from "fast-check";

// weighed so that a call with a dozen arguments still fits as a whole in one of some twenty cases
const word = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.constantFrom("e1", "s1", "s1:1", "main", "https://a.example/", "Enter", "x"),
  },
  { weight: 6, arbitrary: fc.string({ maxLength: 12, unit: "binary" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "y".repeat(160),
      "y".repeat(161),
      "😀".repeat(160),
      "z".repeat(1001),
      "w".repeat(10_001),
    ),
  },
);
const integer = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[0, 1, 99, 100, 499, 500, 501, 10_000, 60_000, 60_001, 100_001, 200_001, -1, 1.5, 1e21],
    ),
  },
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 400 }) },
);
const odd = fc.oneof(word, integer, fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));

/** Mostly what fits, now and then something else. */
function mostly<T>(fitting: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: odd });
}

function object(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
) {
  const model = { ...required, ...optional };
  const fitting = fc.record(model, { requiredKeys: Object.keys(required) });
  const lacking = fc.record(model, { requiredKeys: [] });
  const surplus = fc.tuple(fitting, fc.constantFrom("ref", "value", "extra", "constructor"), odd).map(
    ([base, key, value]) => ({ ...base, [key]: value }),
  );
  return fc.oneof(
    { weight: 40, arbitrary: fitting },
    { weight: 1, arbitrary: lacking },
    { weight: 1, arbitrary: surplus },
  );
}

const ref = mostly(word);
const point = object({ x: mostly(integer), y: mostly(integer) });
const manner = {
  clicks: mostly(integer),
  button: mostly(fc.constantFrom("left", "right", "middle")),
  modifiers: mostly(fc.array(fc.constantFrom("Alt", "Control", "Shift", "Hyper"), { maxLength: 6 })),
};
const action = fc.oneof(
  object({ type: fc.constant("click"), ref }, manner),
  object({ type: mostly(fc.constantFrom("double_click", "hover", "clear", "focus", "scroll_to")), ref }),
  object({ type: fc.constantFrom("fill", "type", "pick_date"), ref, value: mostly(word) }),
  object({ type: fc.constant("press"), key: mostly(word) }, { ref }),
  object({ type: fc.constant("select"), ref, values: mostly(fc.array(word, { maxLength: 3 })) }),
  object({ type: fc.constant("choose"), ref, option: mostly(word) }),
  object({ type: fc.constant("set_slider"), ref, value: mostly(fc.oneof(integer, fc.double())) }),
  object({ type: fc.constant("select_text"), ref, text: mostly(word) }, { nth: mostly(integer) }),
  object({ type: fc.constant("click_text"), text: mostly(word) }, { nth: mostly(integer), within: ref }),
  object({ type: fc.constant("click_named"), name: mostly(word) }, { timeout_ms: mostly(integer) }),
  object({ type: fc.constant("click_xy"), x: mostly(integer), y: mostly(integer) }, manner),
  object({ type: fc.constant("drag"), ref, target_ref: ref }, {
    position: mostly(fc.constantFrom("before", "after", "center")),
    offset: point,
  }),
  object({
    type: fc.constantFrom("drag_xy", "move_xy"),
    points: mostly(fc.oneof(fc.array(point, { maxLength: 3 }), fc.array(point, { maxLength: 52 }))),
  }),
  object({
    type: fc.constantFrom("upload", "upload_chooser", "drop_files"),
    ref,
    files: mostly(fc.array(word, { maxLength: 22 })),
  }),
  object({ type: fc.constant("fill_secret"), ref, secret: mostly(word) }),
  object({ type: fc.constant("check"), ref, checked: mostly(fc.boolean()) }),
  object({ type: fc.constant("scroll"), direction: mostly(fc.constantFrom("up", "down", "left", "right")) }, {
    pixels: mostly(integer),
    ref,
  }),
  object({ type: fc.constant("wait"), text: mostly(word) }, { timeout_ms: mostly(integer) }),
);
const check = fc.oneof(
  object({ kind: mostly(fc.constant("url")), value: mostly(word) }),
  object({ kind: fc.constantFrom("text", "title"), contains: mostly(word) }),
  object({ kind: fc.constant("visible"), selector: mostly(word) }),
  object({ kind: fc.constant("value"), value: mostly(word) }, { ref, selector: mostly(word) }),
  object({ kind: fc.constant("count"), selector: mostly(word), value: mostly(integer) }),
  object({ kind: fc.constant("absent") }, { text: mostly(word), selector: mostly(word) }),
  object({
    kind: fc.constant("matches"),
    in: mostly(fc.constantFrom("text", "url", "title")),
    pattern: mostly(word),
  }),
  object({
    kind: fc.constant("state"),
    ref,
    state: mostly(fc.constantFrom("checked", "disabled", "collapsed")),
  }),
  object({ kind: fc.constant("attribute"), name: mostly(word) }, {
    value: mostly(word),
    ref,
    selector: mostly(word),
  }),
  object({ kind: fc.constant("download") }, {
    name: mostly(word),
    min_bytes: mostly(integer),
    sha256: mostly(fc.oneof(word, fc.constant("a".repeat(64)))),
  }),
  object({ kind: fc.constant("response"), url: mostly(word) }, {
    status: mostly(integer),
    method: mostly(word),
  }),
);
const list = (item: fc.Arbitrary<unknown>) =>
  mostly(fc.oneof(fc.array(item, { minLength: 1, maxLength: 3 }), fc.array(item, { maxLength: 22 })));
const id = mostly(word);

const ARGUMENTS: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  tab_open: object({ url: mostly(word) }, { storage_state: mostly(word), idempotency_key: id }),
  tab_snapshot: object({ session_id: id }, {
    mode: mostly(fc.constantFrom("full", "diff")),
    format: mostly(fc.constantFrom("tree", "elements")),
    max_chars: mostly(integer),
    cursor: id,
    max_elements: mostly(integer),
    frame_id: id,
    selector: mostly(word),
    viewport_only: mostly(fc.boolean()),
    include: mostly(fc.array(fc.constantFrom("url", "box", "graphics", "other"), { maxLength: 4 })),
  }),
  tab_act: object({ session_id: id, snapshot_id: id, actions: list(action) }, {
    post_checks: list(check),
    verify_timeout_ms: mostly(integer),
    settle_ms: mostly(integer),
    include_snapshot: mostly(fc.boolean()),
    timeout_ms: mostly(integer),
    idempotency_key: id,
  }),
  tab_verify: object({ session_id: id, checks: list(check) }, {
    snapshot_id: id,
    timeout_ms: mostly(integer),
  }),
  tab_extract: object({ session_id: id, kind: mostly(fc.constantFrom("text", "links", "table")) }, {
    selector: mostly(word),
    frame_id: id,
    max_items: mostly(integer),
  }),
  tab_navigate: object({
    session_id: id,
    action: mostly(fc.constantFrom("goto", "back", "forward", "reload")),
  }, {
    url: mostly(word),
    idempotency_key: id,
  }),
  tab_click_named: object({ session_id: id, name: mostly(word) }, {
    role: mostly(fc.constantFrom("button", "link", "menuitem", "tab", "checkbox", "radio")),
    idempotency_key: id,
  }),
  tab_find: object({ session_id: id, text: mostly(word) }, {
    frame_id: id,
    container_ref: id,
    snapshot_id: id,
    max_scrolls: mostly(integer),
    timeout_ms: mostly(integer),
  }),
  tab_extract_structured: object({
    session_id: id,
    schema: mostly(fc.oneof(fc.boolean(), fc.dictionary(word, fc.jsonValue(), { maxKeys: 3 }))),
    fields: list(object({
      name: mostly(word),
      selector: mostly(word),
      mode: mostly(fc.constantFrom("text", "attribute", "value")),
    }, {
      attribute: mostly(word),
      type: mostly(fc.constantFrom("string", "number", "integer", "boolean")),
      multiple: mostly(fc.boolean()),
      required: mostly(fc.boolean()),
    })),
  }, { frame_id: id }),
  tab_capture: object({ session_id: id }, { full_page: mostly(fc.boolean()) }),
  tab_tabs: object({ session_id: id, action: mostly(fc.constantFrom("list", "new", "switch", "close")) }, {
    tab_id: id,
    url: mostly(word),
  }),
  tab_dialog: object({ session_id: id, action: mostly(fc.constantFrom("accept", "dismiss")) }, {
    prompt_text: mostly(word),
  }),
  tab_downloads: object({ session_id: id }, { download_id: id, timeout_ms: mostly(integer) }),
  tab_pdf: object({ session_id: id }, {
    format: mostly(fc.constantFrom("A4", "Letter")),
    landscape: mostly(fc.boolean()),
  }),
  tab_state: object({ session_id: id }),
  tab_network: object({ session_id: id }, {
    after_id: mostly(integer),
    max_items: mostly(integer),
    response_id: mostly(integer),
  }),
  tab_script: object({ session_id: id, snapshot_id: id, source: mostly(word) }, {
    input: mostly(fc.jsonValue()),
    timeout_ms: mostly(integer),
  }),
  tab_list: object({}),
  tab_close: object({ session_id: id }),
};

/** Arguments of a tool that fit or almost fit: where a parser and a schema could disagree. */
export function argumentsNear(name: string): fc.Arbitrary<Record<string, unknown>> {
  const found = ARGUMENTS[name];
  if (found === undefined) throw new TypeError(`No arguments are described for tool ${name}`);
  return found;
}
