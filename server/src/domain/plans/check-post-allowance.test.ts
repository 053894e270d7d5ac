import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, freeUser, inApril, inMarch, isPaymentRequired, postsUsed, schedule } from '../../../test/allowance.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { makePost } from '../../../test/data/posts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ctx } from '../context.ts';
import { findTargets } from '../posts/request/find-targets.ts';
import { readContent } from '../posts/request/read-content.ts';
import { storePosts, type NewPost } from '../posts/store-posts.ts';
import { checkPostAllowance } from './check-post-allowance.ts';

const t = await startTestApp({ sandbox: true });
const ctxOf = ({ ownerId }: TestUser): Ctx => ({ ...t.app.systemCtx, caller: { kind: 'system', ownerId } });
const march = new Date(inMarch);
const april = new Date(inApril);

test('adds up all posts of a month and names the first full month', async () => {
  const ctx = ctxOf(await freeUser(t, 1));
  const [early, late] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-31T23:59:59.999Z')];
  await checkPostAllowance(ctx, [
    { dueAt: early, count: 9 },
    { dueAt: late, count: 10 },
    { dueAt: april, count: 20 },
  ]);
  const over = [
    { dueAt: april, count: 21 },
    { dueAt: early, count: 10 },
    { dueAt: late, count: 10 },
  ];
  await assert.rejects(checkPostAllowance(ctx, over), /2026-03 has 1, and this request adds 20 more/);
  await assert.rejects(checkPostAllowance(ctx, over.slice(0, 2)), /2026-04 has 0, and this request adds 21 more/);
});

test('never refuses other plans or zero posts', async () => {
  const free = await freeUser(t, 20);
  await checkPostAllowance(ctxOf(free), []);
  await checkPostAllowance(ctxOf(free), [{ dueAt: march, count: 0 }]);
  for (const plan of ['starter', 'pro', 'scale', 'self-hosted'] as const) {
    await checkPostAllowance(ctxOf(await t.newUser(plan)), [{ dueAt: march, count: 500 }]);
  }
});

test('adds up posts created together, ignoring drafts and other months', async () => {
  const user = await freeUser(t, 18);
  const ctx = ctxOf(user);
  const targets = await findTargets(ctx, [user.one]);
  const post = (mode: NewPost['mode'], content: string): NewPost => ({
    ...{ mode, targets, media: [], queue: undefined, isDuplicateAllowed: false },
    content: readContent({ content }),
  });
  const of = (scheduledFor: Date, content: string): NewPost => post({ kind: 'at', scheduledFor }, content);
  const write = (...posts: NewPost[]) => inTransaction(ctx, (ctx) => storePosts(ctx, posts));
  await assert.rejects(write(of(march, 'a'), of(march, 'b'), of(march, 'c')), isPaymentRequired);
  await assert.rejects(
    write(of(march, 'a'), of(march, 'a'), of(march, 'c')),
    isPaymentRequired,
    'before what is alike',
  );
  assert.equal(await postsUsed(user), 18);
  await write(of(march, 'a'), of(april, 'b'), of(march, 'c'), post({ kind: 'draft' }, 'd'));
  assert.equal(await postsUsed(user), 20);
});

test('the limit and the usage endpoint report the same count', async () => {
  const user = await freeUser(t, 3);
  const ctx = ctxOf(user);
  await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [user.one] });
  await makePost(user.call, { platforms: user.both });
  await schedule(user, user.both, inApril);
  await fail(t, await schedule(user, [user.one]));
  const published = "SET status = 'published', platform_post_id = '1', due_at = NULL";
  await t.sql(`UPDATE post_targets ${published} WHERE status = 'pending' AND owner_id = $1`, [user.ownerId]);
  const used = await postsUsed(user);
  assert.equal(used, 4);
  await checkPostAllowance(ctx, [{ dueAt: march, count: 20 - used }]);
  await assert.rejects(checkPostAllowance(ctx, [{ dueAt: march, count: 21 - used }]), isPaymentRequired);
  await t.advance(Date.parse('2026-04-01T00:00:00.000Z') - t.app.systemCtx.clock.now().getTime());
  assert.equal(await postsUsed(user), 2);
  await checkPostAllowance(ctx, [{ dueAt: april, count: 18 }]);
  await assert.rejects(checkPostAllowance(ctx, [{ dueAt: april, count: 19 }]), isPaymentRequired);
});
