import { html } from '@herald/pages';
import { page } from './page.ts';

export function notFoundPage(): string {
  const body = html`<h1>There is no page here</h1>
    <p>The address may be mistyped, or the link may be old.</p>
    <div class="actions">
      <a class="button main" href="/">Welcome page</a>
      <a class="button" href="/docs/">API reference</a>
    </div>`;
  return page({ title: 'Not found', body });
}
