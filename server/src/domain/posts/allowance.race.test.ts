import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, freeUser, inApril, inMarch, isPaymentRequired, postsUsed, schedule } from '../../../test/allowance.ts';
import type { TestResponse } from '../../../test/check-response.ts';
import { onServer } from '../../../test/database.ts';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { makePost, makeTarget, words } from '../../../test/data/posts.ts';
import { eightADay } from '../../../test/data/queues.ts';
import { untilBlocked } from '../../../test/wait-for.ts';
import type { Ctx } from '../context.ts';
import { createPost } from './create-post.ts';

const t = await startTestApp({
  sandbox: true,
  environment: { HERALD_DATABASE_POOL_SIZE: '20', HERALD_BUDGET_FREE_PER_MINUTE: '60000' },
});
const atOnce = (count: number, work: (index: number) => Promise<TestResponse>): Promise<TestResponse[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const create = (user: TestUser, body: object, headers = {}): Promise<TestResponse> =>
  user.call('POST', '/v1/posts', { body: { content: words(), ...body }, headers });

function assertOnePassed(responses: readonly TestResponse[]): void {
  const refused = responses.filter(({ status }) => status === 402);
  const passed = responses.filter(({ status }) => status === 200 || status === 201);
  assert.deepEqual(
    [passed.length, refused.length],
    [1, responses.length - 1],
    responses.map(({ text }) => text).join('\n'),
  );
  for (const { body } of refused) assert.equal(body.reason, 'freePostLimitExceeded');
}

async function assertNoDeadlocks(): Promise<void> {
  const rows = await t.sql('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
}

test('accepts one of fifty concurrent creates for the last place of a month', async () => {
  const user = await freeUser(t, 19);
  assertOnePassed(await atOnce(50, () => create(user, { scheduledFor: inMarch, platforms: [user.one] })));
  assert.equal(await postsUsed(user), 20);
});

test('accepts one of fifty concurrent creates across all modes, and the others hold no slot', async () => {
  const user = await freeUser(t, 19);
  const { _id: profileId } = await defaultProfile(user.call);
  await user.call('POST', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots: eightADay } });
  const modes = [{ queuedFromProfile: profileId }, { publishNow: true }, { scheduledFor: inMarch }];
  assertOnePassed(await atOnce(50, (index) => create(user, { ...modes[index % 3], platforms: [user.one] })));
  assert.equal(await postsUsed(user), 20);
  const held = await t.sql('SELECT id FROM posts WHERE owner_id = $1 AND queue_id IS NOT NULL', [user.ownerId]);
  assert.ok(held.length <= 1);
  await assertNoDeadlocks();
});

test('accepts one of 49 concurrent creates, updates and retries for the last place', async () => {
  const user = await freeUser(t, 0);
  const failed: string[] = [];
  for (let n = 0; n < 12; n += 1) failed.push(await schedule(user, [user.one]));
  for (const id of failed) await fail(t, id);
  for (let n = 0; n < 9; n += 1) await schedule(user, user.both);
  const single = await schedule(user, [user.one]);
  const drafts: string[] = [];
  for (let n = 0; n < 12; n += 1) drafts.push((await makePost(user.call, { platforms: [user.one] }))._id);
  const later: string[] = [];
  for (let n = 0; n < 12; n += 1) later.push(await schedule(user, [user.one], inApril));
  const change = (id: string, body: object): Promise<TestResponse> => user.call('PUT', `/v1/posts/${id}`, { body });
  const responses = await Promise.all([
    change(single, { platforms: user.both }),
    ...failed.flatMap((id, n) => [
      user.call('POST', `/v1/posts/${id}/retry`, { body: {} }),
      change(drafts[n] ?? '', n % 2 === 0 ? { scheduledFor: inMarch } : { publishNow: true }),
      change(later[n] ?? '', { scheduledFor: inMarch }),
      create(user, { scheduledFor: inMarch, platforms: [user.one] }),
    ]),
  ]);
  assert.equal(responses.length, 49);
  assertOnePassed(responses);
  assert.equal(await postsUsed(user), 20);
  await assertNoDeadlocks();
});

test('concurrent creates with the same x-request-id take the last place once and all return that post', async () => {
  const user = await freeUser(t, 19);
  const named = { content: words(), scheduledFor: inMarch, platforms: [user.one] };
  const responses = await atOnce(30, () => create(user, named, { 'x-request-id': 'last-place' }));
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [...Array<number>(29).fill(200), 201]);
  const ids = responses.map(({ body }) => (body.post ?? body.existingPost)._id);
  assert.equal(new Set(ids).size, 1);
});

test('repeating an idempotency key returns the existing post when the month is full', async () => {
  const user = await freeUser(t, 19);
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const input = { content: words(), scheduledFor: inMarch, platforms: [user.one] };
  const created = await createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'twin' } });
  const again = await createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'twin' } });
  assert.deepEqual([created.kind, again.kind, again.post._id], ['created', 'existing', created.post._id]);
  await assert.rejects(
    createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'other' } }),
    isPaymentRequired,
  );
});

/** Takes the last place and commits once somebody waits for the owner. */
async function besideRival({ ownerId }: TestUser, work: () => Promise<TestResponse>): Promise<TestResponse> {
  return await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [ownerId]);
    await rival.query(
      `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
       SELECT owner_id, post_id, 'acc_rival', platform, profile_id, 9, 'scheduled', due_at, created_at
         FROM post_targets WHERE owner_id = $1 AND status = 'scheduled' LIMIT 1`,
      [ownerId],
    );
    const response = work();
    await Promise.race([untilBlocked(t), response]);
    await rival.query('COMMIT');
    return await response;
  });
}

test('a create, an update and a retry wait for a concurrent transaction that takes the last place', async () => {
  const user = await freeUser(t, 18);
  const [failed, single] = [await schedule(user, [user.one]), await schedule(user, [user.one])];
  await fail(t, failed);
  const draft = await makePost(user.call, { platforms: [user.one] });
  const requests = [
    () => create(user, { scheduledFor: inMarch, platforms: [user.one] }),
    () => user.call('PUT', `/v1/posts/${draft._id}`, { body: { scheduledFor: inMarch } }),
    () => user.call('PUT', `/v1/posts/${single}`, { body: { platforms: user.both } }),
    () => user.call('POST', `/v1/posts/${failed}/retry`, { body: {} }),
  ];
  for (const work of requests) {
    const response = await besideRival(user, work);
    assert.deepEqual([response.status, response.body.details?.postsUsed], [402, 20], response.text);
    await t.sql("DELETE FROM post_targets WHERE account_id = 'acc_rival'");
  }
});

test('plans without a limit and drafts do not wait for the lock on the owner', async () => {
  const paid = await t.newUser('starter');
  const [target, free] = [await makeTarget(paid.call), await freeUser(t, 20)];
  const id = await schedule(paid, [target]);
  const failed = await schedule(paid, [target]);
  await fail(t, failed);
  await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM users FOR NO KEY UPDATE');
    await schedule(paid, [target]);
    assert.equal((await paid.call('PUT', `/v1/posts/${id}`, { body: { publishNow: true } })).status, 200);
    assert.equal((await paid.call('POST', `/v1/posts/${failed}/retry`, { body: {} })).status, 200);
    const draft = await makePost(free.call, { platforms: free.both });
    assert.equal((await free.call('PUT', `/v1/posts/${draft._id}`, { body: { content: words() } })).status, 200);
    await rival.query('ROLLBACK');
  });
});
