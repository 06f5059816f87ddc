/** Style sheet of the shop pages. The layout is mobile first. */
export const shopCss = `
:root { color-scheme: light dark; --ink: #1f1a14; --soft: #625a50; --paper: #ffffff; --ground: #faf6ef; --line: #ded5c7; --accent: #9a3412; --on: #ffffff; --bad: #b91c1c; --good: #166534; }
@media (prefers-color-scheme: dark) { :root { --ink: #f6efe5; --soft: #c0b4a4; --paper: #241f19; --ground: #16120e; --line: #4a4136; --accent: #fb923c; --on: #1c1209; --bad: #fca5a5; --good: #86efac; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header p, .soft { color: var(--soft); margin: .25rem 0; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .5rem 0 0; }
h2 { font-size: 1.375rem; margin: 2rem 0 .75rem; scroll-margin-top: 4rem; }
a { color: var(--accent); }
nav { position: sticky; top: 0; z-index: 1; background: var(--ground); border-bottom: 1px solid var(--line); overflow-x: auto; white-space: nowrap; padding: .25rem max(.25rem, calc((100vw - 72rem) / 2 + .25rem)); }
nav a { display: inline-block; padding: .625rem .75rem; text-decoration: none; font-weight: 600; }
/* The first paint of a long menu does not wait for the layout of the sections below the screen. */
main section { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.dishes { display: grid; align-items: start; gap: .75rem; grid-template-columns: 1fr; padding: 0; margin: 0; list-style: none; }
@media (min-width: 40rem) { .dishes { grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); } }
.dish { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .25rem .875rem; align-items: start; align-content: start; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; padding: .75rem; }
.dish img, .dish .blank { grid-row: 1 / 3; width: 5.5rem; height: 5.5rem; object-fit: cover; border-radius: .75rem; background: var(--ground); }
.dish label { font-weight: 600; }
.dish div { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.price { font-variant-numeric: tabular-nums; font-weight: 650; white-space: nowrap; }
.off { color: var(--soft); }
input, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .625rem; padding: .625rem .75rem; min-height: 2.75rem; width: 100%; }
input[type=number] { width: 4.75rem; }
.dish details { grid-column: 1 / -1; }
.dish details label { font-weight: 400; }
.dish .group { display: block; margin: .25rem 0; padding-left: .75rem; border-left: 3px solid var(--line); }
summary { cursor: pointer; padding: .5rem 0; color: var(--accent); }
input[type=radio], input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); }
button.step { width: 2.75rem; min-height: 2.75rem; flex: none; padding: 0; color: var(--accent); background: transparent; border: 1px solid var(--line); }
button.step + input[type=number] { width: 3.25rem; text-align: center; appearance: textfield; }
.dish .price { flex-basis: 100%; }
form:has(input[value=pickup]:checked) .address { display: none; }
button:disabled { opacity: .6; cursor: default; }
#sums p { margin: .25rem 0; color: var(--soft); }
#sums p:last-child { font-size: 1.25rem; font-weight: 700; color: var(--ink); }
.bar { position: sticky; bottom: 0; padding: .75rem 0; background: var(--ground); }
button, a.button { font: inherit; font-weight: 650; width: 100%; min-height: 3.25rem; color: var(--on); background: var(--accent); border: 0; border-radius: .875rem; cursor: pointer; }
.pay { margin-bottom: 1rem; }
a.button { display: grid; place-items: center; text-decoration: none; }
.good { color: var(--good); font-weight: 600; }
.card { max-width: 34rem; margin: 0 auto; }
.card label.field { display: block; margin: .75rem 0 .25rem; }
button.more { min-height: 2.75rem; color: var(--accent); background: transparent; border: 1px solid var(--line); }
.dish fieldset { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .25rem; }
.choice { display: flex; gap: .625rem; align-items: center; padding: .5rem 0; }
fieldset { border: 0; padding: 0; margin: 1rem 0 0; }
.lines { padding: 0; list-style: none; }
.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.total { font-size: 1.25rem; font-weight: 700; }
.bad:empty { display: none; }
.bad { color: var(--bad); font-weight: 600; }
.trap { position: absolute; left: -100vw; }
.steps { padding-left: 1.25rem; }
.steps [aria-current] { font-weight: 700; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
