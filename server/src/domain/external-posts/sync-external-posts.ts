import { AppError } from '../../kernel/errors.ts';
import type { ExternalPost, ExternalPosts, PostSearch } from '../../platforms/adapter.ts';
import type { ExternalSync, SyncExternalPosts } from '../../schemas/external-post.ts';
import { scopeOf } from '../access.ts';
import type { StoredAccount } from '../accounts/account.ts';
import { callForAccount } from '../accounts/call-for-account.ts';
import { platformOf } from '../accounts/platform-named.ts';
import { requireAccount } from '../accounts/find-accounts.ts';
import { findExternalPosts } from '../analytics/get-analytics.ts';
import type { Ctx } from '../context.ts';
import { claimSync, releaseSync, selectStored } from './external-post-store.ts';
import { externalPostView, type ShownPost } from './external-post-view.ts';
import { recordPosts } from './record-posts.ts';

const newestMax = 20;
const days = 30;

export async function syncExternalPosts(ctx: Ctx, input: SyncExternalPosts): Promise<ExternalSync> {
  const search = readSearch(input);
  const account = await requireAccount(ctx, input.accountId);
  const externalPosts = requireCapability(ctx, account);
  const synced = await unlessRecent(ctx, account, () => readPlatform(ctx, account, { externalPosts, search }));
  return synced ?? (await readStored(ctx, account, search));
}

export async function importPosts(ctx: Ctx, account: StoredAccount, externalPosts: ExternalPosts): Promise<void> {
  const list = () => listRecent(ctx, account, externalPosts);
  await unlessRecent(ctx, account, async () => recordPosts(ctx, account, await list()));
}

/** Returns undefined if the posts were just read. A failure lets the next attempt read again. */
async function unlessRecent<Result>(
  ctx: Ctx,
  { id: accountId }: StoredAccount,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  const scope = scopeOf(ctx.caller);
  if (!(await claimSync(ctx.db, scope, { accountId, withinMs: ctx.timing.externalSyncMs }))) return undefined;
  try {
    return await read();
  } catch (error) {
    await releaseSync(ctx.db, scope, accountId);
    throw error;
  }
}

function readSearch({ url, postId }: SyncExternalPosts): PostSearch | undefined {
  if (url !== undefined && postId !== undefined) {
    throw new AppError('validation', 'Send either `url` or `postId`, not both', { param: 'postId' });
  }
  if (url !== undefined) return { url };
  return postId === undefined ? undefined : { id: postId };
}

function requireCapability(ctx: Ctx, { platform }: StoredAccount): ExternalPosts {
  const { externalPosts, label } = platformOf(ctx, platform).adapter;
  if (externalPosts !== undefined) return externalPosts;
  throw new AppError('platformUnsupported', `Herald cannot read posts on ${label} that it did not publish`, {
    platform,
  });
}

async function listRecent(ctx: Ctx, { id }: StoredAccount, externalPosts: ExternalPosts): Promise<ExternalPost[]> {
  const { posts } = await callForAccount(ctx, id, (call) => externalPosts.list(call, { limit: newestMax }));
  const since = ctx.clock.now().getTime() - days * 24 * 3_600_000;
  return posts.filter(({ publishedAt }) => publishedAt.getTime() >= since);
}

type Reading = { externalPosts: ExternalPosts; search: PostSearch | undefined };

async function readPlatform(
  ctx: Ctx,
  account: StoredAccount,
  { externalPosts, search }: Reading,
): Promise<ExternalSync> {
  const posts =
    search === undefined
      ? await listRecent(ctx, account, externalPosts)
      : await findOne(ctx, account, { externalPosts, search });
  const { newCount, externalIds, ownPosts } = await recordPosts(ctx, account, posts);
  const external = await findExternalPosts(
    ctx,
    externalIds.map((platformPostId) => ({ accountId: account.id, platformPostId })),
  );
  return syncView(account, { search, external, own: ownPosts, newCount, isSkipped: false });
}

async function findOne(
  ctx: Ctx,
  { id }: StoredAccount,
  { externalPosts, search }: { externalPosts: ExternalPosts; search: PostSearch },
): Promise<ExternalPost[]> {
  const { post } = await callForAccount(ctx, id, (call) => externalPosts.find(call, search));
  return post === undefined ? [] : [post];
}

async function readStored(ctx: Ctx, account: StoredAccount, search: PostSearch | undefined): Promise<ExternalSync> {
  const stored = { accountId: account.id, search, withinDays: days, limit: newestMax };
  const keys = await selectStored(ctx.db, scopeOf(ctx.caller), stored);
  const external = await findExternalPosts(ctx, keys);
  return syncView(account, { search, external, own: [], newCount: 0, isSkipped: true });
}

type Synced = {
  search: PostSearch | undefined;
  external: readonly ShownPost[];
  own: readonly ShownPost[];
  newCount: number;
  isSkipped: boolean;
};

function syncView({ platform }: StoredAccount, { search, external, own, newCount, isSkipped }: Synced): ExternalSync {
  const posts = external.map((post) => externalPostView(platform, post));
  const [searched] = search === undefined ? [] : [...external, ...own];
  return {
    synced: { postsFound: posts.length, postsSynced: newCount, skipped: isSkipped },
    found: search === undefined ? posts.length > 0 : searched !== undefined,
    post: searched === undefined ? null : externalPostView(platform, searched),
    posts,
  };
}
