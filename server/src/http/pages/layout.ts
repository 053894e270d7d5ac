export type Html = { html: string };

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes values, unless they are `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const text = parts.reduce(
    (all, part, index) => `${all}${index === 0 ? '' : render(values[index - 1] ?? '')}${part}`,
    '',
  );
  return { html: text };
}

function render(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

type Page = { title: string; body: Html; refreshSeconds?: number; isWide?: boolean };

export function page({ title, body, refreshSeconds, isWide = false }: Page): string {
  const refresh =
    refreshSeconds === undefined ? html`` : html`<meta http-equiv="refresh" content="${String(refreshSeconds)}" />`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refresh}
        <title>${title} – Herald</title>
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        <main class="${isWide ? 'wide' : ''}">
          <p class="brand">Herald</p>
          ${body}
        </main>
      </body>
    </html> `.html;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b22, #eceaf4); --soft: light-dark(#5d5a6b, #a9a5bb);
  --page: light-dark(#f4f3f8, #131219); --card: light-dark(#ffffff, #1d1b26); --line: light-dark(#dcd9e6, #35323f);
  --accent: light-dark(#4b3bd1, #a99cff); --on-accent: light-dark(#ffffff, #17132f); --warn: light-dark(#a3260f, #ff9c86); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(27rem, calc(100vw - 2rem)); margin: 1rem 0; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; }
.brand { margin: 0 0 1rem; font-weight: 700; letter-spacing: .02em; color: var(--accent); }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); font-size: .9rem; }
label { display: block; margin-top: 1rem; font-weight: 600; } .hint { font-weight: 400; color: var(--soft); font-size: .875rem; }
input { width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--page);
  border: 1px solid var(--line); border-radius: .5rem; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button, .button { display: block; width: 100%; margin-top: 1.25rem; padding: .75rem 1rem; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 0;
  border-radius: .5rem; cursor: pointer; }
.button + .soft { margin-top: .75rem; } a { color: var(--accent); } .plain { display: block; margin-top: .75rem; text-align: center; color: var(--soft); }
code { font: 600 1.25rem/1.4 ui-monospace, monospace; } .code { display: block; padding: .75rem; text-align: center;
  background: var(--page); border: 1px dashed var(--line); border-radius: .5rem; overflow-wrap: anywhere; user-select: all; }
.note { padding: .5rem .75rem; font-size: .875rem; color: var(--soft); border: 1px solid var(--line); border-radius: .5rem; }
.fault { padding: .5rem .75rem; color: var(--warn); border: 1px solid var(--warn); border-radius: .5rem; }
.wide { width: min(48rem, calc(100vw - 2rem)); } .wide code { font-size: .9em; overflow-wrap: anywhere; }
h2 { margin: 0 0 .25rem; font-size: 1.0625rem; } h2 .soft { font-weight: 400; }
section { margin: 0 -1rem; padding: 1rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section p { margin: 0 0 .25rem; } section:target { background: var(--page); border-radius: .5rem; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; } li { overflow-wrap: anywhere; }
`;
