import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { live, makePost, makeTarget, readPost } from '../../../../test/data/posts.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ctx } from '../../../domain/context.ts';
import { attachMedia } from '../../../domain/media/attach-media.ts';
import { findMedia } from '../../../domain/media/find-media.ts';
import { createS3 } from '../../../storage/s3.ts';
import { keyPair, startS3 } from '../../../storage/test/s3-server.ts';

const server = await startS3('media');
after(() => server.close());
const { endpoint } = server;
const storage = createS3({ endpoint, region: 'us-east-1', bucket: 'media', ...keyPair, isPathStyle: true });
const t = await startTestApp({ storage });
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer();

const presign = async (user: TestUser, fields: object = {}) =>
  (await user.call('POST', '/v1/media/presign', { body: { filename: 'a.jpg', contentType: 'image/jpeg', ...fields } }))
    .body;
const put = async (url: string, body: Buffer): Promise<number> =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg' } })).status;
const get = (url: string) => t.call('GET', new URL(url).pathname);

test('uploads go directly to the bucket, and Herald serves them from there', async () => {
  const user = await t.newUser();
  const { uploadUrl, publicUrl } = await presign(user, { size: jpeg.length });
  assert.ok(uploadUrl.startsWith(`${endpoint}/media/`), uploadUrl);
  assertError(await get(publicUrl), 404, { error: 'Not found' });
  assert.equal(await put(uploadUrl, jpeg.subarray(1)), 403, 'another length than signed');
  assert.equal(await put(uploadUrl, jpeg), 200);
  const served = await get(publicUrl);
  assert.equal(served.status, 200);
  assert.equal(served.headers['content-type'], 'image/jpeg');
  assert.equal(served.headers['content-length'], String(jpeg.length));
  assert.equal((await user.call('GET', '/v1/usage')).body.storageBytes, jpeg.length);
});

test('deletes an object whose content does not match its type on first access', async () => {
  const { uploadUrl, publicUrl, key } = await presign(await t.newUser());
  assert.equal(await put(uploadUrl, Buffer.from('<html><script>alert(1)</script>')), 200);
  assertError(await get(publicUrl), 404, { error: 'Not found' });
  assert.equal(await storage.stat(key), undefined);
});

test('inspects a replaced object again and reports it as unavailable once a post has attached it', async () => {
  const user = await t.newUser();
  const { uploadUrl, publicUrl, key } = await presign(user);
  assert.equal(await put(uploadUrl, jpeg), 200);
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const first = await findMedia(ctx, publicUrl);
  assert.ok(first.kind === 'ready');
  const other = await sharp(jpeg).resize(20, 15).jpeg().toBuffer();
  assert.equal(await put(uploadUrl, other), 200);
  const second = await findMedia(ctx, publicUrl);
  assert.ok(second.kind === 'ready');
  assert.equal(second.row.width, 20);
  assert.notEqual(second.row.checksum, first.row.checksum);
  await inTransaction(ctx, (tx) => attachMedia(tx, [key]));
  assert.equal(await put(uploadUrl, jpeg), 200);
  assert.equal((await findMedia(ctx, publicUrl)).kind, 'unavailable', 'what a post has may not change under it');
  assert.equal(await put(uploadUrl, Buffer.from('<svg onload=alert(1)>')), 200);
  assert.equal((await findMedia(ctx, publicUrl)).kind, 'unavailable');
});

test('fails with mediaUnavailable when the file was replaced in the bucket by one of the same size', async () => {
  const publishing = await startTestApp({ storage, sandbox: true });
  const user = await publishing.newUser();
  const target = await makeTarget(user.call, 'bluesky', 'swapped');
  const { uploadUrl, publicUrl } = await presign(user, { size: jpeg.length });
  assert.equal(await put(uploadUrl, jpeg), 200);
  const publish = { isDraft: undefined, publishNow: true, platforms: [target], mediaItems: [{ url: publicUrl }] };
  const post = await makePost(user.call, publish);
  const swapped = Buffer.from(jpeg);
  const last = swapped.length - 3;
  swapped.writeUInt8(swapped.readUInt8(last) ^ 1, last);
  assert.equal(await put(uploadUrl, swapped), 200);
  await publishing.app.drain();
  const [failed] = (await readPost(user.call, post._id)).platforms;
  assert.deepEqual([failed.status, failed.errorCode], ['failed', 'mediaUnavailable']);
  assert.deepEqual(await live(publishing, 'bluesky', 'swapped.bsky.test'), []);
});

test('returns 503 for uploads, media and posts with media while the store is unreachable', async () => {
  const lost = await startS3('media');
  const unreachable = createS3({
    ...keyPair,
    endpoint: lost.endpoint,
    region: 'r',
    bucket: 'media',
    isPathStyle: true,
  });
  const down = await startTestApp({ storage: unreachable });
  const user = await down.newUser();
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const upload = () =>
    user.call('POST', '/v1/media/upload-direct', {
      headers: form,
      payload: Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
        jpeg,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    });
  const stored = await upload();
  assert.equal(stored.status, 200, stored.text);
  await lost.close();
  assertError(await upload(), 503, { error: 'Service unavailable' });
  assertError(await down.call('GET', new URL(stored.body.url).pathname), 503, { error: 'Service unavailable' });
  const mediaItems = [{ url: (await presign(user)).publicUrl }];
  const draft = await user.call('POST', '/v1/posts', { body: { content: 'Hello', isDraft: true, mediaItems } });
  assertError(draft, 503, { error: 'Service unavailable' });
  const ready = await down.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.body.checks.storage], [200, 'unreachable']);
});

test('lists uploads that Herald has not seen yet, with the announced size', async () => {
  const user = await t.newUser();
  const { key, uploadUrl } = await presign(user, { size: jpeg.length });
  assert.equal(await put(uploadUrl, jpeg), 200);
  const { media } = (await user.call('GET', '/v1/media')).body;
  assert.equal(media.length, 1);
  assert.partialDeepStrictEqual(media[0], { key, size: jpeg.length, width: null, postCount: 0 });
});
