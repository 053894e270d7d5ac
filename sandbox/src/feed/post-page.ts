import { addComment, putFollower } from '../control/follower-actions.ts';
import type { SandboxContext } from '../core/context.ts';
import { html, type Html } from '@herald/pages';
import type { Audience, Platform } from '../core/platform.ts';
import { ledger, type LedgerPost } from '../core/state/ledger.ts';
import { threadHtml, threadOf, type Thread } from './feed-post.ts';
import { pathAs, textField, usernameField, type PageForm } from './page-form.ts';
import type { LivePage } from './live-page.ts';
import { paths } from './paths.ts';

type PostKey = Pick<LedgerPost, 'account' | 'id'>;

export function postPage(context: SandboxContext, platform: Platform, key: PostKey): LivePage | undefined {
  const { audience } = platform;
  const { store } = context.state;
  if (audience?.takesComments(store, key.account, key.id) !== true) return undefined;
  const path = paths.post(platform, key);
  const find = (): Thread | undefined => threadOf(ledger.list(store, { platform: platform.name }), key);
  return {
    platform,
    path,
    title: `Post of ${key.account}`,
    trail: [
      { href: paths.front, label: 'All platforms' },
      { href: paths.feed(platform), label: platform.label },
    ],
    content: () => {
      const root = find();
      if (root === undefined) return html`<p class="soft empty">This post was deleted.</p>`;
      return threadHtml(root, {
        isHidden: (post) => audience.isHidden(store, key.account, post.id),
        links: (thread) => (thread === root ? undefined : replyLink(path, thread.post)),
      });
    },
    forms: [commentForm(context, { platform, audience, path, key, find })],
  };
}

const replyLink = (path: string, { id, account }: LedgerPost): Html =>
  html`<p class="links">
    <a href="${path}?parent=${encodeURIComponent(id)}#write" aria-label="Reply to ${account}">Reply</a>
  </p>`;

type CommentTarget = {
  readonly platform: Platform;
  readonly audience: Audience;
  readonly path: string;
  readonly key: PostKey;
  find(): Thread | undefined;
};

function commentForm(context: SandboxContext, { platform, audience, path, key, find }: CommentTarget): PageForm {
  return {
    name: 'write',
    title: 'Comment as a follower',
    button: 'Comment',
    failure: 'The comment was not added',
    fields: ({ person, text, parent }) =>
      html`${parentField(
        path,
        commentsOf(find()).find(({ id }) => id === parent),
      )}
      ${usernameField(person, audience.usernameRule)} ${textField(text, { isRequired: true })}`,
    submit: ({ person = '', text = '', parent = '' }) => {
      const { username } = putFollower(context, { platform: platform.name, username: person.trim() });
      addComment(context, {
        platform: platform.name,
        account: key.account,
        post: key.id,
        person: username,
        text,
        ...(parent !== '' && { parent }),
      });
      return pathAs(path, username);
    },
  };
}

function parentField(path: string, parent: LedgerPost | undefined): Html | undefined {
  if (parent === undefined) return undefined;
  return html`<p class="parent">
    <input type="hidden" name="parent" value="${parent.id}" />
    Reply to <strong><bdi>${parent.account}</bdi></strong
    >: <bdi class="excerpt">${parent.text}</bdi>
    <a href="${path}#write">Comment on the post instead</a>
  </p>`;
}

const commentsOf = (thread: Thread | undefined): LedgerPost[] =>
  thread?.replies.flatMap((reply) => [reply.post, ...commentsOf(reply)]) ?? [];
