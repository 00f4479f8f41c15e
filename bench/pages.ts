// The pages of the bench: made here, so that every run and every server sees the same ones.

/** A page with the name of its row. */
export interface BenchPage {
  readonly name: string;
  readonly html: string;
}

function page(name: string, body: string, style = ""): BenchPage {
  return {
    name,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>` +
      `body{font:16px/1.5 sans-serif;margin:24px}table{border-collapse:collapse}td,th{padding:4px 8px}${style}` +
      `</style></head><body>${body}</body></html>`,
  };
}

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join("");
}

const WORDS =
  "amber birch cedar delta ember flint grove haven inlet jetty knoll larch marsh north ocean pearl quartz ridge"
    .split(" ");

function word(index: number): string {
  return WORDS[index % WORDS.length] ?? "amber";
}

function sentence(seed: number, length: number): string {
  const words = times(length, (index) => `${word(seed * 7 + index * (1 + seed % 5))} `).trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function field(id: string, label: string, type = "text", extra = ""): string {
  return `<p><label for="${id}">${label}</label> <input id="${id}" name="${id}" type="${type}" ${extra}></p>`;
}

function table(rows: number): string {
  return `<h1>Orders</h1><table><thead><tr><th>Order</th><th>Customer</th><th>Total</th><th>Actions</th></tr></thead><tbody>` +
    times(
      rows,
      (row) =>
        `<tr><td><a href="/orders/${1000 + row}">${1000 + row}</a></td><td>${word(row)} ${
          word(row + 5)
        }</td>` +
        `<td>${(row * 7) % 90 + 10}.00</td><td><button>Cancel</button></td></tr>`,
    ) +
    `</tbody></table>`;
}

const NAV = `<nav aria-label="Main"><ul>${
  times(7, (index) => `<li><a href="/${word(index)}">${word(index)}</a></li>`)
}</ul></nav>`;

/** A form of ten fields with a button. */
export const TEN_FIELDS: string = `<h1>Registration</h1><form action="/done" method="post">` +
  field("first", "First name", "text", "required") + field("last", "Last name", "text", "required") +
  field("mail", "Email", "email") + field("phone", "Phone", "tel") + field("street", "Street") +
  field("city", "City") +
  field("zip", "Postal code") +
  `<p><label for="country">Country</label> <select id="country" name="country"><option>Norway<option>Sweden<option>Denmark</select></p>` +
  `<p><label><input type="checkbox" name="terms"> I accept the terms</label></p>` +
  `<p><label for="note">Note</label> <textarea id="note" name="note"></textarea></p><button>Register</button></form>`;

/** Every page of the bench. */
export const BENCH_PAGES: readonly BenchPage[] = [
  page(
    "login form",
    `<h1>Sign in</h1><form>${field("user", "Email", "email")}${
      field("pass", "Password", "password", 'value="hunter2"')
    }` +
      `<p><label><input type="checkbox"> Remember me</label></p><button>Sign in</button> <a href="/forgot">Forgot your password?</a></form>`,
  ),
  page("form of ten fields", TEN_FIELDS),
  page(
    "settings",
    `<h1>Settings</h1>` +
      times(4, (group) =>
        `<fieldset><legend>${word(group)} options</legend>` +
        times(5, (option) =>
          `<p><label><input type="checkbox" ${option % 2 ? "checked" : ""}> ${
            sentence(option, 4)
          }</label></p>`) +
        `</fieldset>`) +
      `<button>Save</button><button disabled>Undo</button>`,
  ),
  page(
    "product list",
    `${NAV}<h1>Products</h1>` +
      times(
        24,
        (item) =>
          `<div class="card"><a href="/p/${item}"><h2>${word(item)} lamp ${item}</h2></a><p>${
            sentence(item, 9)
          }</p>` +
          `<p><span>${item * 3 + 9}.00</span> <button>Add to cart</button></p></div>`,
      ),
  ),
  page(
    "article",
    `${NAV}<article><h1>On the ${word(3)}</h1>` +
      times(
        14,
        (part) =>
          `<h2>${word(part)} and ${word(part + 3)}</h2><p>${sentence(part, 40)} <em>${
            sentence(part + 1, 6)
          }</em> ` +
          `See <a href="/a/${part}">${word(part)} notes</a> for more. ${sentence(part + 2, 30)}</p>`,
      ) + `</article>`,
  ),
  page(
    "documentation with sidebar",
    `<aside><ul>${
      times(12, (chapter) =>
        `<li><a href="/d/${chapter}">${word(chapter)}</a><ul>${
          times(4, (part) =>
            `<li><a href="/d/${chapter}/${part}">${word(chapter + part)} guide</a></li>`)
        }</ul></li>`)
    }</ul></aside><main><h1>Guide</h1>${
      times(6, (part) =>
        `<h2 id="s${part}">${word(part)}</h2><p>${sentence(part, 25)}</p><pre><code>run --${
          word(part)
        } ${part}\nstop</code></pre>`)
    }</main>`,
  ),
  page(
    "search results",
    `<form role="search"><input type="search" aria-label="Search" value="lamp"><button>Search</button></form>` +
      times(
        20,
        (hit) =>
          `<div><h3><a href="https://${word(hit)}.example/${hit}?q=1&amp;ref=search">${
            sentence(hit, 5)
          }</a></h3>` +
          `<cite>${word(hit)}.example</cite><p>${sentence(hit + 3, 20)}</p></div>`,
      ) +
      `<nav aria-label="Pages">${times(9, (number) => `<a href="?p=${number}">${number + 1}</a> `)}</nav>`,
  ),
  page("table of 50 rows", table(50)),
  page("table of 400 rows", table(400)),
  page("table of 2,000 rows", table(2000)),
  page(
    "inbox",
    `<h1>Inbox</h1><ul>` +
      times(
        30,
        (mail) =>
          `<li><input type="checkbox" aria-label="Select"><span>${word(mail)} ${word(mail + 2)}</span> ` +
          `<a href="/m/${mail}"><b>${sentence(mail, 4)}</b> <span>${sentence(mail + 1, 9)}</span></a> <time>${
            mail % 12 + 1
          }:30</time>` +
          `<button aria-label="Archive"></button></li>`,
      ) + `</ul>`,
  ),
  page(
    "calendar",
    `<h1>May</h1><table role="grid"><tr>${times(7, (day) => `<th>${"MTWTFSS"[day]}</th>`)}</tr>${
      times(5, (week) =>
        `<tr>${
          times(7, (day) => `<td role="gridcell"><button>${week * 7 + day + 1}</button></td>`)
        }</tr>`)
    }</table>`,
  ),
  page(
    "dashboard",
    `${NAV}<h1>Dashboard</h1>` +
      times(
        8,
        (card) =>
          `<section aria-label="${word(card)}"><h2>${word(card)}</h2><div><div><span>${
            card * 37
          }</span><span> units</span></div>` +
          `<div role="progressbar" aria-valuenow="${
            card * 10
          }" aria-label="progress"></div><a href="/more/${card}">Details</a></div></section>`,
      ) +
      `<svg width="200" height="60"><rect width="20" height="40"/><rect x="30" width="20" height="60"/></svg>`,
  ),
  page(
    "frames",
    `<h1>Checkout</h1><p>${
      sentence(2, 12)
    }</p><iframe title="Card" srcdoc="<label>Card number <input autocomplete=cc-number></label><button>Pay</button>"></iframe>` +
      `<iframe title="Help" srcdoc="<h2>Help</h2><p>Call us.</p><a href=/help>Questions</a>"></iframe>`,
  ),
  page(
    "shadow components",
    `<h1>Components</h1><x-card></x-card><x-card></x-card><x-card></x-card><script>customElements.define('x-card',class extends HTMLElement{` +
      `connectedCallback(){this.attachShadow({mode:'open'}).innerHTML='<h2>Plan</h2><p>Ten seats and a meeting room.</p><button>Choose</button>'}})</script>`,
  ),
  page(
    "questions (details)",
    `<h1>Questions</h1>` +
      times(
        12,
        (question) =>
          `<details ${question === 0 ? "open" : ""}><summary>${sentence(question, 6)}</summary><p>${
            sentence(question, 30)
          }</p></details>`,
      ),
  ),
  page(
    "file tree",
    `<ul role="tree" aria-label="Files">${
      times(10, (folder) =>
        `<li role="treeitem" aria-expanded="${folder < 3}" tabindex="-1"><span>${word(folder)}</span>${
          folder < 3
            ? `<ul role="group">${
              times(6, (file) =>
                `<li role="treeitem" tabindex="-1">${word(file)}.ts</li>`)
            }</ul>`
            : ""
        }</li>`)
    }</ul>`,
  ),
  page(
    "modal dialog",
    `${NAV}<h1>Account</h1><p>${sentence(4, 30)}</p><button>Delete account</button>` +
      `<dialog id="d"><h2>Delete?</h2><p>This cannot be undone.</p><button>Cancel</button><button>Delete</button></dialog><script>d.showModal()</script>`,
  ),
  page(
    "long selects",
    `<h1>Travel</h1>` +
      times(
        4,
        (index) =>
          `<p><label>${word(index)} <select>${
            times(60, (option) => `<option value="${option}">${word(option)} ${option}</option>`)
          }</select></label></p>`,
      ),
  ),
  page(
    "board",
    `<h1>Board</h1><div style="display:flex">` +
      times(
        4,
        (column) =>
          `<section><h2>${word(column)}</h2>${
            times(6, (card) =>
              `<div draggable="true" tabindex="0"><b>${sentence(card + column, 4)}</b><p>${
                sentence(card, 10)
              }</p><span>${word(card)}</span></div>`)
          }<button>Add a card</button></section>`,
      ) + `</div>`,
  ),
  page(
    "icon toolbar",
    `<div role="toolbar">${
      times(16, (icon) =>
        `<button class="btn icon-${word(icon)}" title="${
          word(icon)
        }"><svg width="16" height="16"><path d="M0 0h16"/></svg></button>`)
    }</div><p>${sentence(1, 60)}</p>`,
  ),
  page(
    "chat",
    `<h1>Support</h1><div role="log">${
      times(30, (message) =>
        `<div><b>${message % 2 ? "You" : "Ada"}</b> <time>10:${10 + message}</time><div><p>${
          sentence(message, 14)
        }</p></div></div>`)
    }</div><textarea aria-label="Message"></textarea><button>Send</button>`,
  ),
];
