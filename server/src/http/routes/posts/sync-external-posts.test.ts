import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget, readPost, words } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });

const path = '/v1/posts/sync-external';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let accountCount = 0;

type Account = { accountId: string; name: string };

async function newAccount(user: TestUser): Promise<Account> {
  const name = `sync${(accountCount += 1)}`;
  const { accountId } = await makeTarget(user.call, 'parrot', name);
  return { accountId, name };
}

async function now(): Promise<number> {
  const [row] = await t.sql<{ at: Date }>('SELECT at FROM test_clock');
  return row?.at.getTime() ?? Number.NaN;
}

async function addPost({ name }: Account, text: string, ageMs = 0): Promise<{ id: string; url: string }> {
  const createdAt = new Date((await now()) - ageMs).toISOString();
  return (await t.sandbox.control('POST', 'posts', { platform: 'parrot', account: name, text, createdAt })).post;
}

async function sync(user: TestUser, { accountId }: Account, search: object = {}) {
  const response = await user.call('POST', path, { body: { accountId, ...search } });
  assert.equal(response.status, 200, response.text);
  return response.body;
}

async function publish(user: TestUser, { accountId }: Account, content = words()) {
  const { _id } = await makePost(user.call, {
    ...{ content, platforms: [{ platform: 'parrot', accountId }], isDraft: false, publishNow: true },
  });
  await t.app.drain();
  const post = await readPost(user.call, _id);
  assert.equal(post.status, 'published');
  return { id: _id, platformPostId: post.platforms[0].platformPostId as string };
}

/** Advances until the next request to the platform is allowed. */
const passSeconds = (seconds = 16) => t.advance(seconds * 1000);

async function passHours(hours: number): Promise<void> {
  await t.advance(hours * hourMs);
  await t.app.drain();
}

test('posts of another app are imported once, without those of Herald', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  const older = await addPost(account, 'By hand', 2 * hourMs);
  await addPost(account, 'Long ago', 31 * dayMs);
  await publish(user, account);
  const newer = await addPost(account, 'Also by hand');
  await passSeconds();
  const first = await sync(user, account);
  assert.deepEqual(first.synced, { postsFound: 2, postsSynced: 2, skipped: false });
  assert.deepEqual([first.found, first.post], [true, null]);
  assert.deepEqual(
    first.posts.map((post: any) => post.platformPostId),
    [newer.id, older.id],
  );
  const { publishedAt, analytics, ...rest } = first.posts[1];
  assert.deepEqual(rest, {
    ...{ platform: 'parrot', platformPostId: older.id, platformPostUrl: older.url, content: 'By hand' },
    ...{ mediaType: 'text', mediaUrl: null, thumbnailUrl: null, mediaItems: [] },
  });
  assert.match(publishedAt, /^2026-/);
  assert.deepEqual([analytics.likes, analytics.lastUpdated], [0, null]);
  const skipped = await sync(user, account);
  assert.deepEqual(skipped, { ...first, synced: { postsFound: 2, postsSynced: 0, skipped: true } });
  await passSeconds();
  assert.deepEqual((await sync(user, account)).synced, { postsFound: 2, postsSynced: 0, skipped: false });
});

test('at most 20 posts are read at once', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  for (let index = 0; index < 22; index += 1) await addPost(account, `Number ${index}`, (22 - index) * 60_000);
  await passSeconds();
  const { synced, posts } = await sync(user, account);
  assert.deepEqual(synced, { postsFound: 20, postsSynced: 20, skipped: false });
  assert.equal(posts[0].content, 'Number 21');
});

test('a post is searched by its URL or ID, however old it is', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  const old = await addPost(account, 'Long ago', 400 * dayMs);
  const own = await publish(user, account, 'From Herald');
  for (const [search, isNew] of [
    [{ url: old.url }, true],
    [{ postId: old.id }, false],
  ] as const) {
    await passSeconds();
    const result = await sync(user, account, search);
    assert.deepEqual(result.synced, { postsFound: 1, postsSynced: isNew ? 1 : 0, skipped: false });
    assert.deepEqual([result.found, result.post.content, result.posts], [true, 'Long ago', [result.post]]);
    assert.deepEqual((await sync(user, account, search)).post, result.post, 'from the stored posts');
  }
  await passSeconds();
  const ownResult = await sync(user, account, { postId: own.platformPostId });
  assert.deepEqual(ownResult.synced, { postsFound: 0, postsSynced: 0, skipped: false });
  assert.deepEqual([ownResult.found, ownResult.post.content], [true, 'From Herald']);
  await passSeconds();
  const missing = await sync(user, account, { postId: '999' });
  assert.deepEqual([missing.found, missing.post, missing.posts], [false, null, []]);
});

