import { createHash } from 'node:crypto';
import { ledger } from '../core/ledger.ts';
import type { Network } from '../core/network.ts';
import { html, page, type Html } from '../core/page.ts';
import type { Reply } from '../core/reply.ts';
import type { SandboxContext } from '../core/context.ts';
import { feedStyle } from './feed-style.ts';
import { threadHtml, threadsOf } from './feed-post.ts';

const shownMax = 100;

export function frontPage(context: SandboxContext): Reply {
  const entries = context.networks.map((network) => {
    const { length } = ledger
      .list(context.state.store, { platform: network.name })
      .filter((post) => post.deletedAt === null);
    const count = length === 1 ? '1 post' : `${length} posts`;
    return html`<li>
      <a class="network" href="/sandbox/feed/${network.name}"
        ><strong>${network.label}</strong> <small>${count}</small></a
      >
    </li>`;
  });
  return page(
    { title: 'Networks', style: feedStyle },
    html`<h1>Networks in a box</h1>
      <p class="soft">
        What Herald publishes for accounts of the sandbox appears here. Connect one with
        <code>GET /v1/connect/&lt;platform&gt;?sandbox=true</code>.
      </p>
      <ul class="networks">
        ${entries}
      </ul>`,
  );
}

/** The feed of one platform, kept up to date by `live.js`. */
export function feedPage(context: SandboxContext, network: Network): Reply {
  const posts = postsHtml(context, network);
  return page(
    { title: network.label, style: feedStyle, isLive: true },
    html`<nav><a href="/sandbox">All networks</a></nav>
      <h1>${network.label}</h1>
      <div
        class="feed feed-${network.name}"
        aria-live="polite"
        data-feed="/sandbox/feed/${network.name}/posts"
        data-seen="${markOf(posts)}"
      >
        ${posts}
      </div>
      <script type="module" src="/sandbox/feed/live.js"></script>`,
  );
}

export function postsHtml(context: SandboxContext, network: Network): Html {
  const threads = threadsOf(ledger.list(context.state.store, { platform: network.name })).slice(0, shownMax);
  if (threads.length === 0) return html`<p class="soft empty">Nothing has been published here yet.</p>`;
  return html`${threads.map(threadHtml)}`;
}

/** Identifies the state of a feed that a browser shows. */
export function markOf(posts: Html): string {
  return createHash('sha256').update(posts.html).digest('hex').slice(0, 16);
}
