import { createHash } from 'node:crypto';
import { html, type Html } from '@herald/pages';
import { page } from '../core/pages/page.ts';
import type { Platform } from '../core/platform.ts';
import type { Reply } from '../core/wire/reply.ts';
import { feedStyle } from './feed-style.ts';
import { formHtml, type PageForm, type FormState } from './page-form.ts';

export type LivePage = {
  readonly platform: Platform;
  /** With `seen` in its query, this URL returns only the live part. */
  readonly path: string;
  readonly title: string;
  readonly trail: readonly { readonly href: string; readonly label: string }[];
  readonly links?: Html | undefined;
  content(): Html;
  readonly forms?: readonly PageForm[];
  readonly isWide?: boolean;
  readonly isLocalOnly?: boolean;
};

type PageState = FormState & {
  readonly status?: number;
  readonly canWrite: boolean;
  readonly sent?: PageForm;
};

export function renderPage(livePage: LivePage, { status = 200, canWrite, sent, ...state }: PageState): Reply {
  const { platform, path, title, trail, links, forms = [], isWide = false } = livePage;
  const content = livePage.content();
  return page(
    {
      title: title === platform.label ? title : `${title} · ${platform.label}`,
      status,
      style: feedStyle,
      isWide,
      isLive: true,
      sendsOrigin: true,
    },
    html`<nav>${trail.map(({ href, label }) => html`<a href="${href}"><bdi>${label}</bdi></a> `)}</nav>
      <h1 dir="auto">${title}</h1>
      ${links}
      <div class="feed feed-${platform.name}" aria-live="polite" data-feed="${path}" data-seen="${markOf(content)}">
        ${content}
      </div>
      ${canWrite ? forms.map((form) => formHtml(path, form, sent === undefined || sent === form ? state : { values: {} })) : forms.length > 0 ? refusedForms : undefined}
      <script type="module" src="/sandbox/feed/live.js"></script>`,
  );
}

const refusedForms = html`<p class="soft">
  To use the forms of this page, open this page on the machine that runs the sandbox.
</p>`;

export function markOf({ html: text }: Html): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
