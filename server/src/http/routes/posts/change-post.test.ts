import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost, words } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });
const inHours = (hours: number): string =>
  new Date(t.app.systemCtx.clock.now().getTime() + hours * 3_600_000).toISOString();
const update = (user: TestUser, id: string, body: object) => user.call('PUT', `/v1/posts/${id}`, { body });

async function scheduled(user: TestUser, more: object = {}) {
  const target = await makeTarget(user.call);
  const post = await makePost(user.call, {
    isDraft: undefined,
    scheduledFor: inHours(2),
    platforms: [target],
    ...more,
  });
  return { target, post };
}

test('keeps omitted fields, replaces lists and clears metadata with null', async () => {
  const user = await t.newUser();
  const { post, target } = await scheduled(user, { title: 'T', tags: ['a', 'b'], metadata: { a: 1 } });
  const { status, body } = await update(user, post._id, { tags: ['c'], metadata: null, content: 'Other words' });
  assert.equal(status, 200);
  assert.deepEqual([body.post.title, body.post.tags, body.post.metadata], ['T', ['c'], null]);
  assert.deepEqual([body.post.content, body.post.scheduledFor], ['Other words', post.scheduledFor]);
  assert.deepEqual(body.post, await readPost(user.call, post._id));
  const moved = await update(user, post._id, { scheduledFor: inHours(3) });
  assert.equal(moved.body.post.scheduledFor, inHours(3));
  const { body: feed } = await user.call('GET', '/v1/events?type=post.scheduled');
  assert.deepEqual(
    feed.events.map(({ data }: any) => data.post.scheduledFor),
    [post.scheduledFor, inHours(3)],
    'a new time emits an event, new content does not',
  );
  const bluesky = await makeTarget(user.call, 'bluesky');
  const both = await update(user, post._id, { platforms: [bluesky, target] });
  assert.deepEqual(
    both.body.post.platforms.map((one: any) => [one.platform, one.status]),
    [
      ['bluesky', 'scheduled'],
      ['telegram', 'scheduled'],
    ],
  );
  const one = await update(user, post._id, { platforms: [bluesky] });
  assert.equal(one.body.post.platforms.length, 1);
  assert.equal((await update(user, post._id, { isDraft: true })).body.post.status, 'draft');
});

test('a scheduled post must still be valid, connected and not a duplicate', async () => {
  const user = await t.newUser();
  const { post, target } = await scheduled(user);
  assertError(await update(user, post._id, { content: 'x'.repeat(4097) }), 400, { code: 'validation' });
  const twin = await makePost(user.call, { isDraft: undefined, scheduledFor: inHours(4), platforms: [target] });
  assertError(await update(user, twin._id, { content: post['content'] }), 409, { code: 'duplicateContent' });
  assert.equal((await update(user, twin._id, { content: post['content'], allowDuplicate: true })).status, 200);
  assertError(await update(user, post._id, { scheduledFor: inHours(0) }), 400, { param: 'scheduledFor' });
  assertError(await update(user, post._id, { platforms: [], publishNow: true, isDraft: true }), 400, {
    code: 'validation',
  });
  assertError(await update(user, 'pst_unknown', { content: 'x' }), 404, { code: 'postNotFound' });
  assertError(await update(user, post._id, { mediaItems: [{ url: 'http://127.0.0.1:9/a' }] }), 400, {
    code: 'mediaUnavailable',
  });
  assertError(await update(user, post._id, { mediaItems: [{ url: 'http://10.0.0.1/a' }] }), 400, {
    code: 'urlNotAllowed',
  });
  await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [target.accountId]);
  for (const change of [{ content: words() }, { mediaItems: [{ url: 'http://127.0.0.1:9/a' }] }]) {
    assertError(await update(user, post._id, change), 424, { code: 'connectionDead' });
  }
});

test('reports a fault by its index in the request, even when an earlier target is already published', async () => {
  const user = await t.newUser();
  const [telegram, bluesky] = [await makeTarget(user.call), await makeTarget(user.call, 'bluesky')];
  const post = await makePost(user.call, { platforms: [telegram, bluesky] });
  await t.sql(
    "UPDATE post_targets SET status = 'published', platform_post_id = '1' WHERE post_id = $1 AND platform = 'telegram'",
    [post._id],
  );
  await t.sql("UPDATE post_targets SET status = 'failed' WHERE post_id = $1 AND platform = 'bluesky'", [post._id]);
  await t.sql("UPDATE posts SET status = 'partially_failed' WHERE id = $1", [post._id]);
  const platforms = [telegram, { ...bluesky, customContent: 'x'.repeat(301) }];
  const response = await update(user, post._id, { platforms, scheduledFor: inHours(2) });
  assertError(response, 400, { code: 'validation', param: 'platforms[1].customContent' });
});

test('frees the queue slot when the post leaves the queue', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const { _id: profileId } = await defaultProfile(user.call);
  const slots = [{ dayOfWeek: 3, time: '12:00' }];
  await user.call('POST', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots } });
  const queued = { isDraft: undefined, queuedFromProfile: profileId, platforms: [target] };
  const post = await makePost(user.call, queued);
  const next = async () => (await user.call('GET', `/v1/queue/next-slot?profileId=${profileId}`)).body.nextSlot;
  assert.notEqual(await next(), post.scheduledFor);
  const moved = await update(user, post._id, { scheduledFor: inHours(5) });
  assert.deepEqual([moved.body.post.queueId, await next()], [null, post.scheduledFor]);
  const back = await update(user, post._id, { queuedFromProfile: profileId });
  assert.equal(back.body.post.scheduledFor, post.scheduledFor);
  await user.call('DELETE', `/v1/posts/${post._id}`);
  assert.equal(await next(), post.scheduledFor);
  assertError(
    await update(user, (await makePost(user.call, { platforms: [target] }))._id, {
      queuedFromProfile: profileId,
      queueId: 'que_x',
    }),
    400,
    { code: 'queueNotFound' },
  );
});

