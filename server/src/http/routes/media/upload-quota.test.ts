import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp({ environment: { HERALD_STORAGE_QUOTA_MB: '1' } });
const quotaBytes = 1_000_000;
const minute = 60_000;

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer();
const jpegOf = (sizeBytes: number): Buffer => Buffer.concat([picture, Buffer.alloc(sizeBytes - picture.length)]);

const presign = (user: TestUser, size?: number) =>
  user.call('POST', '/v1/media/presign', { body: { filename: 'a.jpg', contentType: 'image/jpeg', size } });
const put = (url: string, payload: Buffer) =>
  t.call('PUT', new URL(url).pathname, { payload, headers: { 'content-type': 'image/jpeg' } });
const direct = (user: TestUser, file: Buffer) => {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
  return user.call('POST', '/v1/media/upload-direct', {
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
};
const storageBytes = async (user: TestUser): Promise<number> => (await user.call('GET', '/v1/usage')).body.storageBytes;
const storedKeys = async (user: TestUser): Promise<string[]> => {
  const rows = await t.sql<{ key: string }>('SELECT key FROM media WHERE owner_id = $1', [user.ownerId]);
  const stats = await Promise.all(
    rows.map(async ({ key }) => ({ key, stat: await t.app.systemCtx.storage.stat(key) })),
  );
  return stats.filter(({ stat }) => stat !== undefined).map(({ key }) => key);
};
const full = { error: 'Insufficient storage' };

test('accepts a direct upload that fills the quota exactly and refuses the next byte', async () => {
  const user = await t.newUser();
  assert.equal((await direct(user, jpegOf(quotaBytes - picture.length))).status, 200);
  const refused = await direct(user, jpegOf(picture.length + 1));
  assertError(refused, 507, full);
  assert.match(refused.body.message, /storage quota of 1 MB .*Delete posts.*HERALD_STORAGE_QUOTA_MB/);
  assert.equal((await direct(user, picture)).status, 200);
  assert.equal(await storageBytes(user), quotaBytes);
  assertError(await presign(user), 507, full);
  assert.equal((await storedKeys(user)).length, 2, 'the refused file is deleted');
});

test('a presigned upload reserves its size for 15 minutes without affecting other owners', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  assertError(await presign(user, quotaBytes + 1), 507, full);
  const reserved = await presign(user, 600_000);
  assert.equal(reserved.status, 200);
  assertError(await presign(user, 400_001), 507, full);
  assertError(await direct(user, jpegOf(400_001)), 507, full);
  assert.equal((await presign(other, quotaBytes)).status, 200);
  assert.equal((await put(reserved.body.uploadUrl, jpegOf(600_000))).status, 200);
  const abandoned = await presign(user, 400_000);
  assert.equal(abandoned.status, 200);
  assertError(await direct(user, picture), 507, full);
  await t.advance(15 * minute);
  assert.equal((await direct(user, picture)).status, 200, 'the abandoned reservation has ended');
});

test('refuses an upload of unknown size when it exceeds the quota, and accepts a smaller one to the same URL', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  assertError(await put(body.uploadUrl, jpegOf(quotaBytes + 1)), 507, full);
  assert.deepEqual(await storedKeys(user), []);
  assert.equal((await put(body.uploadUrl, jpegOf(quotaBytes))).status, 200);
});

test('stores only those concurrent uploads that fit', async () => {
  const user = await t.newUser();
  const tickets = await Promise.all(Array.from({ length: 4 }, async () => (await presign(user)).body.uploadUrl));
  const responses = await Promise.all([
    ...tickets.map((url) => put(url, jpegOf(300_000))),
    ...Array.from({ length: 4 }, () => direct(user, jpegOf(300_000))),
  ]);
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 200, 507, 507, 507, 507, 507]);
  assert.equal(await storageBytes(user), 900_000);
  assert.equal((await storedKeys(user)).length, 3, 'refused files are deleted');
});

test('grants only those concurrent presigned reservations that fit', async () => {
  const user = await t.newUser();
  const responses = await Promise.all(Array.from({ length: 8 }, () => presign(user, 400_000)));
  assert.equal(responses.filter(({ status }) => status === 200).length, 2);
});

test('refuses a post whose external media does not fit and stores nothing of it', async () => {
  const server = createServer((_request, response) => response.end(jpegOf(600_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const user = await t.newUser();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.jpg`;
  const body = { isDraft: true, content: 'With a picture', mediaItems: [{ type: 'image', url }] };
  assert.equal((await user.call('POST', '/v1/posts', { body })).status, 201);
  const refused = await user.call('POST', '/v1/posts', { body: { ...body, content: 'With another' } });
  assertError(refused, 507, full);
  assert.match(refused.body.message, /storage quota of 1 MB/);
  assert.equal(await storageBytes(user), 600_000);
  assert.equal((await storedKeys(user)).length, 1);
});
