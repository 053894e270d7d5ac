import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { assertError, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { realClock } from '../../../kernel/time/clock.ts';
import { secureRandom } from '../../../kernel/crypto/random.ts';
import { createLocalDisk } from '../../../storage/local-disk.ts';

const t = await startTestApp();
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer();
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3c3' } })
  .png()
  .toBuffer();
const pathOf = (url: string): string => new URL(url).pathname;

const presign = async (user: TestUser, fields: object = {}) =>
  user.call('POST', '/v1/media/presign', { body: { filename: 'photo.jpg', contentType: 'image/jpeg', ...fields } });
const put = (url: string, payload: Buffer, contentType = 'image/jpeg') =>
  t.call('PUT', pathOf(url), { payload, headers: { 'content-type': contentType } });

const boundary = 'herald-test-boundary';

function form(
  parts: { name: string; filename?: string; content: Buffer | string }[],
  end = `--${boundary}--\r\n`,
): Buffer {
  const bytes = parts.flatMap(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`;
    const type = filename === undefined ? '' : 'Content-Type: application/octet-stream\r\n';
    return [Buffer.from(`${head}${type}\r\n`), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...bytes, Buffer.from(end)]);
}

const direct = (user: TestUser, payload: Buffer, contentType = `multipart/form-data; boundary=${boundary}`) =>
  user.call('POST', '/v1/media/upload-direct', { payload, headers: { 'content-type': contentType } });

test('serves the uploaded bytes unchanged and with safe headers after presign and PUT', async () => {
  const user = await t.newUser();
  const { status, body } = await presign(user, { size: jpeg.length });
  assert.equal(status, 200);
  assert.equal(body.type, 'image');
  assert.equal(body.publicUrl, `http://127.0.0.1:4010/media/${body.key}`);
  assertError(await t.call('GET', pathOf(body.publicUrl)), 404, { error: 'Not found' });
  assert.equal((await put(body.uploadUrl, jpeg)).status, 200);
  const served = await t.call('GET', pathOf(body.publicUrl));
  assert.equal(served.status, 200);
  assert.equal(served.headers['content-type'], 'image/jpeg');
  assert.equal(served.headers['content-length'], String(jpeg.length));
  assert.equal(served.headers['x-content-type-options'], 'nosniff');
  assert.equal(served.headers['etag'], `"${createHash('sha256').update(jpeg).digest('hex')}"`);
  assert.match(String(served.headers['content-disposition']), /^inline; filename\*=UTF-8''photo\.jpg$/);
  assert.match(String(served.headers['content-security-policy']), /sandbox/);
  const { body: usage } = await user.call('GET', '/v1/usage');
  assert.equal(usage.storageBytes, jpeg.length);
});

test('serves byte ranges, returns 416 for unsatisfiable ones and 304 for a matching ETag', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  await put(body.uploadUrl, jpeg);
  const get = (range: string) => t.call('GET', pathOf(body.publicUrl), { headers: { range } });
  const part = await get('bytes=10-19');
  assert.equal(part.status, 206);
  assert.equal(part.headers['content-range'], `bytes 10-19/${jpeg.length}`);
  assert.equal(part.headers['content-length'], '10');
  assert.equal(
    (await get('bytes=-5')).headers['content-range'],
    `bytes ${jpeg.length - 5}-${jpeg.length - 1}/${jpeg.length}`,
  );
  assert.equal((await get(`bytes=${jpeg.length - 1}-`)).headers['content-length'], '1');
  assertError(await get(`bytes=${jpeg.length}-`), 416, { error: 'Range not satisfiable' });
  for (const odd of ['bytes=5-1', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4'])
    assert.equal((await get(odd)).status, 200, odd);
  const same = await t.call('GET', pathOf(body.publicUrl), {
    headers: { 'if-none-match': String(part.headers['etag']) },
  });
  assert.equal(same.status, 304);
});

test('rejects an upload of another length, type or content with 400 and accepts a retry', async () => {
  const user = await t.newUser();
  const { body } = await presign(user, { size: jpeg.length });
  const invalid = { code: 'validation' };
  assertError(await put(body.uploadUrl, jpeg.subarray(1)), 400, invalid);
  assertError(await put(body.uploadUrl, Buffer.concat([jpeg, jpeg])), 400, invalid);
  assertError(await put(body.uploadUrl, jpeg, 'image/png'), 400, { ...invalid, param: 'content-type' });
  const padded = Buffer.concat([png, Buffer.alloc(Math.max(0, jpeg.length - png.length))]).subarray(0, jpeg.length);
  assertError(await put(body.uploadUrl, padded), 400, invalid);
  assertError(await put(body.uploadUrl, Buffer.alloc(jpeg.length, '<svg>')), 400, invalid);
  assertError(await t.call('GET', pathOf(body.publicUrl)), 404, { error: 'Not found' });
  assert.equal((await put(body.uploadUrl, jpeg)).status, 200);
});

test('an upload URL works once, for 15 minutes, and cannot be forged', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  assert.equal((await put(body.uploadUrl, jpeg)).status, 200);
  const used = await put(body.uploadUrl, jpeg);
  assert.equal(used.status, 410);
  assert.match(used.body.error, /expired or was already used/);
  const [text = '', mark = ''] = body.uploadUrl.split('/').at(-1).split('.');
  const bent = Buffer.from(JSON.stringify(['x', body.key, 'image/jpeg', '2999-01-01T00:00:00.000Z'])).toString(
    'base64url',
  );
  for (const token of [`${bent}.${mark}`, `${text}.${mark.slice(1)}a`, text, 'nonsense']) {
    assertError(await put(`http://h/v1/media/uploads/${token}`, jpeg), 403, { error: 'Forbidden' });
  }
  const late = await presign(user);
  await t.advance(15 * 60_000);
  assert.equal((await put(late.body.uploadUrl, jpeg)).status, 410);
});

test('one of five concurrent uploads to the same upload URL succeeds', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  const responses = await Promise.all(Array.from({ length: 5 }, () => put(body.uploadUrl, jpeg)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 410, 410, 410, 410]);
});

