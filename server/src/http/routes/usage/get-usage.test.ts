import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';

const t = await startTestApp();

async function usageSeenBy(call: Call) {
  const { status, body } = await call('GET', '/v1/usage');
  assert.equal(status, 200);
  return body;
}

test('self-hosted plan: no request budget and no limit on accounts and posts', async () => {
  const user = await t.newUser('self-hosted');
  const usage = await usageSeenBy(user.call);
  assert.equal(usage.plan, 'self-hosted');
  assert.deepEqual(usage.requests, { perMinute: null, remaining: null, resetAt: null });
  assert.deepEqual(usage.resources, {
    accounts: { used: 0, limit: null },
    posts: { used: 0, limit: null },
    contacts: { used: 0, limit: 5000 },
    automations: { used: 0, limit: 100 },
    webhooks: { used: 0, limit: 25 },
    apiKeys: { used: 1, limit: 100 },
  });
  assert.equal(usage.storageBytes, 0);
});

test('free plan: 60 requests a minute, 2 accounts, 20 posts a month', async () => {
  const user = await t.newUser('free');
  const usage = await usageSeenBy(user.call);
  assert.equal(usage.plan, 'free');
  assert.equal(usage.requests.perMinute, 60);
  assert.equal(usage.resources.accounts.limit, 2);
  assert.equal(usage.resources.posts.limit, 20);
});

test('requests.remaining includes this request, and resetAt is when the budget is full again', async () => {
  const user = await t.newUser('free');
  await user.call('GET', '/v1/profiles');
  const { requests } = await usageSeenBy(user.call);
  const inTwoSeconds = new Date(t.app.systemCtx.clock.now().getTime() + 2000).toISOString();
  assert.deepEqual(requests, { perMinute: 60, remaining: 58, resetAt: inTwoSeconds });
});

test('paid plans have their own request budgets and no account or post limit', async () => {
  for (const [plan, perMinute] of [['starter', 120] as const, ['pro', 600] as const, ['scale', 1200] as const]) {
    const usage = await usageSeenBy((await t.newUser(plan)).call);
    assert.equal(usage.requests.perMinute, perMinute);
    assert.equal(usage.resources.accounts.limit, null);
    assert.equal(usage.resources.posts.limit, null);
  }
});

test('reports the usage of the user, whatever the key', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const profile = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [profile._id], permission: 'read' });
  await makeKey(other.call);
  await makeKey(other.call);
  const usage = await usageSeenBy(t.as(key));
  assert.equal(usage.resources.apiKeys.used, 2);
  assert.deepEqual(usage, await usageSeenBy(user.call));
});

test('lists the documented hourly caps', async () => {
  const { caps } = await usageSeenBy((await t.newUser()).call);
  const limits = caps.map((cap: { operation: string; limit: number }) => [cap.operation, cap.limit]);
  assert.deepEqual(Object.fromEntries(limits), {
    'contact.create': 600,
    'contact.update': 600,
    'contact.delete': 300,
    'contact.bulk': 20,
    'automation.create': 60,
    'automation.update': 120,
    'automation.delete': 60,
    'message.send': 120,
    'comment.reply': 120,
    'comment.hide': 120,
    'comment.delete': 120,
    'webhook.trigger': 60,
  });
  for (const cap of caps) assert.deepEqual([cap.used, cap.resetAt], [0, null]);
});

test('counts posts in the UTC month of their time: scheduled, else accepted, else created', async () => {
  const user = await t.newUser();
  const [before, first, last, after] = [
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T00:00:00Z',
    '2026-03-31T23:59:59.999Z',
    '2026-04-01T00:00:00Z',
  ];
  const times = [
    ...[before, first, last, after].map((scheduledFor) => ({ scheduledFor, acceptedAt: last, createdAt: last })),
    ...[before, first, last, after].map((acceptedAt) => ({ scheduledFor: null, acceptedAt, createdAt: last })),
    ...[before, first, last, after].map((createdAt) => ({ scheduledFor: null, acceptedAt: null, createdAt })),
  ];
  for (const [index, { scheduledFor, acceptedAt, createdAt }] of times.entries()) {
    const id = `pst_${user.ownerId.slice(4)}${index}`;
    await t.sql(
      `INSERT INTO posts (id, owner_id, title, content, status, scheduled_for, timezone, media, tags, hashtags, mentions,
                          late_minutes_max, late_otherwise, profile_ids, accepted_at, created_at, updated_at)
       VALUES ($1, $2, '', '', 'failed', $3, 'UTC', '[]', '{}', '{}', '{}', 0, 'hold', '{}', $4, $5, $5)`,
      [id, user.ownerId, scheduledFor, acceptedAt, createdAt],
    );
    await t.sql(
      `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
       VALUES ($1, $2, 'acc_1', 'telegram', 'prf_1', 0, 'pending', $3, $3)`,
      [user.ownerId, id, createdAt],
    );
  }
  const { body } = await user.call('GET', '/v1/usage');
  assert.equal(body.resources.posts.used, 6);
});

test('the period is the current UTC month and changes with the clock', async () => {
  const user = await t.newUser();
  const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T23:59:59.999Z' };
  const april = { from: '2026-04-01T00:00:00.000Z', to: '2026-04-30T23:59:59.999Z' };
  assert.deepEqual((await usageSeenBy(user.call)).period, march);
  await t.advance(Date.parse(april.from) - t.app.systemCtx.clock.now().getTime() - 1);
  assert.deepEqual((await usageSeenBy(user.call)).period, march);
  await t.advance(1);
  assert.deepEqual((await usageSeenBy(user.call)).period, april);
});