test('refuses to change a post that is published or publishing', async () => {
  const user = await t.newUser();
  const { post } = await scheduled(user);
  await t.sql("UPDATE post_targets SET status = 'publishing', stage = 'claimed' WHERE post_id = $1", [post._id]);
  await t.sql("UPDATE posts SET status = 'publishing' WHERE id = $1", [post._id]);
  const path = `/v1/posts/${post._id}`;
  const busy = { code: 'post_publish_in_progress' };
  assertError(await update(user, post._id, { content: 'x' }), 409, busy);
  assertError(await user.call('DELETE', path), 409, busy);
  assertError(await user.call('POST', `${path}/retry`), 409, busy);
  const { accountId } = { accountId: post.platforms[0].accountId._id };
  assertError(await user.call('POST', `${path}/unpublish`, { body: { accountId } }), 409, busy);
  await t.sql("UPDATE post_targets SET status = 'published', stage = NULL, platform_post_id = '1' WHERE post_id = $1", [
    post._id,
  ]);
  await t.sql("UPDATE posts SET status = 'published' WHERE id = $1", [post._id]);
  assertError(await update(user, post._id, { content: 'x' }), 400, { code: 'validation' });
  assertError(await user.call('DELETE', path), 400, { code: 'validation' });
  assertError(await user.call('POST', `${path}/retry`), 409, { code: 'postNotRetryable' });
});

test('retry publishes only the failed targets', async () => {
  const user = await t.newUser();
  const [telegram, bluesky] = [
    await makeTarget(user.call, 'telegram', 'retry_room'),
    await makeTarget(user.call, 'bluesky'),
  ];
  await t.sandbox.control('POST', 'accounts', {
    platform: 'telegram',
    accounts: [{ name: 'retry_room', botStatus: 'left' }],
  });
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [telegram, bluesky] });
  await t.app.drain();
  const failed = await readPost(user.call, post._id);
  assert.equal(failed.status, 'partially_failed', JSON.stringify(failed));
  assert.ok(failed.platforms[0].error.length > 0);
  const path = `/v1/posts/${post._id}/retry`;
  const named = (accountIds: string[]) => user.call('POST', path, { body: { accountIds } });
  assertError(await named([bluesky.accountId]), 409, { code: 'postNotRetryable', param: 'accountIds[0]' });
  assertError(await named(['acc_other']), 400, { code: 'validation', param: 'accountIds[0]' });
  assertError(await user.call('POST', '/v1/posts/pst_x/retry'), 404, { code: 'postNotFound' });
  await t.sandbox.control('POST', 'accounts', {
    platform: 'telegram',
    accounts: [{ name: 'retry_room', botStatus: 'administrator' }],
  });
  const account = await t.sql<{ status: string }>('SELECT status FROM accounts WHERE id = $1', [telegram.accountId]);
  if (account[0]?.status !== 'connected') {
    assertError(await user.call('POST', path), 424, { code: 'connectionDead' });
    await t.sql("UPDATE accounts SET status = 'connected', fault = NULL WHERE id = $1", [telegram.accountId]);
  }
  const retried = await user.call('POST', path);
  assert.equal(retried.status, 200, retried.text);
  assert.equal(retried.body.post.status, 'queued');
  await t.app.drain();
  assert.equal((await readPost(user.call, post._id)).status, 'published');
  const name = (await readPost(user.call, post._id)).platforms[1].accountId.username;
  const texts = (await live(t, 'bluesky', name)).filter(({ text }) => text === post['content']);
  assert.equal(texts.length, 1, 'what was published is not published again');
});

test('unpublish deletes the post on the platform and returns 409 the second time', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'bluesky');
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await t.app.drain();
  const path = `/v1/posts/${post._id}/unpublish`;
  const body = { accountId: target.accountId };
  const { username } = (await readPost(user.call, post._id)).platforms[0].accountId;
  assert.equal(
    (await live(t, 'bluesky', username)).some(({ text }) => text === post['content']),
    true,
  );
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'deleteRecord' });
  assertError(await user.call('POST', path, { body }), 502, { code: 'providerOutcomeUnknown' });
  await t.sandbox.fault('bluesky', 'rateLimit', { operation: 'deleteRecord', value: 7 });
  const throttled = await user.call('POST', path, { body });
  assertError(throttled, 429, { platform: 'bluesky' });
  const done = await user.call('POST', path, { body });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual([done.body.post.status, done.body.post.platforms[0].platformPostId], ['canceled', undefined]);
  assert.equal(
    (await live(t, 'bluesky', username)).some(({ text }) => text === post['content']),
    false,
  );
  assertError(await user.call('POST', path, { body }), 409, { code: 'targetNotPublished' });
  assertError(await user.call('POST', path, { body: { accountId: 'acc_x' } }), 400, { param: 'accountId' });
  assertError(await user.call('POST', '/v1/posts/pst_x/unpublish', { body }), 404, { code: 'postNotFound' });
});
