import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, freeUser, inApril, inMarch, postsUsed, schedule, type FreeUser } from '../../../../test/allowance.ts';
import type { TestResponse } from '../../../../test/check-response.ts';
import { assertError, defaultProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, words } from '../../../../test/data/posts.ts';

const links = { documentationUrl: 'https://docs.example/plans', dashboardUrl: 'https://app.example/plan' };
const t = await startTestApp({
  sandbox: true,
  environment: {
    HERALD_BUDGET_FREE_PER_MINUTE: '60000',
    HERALD_DOCUMENTATION_URL: links.documentationUrl,
    HERALD_DASHBOARD_URL: links.dashboardUrl,
  },
});
const create = (user: TestUser, body: object) =>
  user.call('POST', '/v1/posts', { body: { content: words(), ...body } });
const update = (user: TestUser, id: string, body: object) => user.call('PUT', `/v1/posts/${id}`, { body });
const retry = (user: TestUser, id: string, body: object = {}) => user.call('POST', `/v1/posts/${id}/retry`, { body });
const unreachable = { mediaItems: [{ url: 'http://127.0.0.1:9/a' }] };

function assertFull(response: TestResponse, { used = 20, gain = 1, month = '2026-03' } = {}): void {
  assert.equal(response.status, 402, response.text);
  assert.deepEqual(response.body, {
    error:
      `The free plan includes 20 platform posts per UTC month: ${month} has ${used}, and this request adds ${gain} more. ` +
      'Choose another month, delete scheduled posts of that month, or change the plan',
    code: 'paymentRequired',
    reason: 'freePostLimitExceeded',
    ...links,
    details: {
      planId: 'free',
      includedAccounts: 2,
      freeTierAccountLimit: 2,
      currentAccountCount: 2,
      hasPaymentMethod: false,
      postsUsed: used,
      postLimit: 20,
    },
  });
}

async function makeQueue({ call }: TestUser): Promise<string> {
  const { _id: profileId } = await defaultProfile(call);
  const slots = [{ dayOfWeek: 3, time: '12:00' }];
  const response = await call('POST', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots } });
  assert.equal(response.status, 201, response.text);
  return profileId;
}

const total = async (user: TestUser): Promise<number> => (await user.call('GET', '/v1/posts')).body.pagination.total;

async function fullUser(): Promise<FreeUser & { modes: object[] }> {
  const user = await freeUser(t, 20);
  return {
    ...user,
    modes: [{ scheduledFor: inMarch }, { publishNow: true }, { queuedFromProfile: await makeQueue(user) }],
  };
}

test('returns 402 for a new post in a full month, whether scheduled, immediate or queued', async () => {
  const user = await fullUser();
  const before = await total(user);
  for (const mode of user.modes) {
    assertFull(await create(user, { ...mode, platforms: [user.one] }));
    assertFull(await create(user, { ...mode, platforms: user.both, ...unreachable }), { gain: 2 });
    const body = { content: words(), ...mode, platforms: [user.one] };
    const { body: checked } = await user.call('POST', '/v1/posts/validate', { body });
    assert.equal(checked.valid, false);
    assert.deepEqual(
      checked.issues.map(({ rule, severity, field }: any) => [rule, severity, field]),
      [['planAllowance', 'error', null]],
    );
    assert.match(checked.issues[0].message, /2026-03 has 20, and this request adds 1 more/);
  }
  assert.deepEqual([await total(user), await postsUsed(user)], [before, 20]);
});

test('refuses a post as a whole and accepts one that fits the last place', async () => {
  const user = await freeUser(t, 19);
  assertFull(await create(user, { scheduledFor: inMarch, platforms: user.both }), { used: 19, gain: 2 });
  await schedule(user, [user.one]);
  assertFull(await create(user, { scheduledFor: inMarch, platforms: [user.one] }));
  assert.equal(await postsUsed(user), 20);
});