test('presign returns 400, 403 and 404 for invalid types, sizes, names and profiles', async () => {
  const user = await t.newUser();
  const wrong = [{ contentType: 'image/svg+xml' }, { contentType: 'text/html' }, { filename: '' }, { size: -1 }];
  for (const fields of [...wrong, { size: 5_368_709_121 }, { size: 1.5 }, { filename: 'x'.repeat(256) }]) {
    assertError(await presign(user, fields), 400, { code: 'validation' });
  }
  assertError(await presign(user, { profileId: 'prf_unknown' }), 404, { error: 'Not found' });
  const [mine, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [mine._id] });
  const body = { filename: 'a.jpg', contentType: 'image/jpeg', profileId: other._id };
  assertError(await t.as(key)('POST', '/v1/media/presign', { body }), 403, { code: 'forbidden' });
});

test('keys start with a random prefix per owner', async () => {
  const [one, two] = [await t.newUser(), await t.newUser()];
  const keys = [await presign(one), await presign(one), await presign(two)].map(({ body }) => String(body.key));
  const prefixes = keys.map((key) => key.split('-')[0]);
  assert.equal(prefixes[0], prefixes[1]);
  assert.notEqual(prefixes[0], prefixes[2]);
  assert.match(keys[0] ?? '', /^[0-9a-v]{16}-[0-9a-v]{32}\.jpg$/);
});

test('a direct upload is a form with one file, whose type is detected from its content', async () => {
  const user = await t.newUser();
  const { status, body } = await direct(user, form([{ name: 'file', filename: 'wrong.png', content: jpeg }]));
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    { ...body, url: '' },
    { url: '', filename: 'wrong.png', contentType: 'image/jpeg', size: jpeg.length },
  );
  assert.equal((await t.call('GET', pathOf(body.url))).headers['content-type'], 'image/jpeg');
});

test('rejected direct uploads leave no row and use no storage', async () => {
  const user = await t.newUser();
  const file = { name: 'file', filename: 'a.jpg', content: jpeg };
  const big = { ...file, content: Buffer.concat([jpeg, Buffer.alloc(26_214_401)]) };
  const refused = [
    await direct(user, form([])),
    await direct(user, form([{ name: 'contentType', content: 'image/jpeg' }])),
    await direct(user, form([{ ...file, name: 'photo' }])),
    await direct(user, form([file, file])),
    await direct(user, form([big])),
    await direct(user, form([{ ...file, content: '<html><script>' }])),
    await direct(user, form([{ ...file, content: Buffer.alloc(0) }])),
    await direct(user, form([file], '')),
    await direct(user, form([file]), 'multipart/form-data'),
    await direct(user, form([file]), 'application/json'),
    await direct(user, Buffer.alloc(0)),
  ];
  for (const response of refused) assertError(response, 400, { code: 'validation' });
  assert.equal((await user.call('GET', '/v1/usage')).body.storageBytes, 0);
  assert.deepEqual(await t.sql('SELECT key FROM media WHERE owner_id = $1', [user.ownerId]), []);
});

