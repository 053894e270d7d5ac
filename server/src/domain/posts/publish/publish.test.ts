import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost, words, type MadePost } from '../../../../test/posts.ts';

const t = await startTestApp({ sandbox: true });
const second = 1000;
const minute = 60 * second;
let rooms = 0;

/** A user with a channel of its own, and what is live there. */
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

const publishNow = (user: TestUser, target: object, more: object = {}): Promise<MadePost> =>
  makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target], ...more });

async function after(user: TestUser, post: MadePost, ms = 0): Promise<MadePost> {
  if (ms > 0) await t.advance(ms);
  await t.app.drain();
  return readPost(user.call, post._id);
}

async function kinds(user: TestUser, post: MadePost): Promise<string[]> {
  const { body } = await user.call('GET', `/v1/posts/${post._id}/timeline`);
  return body.entries.map(({ kind }: { kind: string }) => kind);
}

async function events(user: TestUser): Promise<string[]> {
  const { body } = await user.call('GET', '/v1/events?limit=200');
  return body.events.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('post.'));
}

test('a post goes out on every account, says where, and is told', async () => {
  const user = await t.newUser();
  const platforms = [await makeTarget(user.call, 'telegram', 'both_1'), await makeTarget(user.call, 'bluesky')];
  const made = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms });
  const post = await after(user, made);
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
  assert.equal((await live(t, 'telegram', 'both_1'))[0]?.text, made['content']);
});

test('nothing goes out before its time, and then at once', async () => {
  const { user, target, live } = await withChannel();
  const at = new Date(t.app.world.clock.now().getTime() + 90 * second).toISOString();
  const made = await makePost(user.call, { isDraft: undefined, scheduledFor: at, platforms: [target] });
  assert.equal((await after(user, made, 89 * second)).status, 'scheduled');
  assert.deepEqual(await live(), []);
  assert.equal((await after(user, made, second)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('a lost answer is settled by a look: what is there is published, once', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'lostAnswer', { operation: 'createRecord' });
  const made = await publishNow(user, target);
  assert.equal((await after(user, made)).status, 'publishing');
  const post = await after(user, made, 6 * second);
  assert.equal(post.status, 'published');
  assert.equal((await live()).length, 1);
  assert.equal(post.platforms[0].platformPostId, (await live())[0]?.id);
});

test('what surely did not happen is sent again, but not before every trace would show', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'createRecord' });
  const made = await publishNow(user, target);
  await after(user, made);
  assert.equal((await after(user, made, 6 * second)).status, 'publishing');
  assert.equal((await after(user, made, 200 * second)).status, 'publishing');
  assert.deepEqual(await live(), []);
  assert.equal((await after(user, made, 10 * second)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('where nobody can look, the outcome stays unknown, and only a confirmed retry sends again', async () => {
  const { user, target, live } = await withChannel();
  await t.sandbox.fault('telegram', 'lostAnswer', { operation: 'sendMessage' });
  const made = await publishNow(user, target);
  await after(user, made);
  const post = await after(user, made, 6 * second);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'outcomeUnknown']);
  assert.equal((await live()).length, 1);
  const path = `/v1/posts/${post._id}`;
  assertError(await user.call('POST', `${path}/retry`), 409, { code: 'outcomeUnknown', param: 'confirm' });
  assertError(await user.call('PUT', path, { body: { publishNow: true } }), 409, { code: 'outcomeUnknown' });
  assert.equal((await user.call('POST', `${path}/retry`, { body: { confirm: true } })).status, 200);
  assert.equal((await after(user, made)).status, 'published');
  assert.equal((await live()).length, 2, 'as was confirmed');
});

test('a confirmed retry of what is out after all finds it', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'lostAnswer', { operation: 'createRecord' });
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'getRecord', times: 20 });
  const made = await publishNow(user, target);
  await after(user, made);
  let post = made;
  for (const wait of [6, 31, 121, 601, 1801]) post = await after(user, made, wait * second);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'outcomeUnknown']);
  await t.sandbox.control('DELETE', 'faults');
  await user.call('POST', `/v1/posts/${post._id}/retry`, { body: { confirm: true } });
  assert.equal((await after(user, made)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('a network that asks to slow down is asked again when it said, five times at most', async () => {
  const { user, target, live } = await withChannel();
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', value: 45 });
  const made = await publishNow(user, target);
  await after(user, made);
  assert.equal((await after(user, made, 44 * second)).status, 'publishing');
  assert.equal((await after(user, made, second)).status, 'published');
  assert.ok((await kinds(user, made)).includes('waiting'));
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', value: 1, times: 5 });
  const limited = await publishNow(user, target);
  let post = await after(user, limited);
  for (const wait of [30 * second, 2 * minute, 10 * minute, 30 * minute]) post = await after(user, limited, wait);
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'rateLimited']);
  assert.equal((await live()).length, 1);
});

