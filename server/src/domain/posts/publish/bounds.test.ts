import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, readPost, type TestPost } from '../../../../test/data/posts.ts';
import { createLocalDisk } from '../../../storage/local-disk.ts';
import { realClock } from '../../../kernel/time/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { secureRandom } from '../../../kernel/crypto/random.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { claimTargets, renewClaims } from './publish-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'herald-bounds-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const disk = createLocalDisk({ folder, clock: realClock, random: secureRandom });
let isStorageDown = false;
const t = await startTestApp({
  sandbox: true,
  listens: true,
  storage: {
    ...disk,
    stat: async (key) => {
      if (isStorageDown) throw new AppError('unavailable', 'The media store is unavailable', { dependency: 'storage' });
      return disk.stat(key);
    },
  },
});
const second = 1000;
const minute = 60 * second;
let names = 0;

async function withAccount(platform: string) {
  const user = await t.newUser();
  const name = platform === 'telegram' ? `bound_${(names += 1)}` : `bound${(names += 1)}`;
  const account = await makeAccount(user.call, { platform, account: name });
  return { user, account, name, target: { platform, accountId: account._id } };
}

const publishNow = (user: TestUser, target: object, more: object = {}): Promise<TestPost> =>
  makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target], ...more });

async function pass(ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await t.advance(stepMs);
    await t.app.drain();
  }
}

async function countCalls(platform: string, operation: string): Promise<number> {
  const { routes } = await t.sandbox.control('GET', 'routes');
  return routes.find((one: any) => one.platform === platform && one.operation === operation).calls;
}

const refusal = { error: { code: 'grumpy', message: 'No reason given' } };

test('sends a post three times when it is rejected for an unknown reason, then fails it as platformRejected', async () => {
  const { user, target } = await withAccount('parrot');
  const before = await countCalls('parrot', 'squawk');
  await t.sandbox.fault('parrot', 'response', { operation: 'squawk', times: 100, status: 418, body: refusal });
  const post = await publishNow(user, target);
  await t.app.drain();
  await pass(40 * minute, 2 * minute);
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.equal(failed.errorCode, 'platformRejected');
  assert.equal((await countCalls('parrot', 'squawk')) - before, 3);
  await t.sandbox.control('DELETE', 'faults');
});

test('sends a post three times when its responses are lost, then fails it as platformUnavailable', async () => {
  const { user, target } = await withAccount('bluesky');
  const before = await countCalls('bluesky', 'createRecord');
  await t.sandbox.fault('bluesky', 'errorBefore', { operation: 'createRecord', times: 100 });
  const post = await publishNow(user, target);
  await t.app.drain();
  await pass(40 * minute, 2 * minute);
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.equal(failed.errorCode, 'platformUnavailable');
  assert.equal((await countCalls('bluesky', 'createRecord')) - before, 3);
  await t.sandbox.control('DELETE', 'faults');
});

test('a waiting target reports the reason and the next attempt', async () => {
  const { user, target } = await withAccount('telegram');
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', value: 90 });
  const post = await publishNow(user, target);
  await t.app.drain();
  const [waiting] = (await readPost(user.call, post._id)).platforms;
  assert.equal(waiting.status, 'publishing');
  assert.match(waiting.waiting.reason, /limits how often/);
  const expected = t.app.systemCtx.clock.now().getTime() + 90 * second;
  assert.ok(Math.abs(Date.parse(waiting.waiting.nextAttemptAt) - expected) < 2 * second);
  await pass(90 * second, 30 * second);
  const [published] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([published.status, published.waiting], ['published', undefined]);
});

test('fails a target as rateLimited within seven hours when the platform asks for day-long waits', async () => {
  const { user, target } = await withAccount('telegram');
  await t.sandbox.fault('telegram', 'rateLimit', { operation: 'sendMessage', times: 2, value: 86_400 });
  const post = await publishNow(user, target);
  await t.app.drain();
  await pass(7 * 60 * minute, 30 * minute);
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([failed.status, failed.errorCode], ['failed', 'rateLimited']);
  assert.match(failed.error, /too late/);
  await t.sandbox.control('DELETE', 'faults');
});

test('a failing media store is reported, does not block other posts, and is retried', async () => {
  const { user, target, name } = await withAccount('bluesky');
  const stuck = await publishNow(user, target, { mediaItems: [{ url: await uploadImage(user) }] });
  isStorageDown = true;
  await t.app.drain();
  const other = await publishNow(user, target);
  await t.app.drain();
  assert.equal((await readPost(user.call, other._id)).status, 'published');
  const [waiting] = (await readPost(user.call, stuck._id)).platforms;
  assert.equal(waiting.waiting.reason, 'The media store is unavailable');
  const { body } = await user.call('GET', `/v1/posts/${stuck._id}/timeline`);
  assert.ok(body.entries.some(({ kind, summary }: any) => kind === 'waiting' && summary === waiting.waiting.reason));
  isStorageDown = false;
  await pass(2 * minute, 30 * second);
  assert.equal((await readPost(user.call, stuck._id)).status, 'published');
  assert.equal((await live(t, 'bluesky', `${name}.bsky.test`)).length, 2);
});

