import type { Reply } from '../wire/reply.ts';

/** Markup that is inserted without escaping. */
export type Html = { readonly html: string };

type Piece = string | number | Html | undefined | readonly Piece[];

/** Template tag that escapes every value except the results of this function. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { html: strings.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece));
  return 'html' in piece ? piece.html : piece.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

type PageOptions = {
  readonly title: string;
  readonly status?: number;
  readonly formTargets?: readonly string[];
  /** CSS added to the style of all pages. */
  readonly style?: string;
  /** Whether the page may load the script that keeps it up to date. */
  readonly isLive?: boolean;
  /** Whether browsers send the page's origin with its forms, for pages that check it. */
  readonly sendsOrigin?: boolean;
};

/** Renders a page. `formTargets` are origins a form may be redirected to, since browsers apply `form-action` to redirects. */
export function page(options: PageOptions, content: Html): Reply {
  const forms = ["'self'", ...(options.formTargets ?? [])].join(' ');
  const scripts = options.isLive === true ? "script-src 'self'; connect-src 'self'; " : '';
  const policy = `default-src 'none'; ${scripts}style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`;
  return {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': options.sendsOrigin === true ? 'same-origin' : 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: layout(options, content).html,
  };
}

export function errorPage(status: number, title: string, explanation: string): Reply {
  return page(
    { title, status },
    html`<h1>${title}</h1>
      <p>${explanation}</p>`,
  );
}

function layout({ title, style: own = '' }: PageOptions, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <style>
          ${{ html: style + own }}
        </style>
      </head>
      <body>
        <p class="notice" role="note">Sandbox — nothing here reaches the real platform</p>
        <main>${content}</main>
      </body>
    </html> `;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e8eaed); --soft: light-dark(#59626e, #a4adb8); --paper: light-dark(#f4f5f7, #14171b); --card: light-dark(#fff, #1d2126); --line: light-dark(#d8dce1, #343a42); --accent: light-dark(#1f5fd0, #7fb0ff); --on-accent: light-dark(#fff, #0d1b33); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .5rem 1rem; text-align: center; font-size: .875rem; background: light-dark(#fff3cd, #3d3413); color: light-dark(#5c4700, #ffe49a); border-bottom: 1px solid var(--line); }
main { max-width: 32rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
form { margin-top: 1rem; }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; }
legend, .label { display: block; margin: 0 0 .375rem; padding: 0; font-weight: 600; }
.option { display: flex; gap: .75rem; align-items: center; min-height: 44px; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 8px; margin-bottom: .5rem; cursor: pointer; }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.option span { min-width: 0; overflow-wrap: anywhere; }
.option small { display: block; color: var(--soft); }
input[type=radio], input[type=checkbox] { flex: none; width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
input[type=text], textarea { width: 100%; min-height: 44px; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
.field { margin-bottom: 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 8rem; min-height: 44px; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
@media (max-width: 36rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; } }
`;
