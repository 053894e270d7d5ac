import { html, type Html } from './html.ts';
import { logo, logoFile } from './logo.ts';
import { style } from './style.ts';

type DocumentOptions = {
  readonly title: string;
  /** Beside the logo, and in the title of the tab. */
  readonly brand: string;
  readonly brandUrl?: string;
  readonly notice?: string;
  readonly ownStyle?: string;
  readonly isWide?: boolean;
  readonly refreshSeconds?: number;
};

/** Frames every page of Herald and its sandbox. */
export function htmlDocument(options: DocumentOptions, content: Html): string {
  const { title, brand, brandUrl, notice, ownStyle = '', isWide = false, refreshSeconds } = options;
  const mark = html`${{ html: logo }}<span>${brand}</span>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${refreshSeconds === undefined ? undefined : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <link rel="icon" type="image/svg+xml" href="${icon}" />
        <title>${title} · ${brand}</title>
        <style>
          ${{ html: style + ownStyle }}
        </style>
      </head>
      <body>
        ${notice === undefined ? undefined : html`<p class="notice" role="note">${notice}</p>`}
        <main${isWide ? html` class="wide"` : undefined}>
          ${brandUrl === undefined ? html`<p class="brand">${mark}</p>` : html`<p class="brand"><a href="${brandUrl}">${mark}</a></p>`}
          ${content}
        </main>
      </body>
    </html> `.html;
}

/** Embedded, so that it works from a file, behind a proxy and without a second request. */
const icon = `data:image/svg+xml,${encodeURIComponent(logoFile)}`;
