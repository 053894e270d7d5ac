import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget, readPost } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, listens: true });
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer();
const hour = 3_600_000;

async function presign({ call }: TestUser) {
  const body = { filename: 'photo.jpg', contentType: 'image/jpeg' };
  return (await call('POST', '/v1/media/presign', { body })).body as {
    key: string;
    uploadUrl: string;
    publicUrl: string;
  };
}
const put = (url: string) =>
  t.call('PUT', new URL(url).pathname, { payload: jpeg, headers: { 'content-type': 'image/jpeg' } });

async function upload(user: TestUser) {
  const file = await presign(user);
  assert.equal((await put(file.uploadUrl)).status, 200);
  return { key: file.key, url: file.publicUrl };
}

const remove = ({ call }: TestUser, key: string) => call('DELETE', `/v1/media/${key}`);
const mediaItems = (url: string) => [{ url, type: 'image' }];

async function isStored(key: string): Promise<boolean> {
  return (await t.app.systemCtx.storage.stat(key)) !== undefined;
}

async function rowsOf(key: string) {
  return t.sql<{ status: string }>('SELECT status FROM media WHERE key = $1', [key]);
}

test('deletes an unused file at once: it is gone from the list, the store and its URL', async () => {
  const user = await t.newUser();
  const { key, url } = await upload(user);
  const { status, body } = await remove(user, key);
  assert.deepEqual([status, body], [200, { message: 'Media deleted' }]);
  assert.deepEqual((await user.call('GET', '/v1/media')).body.media, []);
  assertError(await t.call('GET', new URL(url).pathname), 404, { error: 'Not found' });
  assert.equal(await isStored(key), false);
  assertError(await remove(user, key), 404, { error: 'Not found' });
  assert.equal((await user.call('GET', '/v1/usage')).body.storageBytes, 0);
});

test('keeps the row until no bytes can arrive any more, then sweeps whatever arrived', async () => {
  const user = await t.newUser();
  const { key, uploadUrl } = await presign(user);
  assert.equal((await remove(user, key)).status, 200);
  assert.equal((await put(uploadUrl)).status, 410);
  await t.app.systemCtx.storage.write(key, once(jpeg), { contentType: 'image/jpeg' });
  await t.app.drain();
  assert.equal((await rowsOf(key)).length, 1);
  await t.advance(3 * hour);
  await t.app.drain();
  assert.deepEqual([await isStored(key), (await rowsOf(key)).length], [false, 0]);
});

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('deletes the row at once when its upload URL can no longer be used', async () => {
  const user = await t.newUser();
  const { key } = await upload(user);
  await t.advance(3 * hour);
  await remove(user, key);
  assert.deepEqual(await rowsOf(key), []);
});

test('returns 409 mediaInUse while a draft or scheduled post needs the file', async () => {
  const user = await t.newUser();
  const { key, url } = await upload(user);
  const expected = { code: 'mediaInUse', type: 'invalid_request_error', param: null };
  const { _id } = await makePost(user.call, { mediaItems: mediaItems(url) });
  assertError(await remove(user, key), 409, expected);
  const target = await makeTarget(user.call);
  const scheduledFor = new Date(t.app.systemCtx.clock.now().getTime() + hour).toISOString();
  const scheduled = await user.call('PUT', `/v1/posts/${_id}`, { body: { platforms: [target], scheduledFor } });
  assert.equal(scheduled.status, 200, scheduled.text);
  assertError(await remove(user, key), 409, expected);
  await user.call('DELETE', `/v1/posts/${_id}`);
  assert.equal((await remove(user, key)).status, 200);
});

test('returns 409 mediaInUse while the thread of a target needs the file', async () => {
  const user = await t.newUser();
  const { key, url } = await upload(user);
  const { accountId } = await makeTarget(user.call, 'x');
  const threadItems = [{ content: 'One' }, { content: 'Two', mediaItems: mediaItems(url) }];
  await makePost(user.call, { platforms: [{ platform: 'x', accountId, settings: { threadItems } }] });
  assertError(await remove(user, key), 409, { code: 'mediaInUse' });
});

test('deletes the file of a published post, which stays published and can be deleted later', async () => {
  const user = await t.newUser();
  const { key, url } = await upload(user);
  const platforms = [await makeTarget(user.call)];
  const { _id } = await makePost(user.call, {
    ...{ isDraft: undefined, publishNow: true, platforms, mediaItems: mediaItems(url) },
  });
  assertError(await remove(user, key), 409, { code: 'mediaInUse' });
  await t.app.drain();
  assert.equal((await readPost(user.call, _id)).status, 'published');
  assert.equal((await remove(user, key)).status, 200);
  assert.equal(await isStored(key), false);
  assert.equal((await readPost(user.call, _id)).status, 'published');
  const { body } = await user.call('POST', '/v1/posts', {
    body: { content: 'Again', isDraft: true, mediaItems: mediaItems(url) },
  });
  assert.equal(body.code, 'mediaUnavailable');
});

test('deletes conversions with the last file of the same content', async () => {
  const user = await t.newUser();
  const [first, second, conversion] = [await upload(user), await upload(user), await upload(user)];
  await t.sql(`UPDATE media SET kind = 'rendition' WHERE key = $1`, [conversion.key]);
  await t.sql(
    `INSERT INTO renditions (owner_id, checksum, rule, media_key, changes)
     SELECT owner_id, checksum, 'rule', $2, '{}' FROM media WHERE key = $1`,
    [first.key, conversion.key],
  );
  await remove(user, first.key);
  assert.equal(await isStored(conversion.key), true);
  await remove(user, second.key);
  assert.deepEqual([await isStored(conversion.key), await rowsOf(conversion.key)], [false, []]);
});

test('returns 404 for a key that is unknown, of another user or of a conversion', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [theirs, conversion] = [await upload(other), await upload(user)];
  await t.sql(`UPDATE media SET kind = 'rendition' WHERE key = $1`, [conversion.key]);
  for (const key of ['unknown', theirs.key, conversion.key]) {
    assertError(await remove(user, key), 404, { error: 'Not found' });
  }
  assert.equal(await isStored(theirs.key), true);
});

test('a file is deleted or attached, never both, when the requests are concurrent', async () => {
  const user = await t.newUser();
  const outcomes = new Set<string>();
  for (let round = 1; round <= 8; round += 1) {
    const { key, url } = await upload(user);
    const body = { content: `Round ${round}`, isDraft: true, mediaItems: mediaItems(url) };
    const [created, deleted] = await Promise.all([user.call('POST', '/v1/posts', { body }), remove(user, key)]);
    outcomes.add(`${created.status} ${deleted.status}`);
    assert.equal(await isStored(key), created.status === 201);
  }
  for (const outcome of outcomes) assert.ok(['201 409', '400 200'].includes(outcome), outcome);
});

test('returns 200 while the media store is down and deletes the bytes later', async () => {
  const user = await t.newUser();
  const { key } = await upload(user);
  await t.advance(3 * hour);
  const { storage } = t.app.systemCtx;
  const { delete: deleteBytes } = storage;
  storage.delete = () => Promise.reject(new Error('the store is down'));
  try {
    assert.equal((await remove(user, key)).status, 200);
  } finally {
    storage.delete = deleteBytes;
  }
  assertError(await t.call('GET', `/media/${key}`), 404, { error: 'Not found' });
  assert.equal(await isStored(key), true);
  await t.app.drain();
  assert.deepEqual([await isStored(key), await rowsOf(key)], [false, []]);
});
