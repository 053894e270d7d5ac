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
    return html`<li>
      <a class="platform" href="${paths.feed(platform)}"
        ><strong>${platform.label}</strong> <small>${counted(length, 'post')}</small></a
      >
    </li>`;
  });
  return page(
    { title: 'Platforms', style: feedStyle },
    html`<h1>Sandbox platforms</h1>
      <p class="soft">
        Posts that Herald publishes on sandbox accounts appear here. Connect an account with
        <code>GET /v1/connect/&lt;platform&gt;?sandbox=true</code>.
      </p>
      <ul class="platforms">
        ${entries}
      </ul>`,
  );
}

/** What was published on one platform. */
export function feedPage(context: SandboxContext, platform: Platform): LivePage {
  return {
    platform,
    path: paths.feed(platform),
    title: platform.label,
    trail: [{ href: paths.front, label: 'All platforms' }],
    links: platform.audience?.messages && inboxLink(platform),
    content: () => {
      const posts = ledger.list(context.state.store, { platform: platform.name });
      const threads = threadsOf(posts).slice(0, shownMax);
      if (threads.length === 0) return html`<p class="soft empty">Nothing has been published here yet.</p>`;
      return html`${threads.map((thread) => feedEntry(context, platform, thread))}`;
    },
  };
}

const inboxLink = (platform: Platform): Html =>
  html`<p class="links"><a href="${paths.inbox(platform)}">Direct messages</a></p>`;

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

function postLinks({ options }: SandboxContext, platform: Platform, { root, takesComments }: Linked): Html {
  const count = countReplies(root);
  return html`<p class="links">
    ${count === 0 ? undefined : html`<span>${counted(count, 'comment')}</span> `}
    ${takesComments ? html`<a href="${paths.post(platform, root.post)}">Comment as a follower</a> ` : undefined}
    <a href="${options.heraldOrigins().at(-1)}/#post=${platform.name}/${encodeURIComponent(root.post.id)}"
      >Find it in Herald</a
    >
  </p>`;
}
