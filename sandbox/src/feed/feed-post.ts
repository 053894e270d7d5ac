import { html, type Html } from '../core/page.ts';
import type { LedgerMedia, LedgerPost } from '../core/ledger.ts';

/** A post and its replies. */
type Thread = { readonly post: LedgerPost; readonly replies: readonly Thread[] };

export function threadsOf(posts: readonly LedgerPost[]): Thread[] {
  const live = posts.filter((post) => post.deletedAt === null);
  const ids = new Set(live.map((post) => post.id));
  const under = (parentId: string): Thread[] =>
    live.filter((post) => post.parentId === parentId).map((post) => ({ post, replies: under(post.id) }));
  const roots = live.filter((post) => post.parentId === null || !ids.has(post.parentId));
  return roots.map((post) => ({ post, replies: under(post.id) })).reverse();
}

export function threadHtml({ post, replies }: Thread): Html {
  return html`<article class="post" id="post-${post.id}">
    <header>
      <img class="face" src="/sandbox/feed/face/${encodeURIComponent(post.account)}" alt="" width="40" height="40" />
      <p class="who"><strong>${post.account}</strong> <time datetime="${post.createdAt}">${timeText(post)}</time></p>
    </header>
    ${post.media.length === 0 ? undefined : gallery(post.media)}
    ${post.text === '' ? undefined : html`<p class="text">${linked(post.text)}</p>`}
    <p class="address"><code>${post.url}</code></p>
    ${replies.length === 0 ? undefined : html`<div class="replies">${replies.map(threadHtml)}</div>`}
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

/** Turns URLs into links and escapes the rest. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<a href="${part}" rel="noreferrer nofollow">${part}</a>`,
    );
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

function timeText({ createdAt }: LedgerPost): string {
  return `${format.format(new Date(createdAt))} UTC`;
}
