import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRoundTrips } from '../../../test/count-round-trips.ts';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import type { PostRow } from '../../db/post-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ctx } from '../context.ts';
import { claimTargets, readClaimedPosts, type ClaimedTarget } from './publish/publish-store.ts';
import { publishTarget } from './publish/publish-target.ts';

const t = await startTestApp({ sandbox: true, environment: { HERALD_DATABASE_POOL_SIZE: '2' } });

let number = 0;

async function createScheduled(user: TestUser, accountId: string): Promise<void> {
  const content = `Post ${(number += 1)}`;
  const body = { content, scheduledFor: '2026-04-01T09:00:00Z', platforms: [{ platform: 'telegram', accountId }] };
  const { status, text } = await user.call('POST', '/v1/posts', { body });
  assert.equal(status, 201, text);
}

test('creates a scheduled post in four round trips: key, account, duplicate check, and all writes', async () => {
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call);
  for (let warmUp = 1; warmUp <= 4; warmUp += 1) await createScheduled(user, accountId);
  assert.equal(await countRoundTrips(() => createScheduled(user, accountId)), 4);
});

async function claimNext(ownerId: string): Promise<{ target: ClaimedTarget; post: PostRow }> {
  await t.sql(`UPDATE post_targets SET due_at = herald_now() WHERE owner_id = $1 AND status = 'scheduled'`, [ownerId]);
  const terms = { token: 'token of the test', workerId: 'worker of the test', leaseMs: 90_000, giveUpMs: 90_000 };
  const claim = { ...terms, grants: new Map([['telegram', 1]]), spacingMs: 0, lateMs: 300_000 };
  const { targets, posts } = await inTransaction(t.app.systemCtx, async (ctx) => {
    const targets = await claimTargets(ctx.db, claim);
    return { targets, posts: readClaimedPosts(ctx.db, targets) };
  });
  const [[target], [post]] = [targets, posts()];
  assert.ok(target !== undefined && post !== undefined);
  return { target, post };
}

test('publishes a claimed post in four round trips: account, intent, result, and all that follows from it', async () => {
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call);
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const lease = { isLost: () => false, isStopping: () => false, msSinceRenewal: () => 0 };
  const countNext = async (): Promise<number> => {
    await createScheduled(user, accountId);
    const claimed = await claimNext(user.ownerId);
    return await countRoundTrips(() => publishTarget(ctx, claimed, lease));
  };
  for (let warmUp = 1; warmUp <= 4; warmUp += 1) await countNext();
  assert.equal(await countNext(), 4);
});
