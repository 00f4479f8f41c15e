const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #22303c; background: #f5f3ee; }
body { margin: 0; }
header { background: #22303c; color: #fff; }
header div, main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem; }
header div { display: flex; justify-content: space-between; align-items: baseline; }
header a { color: #fff; text-decoration: none; }
header .brand { font-size: 1.25rem; font-weight: 700; }
h1 { font-size: 1.75rem; margin: 1rem 0; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.25rem; padding: 0; list-style: none; }
.card, form, .box { background: #fff; border: 1px solid #e2ddd2; border-radius: 12px; padding: 1.25rem; }
.picture { height: 7rem; border-radius: 8px; margin-bottom: .75rem; }
.price { font-weight: 700; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
input, select { font: inherit; padding: .5rem .75rem; border: 1px solid #b9b2a3; border-radius: 8px; width: 100%; box-sizing: border-box; }
input[type=number] { width: 6rem; }
button, .button { display: inline-block; font: inherit; font-weight: 600; margin-top: 1rem; padding: .6rem 1.25rem; border: 0; border-radius: 8px; background: #1f7a5c; color: #fff; text-decoration: none; cursor: pointer; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem; border-bottom: 1px solid #e2ddd2; }
td:last-child, th:last-child { text-align: right; }
[role=alert] { background: #fdecea; border-radius: 8px; padding: .75rem 1rem; }
`;

/** Makes text safe to stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A whole page.
 *
 * @param title title and heading
 * @param content HTML of the main part
 * @param cartCount things in the cart
 */
export function page(title: string, content: string, cartCount: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} – Corner Shop</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><a class="brand" href="/">Corner Shop</a><nav><a href="/cart">Cart (${cartCount})</a></nav></div></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