test('imported posts have analytics, apart from those of Herald', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  const external = await addPost(account, 'By hand');
  const own = await publish(user, account);
  await passSeconds();
  await sync(user, account);
  for (const [post, likes] of [
    [external.id, 5],
    [own.platformPostId, 3],
  ]) {
    await t.sandbox.control('POST', 'metrics', { platform: 'parrot', post, views: 100, likes, shares: 0 });
  }
  const pending = await user.call('GET', `/v1/analytics?postId=${external.id}`);
  assert.deepEqual([pending.status, pending.body.syncStatus], [202, 'pending']);
  await passHours(2);
  const { body } = await user.call('GET', `/v1/analytics?postId=${external.id}`);
  assert.partialDeepStrictEqual(body, {
    ...{ postId: external.id, postzenPostId: null, status: 'published', content: 'By hand', scheduledFor: null },
    ...{ isExternal: true, syncStatus: 'synced', platform: 'parrot', platformPostUrl: external.url },
    ...{ mediaType: 'text', analytics: { likes: 5, views: 100, engagementRate: 5 } },
    platformAnalytics: [{ platformPostId: external.id, accountUsername: account.name, status: 'published' }],
  });
  const read = async (query: string, source: string) => (await user.call('GET', `${query}source=${source}`)).body;
  for (const [source, ids, likes] of [
    ['all', [own.id, external.id], 8],
    ['external', [external.id], 5],
    ['postzen', [own.id], 3],
  ] as const) {
    const { posts, overview } = await read('/v1/analytics?', source);
    assert.deepEqual(new Set(posts.map((post: any) => post.postId)), new Set(ids));
    assert.equal(overview.totals.likes, likes);
    for (const attribution of ['publish', 'received']) {
      const daily = await read(`/v1/analytics/daily-metrics?attribution=${attribution}&`, source);
      assert.equal(daily.platformBreakdown[0].likes, likes, `${source}, ${attribution}`);
    }
    assert.equal((await read('/v1/analytics/best-time?', source)).slots[0].avg_engagement, likes / ids.length);
  }
  const { body: timeline } = await user.call('GET', `/v1/analytics/post-timeline?postId=${external.id}`);
  assert.deepEqual([timeline.postId, timeline.timeline[0].likes], [external.id, 5]);
  await passSeconds();
  assert.equal((await sync(user, account)).posts[0].analytics.likes, 5);
});

test('Herald imports posts by itself every 90 minutes', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await addPost(account, 'Before connecting', hourMs);
  await t.app.drain();
  const count = async () => (await user.call('GET', '/v1/analytics?source=external')).body.overview.totalPosts;
  assert.equal(await count(), 1);
  await addPost(account, 'By hand');
  await passHours(1.2);
  assert.equal(await count(), 1);
  await passHours(0.5);
  assert.equal(await count(), 2);
  await addPost(account, 'During an outage');
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'list', account: account.name });
  await passHours(1.7);
  assert.equal(await count(), 2);
  await passHours(0.3);
  assert.equal(await count(), 3, 'a passing failure is repeated soon');
});

test('a post of Herald that is listed under another ID is recognised and gets its permalink', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  const { id, platformPostId } = await publish(user, account, 'The same words');
  await t.sql('UPDATE post_targets SET platform_post_id = $2, platform_post_url = NULL WHERE post_id = $1', [
    id,
    'v_1',
  ]);
  await t.sql('UPDATE platform_posts SET platform_post_id = $2 WHERE post_id = $1', [id, 'v_1']);
  await passSeconds();
  assert.deepEqual((await sync(user, account)).synced, { postsFound: 0, postsSynced: 0, skipped: false });
  const [target] = (await readPost(user.call, id)).platforms;
  assert.match(target.platformPostUrl, new RegExp(`/${platformPostId}$`));
  const { events } = (await user.call('GET', '/v1/events')).body;
  const updated = events.filter((event: any) => event.type === 'post.target.updated');
  assert.deepEqual(
    updated.map((event: any) => event.data.target.platformPostUrl),
    [target.platformPostUrl],
  );
});

