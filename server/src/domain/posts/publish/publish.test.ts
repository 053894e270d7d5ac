import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost, words, type TestPost } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });
const second = 1000;
const minute = 60 * second;
let rooms = 0;

async function withChannel() {
  const user = await t.newUser();
  const room = `room_${(rooms += 1)}`;
  return { user, room, target: await makeTarget(user.call, 'telegram', room), live: () => live(t, 'telegram', room) };
}

async function withBluesky() {
  const user = await t.newUser();
  const name = `writer${(rooms += 1)}`;
  const account = await makeAccount(user.call, { platform: 'bluesky', account: name });
  const target = { platform: 'bluesky', accountId: account._id };
  return { user, target, live: () => live(t, 'bluesky', account.username) };
}

const publishNow = (user: TestUser, target: object, more: object = {}): Promise<TestPost> =>
  makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target], ...more });

async function after(user: TestUser, post: TestPost, ms = 0): Promise<TestPost> {
  if (ms > 0) await t.advance(ms);
  await t.app.drain();
  return readPost(user.call, post._id);
}

async function kinds(user: TestUser, post: TestPost): Promise<string[]> {
  const { body } = await user.call('GET', `/v1/posts/${post._id}/timeline`);
  return body.entries.map(({ kind }: { kind: string }) => kind);
}

async function events(user: TestUser): Promise<string[]> {
  const { body } = await user.call('GET', '/v1/events?limit=200');
  return body.events.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('post.'));
}

test('publishes a post on every account, returns its URLs and emits events', async () => {
  const user = await t.newUser();
  const platforms = [await makeTarget(user.call, 'telegram', 'both_1'), await makeTarget(user.call, 'bluesky')];
  const createdPost = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms });
  const post = await after(user, createdPost);
  assert.equal(post.status, 'published');
  for (const target of post.platforms) {
    assert.equal(target.status, 'published');
    assert.match(target.platformPostUrl, /^https:/);
    assert.equal(target.publishedAt, '2026-03-02T09:00:00.000Z');
  }
  assert.deepEqual((await events(user)).toSorted(), [
    'post.published',
    'post.target.published',
    'post.target.published',
  ]);
  assert.equal((await live(t, 'telegram', 'both_1'))[0]?.text, createdPost['content']);
});

test('publishes nothing before its scheduled time, and then at once', async () => {
  const { user, target, live } = await withChannel();
  const at = new Date(t.app.systemCtx.clock.now().getTime() + 90 * second).toISOString();
  const post = await makePost(user.call, { isDraft: undefined, scheduledFor: at, platforms: [target] });
  assert.equal((await after(user, post, 89 * second)).status, 'scheduled');
  assert.deepEqual(await live(), []);
  assert.equal((await after(user, post, second)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('looks up the post after a lost response and publishes it once', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  const createdPost = await publishNow(user, target);
  assert.equal((await after(user, createdPost)).status, 'publishing');
  const post = await after(user, createdPost, 6 * second);
  assert.equal(post.status, 'published');
  assert.equal((await live()).length, 1);
  assert.equal(post.platforms[0].platformPostId, (await live())[0]?.id);
});

test('resends a post that was not published, but only after its settle time', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'createRecord' });
  const post = await publishNow(user, target);
  await after(user, post);
  assert.equal((await after(user, post, 6 * second)).status, 'publishing');
  assert.equal((await after(user, post, 200 * second)).status, 'publishing');
  assert.deepEqual(await live(), []);
  assert.equal((await after(user, post, 10 * second)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('without a lookup the outcome stays unknown, and only a confirmed retry sends again', async () => {
  const { user, target, live } = await withChannel();
  await t.sandbox.fault('telegram', 'lostResponse', { operation: 'sendMessage' });
  const createdPost = await publishNow(user, target);
  await after(user, createdPost);
  const post = await after(user, createdPost, 6 * second);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'outcomeUnknown']);
  assert.equal((await live()).length, 1);
  const path = `/v1/posts/${post._id}`;
  assertError(await user.call('POST', `${path}/retry`), 409, { code: 'outcomeUnknown', param: 'confirm' });
  assertError(await user.call('PUT', path, { body: { publishNow: true } }), 409, { code: 'outcomeUnknown' });
  assert.equal((await user.call('POST', `${path}/retry`, { body: { confirm: true } })).status, 200);
  assert.equal((await after(user, createdPost)).status, 'published');
  assert.equal((await live()).length, 2, 'as was confirmed');
});

test('a confirmed retry finds a post that was published after all', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'getRecord', times: 20 });
  const createdPost = await publishNow(user, target);
  await after(user, createdPost);
  let post = createdPost;
  for (const wait of [6, 31, 121, 601, 1801]) post = await after(user, createdPost, wait * second);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'outcomeUnknown']);
  await t.sandbox.control('DELETE', 'faults');
  await user.call('POST', `/v1/posts/${post._id}/retry`, { body: { confirm: true } });
  assert.equal((await after(user, createdPost)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('retries a rate-limited target when the platform allows it, five attempts at most', async () => {
  const { user, target, live } = await withChannel();
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', value: 45 });
  const createdPost = await publishNow(user, target);
  await after(user, createdPost);
  assert.equal((await after(user, createdPost, 44 * second)).status, 'publishing');
  assert.equal((await after(user, createdPost, second)).status, 'published');
  assert.ok((await kinds(user, createdPost)).includes('waiting'));
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', value: 1, times: 5 });
  const limited = await publishNow(user, target);
  let post = await after(user, limited);
  for (const wait of [30 * second, 2 * minute, 10 * minute, 30 * minute]) post = await after(user, limited, wait);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'rateLimited']);
  assert.equal((await live()).length, 1);
});

