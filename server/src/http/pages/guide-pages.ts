import { html, htmlDocument, type Html } from '@herald/pages';
import { guidePath, type Guide } from '../guides/guides.ts';
import type { Match } from '../guides/search-guides.ts';

export function guidePage({ title, html: content }: Guide): string {
  return framed(
    title,
    html`${nav}
      <article>${{ html: content }}</article>`,
  );
}

export function guideListPage(all: readonly Guide[], query: string, matches: readonly Match[]): string {
  const list = all.map(({ name, title }) => html`<li><a href="${guidePath(name)}">${title}</a></li>`);
  const body = html`<h1>Guides</h1>
    <form method="get" action="/docs/guides" role="search">
      <label for="q">Search the guides and the errors</label>
      <div class="row">
        <input type="text" id="q" name="q" value="${query}" />
        <button class="main" type="submit">Search</button>
      </div>
    </form>
    ${query === '' ? undefined : results(query, matches)}
    <h2>All guides</h2>
    <ul>
      ${list}
      <li><a href="/docs/errors">Errors</a></li>
      <li><a href="/docs/">API reference</a></li>
    </ul>`;
  return framed('Guides', body);
}

function results(query: string, matches: readonly Match[]): Html {
  if (matches.length === 0) return html`<p>Nothing contains “${query}”. Try fewer or other words.</p>`;
  return html`<h2>Results</h2>
    ${matches.map(
      ({ title, url, excerpt }) =>
        html`<section>
          <p><a href="${url}">${title}</a></p>
          <p class="soft">${excerpt}</p>
        </section>`,
    )}`;
}

const nav = html`<p><a href="/docs/guides">All guides and search</a></p>`;

function framed(title: string, body: Html): string {
  return htmlDocument({ title, brand: 'Herald', brandUrl: '/', ownStyle: style, isWide: true }, body);
}

const style = `
article h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; } article h3 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
article [id] { scroll-margin-top: 1rem; } article img { max-width: 100%; background: #fff; border-radius: .5rem; }
pre { padding: .75rem; overflow-x: auto; font-size: .8125rem; background: var(--page); border: 1px solid var(--line); border-radius: .5rem; }
pre code { overflow-wrap: normal; }
table { display: block; width: 100%; overflow-x: auto; margin: 0 0 1rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .375rem .75rem .375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td code { overflow-wrap: normal; }
`;
