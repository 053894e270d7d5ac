import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertError, makeWebhook } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { startSink } from '../../../test/sink.ts';
import { live, makePost, makeTarget, readPost } from '../../../test/data/posts.ts';
import { untilBlocked } from '../../../test/wait-for.ts';
import { realClock } from '../../kernel/time/clock.ts';
import { secureRandom } from '../../kernel/crypto/random.ts';
import { createLocalDisk } from '../../storage/local-disk.ts';
import type { Storage } from '../../storage/storage.ts';
import { releaseHeld, reportHeld } from './release.ts';
import { createRestoreGuard } from './restore-guard.ts';

const minute = 60_000;

async function withAccounts(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'herald-state-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const state = createLocalDisk({ folder, clock: realClock, random: secureRandom, isFlat: true });
  const t = await startTestApp({ sandbox: true, state });
  const user = await t.newUser();
  const telegram = await makeTarget(user.call, 'telegram', `${name}_room`);
  const bluesky = await makeTarget(user.call, 'bluesky', `${name}writer`);
  return { t, user, telegram, bluesky, folder };
}

async function epochOf(t: TestApp): Promise<number> {
  const [row] = await t.sql<{ epoch: number }>('SELECT epoch FROM installation');
  return row?.epoch ?? -1;
}

async function save(t: TestApp): Promise<() => Promise<void>> {
  await t.sql('CREATE TABLE old_targets AS SELECT * FROM post_targets');
  await t.sql('CREATE TABLE old_installation AS SELECT * FROM installation');
  return async () => {
    await t.sql(`UPDATE post_targets t SET status = o.status, stage = o.stage, due_at = o.due_at, sent_at = o.sent_at,
                        claimed_at = o.claimed_at, platform_post_id = o.platform_post_id, published_at = o.published_at,
                        publish_state = o.publish_state, follow_ups = o.follow_ups
                   FROM old_targets o WHERE (o.post_id, o.account_id) = (t.post_id, t.account_id)`);
    await t.sql(`UPDATE posts SET status = 'scheduled', published_at = NULL`);
    await t.sql('DELETE FROM installation');
    await t.sql('INSERT INTO installation SELECT * FROM old_installation');
  };
}

test('advances the epoch at start, before the first send of a minute, and once more for later sends', async () => {
  const { t, user, telegram, folder } = await withAccounts('epoch');
  await t.app.guard.start();
  assert.equal(await epochOf(t), 1);
  const send = async (): Promise<void> => {
    await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [telegram] });
    await t.app.drain();
  };
  await send();
  assert.equal(await epochOf(t), 1, 'the start was less than a minute ago');
  await t.advance(minute);
  await send();
  assert.equal(await epochOf(t), 2);
  await send();
  await t.app.guard.catchUp(minute);
  assert.equal(await epochOf(t), 2, 'at most once a minute');
  await t.app.guard.catchUp(0);
  assert.equal(await epochOf(t), 3);
  await t.app.guard.catchUp(0);
  assert.equal(await epochOf(t), 3, 'nothing was sent since');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  assert.equal(JSON.parse(readFileSync(join(folder, file), 'utf8')).epoch, 3);
});

test('advances the epoch before a delivery, too', async () => {
  const { t, user } = await withAccounts('delivery');
  const sink = await startSink();
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await t.app.guard.start();
  await t.advance(minute);
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  assert.deepEqual([sink.received.length, await epochOf(t)], [1, 2]);
});

