import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, readPost, type TestPost } from '../../../../test/data/posts.ts';
import { createDatabase } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { PlatformAdapter, Publish } from '../../../platforms/adapter.ts';
import { freeDeadWork } from './publish-engine.ts';
import { createPublishEngine, type PublishEngine } from './publish-engine.ts';
import { claimTargets } from './publish-store.ts';

const t = await startTestApp({ sandbox: true });
const { systemCtx } = t.app;
const second = 1000;
let names = 0;

async function withBluesky() {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'bluesky', account: `claim${(names += 1)}` });
  const target = { platform: 'bluesky', accountId: account._id };
  return { user, target, live: () => live(t, 'bluesky', account.username) };
}

const publishNow = (user: TestUser, target: object): Promise<TestPost> =>
  makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });

async function after(user: TestUser, post: TestPost, ms = 0): Promise<TestPost> {
  if (ms > 0) await t.advance(ms);
  await t.app.drain();
  return readPost(user.call, post._id);
}

type Wrap = (adapter: PlatformAdapter) => PlatformAdapter;

function startEngine(wrap: Wrap, { clock = systemCtx.clock, limits = systemCtx.limits } = {}): PublishEngine {
  const find: typeof systemCtx.platforms.find = (name) => {
    const platform = systemCtx.platforms.find(name);
    return platform === undefined ? undefined : { ...platform, adapter: wrap(platform.adapter) };
  };
  return createPublishEngine(
    { ...systemCtx, clock, limits, platforms: { ...systemCtx.platforms, find } },
    'worker of the test',
  );
}

const wrapPublish =
  (change: (publish: Publish) => Partial<Publish>): Wrap =>
  (adapter) => ({ ...adapter, publish: { ...adapter.publish, ...change(adapter.publish) } });