test('fails the target and sets needsReauth when the token was revoked', async () => {
  const { user, target } = await withBluesky();
  await t.sandbox.fault('bluesky', 'tokenRevoked', { operation: 'createRecord' });
  const post = await after(user, await publishNow(user, target));
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'connectionDead']);
  assert.equal(post.platforms[0].accountId.isActive, false);
  const { body } = await user.call('GET', `/v1/accounts/${target.accountId}`);
  assert.equal(body.account.status, 'needsReauth');
});

test('refreshes a token that expired during publishing and publishes the post', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'tokenExpired', { operation: 'createRecord' });
  const post = await publishNow(user, target);
  assert.equal((await after(user, post)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('publishes posts of one account one after the other, in order', async () => {
  const { user, target, live } = await withChannel();
  const start = t.app.systemCtx.clock.now().getTime() + 2 * minute;
  const texts = [];
  for (let count = 0; count < 5; count += 1) {
    const scheduledFor = new Date(start + count).toISOString();
    const post = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target] });
    texts.push(post['content']);
  }
  await t.advance(3 * minute);
  await t.app.drain();
  assert.deepEqual(
    (await live()).map(({ text }) => text),
    texts,
  );
});

test('after an outage, publishes the oldest post first and the others 30 s apart without adding lateness', async () => {
  const { user, target, live } = await withChannel();
  const start = t.app.systemCtx.clock.now().getTime() + 2 * minute;
  const createdPosts: TestPost[] = [];
  for (let count = 0; count < 4; count += 1) {
    const scheduledFor = new Date(start + count * second).toISOString();
    const lateness = { maxMinutes: 60 };
    createdPosts.push(await makePost(user.call, { isDraft: undefined, scheduledFor, lateness, platforms: [target] }));
  }
  await t.advance(62 * minute);
  for (const expected of [1, 1, 2, 3, 4]) {
    await t.app.drain();
    assert.equal((await live()).length, expected);
    const waiting = expected === 4 ? 'published' : 'queued';
    assert.equal((await readPost(user.call, createdPosts[3]?._id ?? '')).status, waiting);
    await t.advance(expected === 1 && (await live()).length === 1 ? 15 * second : 30 * second);
  }
  for (const post of createdPosts) assert.equal((await readPost(user.call, post._id)).status, 'published');
});

test('holds a late post as a draft or skips it, and emits an event', async () => {
  const { user, target, live } = await withChannel();
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + 2 * minute).toISOString();
  const late = (otherwise: string) =>
    makePost(user.call, {
      isDraft: undefined,
      scheduledFor,
      lateness: { maxMinutes: 9, otherwise },
      platforms: [target],
    });
  const [held, skipped] = [await late('hold'), await late('skip')];
  await t.advance(12 * minute);
  await t.app.drain();
  await t.advance(minute);
  await t.app.drain();
  const [draft, canceled] = [await readPost(user.call, held._id), await readPost(user.call, skipped._id)];
  assert.deepEqual([draft.status, draft.scheduledFor], ['draft', null]);
  assert.deepEqual([canceled.status, canceled.scheduledFor], ['canceled', scheduledFor]);
  assert.deepEqual(await live(), []);
  const { body } = await user.call('GET', '/v1/events?type=post.missed');
  assert.deepEqual(
    body.events.map(({ data }: any) => data.missed).toSorted((a: any, b: any) => (a.outcome < b.outcome ? -1 : 1)),
    [
      { scheduledFor, lateMinutes: 10, outcome: 'hold' },
      { scheduledFor, lateMinutes: 10, outcome: 'skip' },
    ],
  );
  assert.ok((await kinds(user, held)).includes('missed'));
});