test('what Herald may be publishing right now is left for the next import', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  await t.sandbox.fault('parrot', 'lostResponse', { operation: 'squawk', account: account.name });
  await makePost(user.call, {
    ...{ content: 'In doubt', platforms: [{ platform: 'parrot', accountId: account.accountId }] },
    ...{ isDraft: false, publishNow: true },
  });
  await t.app.drain();
  const [target] = await t.sql<{ status: string }>('SELECT status FROM post_targets WHERE account_id = $1', [
    account.accountId,
  ]);
  assert.equal(target?.status, 'publishing');
  await addPost(account, 'Earlier', hourMs);
  await passSeconds();
  const { posts } = await sync(user, account);
  assert.deepEqual(
    posts.map((post: any) => post.content),
    ['Earlier'],
  );
  await passHours(1);
  await passHours(1);
  const later = await sync(user, account);
  assert.equal(later.synced.postsFound, 1, 'the post in doubt is one of Herald');
});

test('posts of an account that is connected again are recognised', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  await publish(user, account);
  await addPost(account, 'By hand');
  await passSeconds();
  assert.equal((await sync(user, account)).synced.postsFound, 1);
  await user.call('DELETE', `/v1/accounts/${account.accountId}`);
  const list = await user.call('GET', '/v1/analytics');
  assert.deepEqual([list.body.overview.totalPosts, list.body.posts[0].isExternal], [1, false]);
  const again = { name: account.name, accountId: (await makeTarget(user.call, 'parrot', account.name)).accountId };
  assert.notEqual(again.accountId, account.accountId);
  assert.equal((await sync(user, again)).synced.postsFound, 1);
});

test('rejects contradictory, unknown and unsupported requests', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  const telegram = await makeTarget(user.call, 'telegram', 'herald_sync');
  const call = (body: object, as = user.call) => as('POST', path, { body });
  const { accountId } = account;
  assertError(await call({ accountId, url: 'https://parrot.example/a/1', postId: '1' }), 400, { param: 'postId' });
  assertError(await call({}), 400, { param: 'accountId' });
  assertError(await call({ accountId, postId: '' }), 400, { param: 'postId' });
  assertError(await call({ accountId: 'acc_0mh2k5n8q1t4w7z0c3f6j9m2' }), 404, { code: 'accountNotFound' });
  assertError(await call({ accountId: telegram.accountId }), 400, { code: 'platformUnsupported' });
  const stranger = await t.newUser();
  assertError(await call({ accountId }, stranger.call), 404, { code: 'accountNotFound' });
  const shop = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [shop._id], permission: 'read-write' });
  assertError(await call({ accountId }, t.as(key)), 404, { code: 'accountNotFound' });
});

test('refusals of the platform are passed through, and the next request tries again', async () => {
  const user = await t.newUser();
  const account = await newAccount(user);
  await t.app.drain();
  await passSeconds();
  const { accountId, name } = account;
  const call = () => user.call('POST', path, { body: { accountId } });
  for (const [kind, status, code] of [
    ['errorBefore', 502, 'unavailable'],
    ['rateLimit', 429, 'rateLimited'],
    ['scopeMissing', 403, 'platformCapabilityMissing'],
  ] as const) {
    await t.sandbox.fault('parrot', kind, { operation: 'list', account: name });
    assertError(await call(), status, { code });
  }
  assert.equal((await call()).status, 200);
  await passSeconds();
  await t.sandbox.fault('parrot', 'response', {
    ...{ operation: 'list', account: name, status: 400, body: { error: 'invalid', message: 'No' } },
  });
  assertError(await call(), 400, { code: 'invalid' });
  await t.sandbox.fault('parrot', 'tokenRevoked', { operation: 'list', account: name });
  assertError(await call(), 424, { code: 'connectionDead' });
});