test('fails the post after two hours when the media store stays down', async () => {
  const { user, target } = await withAccount('bluesky');
  const post = await publishNow(user, target, { mediaItems: [{ url: await uploadImage(user) }] });
  isStorageDown = true;
  await t.app.drain();
  await pass(130 * minute, 10 * minute);
  isStorageDown = false;
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([failed.status, failed.errorCode], ['failed', 'mediaUnavailable']);
});

test('includes the permalink in response and event when the platform provides it afterwards', async () => {
  const { user, target } = await withAccount('threads');
  const post = await publishNow(user, target);
  await t.app.drain();
  await pass(2 * minute, 30 * second);
  const [published] = (await readPost(user.call, post._id)).platforms;
  assert.match(published.platformPostUrl, /^https:\/\/www\.threads/);
  assert.equal((await targetEvents(user, 'post.target.published'))[0].platformPostUrl, published.platformPostUrl);
});

test('an unreadable permalink does not delay the post and is added later with an event', async () => {
  const { user, target } = await withAccount('threads');
  await t.sandbox.fault('threads', 'errorBefore', { operation: 'getPost', times: 3 });
  const post = await publishNow(user, target);
  await t.app.drain();
  await pass(40 * second, 20 * second);
  const [published] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([published.status, published.platformPostUrl], ['published', undefined]);
  await pass(2 * minute, 30 * second);
  const [linked] = (await readPost(user.call, post._id)).platforms;
  assert.match(linked.platformPostUrl, /^https:/);
  const [updated] = await targetEvents(user, 'post.target.updated');
  assert.equal(updated.platformPostUrl, linked.platformPostUrl);
});

test('republishes nothing after a crash while reading the permalink', async () => {
  const { user, target } = await withAccount('threads');
  await t.sandbox.fault('threads', 'hang', { operation: 'getPost' });
  const post = await publishNow(user, target);
  const sent = await countCalls('threads', 'publishContainer');
  await waitFor(async () => (await stageOf(post)) === 'accepted');
  await t.sql(`UPDATE post_targets SET claim_token = NULL, lease_until = NULL, worker_id = NULL WHERE post_id = $1`, [
    post._id,
  ]);
  await t.advance(6 * second);
  // Another drain may have the target by now.
  await waitFor(async () => {
    await t.app.drain();
    return (await readPost(user.call, post._id)).platforms[0].status === 'published';
  });
  assert.equal((await countCalls('threads', 'publishContainer')) - sent, 1);
});

async function stageOf(post: TestPost): Promise<string | null> {
  const [row] = await t.sql<{ stage: string | null }>('SELECT stage FROM post_targets WHERE post_id = $1', [post._id]);
  if (row?.stage !== 'accepted') {
    // In steps shorter than the time for the permalink, so that the state is seen before it is over.
    await t.advance(second);
    void t.app.drain();
  }
  return row?.stage ?? null;
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to be');
}

async function targetEvents(user: TestUser, type: string): Promise<any[]> {
  const { body } = await user.call('GET', '/v1/events?limit=200');
  return body.events.filter((event: any) => event.type === type).map((event: any) => event.data.target);
}

async function uploadImage(user: TestUser): Promise<string> {
  const { default: sharp } = await import('sharp');
  const colour = { r: (names += 7) % 255, g: 10, b: 10 };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const upload = { filename: 'a.jpg', contentType: 'image/jpeg', size: bytes.length };
  const { body } = await user.call('POST', '/v1/media/presign', { body: upload });
  const headers = { 'content-type': 'image/jpeg' };
  const put = await fetch(body.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  assert.equal(put.status, 200, await put.text());
  return body.publicUrl;
}

test('every claim has its own token, and renewing one does not affect the others', async () => {
  for (const { user, target } of [await withAccount('telegram'), await withAccount('telegram')]) {
    await publishNow(user, target);
  }
  const claim = {
    grants: new Map([['telegram', 10]]),
    token: 'batch',
    workerId: 'worker',
    leaseMs: 90_000,
    spacingMs: 0,
    lateMs: 300_000,
    giveUpMs: 7_200_000,
  };
  const claimed = await inTransaction(t.app.systemCtx, (ctx) => claimTargets(ctx.db, claim));
  const [one, other] = claimed.map((target) => target.claimToken ?? '');
  assert.ok(one !== undefined && other !== undefined && one !== other);
  await t.advance(30_000);
  assert.deepEqual(
    await renewClaims(t.app.systemCtx.db, { tokens: [one], leaseMs: 90_000, settleMs: 1 }),
    new Set([one]),
  );
  const leases = await t.sql<{ token: string; until: Date }>(
    'SELECT claim_token AS token, lease_until AS until FROM post_targets WHERE claim_token = ANY($1)',
    [[one, other]],
  );
  const until = (token: string): number => leases.find((row) => row.token === token)?.until.getTime() ?? 0;
  assert.equal(until(one) - until(other), 30_000);
});