test('a hanging platform does not delay the others', async () => {
  const { user, target, live } = await withChannel();
  const slow = await makeTarget(user.call, 'bluesky', `hanging${(rooms += 1)}`);
  await t.sandbox.fault('bluesky', 'slow', { operation: 'createRecord', value: 1500 });
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [slow, target] });
  const draining = t.app.drain();
  const begun = performance.now();
  while ((await live()).length === 0) assert.ok(performance.now() - begun < 1400, 'it waited for the other');
  await draining;
  assert.equal((await readPost(user.call, post._id)).status, 'published');
});

test('disconnecting an account cancels its unsent posts, keeps drafts, and keeps its name on published ones', async () => {
  const { user, target, live } = await withChannel();
  const out = await publishNow(user, target);
  await after(user, out);
  const other = await makeTarget(user.call, 'bluesky', `stays${(rooms += 1)}`);
  const draft = await makePost(user.call, { platforms: [target, other] });
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + 5 * minute).toISOString();
  const alone = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target] });
  const both = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target, other] });
  assert.equal((await user.call('DELETE', `/v1/accounts/${target.accountId}`)).status, 200);
  const names = (post: TestPost) => post.platforms.map(({ platform, status }) => `${platform} ${status}`);
  assert.deepEqual(names(await readPost(user.call, draft._id)), ['bluesky draft']);
  assert.equal((await readPost(user.call, alone._id)).status, 'canceled');
  assert.deepEqual(names(await readPost(user.call, both._id)), ['telegram canceled', 'bluesky scheduled']);
  const remaining = await readPost(user.call, out._id);
  assert.equal(remaining.status, 'published');
  assert.equal(remaining.platforms[0].accountId.isActive, false);
  assert.match(remaining.platforms[0].accountId.username, /^room_/);
  assert.equal((await after(user, both, 5 * minute)).status, 'published');
  assert.equal((await live()).length, 1);
  const { body } = await user.call('GET', `/v1/posts?accountId=${target.accountId}`);
  assert.equal(body.posts.length, 3, 'its posts can still be found by it');
  assert.ok((await events(user)).includes('post.canceled'));
});

test('account health lists the scheduled posts at risk', async () => {
  const { user, target } = await withChannel();
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + 5 * minute).toISOString();
  const post = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target] });
  const path = `/v1/accounts/${target.accountId}/health`;
  const risk = async () => (await user.call('GET', path)).body.health.scheduledAtRisk;
  assert.deepEqual(await risk(), { count: 0, nextAt: null, postIds: [] });
  await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [target.accountId]);
  assert.deepEqual(await risk(), { count: 1, nextAt: scheduledFor, postIds: [post._id] });
  const { body } = await user.call('GET', '/v1/accounts/health');
  assert.equal(body.accounts[0].scheduledAtRisk.count, 1);
  const ended = await after(user, post, 6 * minute);
  assert.deepEqual([ended.status, ended.platforms[0].errorCode], ['failed', 'connectionDead']);
});

test('fails the target with validation when its text no longer fits at publish time', async () => {
  const { user, target } = await withChannel();
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + 5 * minute).toISOString();
  const post = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target] });
  await t.sql("UPDATE posts SET content = repeat('x', 5000) WHERE id = $1", [post._id]);
  const ended = await after(user, post, 5 * minute);
  assert.deepEqual([ended.status, ended.platforms[0].errorCode], ['failed', 'validation']);
});

test('usage counts the targets of the month', async () => {
  const { user, target } = await withChannel();
  await publishNow(user, target, { content: words() });
  await makePost(user.call, { platforms: [target] });
  assert.equal((await user.call('GET', '/v1/usage')).body.resources.posts.used, 1);
});

test('reports the lag of due posts as a metric', async () => {
  const { user, target } = await withChannel();
  const post = await publishNow(user, target);
  await t.advance(7 * second);
  const lag = async () =>
    Number(/^herald_publish_due_lag_seconds (\S+)$/m.exec((await t.call('GET', '/metrics')).text)?.[1]);
  assert.equal(await lag(), 7);
  await after(user, post);
  assert.equal(await lag(), 0);
});
