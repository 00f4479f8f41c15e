// One physical input is one act: it goes on where the page draws the target anew on the way, as long as that means the
// same; where it means something else by then, the rest is held back, and what is told does not contradict itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Stage, startStage } from "./act_support.ts";

const LOG = `<pre id=log></pre><script>const say = (word) => { log.textContent += word + " "; };</script>`;

let stage: Stage;
before(async () => {
  stage = await startStage({
    "/fields": `${LOG}<div id=box></div><input aria-label=Next oninput="say('next:' + value)">
      <script>function draw(value, names) {
        box.innerHTML = names.map((name) => '<input aria-label="' + name + '">').join("");
        box.firstChild.value = value; box.firstChild.focus(); box.firstChild.setSelectionRange(99, 99);
      }
      draw("", ["Code"]);
      box.onkeydown = ({ key, target }) => {
        say(key);
        if (key === "r") draw(target.value, ["Code"]);
        else if (key === "o") draw(target.value, ["Other"]);
        else if (key === "n") document.querySelector("[aria-label=Next]").focus();
        else if (key === "g") { target.remove(); }
      };</script>`,
    "/buttons": `${LOG}<div id=box></div><script>
      function draw(name) { box.innerHTML = '<button>' + name + '</button>'; box.firstChild.focus(); }
      draw("Archive");
      const turn = () => { say("press"); draw("Delete"); };
      box.onkeydown = turn; box.onpointerdown = turn;
      box.onclick = ({ target }) => say("did:" + target.textContent);</script>`,
    "/rows": `${LOG}<ul id=box></ul><script>
      let rows = ["milk", "bread", "eggs"];
      function draw() {
        box.innerHTML = rows.map((row) => '<li style="height:30px"><b>' + row + '</b> <button>×</button></li>').join("");
      }
      draw();
      box.onclick = ({ target }) => {
        if (target.localName !== "button") return;
        say(target.parentNode.firstChild.textContent);
        rows = rows.filter((row) => row !== target.parentNode.firstChild.textContent);
        draw();
      };</script>`,
    "/cover": `${LOG}<button>Menu</button><div id=list hidden style="pointer-events:auto"></div>
      <script>
      list.innerHTML = "<button>Copy</button>";
      list.onclick = () => say("copy");
      document.querySelector("button").onpointerdown = (event) => {
        event.preventDefault();
        say("opened");
        list.hidden = false;
        document.body.style.pointerEvents = "none";
      };</script>`,
    "/hover": `${LOG}<div id=box></div><script>
      let hovered = 0;
      function draw() { box.innerHTML = '<button style="width:200px">Open ' + '</button>'; }
      draw();
      box.onpointerover = ({ target }) => { if (target !== box && hovered++ === 0) draw(); };
      box.ondblclick = () => say("double");
      box.onclick = () => { say("click"); draw(); };</script>`,
  });
});
after(() => stage.end());

const CODE = "[aria-label=Code]";

test("keys go on in a field that is drawn anew with every one, and through the batch", async () => {
  const page = await stage.open("/fields");
  const ref = page.ref("textbox", "Code");
  await page.do(
    { type: "type", ref, value: "arrays" },
    { type: "press", ref, key: "r" },
    { type: "fill", ref, value: "very" },
    { type: "type", ref, value: "rr" },
  );
  await page.holds(CODE, "veryrr");
  await page.call("tab_close");
});

test("a key whose press moved the caret to another field has its effect there, as for a person", async () => {
  const page = await stage.open("/fields");
  await page.do({ type: "press", ref: page.ref("textbox", "Code"), key: "n" });
  await page.holds("[aria-label=Next]", "n");
  const { results } = await page.act([{ type: "type", ref: page.ref("textbox", "Code"), value: "anx" }]);
  assert.equal(results[0]?.status, "failed", "the next key belonged to the first field");
  assert.equal(results[0]?.effect?.outcome, "unknown");
  await page.holds("[aria-label=Next]", "nn");
  await page.call("tab_close");
});

test("what means something else by then gets nothing more, and that is no 'done'", async () => {
  const page = await stage.open("/fields");
  const typed = await page.act([{ type: "type", ref: page.ref("textbox", "Code"), value: "abox" }]);
  assert.equal(typed.failed?.error.code, "TARGET_COVERED");
  assert.equal(typed.failed_action_may_have_side_effects, true);
  assert.equal(typed.results[0]?.effect?.outcome, "unknown");
  await page.shows("a b o");
  await page.holds("[aria-label=Other]", "ab");
  await page.call("tab_close");
  for (const action of [{ type: "press", key: "Enter" }, { type: "click" }, { type: "double_click" }]) {
    const other = await stage.open("/buttons");
    const reply = await other.act([{ ...action, ref: other.ref("button", "Archive") }]);
    await other.shows("press");
    const { text } = await other.call("tab_extract", { kind: "text", selector: "#log" });
    assert.equal(text, "press", `${action.type} reached what it was not aimed at`);
    assert.equal(reply.results[0]?.status, "failed", JSON.stringify(reply.results));
    assert.equal(reply.results[0]?.effect?.outcome, "unknown");
    await other.call("tab_close");
  }
});

test("a second press never hits the next row that moved up under the pointer", async () => {
  const page = await stage.open("/rows");
  const { results } = await page.act([{ type: "double_click", ref: page.ref("button", "×") }]);
  assert.equal(results[0]?.status, "failed");
  const { text } = await page.call("tab_extract", { kind: "text", selector: "#log" });
  assert.equal(text, "milk");
  await page.call("tab_close");
});

test("a pointer whose coming alone draws the target anew still presses it, twice where asked", async () => {
  const page = await stage.open("/hover");
  await page.do({ type: "click", ref: page.ref("button", "Open") });
  await page.shows("click");
  await page.do({ type: "double_click", ref: page.ref("button", "Open") });
  const { text } = await page.call("tab_extract", { kind: "text", selector: "#log" });
  assert.match(String(text), /^click click click/);
  await page.call("tab_close");
});

test("a press that is prevented and takes the pointer from the page has opened what it opens", async () => {
  const page = await stage.open("/cover");
  await page.do({ type: "click", ref: page.ref("button", "Menu") });
  await page.do({ type: "click", ref: page.ref("button", "Copy") });
  await page.shows("opened copy");
  await page.call("tab_close");
});
