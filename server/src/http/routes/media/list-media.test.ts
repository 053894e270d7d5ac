import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer();

async function upload(call: Call): Promise<{ key: string; url: string }> {
  const { body } = await call('POST', '/v1/media/presign', {
    body: { filename: 'photo.jpg', contentType: 'image/jpeg' },
  });
  const headers = { 'content-type': 'image/jpeg' };
  const { status } = await t.call('PUT', new URL(body.uploadUrl).pathname, { payload: jpeg, headers });
  assert.equal(status, 200);
  // Makes the order of uploads certain.
  await t.advance(1);
  return { key: body.key, url: body.publicUrl };
}

async function list(call: Call, query: Record<string, string> = {}) {
  const { status, body, text } = await call('GET', `/v1/media?${new URLSearchParams(query).toString()}`);
  assert.equal(status, 200, text);
  return body;
}

const keysOf = (page: { media: { key: string }[] }): string[] => page.media.map(({ key }) => key);
const postWith = (user: TestUser, urls: string[], fields: object = {}) =>
  makePost(user.call, { mediaItems: urls.map((url) => ({ url, type: 'image' })), ...fields });

test('returns an empty list to a user without files', async () => {
  const user = await t.newUser();
  assert.deepEqual(await list(user.call), { media: [], pagination: { hasMore: false, nextCursor: null } });
});

test('describes files, newest first, without those that were never uploaded', async () => {
  const user = await t.newUser();
  const createdAt = t.app.systemCtx.clock.now();
  const first = await upload(user.call);
  const second = await upload(user.call);
  await user.call('POST', '/v1/media/presign', { body: { filename: 'a.png', contentType: 'image/png' } });
  const page = await list(user.call);
  assert.deepEqual(keysOf(page), [second.key, first.key]);
  assert.deepEqual(page.media[1], {
    ...{ key: first.key, url: first.url, type: 'image', contentType: 'image/jpeg', size: jpeg.length },
    ...{ width: 40, height: 30, durationMs: null, altText: null, createdAt: createdAt.toISOString() },
    expiresAt: new Date(createdAt.getTime() + 86_400_000).toISOString(),
    ...{ postCount: 0, postIds: [] },
  });
});

test('names the posts that use a file, also in a thread, and counts a post once', async () => {
  const user = await t.newUser();
  const { key, url } = await upload(user.call);
  const plain = await postWith(user, [url, url]);
  await t.advance(1);
  const { accountId } = await makeTarget(user.call, 'x');
  const threadItems = [{ content: 'One', mediaItems: [{ url, type: 'image' }] }, { content: 'Two' }];
  const threaded = await postWith(user, [url], {
    platforms: [{ platform: 'x', accountId, settings: { threadItems } }],
  });
  const [file] = (await list(user.call)).media;
  assert.partialDeepStrictEqual(file, { key, postCount: 2, postIds: [threaded._id, plain._id], expiresAt: null });
  await user.call('DELETE', `/v1/posts/${plain._id}`);
  assert.partialDeepStrictEqual((await list(user.call)).media[0], { postCount: 1, postIds: [threaded._id] });
});

test('lists the newest 20 posts of a file and counts all', async () => {
  const user = await t.newUser();
  const { url } = await upload(user.call);
  const ids: string[] = [];
  for (let n = 1; n <= 22; n += 1) {
    ids.unshift((await postWith(user, [url]))._id);
    await t.advance(1);
  }
  const [file] = (await list(user.call)).media;
  assert.deepEqual([file.postCount, file.postIds], [22, ids.slice(0, 20)]);
});

test('filters by type and by use', async () => {
  const user = await t.newUser();
  const [used, unused] = [await upload(user.call), await upload(user.call)];
  await postWith(user, [used.url]);
  await t.sql(`UPDATE media SET type = 'gif' WHERE key = $1`, [unused.key]);
  assert.deepEqual(keysOf(await list(user.call, { unused: 'true' })), [unused.key]);
  assert.deepEqual(keysOf(await list(user.call, { unused: 'false' })), [used.key]);
  assert.deepEqual(keysOf(await list(user.call, { type: 'gif' })), [unused.key]);
  assert.deepEqual(keysOf(await list(user.call, { type: 'gif', unused: 'false' })), []);
});

test('pages with a cursor that new and deleted files do not shift', async () => {
  const user = await t.newUser();
  const keys: string[] = [];
  for (let n = 1; n <= 5; n += 1) keys.unshift((await upload(user.call)).key);
  const first = await list(user.call, { limit: '2' });
  assert.deepEqual([keysOf(first), first.pagination.hasMore], [keys.slice(0, 2), true]);
  await upload(user.call);
  await user.call('DELETE', `/v1/media/${keys[1]}`);
  const second = await list(user.call, { limit: '2', cursor: first.pagination.nextCursor });
  assert.deepEqual(keysOf(second), keys.slice(2, 4));
  const third = await list(user.call, { limit: '2', cursor: second.pagination.nextCursor });
  assert.deepEqual([keysOf(third), third.pagination], [keys.slice(4), { hasMore: false, nextCursor: null }]);
});

test('rejects a cursor of another user or another filter', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  for (let n = 1; n <= 2; n += 1) await upload(user.call);
  const { nextCursor } = (await list(user.call, { limit: '1' })).pagination;
  for (const [call, query] of [
    [other.call, `cursor=${nextCursor}`],
    [user.call, `cursor=${nextCursor}&type=image`],
    [user.call, `cursor=${nextCursor}&unused=true`],
    [user.call, 'cursor=nonsense'],
  ] as const) {
    assertError(await call('GET', `/v1/media?${query}`), 400, { error: 'Invalid cursor' });
  }
});

test('returns 400 for a value outside the rules', async () => {
  const user = await t.newUser();
  for (const [param, query] of [
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['type', 'type=text'],
    ['unused', 'unused=maybe'],
  ]) {
    assertError(await user.call('GET', `/v1/media?${query}`), 400, { code: 'validation', param });
  }
});

test('does not list files of other users, expired files or conversions', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  await upload(other.call);
  const conversion = await upload(user.call);
  await t.sql(`UPDATE media SET kind = 'rendition' WHERE key = $1`, [conversion.key]);
  await upload(user.call);
  await t.advance(86_400_000);
  assert.deepEqual(keysOf(await list(user.call)), []);
});

test('a limited key sees what was uploaded with it and the files of posts that it may see', async () => {
  const user = await t.newUser();
  const [listed, hidden] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const limited = t.as(key);
  const accountIn = async (profileId: string, account: string) =>
    (await makeAccount(user.call, { platform: 'telegram', profileId, account }))._id;
  const [here, there] = [await accountIn(listed._id, 'news'), await accountIn(hidden._id, 'secrets')];
  const files = { own: await upload(limited), shared: await upload(user.call), hidden: await upload(user.call) };
  await upload(user.call);
  const visible = await postWith(user, [files.shared.url], { platforms: [{ platform: 'telegram', accountId: here }] });
  await t.advance(1);
  await postWith(user, [files.shared.url, files.hidden.url], {
    platforms: [{ platform: 'telegram', accountId: there }],
  });
  const page = await list(limited);
  assert.deepEqual(keysOf(page), [files.shared.key, files.own.key]);
  assert.partialDeepStrictEqual(page.media[0], { postCount: 1, postIds: [visible._id] });
  assert.deepEqual(keysOf(await list(limited, { unused: 'true' })), [files.own.key]);
  assert.equal((await list(user.call)).media.length, 4);
  assertError(await limited('DELETE', `/v1/media/${files.hidden.key}`), 404, { error: 'Not found' });
});