test('returns 424 before 402, and 402 before fetching files and checking for duplicates', async () => {
  const user = await freeUser(t, 20);
  const { body } = await user.call('GET', '/v1/posts?limit=1');
  const { content } = body.posts[0];
  assertFull(await create(user, { content, scheduledFor: inMarch, platforms: [user.one] }));
  const draft = await makePost(user.call, { platforms: [user.one], content });
  assertFull(await update(user, draft._id, { scheduledFor: inMarch, ...unreachable }));
  assertFull(await update(user, draft._id, { scheduledFor: inMarch }));
  await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [user.one.accountId]);
  const dead = { code: 'connectionDead' };
  assertError(await create(user, { scheduledFor: inMarch, platforms: [user.one] }), 424, dead);
  assertError(await update(user, draft._id, { scheduledFor: inMarch }), 424, dead);
});

test('returns 402 for scheduling a draft in a full month', async () => {
  const user = await fullUser();
  const draft = await makePost(user.call, { platforms: user.both });
  for (const mode of user.modes) {
    assertFull(await update(user, draft._id, { ...mode, ...unreachable }), { gain: 2 });
    assertFull(await update(user, draft._id, { ...mode, platforms: [user.one] }));
  }
  assert.equal((await user.call('GET', `/v1/posts/${draft._id}`)).body.post.status, 'draft');
});

test('returns 402 for an update that adds a target, moves to a full month or resends failed targets', async () => {
  const user = await freeUser(t, 18);
  const [single, later] = [await schedule(user, [user.one]), await schedule(user, user.both, inApril)];
  const failed = await schedule(user, [user.one]);
  await fail(t, failed);
  assertFull(await update(user, later, { scheduledFor: inMarch }), { used: 19, gain: 2 });
  assert.equal((await update(user, single, { platforms: user.both })).status, 200);
  assertFull(await update(user, failed, { scheduledFor: inMarch }));
  assertFull(await update(user, later, { scheduledFor: inMarch, platforms: [user.one] }));
  const lone = await update(user, single, { platforms: [user.one] });
  assert.equal(lone.status, 200, lone.text);
  await schedule(user, [user.one]);
  assertFull(await update(user, single, { platforms: user.both }));
  assertFull(await update(user, single, { platforms: user.both, ...unreachable }));
  assert.equal(await postsUsed(user), 20);
});

test('returns 402 for a retry that no longer fits, but accepts a single named account', async () => {
  const user = await freeUser(t, 0);
  const id = await schedule(user, user.both);
  await fail(t, id);
  for (let n = 0; n < 19; n += 1) await schedule(user, [user.one]);
  assertFull(await retry(user, id), { used: 19, gain: 2 });
  assert.equal((await retry(user, id, { accountIds: [user.one.accountId] })).status, 200);
  assert.equal(await postsUsed(user), 20);
  await t.sql(
    "UPDATE post_targets SET status = 'published', platform_post_id = '1', due_at = NULL WHERE post_id = $1 AND status = 'pending'",
    [id],
  );
  await t.sql("UPDATE posts SET status = 'partially_failed' WHERE id = $1", [id]);
  assertFull(await retry(user, id));
});

test('returns 409 outcomeUnknown only when the month has room, else 402', async () => {
  const user = await freeUser(t, 20);
  const id = await schedule(user, [user.one], inApril);
  await fail(t, id);
  await t.sql("UPDATE post_targets SET error_code = 'outcomeUnknown' WHERE post_id = $1", [id]);
  assertError(await retry(user, id), 409, { code: 'outcomeUnknown' });
  await t.sql('UPDATE posts SET scheduled_for = $2 WHERE id = $1', [id, inMarch]);
  assertFull(await retry(user, id));
  assertFull(await update(user, id, { scheduledFor: inMarch }));
});