test('holds a database restored to an older state: reads pass, writes return 503, nothing is published', async () => {
  const { t, user, telegram, bluesky } = await withAccounts('held');
  await t.app.guard.start();
  await makeWebhook(user.call);
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + 10 * minute).toISOString();
  const post = await makePost(user.call, { isDraft: undefined, scheduledFor, platforms: [telegram, bluesky] });
  const restoreOldState = await save(t);
  await t.advance(10 * minute);
  await t.app.drain();
  assert.equal((await readPost(user.call, post._id)).status, 'published');

  await restoreOldState();
  await t.app.guard.start();
  const refused = await user.call('POST', '/v1/profiles', { body: { name: 'Refused' } });
  assertError(refused, 503, { error: 'Service unavailable' });
  assert.match(refused.body.message, /database is older.*herald release/);
  assert.equal((await user.call('GET', '/v1/profiles')).status, 200);
  const ready = await t.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.body.checks.held], [200, true]);
  await t.app.drain();
  assert.equal((await readPost(user.call, post._id)).status, 'scheduled');

  const report = await reportHeld(t.app.systemCtx);
  assert.ok(report);
  const outcomes = new Map(report.overdue.map(({ platform, outcome }) => [platform, outcome.kind]));
  assert.deepEqual(Object.fromEntries(outcomes), { bluesky: 'published', telegram: 'unknown' });
  await releaseHeld(t.app.systemCtx, report, t.app.epochStores);
  await t.advance(1000);
  assert.equal((await user.call('POST', '/v1/profiles', { body: { name: 'Released' } })).status, 201);
  await t.advance(30 * minute);
  await t.app.drain();
  assert.equal((await live(t, 'telegram', 'held_room')).length, 1, 'nothing is published twice');
  const { platforms } = await readPost(user.call, post._id);
  const byPlatform = new Map(platforms.map((target) => [target.platform, target]));
  assert.equal(byPlatform.get('bluesky').status, 'published');
  assert.match(byPlatform.get('bluesky').platformPostUrl, /^https:/);
  assert.deepEqual(
    [byPlatform.get('telegram').status, byPlatform.get('telegram').errorCode],
    ['failed', 'outcomeUnknown'],
  );
  await t.app.guard.start();
  assert.equal(await t.app.guard.heldReason(), undefined, 'a released installation starts normally');
});

test('recognizes an old copy of the whole data folder by the state folder alone', async () => {
  const { t } = await withAccounts('folder');
  await t.app.guard.start();
  const restoreOldState = await save(t);
  const { epochStores } = t.app;
  const oldCopy = await t.sql<{ id: string; epoch: number }>('SELECT id, epoch FROM installation');
  await t.app.guard.advance();
  await restoreOldState();
  const { id, epoch } = oldCopy[0] ?? { id: '', epoch: 0 };
  const bytes = Buffer.from(JSON.stringify({ installationId: id, epoch }));
  const facts = { contentType: 'application/json', sizeBytes: bytes.length };
  await epochStores.media.write('herald-epoch.json', chunks(bytes), facts);

  const withoutState = createRestoreGuard({ ...t.app.systemCtx, stores: { ...epochStores, host: undefined } });
  await withoutState.start();
  assert.equal(await withoutState.heldReason(), undefined, 'both copies in the folder are equally old');
  await restoreOldState();
  await t.app.guard.start();
  assert.match((await t.app.guard.heldReason()) ?? '', /last known/);
});

test('a database from before the guard gets an epoch and is not held', async () => {
  const { t } = await withAccounts('upgrade');
  await t.app.guard.start();
  assert.equal(await t.app.guard.heldReason(), undefined);
  assert.equal(await epochOf(t), 1);
});

for (const moment of ['open 1', 'write 1', 'write 2'] as const) {
  test(`two processes may start at once on a database from before the guard: the second during ${moment}`, async () => {
    const { t } = await withAccounts('together');
    const { media } = t.app.epochStores;
    const second = createRestoreGuard({ ...t.app.systemCtx, stores: { media, host: undefined } });
    const calls = { open: 0, write: 0 };
    let secondStart: Promise<void> | undefined;
    const interrupt = async (name: 'open' | 'write'): Promise<void> => {
      calls[name] += 1;
      if (`${name} ${calls[name]}` !== moment) return;
      secondStart = second.start();
      // The first process writes under a lock.
      await (name === 'write' ? untilBlocked(t) : secondStart);
    };
    const interrupted: Storage = {
      ...media,
      open: (key, range) => interrupt('open').then(() => media.open(key, range)),
      write: (key, source, facts) => interrupt('write').then(() => media.write(key, source, facts)),
    };
    const first = createRestoreGuard({ ...t.app.systemCtx, stores: { media: interrupted, host: undefined } });
    await first.start();
    await secondStart;
    assert.deepEqual([await first.heldReason(), await second.heldReason()], [undefined, undefined]);
    assert.equal(await epochOf(t), 2);
  });
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
