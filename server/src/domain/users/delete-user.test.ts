import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeWebhook } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { live, makePost, makeTarget } from '../../../test/data/posts.ts';
import { startSink } from '../../../test/sink.ts';
import { uploadJpeg } from '../../../test/data/upload-jpeg.ts';
import { deleteUser, reviewDeletion } from './delete-user.ts';
import { largeTables } from './user-deletion-store.ts';

const t = await startTestApp({ sandbox: true, listens: true });
const silent = (): void => undefined;

async function tablesWithOwner(): Promise<string[]> {
  const rows = await t.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  return rows.map(({ name }) => name);
}

async function rowsOf(ownerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesWithOwner()) {
    const [row] = await t.sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE owner_id = $1`, [
      ownerId,
    ]);
    if (row !== undefined && row.count > 0) counts[table] = row.count;
  }
  return counts;
}

async function busyUser(room: string): Promise<TestUser> {
  const [user, sink] = [await t.newUser(), await startSink()];
  const target = await makeTarget(user.call, 'telegram', room);
  await makeAccount(user.call, { platform: 'bluesky', account: room.replaceAll('_', '') });
  await makeWebhook(user.call, { url: sink.url });
  await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await makePost(user.call, { isDraft: undefined, scheduledFor: '2027-01-01T00:00:00Z', platforms: [target] });
  const url = await uploadJpeg(user);
  await makePost(user.call, { mediaItems: [{ type: 'image', url }] });
  await t.app.drain();
  return user;
}

test('deletes everything of the user, its files and its keys, and nothing of others', async () => {
  const [user, other] = [await busyUser('leaving_1'), await busyUser('staying_1')];
  const before = await rowsOf(other.ownerId);
  const files = await t.sql<{ key: string }>('SELECT key FROM media WHERE owner_id = $1', [user.ownerId]);
  assert.ok(files.length > 0);
  const review = await reviewDeletion(t.app.systemCtx, user.ownerId);
  const { accounts, posts, scheduledPosts, mediaFiles, webhooks, keys } = review;
  assert.deepEqual([accounts, posts, scheduledPosts, webhooks, keys], [2, 3, 1, 1, 1]);
  assert.equal(mediaFiles, files.length);

  const progress: string[] = [];
  const { tokensLeft } = await deleteUser(t.app.systemCtx, user.ownerId, (text) => progress.push(text));
  assert.equal(tokensLeft, 0);
  assert.ok(progress.includes('posts: 3 rows deleted'), progress.join());
  assert.deepEqual(await rowsOf(user.ownerId), {});
  assert.deepEqual(await t.sql('SELECT 1 FROM users WHERE id = $1', [user.ownerId]), []);
  for (const { key } of files) assert.equal(await t.app.systemCtx.storage.stat(key), undefined);
  assert.equal((await user.call('GET', '/v1/profiles')).status, 401);
  assert.equal((await live(t, 'telegram', 'leaving_1')).length, 1, 'live posts stay on the platform');
  assert.deepEqual(await rowsOf(other.ownerId), before);
  await assert.rejects(reviewDeletion(t.app.systemCtx, user.ownerId), /does not exist: run herald user list/);
});

test('refuses while a post is being published, and deletes nothing', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'bluesky');
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await t.app.drain();
  for (const run of [reviewDeletion, deleteUser]) {
    await assert.rejects(run(t.app.systemCtx, user.ownerId, silent), /is being published. Wait until it has ended/);
  }
  assert.equal((await user.call('GET', '/v1/profiles')).status, 200);
  await t.advance(6000);
  await t.app.drain();
  await deleteUser(t.app.systemCtx, user.ownerId, silent);
  assert.deepEqual(await rowsOf(user.ownerId), {});
});

test('counts tokens that the platform did not revoke', async () => {
  const user = await t.newUser();
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'revoke' });
  assert.deepEqual(await deleteUser(t.app.systemCtx, user.ownerId, silent), { tokensLeft: 1 });
  assert.deepEqual(await rowsOf(user.ownerId), {});
});

test('every large table has an owner', async () => {
  const tables = await tablesWithOwner();
  assert.deepEqual(
    largeTables.filter((table) => !tables.includes(table)),
    [],
  );
});