/** A step that can be entered once and continues when resumed. */
function createPause() {
  const [entered, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    entered: entered.promise,
    resume: () => resumed.resolve(),
    wait: async () => {
      entered.resolve();
      await resumed.promise;
    },
  };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await isTrue())) {
    assert.ok(performance.now() - begun < 5000, 'it did not happen within five seconds');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('sends nothing after a failed lease renewal, and publishes once when the database is back', async () => {
  const { user, target, live } = await withBluesky();
  const post = await publishNow(user, target);
  const pause = createPause();
  let sends = 0;
  const engine = startEngine(
    wrapPublish(({ prepare, send }) => ({
      prepare: async (...call) => {
        const step = await prepare(...call);
        await pause.wait();
        return step;
      },
      send: async (...call) => {
        sends += 1;
        return await send(...call);
      },
    })),
  );
  engine.wake();
  await pause.entered;
  await t.sql(`CREATE FUNCTION refuse_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'no renewal'; END $$`);
  await t.sql(`CREATE TRIGGER refuse_renewal BEFORE UPDATE OF lease_until ON post_targets
    FOR EACH ROW EXECUTE FUNCTION refuse_renewal()`);
  await t.advance(systemCtx.timing.publishLeaseMs / 4);
  await until(() => t.log.some((line) => line.includes('leases of posts could not be renewed')));
  await t.sql('DROP FUNCTION refuse_renewal CASCADE');
  pause.resume();
  await engine.idle();
  assert.equal(sends, 0);
  assert.equal((await after(user, post, 2 * systemCtx.timing.publishLeaseMs)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('stops calling the platform once a renewal finds that another worker has the target', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const target = { platform: 'parrot', accountId: account._id };
  const post = await publishNow(user, target);
  // Opening the account refreshes its token first, which is where this worker hangs.
  await t.sql('UPDATE accounts SET refresh_at = herald_now() WHERE id = $1', [account._id]);
  const pause = createPause();
  let prepared = 0;
  const engine = startEngine((adapter) => {
    const { connect, publish } = adapter;
    const refresh = async () => {
      await pause.wait();
      return { kind: 'later', reason: 'busy' } as const;
    };
    const prepare: Publish['prepare'] = async (...call) => {
      prepared += 1;
      return await publish.prepare(...call);
    };
    return { ...adapter, connect: { ...connect, refresh }, publish: { ...publish, prepare } };
  });
  engine.wake();
  await pause.entered;
  await t.sql("UPDATE post_targets SET claim_token = 'another', worker_id = 'another' WHERE post_id = $1", [post._id]);
  await t.sql('CREATE TABLE renewals (one int)');
  await t.sql(`CREATE FUNCTION note_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO renewals VALUES (1); RETURN NULL; END $$`);
  await t.sql(`CREATE TRIGGER note_renewal AFTER UPDATE OF lease_until ON post_targets
    FOR EACH STATEMENT EXECUTE FUNCTION note_renewal()`);
  await t.advance(systemCtx.timing.publishLeaseMs / 4);
  await until(async () => (await t.sql('SELECT 1 FROM renewals')).length > 0);
  await t.sql('DROP FUNCTION note_renewal CASCADE');
  // Waits a round trip, in which the response to the renewal reaches the engine.
  await systemCtx.db.selectFrom('users').select('id').execute();
  pause.resume();
  await engine.idle();
  assert.equal(prepared, 0);
  await t.sql('UPDATE post_targets SET lease_until = herald_now() WHERE post_id = $1', [post._id]);
  assert.equal((await after(user, post, second)).status, 'published');
});

test("looks up a dead worker's unfinished send after its settle time, and does not send it twice", async () => {
  const { user, target, live } = await withBluesky();
  const post = await publishNow(user, target);
  const sent = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  // Dies between the send and the commit of its outcome, and renews nothing.
  const engine = startEngine(
    wrapPublish(({ send }) => ({ send: (...call) => send(...call).then(() => (sent.resolve(), never)) })),
    { clock: { ...systemCtx.clock, sleep: () => never } },
  );
  engine.wake();
  await sent.promise;
  const dueAt = async () =>
    (await t.sql<{ due_at: Date }>('SELECT due_at FROM post_targets WHERE post_id = $1', [post._id]))[0]?.due_at;
  const settleMs = systemCtx.timing.publishLeaseMs + systemCtx.timing.publishSettleMs;
  assert.deepEqual(await dueAt(), new Date(systemCtx.clock.now().getTime() + settleMs));
  const before = await dueAt();
  assert.equal(await inTransaction(systemCtx, (ctx) => freeDeadWork(ctx, ['worker of the test'])), 1);
  assert.deepEqual(await dueAt(), before);
  assert.equal((await after(user, post, settleMs - second)).status, 'publishing');
  assert.equal((await after(user, post, second)).status, 'published');
  assert.equal((await live()).length, 1);
});

test('leaves the outcome unknown when a lookup finds the post of another target', async () => {
  const { user, target } = await withBluesky();
  const first = await publishNow(user, target);
  const [published] = (await after(user, first)).platforms;
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'createRecord' });
  const other = await publishNow(user, target);
  assert.equal((await after(user, other)).status, 'publishing');
  const settled = { kind: 'found', id: published.platformPostId, url: published.platformPostUrl } as const;
  const engine = startEngine(wrapPublish(() => ({ settle: async () => await Promise.resolve(settled) })));
  await t.advance(systemCtx.timing.publishLookUpMs + second);
  await engine.poll();
  await engine.idle();
  const [failed] = (await readPost(user.call, other._id)).platforms;
  assert.deepEqual([failed.status, failed.errorCode], ['failed', 'outcomeUnknown']);
  assert.equal(failed.platformPostId, undefined);
  assert.match(failed.error, /belongs to another post/);
});

test('a claim relaxes synchronous_commit for its own transaction only', async () => {
  const { user, target } = await withBluesky();
  const post = await publishNow(user, target);
  const { timing } = systemCtx;
  const claim = {
    grants: new Map([['bluesky', 1]]),
    token: 'token of the test',
    workerId: 'worker of the test',
    leaseMs: second,
    spacingMs: timing.catchUpSpacingMs,
    lateMs: timing.catchUpAfterMs,
    giveUpMs: timing.publishMsMax,
  };
  const { db, close } = createDatabase({ url: t.databaseUrl, poolSize: 1, log: systemCtx.log });
  // The test server itself runs without durability.
  await sql`SET synchronous_commit = on`.execute(db);
  assert.equal((await inTransaction({ db }, (ctx) => claimTargets(ctx.db, claim))).length, 1);
  const { rows } = await sql<{ synchronousCommit: string }>`SHOW synchronous_commit`.execute(db);
  assert.equal(rows[0]?.synchronousCommit, 'on');
  await close();
  assert.equal((await after(user, post, 2 * second)).status, 'published');
});

test('disconnecting an account cancels nothing that may have been sent and looks up its outcome', async () => {
  const { user, target, live } = await withBluesky();
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  const createdPost = await publishNow(user, target);
  assert.equal((await after(user, createdPost)).status, 'publishing');
  assert.equal((await user.call('DELETE', `/v1/accounts/${target.accountId}`)).status, 200);
  assert.equal((await readPost(user.call, createdPost._id)).status, 'publishing');
  const post = await after(user, createdPost, systemCtx.timing.publishLookUpMs + second);
  assert.equal(post.status, 'published');
  assert.equal(post.platforms[0].platformPostId, (await live())[0]?.id);
});

test('publishes as many posts at the same time on a platform as it has slots', async () => {
  // An account publishes one post after the other.
  const owners = [];
  for (let n = 0; n < 5; n += 1) owners.push(await withBluesky());
  for (const { user, target } of owners) await publishNow(user, target);
  const resumed = Promise.withResolvers<void>();
  let [inProgress, most] = [0, 0];
  const engine = startEngine(
    wrapPublish((publish) => ({
      send: async (...call) => {
        most = Math.max(most, (inProgress += 1));
        await resumed.promise;
        inProgress -= 1;
        return await publish.send(...call);
      },
    })),
    { limits: { ...systemCtx.limits, publishSlots: 3 } },
  );
  engine.wake();
  await until(() => inProgress === 3);
  // A further claim finds no free slot.
  await engine.poll();
  assert.equal((await t.sql('SELECT 1 FROM post_targets WHERE claim_token IS NOT NULL')).length, 3);
  resumed.resolve();
  await engine.idle();
  for (const { live } of owners) assert.equal((await live()).length, 1);
  assert.equal(most, 3);
});