test('accepts drafts, other months and updates that add nothing in a full month', async () => {
  const user = await freeUser(t, 18);
  const id = await schedule(user, user.both);
  const pass = async (body: object): Promise<void> => {
    const response = await update(user, id, body);
    assert.equal(response.status, 200, response.text);
  };
  await makePost(user.call, { platforms: user.both });
  await schedule(user, user.both, '2026-04-01T00:00:00.000Z');
  await pass({ content: words() });
  await pass({ scheduledFor: '2026-03-31T23:59:59.999Z' });
  await pass({ platforms: user.both.toReversed() });
  await pass({ publishNow: true });
  await pass({ scheduledFor: inMarch, platforms: [user.one] });
  await pass({ platforms: user.both });
  await pass({ scheduledFor: inApril });
  await pass({ scheduledFor: inMarch });
  assert.equal(await postsUsed(user), 20);
});

test('an owner already over the limit may edit posts but add none', async () => {
  const user = await freeUser(t, 0);
  await t.sql("UPDATE users SET plan = 'starter' WHERE id = $1", [user.ownerId]);
  for (let n = 0; n < 12; n += 1) await schedule(user, user.both);
  const id = await schedule(user, [user.one]);
  await t.sql("UPDATE users SET plan = 'free' WHERE id = $1", [user.ownerId]);
  for (const body of [{ content: words() }, { scheduledFor: '2026-03-21T12:00:00.000Z' }, { publishNow: true }]) {
    assert.equal((await update(user, id, body)).status, 200);
  }
  assertFull(await update(user, id, { platforms: user.both }), { used: 25 });
  assert.equal((await update(user, id, { isDraft: true })).status, 200);
  assertFull(await update(user, id, { scheduledFor: inMarch }), { used: 24 });
});

test('failed, canceled, unscheduled and deleted posts free their allowance', async () => {
  const user = await freeUser(t, 16);
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await schedule(user, [user.one]));
  const [failed = '', canceled = '', drafted = '', deleted = ''] = ids;
  await fail(t, failed);
  await t.sql("UPDATE post_targets SET status = 'canceled', due_at = NULL WHERE post_id = $1", [canceled]);
  assert.equal((await update(user, drafted, { isDraft: true })).status, 200);
  assert.equal((await user.call('DELETE', `/v1/posts/${deleted}`)).status, 200);
  assert.equal(await postsUsed(user), 16);
  for (let n = 0; n < 2; n += 1) await schedule(user, user.both);
  assertFull(await create(user, { scheduledFor: inMarch, platforms: [user.one] }));
});

test('no other plan has a limit', async () => {
  const user = await freeUser(t, 20);
  const failed = await schedule(user, [user.one], inApril);
  await fail(t, failed);
  await t.sql('UPDATE posts SET scheduled_for = $2 WHERE id = $1', [failed, inMarch]);
  for (const plan of ['starter', 'pro', 'scale', 'self-hosted']) {
    await t.sql('UPDATE users SET plan = $2 WHERE id = $1', [user.ownerId, plan]);
    await schedule(user, user.both);
    const draft = await makePost(user.call, { platforms: user.both });
    assert.equal((await update(user, draft._id, { scheduledFor: inMarch })).status, 200);
    assert.equal((await retry(user, failed)).status, 200);
    await fail(t, failed);
  }
  assert.equal(await postsUsed(user), 36);
});

test('a retry counts all targets in the month scheduled for, otherwise in the current month', async () => {
  const user = await freeUser(t, 0);
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: user.both });
  await fail(t, post._id);
  const published = "SET status = 'published', platform_post_id = '1' WHERE platform = 'bluesky'";
  await t.sql(`UPDATE post_targets ${published} AND post_id = $1`, [post._id]);
  await t.sql("UPDATE posts SET status = 'partially_failed' WHERE id = $1", [post._id]);
  const old = await schedule(user, [user.one]);
  await fail(t, old);
  for (let n = 0; n < 19; n += 1) await schedule(user, [user.one], inApril);
  assert.equal(await postsUsed(user), 1);
  await t.advance(Date.parse('2026-04-01T00:00:00.000Z') - t.app.systemCtx.clock.now().getTime());
  assertFull(await retry(user, post._id), { used: 19, gain: 2, month: '2026-04' });
  await schedule(user, [user.one], inApril);
  assert.equal((await retry(user, old)).status, 200);
  assert.equal(await postsUsed(user), 20, 'and March has one more');
});
