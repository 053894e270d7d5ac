import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { startSink } from '../../../test/sink.ts';
import { pngOf, mp4Of } from '../../../test/conformance/media-files.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';
import { attachMedia } from './attach-media.ts';
import { releaseMedia } from './release-media.ts';
import { resolveMedia } from './resolve-media.ts';

const t = await startTestApp();
const site = await startSink();
const png = pngOf('a picture');
const dayMs = 24 * 3_600_000;

const contextOf = (user: TestUser): Ctx => ({ ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } });
const resolve = (user: TestUser, ...urls: string[]) =>
  resolveMedia(contextOf(user), {
    items: urls.map((url, index) => ({ url, param: `mediaItems[${index}].url` })),
    timeoutMs: 20_000,
  });
const serve = (routes: Record<string, Buffer | string | number>): void => {
  site.respondWith = ({ path }, response) => {
    const route = routes[path] ?? 404;
    if (typeof route === 'number') response.writeHead(route).end();
    else if (typeof route === 'string') response.writeHead(302, { location: route }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(route);
  };
};
const at = (path: string): string => new URL(path, site.url).href;

async function refused(work: Promise<unknown>, code: string, message: RegExp, param = 'mediaItems[0].url') {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.equal(error.details.param, param);
    return true;
  });
}

async function upload(user: TestUser): Promise<{ publicUrl: string; uploadUrl: string; key: string }> {
  const { body } = await user.call('POST', '/v1/media/presign', {
    body: { filename: 'a.png', contentType: 'image/png' },
  });
  return body;
}

const put = (url: string) =>
  t.call('PUT', new URL(url).pathname, { payload: png, headers: { 'content-type': 'image/png' } });
const get = (key: string) => t.call('GET', `/media/${key}`);

test('copies external files, following up to three redirects, and detects their type from content', async () => {
  const user = await t.newUser();
  serve({ '/1': '/2', '/2': '/3', '/3': '/cat%20.png', '/cat%20.png': png, '/clip.mov': mp4Of('clip') });
  const [picture, clip] = await resolve(user, at('/1'), at('/clip.mov'));
  assert.equal(picture?.contentType, 'image/png');
  assert.equal(picture.kind, 'fetched');
  assert.equal(clip?.type, 'video');
  assert.equal(clip.filename, 'clip.mov');
  const served = await get(picture.key);
  assert.equal(served.status, 200);
  assert.equal(served.headers['content-type'], 'image/png');
  assert.equal(served.headers['content-length'], String(png.length));
});

test('rejects unusable files with their field path and stores nothing of them', async () => {
  const user = await t.newUser();
  const chain = { '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5' };
  serve({ ...chain, '/text': Buffer.from('hello'), '/doc': Buffer.from('%PDF-1.4\n%%EOF\n'), '/gone': 410 });
  await refused(resolve(user, at('/1')), 'mediaUnavailable', /redirects more than 3 times/);
  await refused(resolve(user, at('/gone')), 'mediaUnavailable', /returned status 410/);
  await refused(resolve(user, at('/text')), 'mediaUnavailable', /./);
  await refused(resolve(user, at('/doc')), 'mediaUnavailable', /image or a video|PDF/);
  await refused(resolve(user, 'http://127.0.0.1:9/'), 'mediaUnavailable', /could not be fetched/);
  await refused(resolve(user, 'http://10.0.0.1/a.png'), 'urlNotAllowed', /public/);
  await refused(resolve(user, 'file:///etc/passwd'), 'urlNotAllowed', /absolute/);
  serve({ '/in': 'http://10.0.0.1/a.png', '/ok': png });
  await refused(resolve(user, at('/ok'), at('/in')), 'urlNotAllowed', /public/, 'mediaItems[1].url');
  const rows = await t.sql<{ kind: string }>('SELECT kind FROM media WHERE owner_id = $1', [user.ownerId]);
  assert.deepEqual(rows, [{ kind: 'fetched' }], 'only the whole copy beside the refused one, which expires by itself');
});

test('rejects external files over 100 MB, by content-length and by received bytes', async () => {
  const user = await t.newUser();
  let sent = 0;
  site.respondWith = ({ path }, response) => {
    if (path === '/announced') return response.writeHead(200, { 'content-length': '100000001' }).end();
    response.writeHead(200);
    const chunk = Buffer.alloc(1_000_000);
    const more = (): void => {
      while (sent <= 120_000_000 && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', more);
    more();
    return undefined;
  };
  await refused(resolve(user, at('/announced')), 'mediaUnavailable', /100000000/);
  await refused(resolve(user, at('/endless')), 'mediaUnavailable', /100000000/);
});

test('uses an own upload once it is complete and rejects one that is not', async () => {
  const user = await t.newUser();
  const { publicUrl, uploadUrl, key } = await upload(user);
  await refused(resolve(user, publicUrl), 'mediaUnavailable', /not been uploaded/);
  assert.equal((await put(uploadUrl)).status, 200);
  assert.equal((await resolve(user, publicUrl))[0]?.key, key);
  await refused(resolve(user, `${publicUrl}x`), 'mediaUnavailable', /file does not exist/);
});

test("copies another user's file and a direct upload from storage, without a request", async () => {
  const [owner, other] = [await t.newUser(), await t.newUser()];
  const { publicUrl, uploadUrl, key } = await upload(owner);
  await put(uploadUrl);
  const [copy] = await resolve(other, publicUrl);
  assert.notEqual(copy?.key, key);
  assert.equal(copy?.ownerId, other.ownerId);
  await t.sql("UPDATE media SET kind = 'direct' WHERE key = $1", [key]);
  const [own] = await resolve(owner, publicUrl);
  assert.notEqual(own?.key, key);
  assert.equal(own?.checksum, copy.checksum);
});

test('keeps an attached file until seven days after its last post', async () => {
  const user = await t.newUser();
  const { uploadUrl, key } = await upload(user);
  await put(uploadUrl);
  const ctx = contextOf(user);
  await inTransaction(ctx, (tx) => attachMedia(tx, [key, key]));
  await inTransaction(ctx, (tx) => attachMedia(tx, [key]));
  await t.advance(30 * dayMs);
  await t.app.drain();
  assert.equal((await get(key)).status, 200);
  await inTransaction(ctx, (tx) => releaseMedia(tx, [key]));
  await t.advance(8 * dayMs);
  await t.app.drain();
  assert.equal((await get(key)).status, 200, 'another post still has it');
  await inTransaction(ctx, (tx) => releaseMedia(tx, [key]));
  await t.advance(7 * dayMs - 1000);
  assert.equal((await get(key)).status, 200);
  await t.advance(2000);
  await t.app.drain();
  assert.equal((await get(key)).status, 404);
  await refused(
    inTransaction(ctx, (tx) => attachMedia(tx, [key])),
    'mediaUnavailable',
    /expired/,
    'mediaItems',
  );
});

test('deletes a file that was never attached after a day, and another user cannot attach it', async () => {
  const user = await t.newUser();
  serve({ '/cat.png': png });
  const [copy] = await resolve(user, at('/cat.png'));
  assert.ok(copy);
  const stranger = contextOf(await t.newUser());
  await refused(
    inTransaction(stranger, (tx) => attachMedia(tx, [copy.key])),
    'mediaUnavailable',
    /expired/,
    'mediaItems',
  );
  await t.advance(dayMs + 1000);
  await t.app.drain();
  assert.equal((await get(copy.key)).status, 404);
});
