import { errorCatalogue } from '../response/error-catalogue.ts';
import { html, type Html } from '@herald/pages';
import { page } from './page.ts';

/** The `Link` header of errors points to these anchors. */
export function errorsPage(): string {
  const entries = errorCatalogue().map(
    ({ code, status, value, fields, when }) =>
      html`<section id="${code}">
        <h2>${spans(value)} <span class="soft">${String(status)}</span></h2>
        <p>${spans(when)}</p>
        <p class="soft">Fields: ${spans(fields)}</p>
      </section>`,
  );
  const body = html`<h1>Errors</h1>
    <p>
      Every error is JSON with at least <code>error</code>, a text for humans. <code>code</code>, if present, is stable.
      Every response has the header <code>X-Request-Id</code>; include it when you ask for help.
    </p>
    <p><a href="/docs/guides">Guides and search</a> · <a href="/docs/">API reference</a></p>
    ${entries}`;
  return page({ title: 'Errors', body, isWide: true });
}

function spans(markdown: string): Html[] {
  return markdown.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}
