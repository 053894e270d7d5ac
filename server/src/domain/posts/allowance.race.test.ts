import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, freeUser, inApril, inMarch, isPaymentRequired, postsUsed, schedule } from '../../../test/allowance.ts';
import type { Answer } from '../../../test/check-answer.ts';
import { onServer } from '../../../test/database.ts';
import { defaultProfile } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { makePost, makeTarget, words } from '../../../test/posts.ts';
import { eightADay } from '../../../test/queues.ts';
import type { Ctx } from '../context.ts';
import { createPost } from './create-post.ts';

const t = await startTestApp({
  sandbox: true,
  environment: { HERALD_DATABASE_POOL_SIZE: '20', HERALD_BUDGET_FREE_PER_MINUTE: '60000' },
});
const atOnce = (count: number, work: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const create = (user: TestUser, body: object, headers = {}): Promise<Answer> =>
  user.call('POST', '/v1/posts', { body: { content: words(), ...body }, headers });

function assertOnePassed(answers: readonly Answer[]): void {
  const refused = answers.filter(({ status }) => status === 402);
  const passed = answers.filter(({ status }) => status === 200 || status === 201);
  assert.deepEqual(
    [passed.length, refused.length],
    [1, answers.length - 1],
    answers.map(({ text }) => text).join('\n'),
  );
  for (const { body } of refused) assert.equal(body.reason, 'freePostLimitExceeded');
}

async function assertNoDeadlocks(): Promise<void> {
  const rows = await t.sql('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
}

/** Resolves once a statement of the app waits for a lock. */
async function untilBlocked(): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await t.sql(waiting)).length === 0);
}

test('of fifty creates at once for the last place of a month exactly one passes', async () => {
  const user = await freeUser(t, 19);
  assertOnePassed(await atOnce(50, () => create(user, { scheduledFor: inMarch, platforms: [user.one] })));
  assert.equal(await postsUsed(user), 20);
});

test('of fifty at once in every mode exactly one passes, and the others hold no slot', async () => {
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

test('of creates, changes and retries at once for the last place exactly one passes', async () => {
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
  const change = (id: string, body: object): Promise<Answer> => user.call('PUT', `/v1/posts/${id}`, { body });
  const answers = await Promise.all([
    change(single, { platforms: user.both }),
    ...failed.flatMap((id, n) => [
      user.call('POST', `/v1/posts/${id}/retry`, { body: {} }),
      change(drafts[n] ?? '', n % 2 === 0 ? { scheduledFor: inMarch } : { publishNow: true }),
      change(later[n] ?? '', { scheduledFor: inMarch }),
      create(user, { scheduledFor: inMarch, platforms: [user.one] }),
    ]),
  ]);
  assert.equal(answers.length, 49);
  assertOnePassed(answers);
  assert.equal(await postsUsed(user), 20);
  await assertNoDeadlocks();
});

test('the same x-request-id at once for the last place makes one post, and all are told of it', async () => {
  const user = await freeUser(t, 19);
  const named = { content: words(), scheduledFor: inMarch, platforms: [user.one] };
  const answers = await atOnce(30, () => create(user, named, { 'x-request-id': 'last-place' }));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array<number>(29).fill(200), 201]);
  const ids = answers.map(({ body }) => (body.post ?? body.existingPost)._id);
  assert.equal(new Set(ids).size, 1);
});

test('who asks again under the same name when the last place is gone is told of the post that took it', async () => {
  const user = await freeUser(t, 19);
  const ctx: Ctx = { ...t.app.world, caller: { kind: 'system', ownerId: user.ownerId } };
  const input = { content: words(), scheduledFor: inMarch, platforms: [user.one] };
  const made = await createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'twin' } });
  const again = await createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'twin' } });
  assert.deepEqual([made.kind, again.kind, again.post._id], ['created', 'existing', made.post._id]);
  await assert.rejects(
    createPost(ctx, { input, rawBody: input, key: { scope: 'post', key: 'other' } }),
    isPaymentRequired,
  );
});

/** Takes the last place and commits once somebody waits for the owner. */
async function besideRival({ ownerId }: TestUser, work: () => Promise<Answer>): Promise<Answer> {
  return await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [ownerId]);
    await rival.query(
      `INSERT INTO post_targets (owner_id, post_id, account_id, platform, profile_id, position, status, due_at, created_at)
       SELECT owner_id, post_id, 'acc_rival', platform, profile_id, 9, 'scheduled', due_at, created_at
         FROM post_targets WHERE owner_id = $1 AND status = 'scheduled' LIMIT 1`,
      [ownerId],
    );
    const answer = work();
    await Promise.race([untilBlocked(), answer]);
    await rival.query('COMMIT');
    return await answer;
  });
}

test('a create, a change and a retry wait for a rival that is about to take the last place', async () => {
  const user = await freeUser(t, 18);
  const [failed, single] = [await schedule(user, [user.one]), await schedule(user, [user.one])];
  await fail(t, failed);
  const draft = await makePost(user.call, { platforms: [user.one] });
  const asked = [
    () => create(user, { scheduledFor: inMarch, platforms: [user.one] }),
    () => user.call('PUT', `/v1/posts/${draft._id}`, { body: { scheduledFor: inMarch } }),
    () => user.call('PUT', `/v1/posts/${single}`, { body: { platforms: user.both } }),
    () => user.call('POST', `/v1/posts/${failed}/retry`, { body: {} }),
  ];
  for (const work of asked) {
    const answer = await besideRival(user, work);
    assert.deepEqual([answer.status, answer.body.details?.postsUsed], [402, 20], answer.text);
    await t.sql("DELETE FROM post_targets WHERE account_id = 'acc_rival'");
  }
});

test('where nothing is counted nobody waits for the owner, nor do drafts anywhere', async () => {
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
