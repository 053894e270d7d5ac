import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { makePost, readPost } from '../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });
const minute = 60_000;

async function publish(platform: string, account: string) {
  const user = await t.newUser();
  const { _id: accountId, providerAccountId } = await makeAccount(user.call, { platform, account });
  const target = { isDraft: undefined, publishNow: true, platforms: [{ platform, accountId }] };
  const { _id: id } = await makePost(user.call, target);
  for (let round = 0; round < 3; round += 1) {
    await t.app.drain();
    await t.advance(5000);
  }
  const [{ platformPostId: post }] = (await readPost(user.call, id)).platforms as [{ platformPostId: string }];
  return {
    comment: (text: string) =>
      t.sandbox.control('POST', 'comments', { platform, account: providerAccountId, post, person: 'fan.one', text }),
    received: async (): Promise<string[]> => {
      const { body } = await user.call('GET', '/v1/events?type=comment.received');
      return body.events.map(({ data }: any) => data.comment.message);
    },
    accountId,
  };
}

const polled = async (platform: string): Promise<number> => {
  const { text } = await t.call('GET', '/metrics');
  const [, count = '0'] = new RegExp(`herald_comments_polled_total{platform="${platform}"} (\\d+)`).exec(text) ?? [];
  return Number(count);
};

test('reports a new comment on Threads at the next poll, once, and counts it', async () => {
  const { comment, received } = await publish('threads', 'polled');
  const before = await polled('threads');
  await comment('Found by polling');
  await t.app.drain();
  assert.deepEqual(await received(), []);
  for (let round = 0; round < 3; round += 1) {
    await t.advance(11 * minute);
    await t.app.drain();
    assert.deepEqual(await received(), ['Found by polling']);
  }
  assert.equal((await polled('threads')) - before, 1);
});

test('polls platforms with events hourly', async () => {
  const { comment, received } = await publish('facebook', 'polled.page');
  await t.sandbox.control('POST', 'delivery', { platform: 'facebook', drop: true });
  await comment('Its event was lost');
  await t.advance(11 * minute);
  await t.app.drain();
  assert.deepEqual(await received(), []);
  await t.advance(60 * minute);
  await t.app.drain();
  assert.deepEqual(await received(), ['Its event was lost']);
  await t.sandbox.control('POST', 'delivery', { platform: 'facebook' });
});

test('does not poll posts older than seven days', async () => {
  const { comment, received } = await publish('threads', 'polled.late');
  await t.advance(8 * 24 * 60 * minute);
  await comment('Too late');
  await t.app.drain();
  assert.deepEqual(await received(), []);
});

test('continues at the next poll when the platform is unavailable', async () => {
  const { comment, received } = await publish('threads', 'polled.again');
  await comment('Patience');
  await t.advance(11 * minute);
  await t.sandbox.fault('threads', 'errorBefore', { operation: 'listReplies', account: 'polled.again' });
  await t.app.drain();
  assert.deepEqual(await received(), []);
  await t.advance(11 * minute);
  await t.app.drain();
  assert.deepEqual(await received(), ['Patience']);
});

test('stops polling accounts of platforms without comments', async () => {
  const user = await t.newUser();
  const { _id } = await makeAccount(user.call, { platform: 'telegram' });
  await t.sql('UPDATE accounts SET comments_poll_at = herald_now() WHERE id = $1', [_id]);
  await t.app.drain();
  const [row] = await t.sql<{ at: Date | null }>('SELECT comments_poll_at AS at FROM accounts WHERE id = $1', [_id]);
  assert.equal(row?.at, null);
});
