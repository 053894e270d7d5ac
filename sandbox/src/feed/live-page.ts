import { createHash } from 'node:crypto';
import { html, type Html } from '@herald/pages';
import { page } from '../core/pages/page.ts';
import type { Platform } from '../core/platform.ts';
import type { Reply } from '../core/wire/reply.ts';
import { feedStyle } from './feed-style.ts';
import { formHtml, type FollowerForm, type FormState } from './follower-form.ts';

/** A page with one part that `live.js` keeps up to date. */
export type LivePage = {
  readonly platform: Platform;
  /** With `seen` in its query, this URL returns the live part alone. */
  readonly path: string;
  readonly title: string;
  /** Pages above this one. */
  readonly trail: readonly { readonly href: string; readonly label: string }[];
  /** Shown between the title and the live part. */
  readonly links?: Html | undefined;
  /** The live part. */
  content(): Html;
  readonly form?: FollowerForm;
};

type PageState = FormState & {
  readonly status?: number;
  /** Whether the visitor may use the form. */
  readonly canWrite: boolean;
};

export function renderPage(livePage: LivePage, { status = 200, canWrite, ...state }: PageState): Reply {
  const { platform, path, title, trail, links, form } = livePage;
  const content = livePage.content();
  return page(
    {
      title: title === platform.label ? title : `${title} · ${platform.label}`,
      status,
      style: feedStyle,
      isLive: true,
      sendsOrigin: true,
    },
    html`<nav>${trail.map(({ href, label }) => html`<a href="${href}"><bdi>${label}</bdi></a> `)}</nav>
      <h1 dir="auto">${title}</h1>
      ${links}
      <div class="feed feed-${platform.name}" aria-live="polite" data-feed="${path}" data-seen="${markOf(content)}">
        ${content}
      </div>
      ${form && (canWrite ? formHtml(path, form, state) : refusedForm)}
      <script type="module" src="/sandbox/feed/live.js"></script>`,
  );
}

const refusedForm = html`<p class="soft">
  To act as a follower, open this page on the machine that runs the sandbox.
</p>`;

/** Identifies the state of the live part that a browser shows. */
export function markOf({ html: text }: Html): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