test('returns 401 without a key and 403 for a read-only key', async () => {
  const user = await t.newUser();
  const payload = form([{ name: 'file', filename: 'a.jpg', content: jpeg }]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  assertError(await t.call('POST', '/v1/media/upload-direct', { payload, headers }), 401, { error: 'Unauthorized' });
  const { key } = await makeKey(user.call, { permission: 'read' });
  const response = await t.as(key)('POST', '/v1/media/upload-direct', { payload, headers });
  assertError(response, 403, { error: 'API key requires read_write permission' });
});

test('deletes unattached presigned uploads after a day and direct uploads after seven', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  await put(body.uploadUrl, jpeg);
  const { body: uploaded } = await direct(user, form([{ name: 'file', filename: 'a.jpg', content: jpeg }]));
  const isThere = async (key: string) => (await t.app.systemCtx.storage.stat(key)) !== undefined;
  const directKey = pathOf(uploaded.url).split('/').at(-1) ?? '';
  await t.advance(24 * 3_600_000);
  assertError(await t.call('GET', pathOf(body.publicUrl)), 404, { error: 'Not found' });
  await t.app.drain();
  assert.deepEqual([await isThere(body.key), await isThere(directKey)], [false, true]);
  await t.advance(6 * 24 * 3_600_000);
  await t.app.drain();
  assert.equal(await isThere(directKey), false);
  assert.equal((await user.call('GET', '/v1/usage')).body.storageBytes, 0);
});

test('returns 507 for every kind of upload while the disk is almost full', async () => {
  const user = await t.newUser();
  const { body } = await presign(user);
  const { storage } = t.app.systemCtx;
  const real = storage.space;
  storage.space = async () => ({ freeBytes: 3e9, totalBytes: 40e9 });
  try {
    const full = { error: 'Insufficient storage' };
    assertError(await presign(user), 507, full);
    assertError(await put(body.uploadUrl, jpeg), 507, full);
    assertError(await direct(user, form([{ name: 'file', filename: 'a.jpg', content: jpeg }])), 507, full);
  } finally {
    if (real !== undefined) storage.space = real;
  }
});

test('the sweep removes partial uploads left by a crash but not those being written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'herald-half-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const storage = createLocalDisk({ folder, clock: realClock, random: secureRandom });
  const other = await startTestApp({ storage });
  mkdirSync(join(folder, 'incoming'));
  const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, 'incoming', name));
  for (const file of [old, fresh]) writeFileSync(file ?? '', 'half');
  const longAgo = new Date(Date.now() - 3 * 3_600_000);
  utimesSync(old ?? '', longAgo, longAgo);
  await other.app.drain();
  assert.deepEqual([existsSync(old ?? ''), existsSync(fresh ?? '')], [false, true]);
});

test('a direct upload has a pending row before its bytes are written', async () => {
  const user = await t.newUser();
  const { storage } = t.app.systemCtx;
  const { write } = storage;
  const seen: object[] = [];
  storage.write = async (...args) => {
    seen.push(...(await t.sql('SELECT status FROM media WHERE owner_id = $1', [user.ownerId])));
    await write(...args);
  };
  try {
    await direct(user, form([{ name: 'file', filename: 'a.jpg', content: jpeg }]));
  } finally {
    storage.write = write;
  }
  assert.deepEqual(seen, [{ status: 'pending' }]);
});

test('returns 404 for an upload to a profile that is deleted at the same moment', async () => {
  const user = await t.newUser();
  for (let round = 0; round < 10; round += 1) {
    const { _id: profileId } = await makeProfile(user.call);
    const uploads = () => Array.from({ length: 6 }, () => presign(user, { profileId }));
    const before = uploads();
    const deletion = user.call('DELETE', `/v1/profiles/${profileId}`);
    const responses = await Promise.all([...before, ...uploads()]);
    assert.equal((await deletion).status, 200);
    for (const { status, text } of responses) assert.ok(status === 200 || status === 404, text);
  }
});
