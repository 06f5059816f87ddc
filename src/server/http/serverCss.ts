/** Style sheet of the pages that the server renders: the sandbox invoice, the password page and the review page. */
export const serverCss = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #57534e; --paper: #ffffff; --ground: #f5f5f4; --line: #d6d3d1; --accent: #0f766e; --good: #15803d; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #f5f5f4; --soft: #a8a29e; --paper: #1c1917; --ground: #0c0a09; --line: #44403c; --accent: #2dd4bf; --good: #4ade80; --bad: #f87171; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.card { max-width: 26rem; margin: 10vh auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; text-align: center; }
.card h1 { margin: 0 0 .25rem; font-size: 1.125rem; }
.card p { margin: .5rem 0; color: var(--soft); }
.card .sum { margin: 1.25rem 0; font-size: 2.25rem; font-weight: 650; color: var(--ink); font-variant-numeric: tabular-nums; }
.card .good { color: var(--good); font-weight: 600; }
.card .bad { color: var(--bad); font-weight: 600; }
.card label { display: block; text-align: left; margin: 1rem 0 .25rem; }
.card input { width: 100%; padding: .625rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; }
button { width: 100%; margin-top: .75rem; padding: .75rem 1rem; font: inherit; font-weight: 600; color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: .625rem; cursor: pointer; }
button.main { color: #fff; background: #0f766e; border-color: #0f766e; }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card textarea { width: 100%; padding: .625rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; resize: vertical; }
.review { margin: 4vh auto; }
.review fieldset { margin: 1rem 0 0; padding: 0; border: 0; text-align: left; }
.review legend { padding: 0; font-weight: 600; }
.review .marks { display: grid; grid-template-columns: repeat(5, 1fr); gap: .375rem; margin-top: .375rem; }
.review .mark { position: relative; margin: 0; }
.review .mark input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.review .mark span { display: block; padding: .625rem 0; text-align: center; border: 1px solid var(--line); border-radius: .5rem; }
.review .mark input:checked + span { color: #fff; background: #0f766e; border-color: #0f766e; font-weight: 600; }
.review .mark input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.review .tick { display: flex; align-items: center; gap: .5rem; min-height: 2.5rem; }
.review .tick input { width: 1.25rem; height: 1.25rem; }
.review a { color: var(--accent); }
`;