test('an account that lost its token fails the target and asks to be connected again', async () => {
  const { user, target } = await withBluesky();
  await t.sandbox.fault('bluesky', 'tokenRevoked', { operation: 'createRecord' });
  const post = await after(user, await publishNow(user, target));
  assert.deepEqual([post.status, post.platforms[0].errorCode], ['failed', 'connectionDead']);
  assert.equal(post.platforms[0].accountId.isActive, false);
  const { body } = await user.call('GET', `/v1/accounts/${target.accountId}`);
  assert.equal(body.account.status, 'needsReauth');
});

test('a token that expired on the way is refreshed, and the post goes out', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'tokenExpired', { operation: 'createRecord' });
  const made = await publishNow(user, target);
  assert.equal((await after(user, made)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('posts of one account go out one after the other, in their order', async () => {
  const { user, target, live } = await withChannel();
  const start = t.app.world.clock.now().getTime() + 2 * minute;
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

test('after an outage the oldest goes first and the others follow 30 s apart; lateness does not grow meanwhile', async () => {
  const { user, target, live } = await withChannel();
  const start = t.app.world.clock.now().getTime() + 2 * minute;
  const made: MadePost[] = [];
  for (let count = 0; count < 4; count += 1) {
    const scheduledFor = new Date(start + count * second).toISOString();
    const lateness = { maxMinutes: 60 };
    made.push(await makePost(user.call, { isDraft: undefined, scheduledFor, lateness, platforms: [target] }));
  }
  await t.advance(62 * minute);
  for (const expected of [1, 1, 2, 3, 4]) {
    await t.app.drain();
    assert.equal((await live()).length, expected);
    const waiting = expected === 4 ? 'published' : 'queued';
    assert.equal((await readPost(user.call, made[3]?._id ?? '')).status, waiting);
    await t.advance(expected === 1 && (await live()).length === 1 ? 15 * second : 30 * second);
  }
  for (const post of made) assert.equal((await readPost(user.call, post._id)).status, 'published');
});

test('what is too late is held as a draft or skipped, and told', async () => {
  const { user, target, live } = await withChannel();
  const scheduledFor = new Date(t.app.world.clock.now().getTime() + 2 * minute).toISOString();
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

test('one network that hangs holds up no other', async () => {
  const { user, target, live } = await withChannel();
  const slow = await makeTarget(user.call, 'bluesky', `hanging${(rooms += 1)}`);
  await t.sandbox.fault('bluesky', 'slow', { operation: 'createRecord', value: 1500 });
  const made = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [slow, target] });
  const draining = t.app.drain();
  const begun = performance.now();
  while ((await live()).length === 0) assert.ok(performance.now() - begun < 1400, 'it waited for the other');
  await draining;
  assert.equal((await readPost(user.call, made._id)).status, 'published');
});

test('a disconnected account cancels what was not sent, leaves drafts, and keeps its name on what is out', async () => {
  const { user, target, live } = await withChannel();
  const out = await publishNow(user, target);
  await after(user, out);
  const other = await makeTarget(user.call, 'bluesky', `stays${(rooms += 1)}`);
  const draft = await makePost(user.call, { platforms: [target, other] });
  const scheduledFor = new Date(t.app.world.clock.now().getTime() + 5 * minute).toISOString();
  const alone = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target] });
  const both = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [target, other] });
  assert.equal((await user.call('DELETE', `/v1/accounts/${target.accountId}`)).status, 200);
  const names = (post: MadePost) => post.platforms.map(({ platform, status }) => `${platform} ${status}`);
  assert.deepEqual(names(await readPost(user.call, draft._id)), ['bluesky draft']);
  assert.equal((await readPost(user.call, alone._id)).status, 'canceled');
  assert.deepEqual(names(await readPost(user.call, both._id)), ['telegram canceled', 'bluesky scheduled']);
  const kept = await readPost(user.call, out._id);
  assert.equal(kept.status, 'published');
  assert.equal(kept.platforms[0].accountId.isActive, false);
  assert.match(kept.platforms[0].accountId.username, /^room_/);
  assert.equal((await after(user, both, 5 * minute)).status, 'published');
  assert.equal((await live()).length, 1);
  const { body } = await user.call('GET', `/v1/posts?accountId=${target.accountId}`);
  assert.equal(body.posts.length, 3, 'its posts can still be found by it');
  assert.ok((await events(user)).includes('post.canceled'));
});

test('health names the posts that will not go out as things stand', async () => {
  const { user, target } = await withChannel();
  const scheduledFor = new Date(t.app.world.clock.now().getTime() + 5 * minute).toISOString();
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

test('words that no longer fit when the time comes fail the target', async () => {
  const { user, target } = await withChannel();
  const scheduledFor = new Date(t.app.world.clock.now().getTime() + 5 * minute).toISOString();
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

test('the lag of due posts is a metric', async () => {
  const { user, target } = await withChannel();
  const post = await publishNow(user, target);
  await t.advance(7 * second);
  const lag = async () =>
    Number(/^herald_publish_due_lag_seconds (\S+)$/m.exec((await t.call('GET', '/metrics')).text)?.[1]);
  assert.equal(await lag(), 7);
  await after(user, post);
  assert.equal(await lag(), 0);
});
