// Only a document that nothing can change but input need not be waited for.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, open } from "./page_harness.ts";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

async function isStill(html: string): Promise<boolean> {
  const agent = await open(browser, html);
  const { still } = await agent.call("mutations");
  await agent.page.close();
  return still;
}

test("a complete document without anything that moves is still", async () => {
  assert.equal(
    await isStill(
      `<meta http-equiv=content-type content="text/html"><h1>Words</h1><form><input value=x><button>Send</button></form><a href="/">Home</a>`,
    ),
    true,
  );
});

for (
  const [name, html] of Object.entries({
    script: "<p id=p>x</p><script>setTimeout(() => p.textContent = 'later', 60)</script>",
    "script inside SVG": "<svg><script>setTimeout(() => 0)</script></svg>",
    frame: "<iframe srcdoc='<p>inside</p>'></iframe>",
    object: "<object data='data:text/html,x'></object>",
    "handler of loading": `<body onload="setTimeout(() => document.body.append('later'), 60)">x`,
    "handler of a failure": `<img src="data:," onerror="document.body.append('failed')">`,
    refresh: `<meta http-equiv="refresh" content="60; url=/next">x`,
    animation: "<style>@keyframes a { to { opacity: 0.5 } } p { animation: a 60s infinite }</style><p>x</p>",
    "animation in SVG": "<svg><rect><animate attributeName=x to=5 dur=60s /></rect></svg>",
    video: "<video></video>",
  })
) {
  test(`a document with this is not still: ${name}`, async () => {
    assert.equal(await isStill(html), false);
  });
}
