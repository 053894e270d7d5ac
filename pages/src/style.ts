/** Colours are named by their use, so that light and dark differ only here. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b22, #eceaf4); --soft: light-dark(#5d5a6b, #a9a5bb);
  --page: light-dark(#f4f3f8, #131219); --card: light-dark(#ffffff, #1d1b26); --line: light-dark(#dcd9e6, #35323f);
  --accent: light-dark(#4b3bd1, #a99cff); --on-accent: light-dark(#ffffff, #17132f);
  --good: light-dark(#176b3a, #7bd9a0); --warn: light-dark(#a3260f, #ff9c86); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .5rem 1rem; text-align: center; font-size: .875rem; border-bottom: 1px solid var(--line);
  background: light-dark(#fff3cd, #3d3413); color: light-dark(#5c4700, #ffe49a); }
main { width: min(32rem, calc(100vw - 2rem)); margin: 2rem auto; padding: 1.75rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; }
main.wide { width: min(52rem, calc(100vw - 2rem)); }
.brand, .brand a { display: flex; gap: .625rem; align-items: center; margin: 0 0 1.25rem; font-weight: 700; letter-spacing: .01em;
  color: var(--ink); text-decoration: none; }
.brand a { margin: 0; } .brand svg { flex: none; width: 28px; height: 28px; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 0 0 .25rem; font-size: 1.0625rem; line-height: 1.3; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; } ul { margin: 0 0 1rem; padding-left: 1.25rem; } li { overflow-wrap: anywhere; }
.soft { color: var(--soft); } h2 .soft { font-weight: 400; } a { color: var(--accent); }
form { margin-top: 1rem; } fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
label, legend, .label { display: block; margin: 0 0 .375rem; padding: 0; font-weight: 600; }
.field { margin-bottom: 1rem; } .hint { display: block; margin-top: .25rem; font-size: .875rem; font-weight: 400; color: var(--soft); }
input[type=text], input[type=password], select, textarea { width: 100%; min-height: 44px; padding: .5rem .75rem;
  font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: .5rem; }
.option { display: flex; gap: .75rem; align-items: center; min-height: 44px; margin-bottom: .5rem; padding: .5rem .75rem;
  font-weight: 400; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.option span { min-width: 0; overflow-wrap: anywhere; } .option small { display: block; color: var(--soft); }
input[type=radio], input[type=checkbox] { flex: none; width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
button, .button { flex: 1 1 8rem; min-height: 44px; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button:hover, .button:hover { border-color: var(--accent); }
button.main, .button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.button { display: block; margin-bottom: .75rem; } .actions .button { margin: 0; } .actions + p { margin-top: 1rem; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; } .row input { flex: 3 1 14rem; width: auto; } form + h2 { margin-top: 1.5rem; }
.plain { display: block; margin-top: .75rem; text-align: center; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere; }
.code { display: block; padding: .75rem; font-size: 1.25rem; font-weight: 600; text-align: center; background: var(--page);
  border: 1px dashed var(--line); border-radius: .5rem; user-select: all; }
.note { padding: .5rem .75rem; font-size: .875rem; color: var(--soft); border: 1px solid var(--line); border-radius: .5rem; }
.fault { padding: .5rem .75rem; color: var(--warn); border: 1px solid var(--warn); border-radius: .5rem; }
section { margin: 0 -1rem; padding: 1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section p { margin: 0 0 .25rem; } section:target { background: var(--page); border-radius: .5rem; }
@media (max-width: 36rem) { main, main.wide { width: auto; margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.25rem 1rem; } }
`;
