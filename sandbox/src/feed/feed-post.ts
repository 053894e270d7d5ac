import { html, type Html } from '@herald/pages';
import type { LedgerMedia, LedgerPost } from '../core/state/ledger.ts';
import { linkedHtml, timeHtml } from './text.ts';

export type Thread = { readonly post: LedgerPost; readonly replies: readonly Thread[] };

export function threadsOf(posts: readonly LedgerPost[]): Thread[] {
  const live = posts.filter((post) => post.deletedAt === null);
  const ids = new Set(live.map((post) => post.id));
  const roots = live.filter((post) => post.parentId === null || !ids.has(post.parentId));
  return roots.map((post) => ({ post, replies: repliesTo(post, live) })).reverse();
}

export function threadOf(posts: readonly LedgerPost[], root: Pick<LedgerPost, 'account' | 'id'>): Thread | undefined {
  const live = posts.filter((post) => post.deletedAt === null);
  const post = live.find(({ account, id }) => account === root.account && id === root.id);
  return post && { post, replies: repliesTo(post, live) };
}

function repliesTo({ id }: LedgerPost, live: readonly LedgerPost[]): Thread[] {
  return live.filter((post) => post.parentId === id).map((post) => ({ post, replies: repliesTo(post, live) }));
}

export const countReplies = ({ replies }: Thread): number =>
  replies.reduce((count, reply) => count + 1 + countReplies(reply), 0);

type PostNotes = {
  isHidden(post: LedgerPost): boolean;
  links(thread: Thread): Html | undefined;
};

export function threadHtml(thread: Thread, notes: PostNotes): Html {
  const { post, replies } = thread;
  const isHidden = notes.isHidden(post);
  return html`<article class="post${isHidden ? ' is-hidden' : ''}" id="post-${post.id}">
    <header>
      <img class="face" src="/sandbox/feed/face/${encodeURIComponent(post.account)}" alt="" width="40" height="40" />
      <p class="who">
        <strong><bdi>${post.account}</bdi></strong> ${isHidden ? html`<span class="mark">Hidden</span>` : undefined}
        ${timeHtml(post.createdAt)}
      </p>
    </header>
    ${post.media.length === 0 ? undefined : gallery(post.media)}
    ${post.text === '' ? undefined : html`<p class="text" dir="auto">${linkedHtml(post.text)}</p>`}
    <p class="address"><code>${post.url}</code></p>
    ${notes.links(thread)}
    ${replies.length === 0 ? undefined : html`<div class="replies">${replies.map((reply) => threadHtml(reply, notes))}</div>`}
  </article>`;
}

function gallery(media: readonly LedgerMedia[]): Html {
  return html`<div class="media media-${Math.min(media.length, 4)}">${media.map(shown)}</div>`;
}

function shown({ type, sha256 }: LedgerMedia, index: number): Html {
  const source = `/sandbox/feed/media/${sha256}`;
  const label = `${type} ${index + 1}`;
  if (type === 'document') return html`<a class="file" href="${source}">${label}</a>`;
  return type === 'video'
    ? html`<video src="${source}" controls preload="metadata" aria-label="${label}"></video>`
    : html`<img src="${source}" alt="${label}" loading="lazy" />`;
}
