import { ledger } from '../core/state/ledger.ts';
import type { Platform } from '../core/platform.ts';
import { html, type Html } from '@herald/pages';
import { page } from '../core/pages/page.ts';
import type { Reply } from '../core/wire/reply.ts';
import type { SandboxContext } from '../core/context.ts';
import { feedStyle } from './feed-style.ts';
import { countReplies, threadHtml, threadsOf, type Thread } from './feed-post.ts';
import type { LivePage } from './live-page.ts';
import { paths } from './paths.ts';
import { counted } from './text.ts';

const shownMax = 100;

export function frontPage(context: SandboxContext): Reply {
  const entries = context.platforms.map((platform) => {
    const { length } = ledger
      .list(context.state.store, { platform: platform.name })
      .filter((post) => post.deletedAt === null);
    return html`<li class="platform">
      <a href="${paths.feed(platform)}"><strong>${platform.label}</strong> <small>${counted(length, 'post')}</small></a>
      <a class="connect" href="${connectUrl(context, platform)}" aria-label="Connect ${platform.label}">Connect</a>
    </li>`;
  });
  return page(
    { title: 'Platforms', style: feedStyle },
    html`<h1>Sandbox platforms</h1>
      <p class="soft">
        Posts that Herald publishes on sandbox accounts appear here. Connect an account here, or with
        <code>GET /v1/connect/&lt;platform&gt;?sandbox=true</code>.
      </p>
      <ul class="platforms">
        ${entries}
      </ul>`,
  );
}

export function feedPage(context: SandboxContext, platform: Platform, account?: string): LivePage {
  const front = { href: paths.front, label: 'All platforms' };
  return {
    platform,
    path: account === undefined ? paths.feed(platform) : paths.feedOf(platform, account),
    title: account ?? platform.label,
    trail: account === undefined ? [front] : [front, { href: paths.feed(platform), label: platform.label }],
    links: feedLinks(context, platform),
    content: () => {
      const posts = ledger.list(context.state.store, { platform: platform.name });
      const all = threadsOf(posts);
      const threads = all.filter(({ post }) => account === undefined || post.account === account).slice(0, shownMax);
      const accounts = new Set(all.map(({ post }) => post.account));
      const filter = account === undefined && accounts.size > 1 ? accountFilter(platform, accounts) : undefined;
      if (threads.length === 0) return html`<p class="soft empty">Nothing has been published here yet.</p>`;
      return html`${filter} ${threads.map((thread) => feedEntry(context, platform, thread))}`;
    },
  };
}

function feedLinks(context: SandboxContext, platform: Platform): Html {
  return html`<p class="links">
    <a href="${connectUrl(context, platform)}">Connect an account</a>
    <a href="${paths.inspector(platform)}">Requests, faults and clock</a>
    ${platform.audience?.messages && html`<a href="${paths.inbox(platform)}">Direct messages</a>`}
  </p>`;
}

const accountFilter = (platform: Platform, accounts: ReadonlySet<string>): Html =>
  html`<p class="links">
    <span>Show only</span>
    ${[...accounts].sort().map((account) => html`<a href="${paths.feedOf(platform, account)}"><bdi>${account}</bdi></a> `)}
  </p>`;

/** Herald's welcome page has the key to connect an account or show a post. */
const heraldUrl = ({ options }: SandboxContext, hash: string): string =>
  `${options.heraldOrigins().at(-1) ?? ''}/#${hash}`;

const connectUrl = (context: SandboxContext, platform: Platform): string =>
  heraldUrl(context, `connect=${platform.name}`);

function feedEntry(context: SandboxContext, platform: Platform, root: Thread): Html {
  const { store } = context.state;
  const { audience } = platform;
  const { account, id } = root.post;
  const takesComments = audience?.takesComments(store, account, id) === true;
  return threadHtml(root, {
    isHidden: (post) => audience?.isHidden(store, account, post.id) === true,
    links: (thread) => (thread === root ? postLinks(context, platform, { root, takesComments }) : undefined),
  });
}

type Linked = { root: Thread; takesComments: boolean };

function postLinks(context: SandboxContext, platform: Platform, { root, takesComments }: Linked): Html {
  const count = countReplies(root);
  const url = heraldUrl(context, `post=${platform.name}/${encodeURIComponent(root.post.id)}`);
  return html`<p class="links">
    ${count === 0 ? undefined : html`<span>${counted(count, 'comment')}</span> `}
    ${takesComments ? html`<a href="${paths.post(platform, root.post)}">Comment as a follower</a> ` : undefined}
    <a href="${url}">Find it in Herald</a>
  </p>`;
}
