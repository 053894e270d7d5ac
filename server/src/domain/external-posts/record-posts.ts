import { inTransaction } from '../../db/transaction.ts';
import { comparableText } from '../../kernel/text/comparable-text.ts';
import type { ExternalPost } from '../../platforms/adapter.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import type { Ctx } from '../context.ts';
import { publishedParts } from '../posts/model/published-text.ts';
import { addPermalink } from '../posts/publish/end-target.ts';
import { insertExternalPosts, selectOwnPosts, selectSentSince, type OwnPost } from './external-post-store.ts';
import type { ShownPost } from './external-post-view.ts';

type Recorded = {
  newCount: number;
  externalIds: string[];
  ownPosts: ShownPost[];
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The platform's clock and ours may differ. */
const clockMs = 5 * minuteMs;
/** How far apart Herald and the platform may date the same post. */
const sameMs = 10 * minuteMs;
const idMax = 512;
const mediaMax = 20;
const oldest = Date.parse('2000-01-01');

export async function recordPosts(
  ctx: Ctx,
  account: StoredAccount,
  listed: readonly ExternalPost[],
): Promise<Recorded> {
  const posts = listed.filter((post) => isSound(post, ctx.clock.now()));
  if (posts.length === 0) return { newCount: 0, externalIds: [], ownPosts: [] };
  const scope = scopeOf(ctx.caller);
  const times = posts.map(({ publishedAt }) => publishedAt.getTime());
  const own = await selectOwnPosts(ctx.db, scope, {
    account,
    ids: posts.map(({ platformPostId }) => platformPostId),
    from: new Date(Math.min(...times) - sameMs),
    to: new Date(Math.max(...times) + sameMs),
  });
  const sentSince = await selectSentSince(ctx.db, scope, account.id);
  const matches = posts.map((post) => ({ post, ownPost: findOwn(post, posts, own) }));
  const external = matches
    .filter(({ ownPost }) => ownPost === undefined)
    .map(({ post }) => post)
    // Leaves out posts that Herald may be publishing right now; the next import knows.
    .filter(({ publishedAt }) => sentSince === null || publishedAt.getTime() < sentSince.getTime() - clockMs);
  const newIds = await inTransaction(ctx, (ctx) =>
    insertExternalPosts(ctx.db, scope, { accountId: account.id, posts: external.map(limitMedia) }),
  );
  for (const { post, ownPost } of matches) if (ownPost !== undefined) await fillPermalink(ctx, account, post, ownPost);
  return {
    newCount: newIds.length,
    externalIds: external.map(({ platformPostId }) => platformPostId),
    ownPosts: matches.flatMap(({ post, ownPost }) => (ownPost === undefined ? [] : [toShown(post, ownPost)])),
  };
}

/** Platforms may return IDs and times that cannot be stored. */
function isSound({ platformPostId, publishedAt }: ExternalPost, now: Date): boolean {
  const at = publishedAt.getTime();
  return platformPostId.length <= idMax && at >= oldest && at <= now.getTime() + dayMs;
}

/** Some platforms list a post under another ID than they returned when it was published. */
function findOwn(post: ExternalPost, listed: readonly ExternalPost[], own: readonly OwnPost[]): OwnPost | undefined {
  const byId = own.find(({ platformPostId }) => platformPostId === post.platformPostId);
  if (byId !== undefined) return byId;
  const { platformPostUrl: url } = post;
  const byUrl = url === undefined ? undefined : own.find(({ platformPostUrl }) => platformPostUrl === url);
  if (byUrl !== undefined) return byUrl;
  const text = comparableText(post.content);
  if (text === '') return undefined;
  const listedIds = new Set(listed.map(({ platformPostId }) => platformPostId));
  return own.find(
    (one) =>
      !listedIds.has(one.platformPostId) &&
      Math.abs(one.publishedAt.getTime() - post.publishedAt.getTime()) <= sameMs &&
      comparableText(textOf(one)) === text,
  );
}

function textOf({ content, hashtags, mentions, customContent, settings }: OwnPost): string {
  return publishedParts({ content, hashtags, mentions }, { customContent, settings, media: [] }).text;
}

async function fillPermalink(ctx: Ctx, account: StoredAccount, post: ExternalPost, ownPost: OwnPost): Promise<void> {
  const { platformPostUrl: url } = post;
  if (url === undefined || ownPost.platformPostUrl !== null || ownPost.accountId !== account.id) return;
  await addPermalink(ctx, { postId: ownPost.postId, accountId: account.id, url });
}

function toShown(post: ExternalPost, ownPost: OwnPost): ShownPost {
  const { platformPostId, platformPostUrl: url = null, content, publishedAt } = post;
  const { media } = limitMedia(post);
  return { ...ownPost, platformPostId, platformPostUrl: url, content, publishedAt, media };
}

function limitMedia(post: ExternalPost) {
  const media = post.mediaItems
    .slice(0, mediaMax)
    .map(({ type, url, thumbnail }) => ({ type, ...(url && { url }), ...(thumbnail && { thumbnail }) }));
  return { ...post, media };
}
