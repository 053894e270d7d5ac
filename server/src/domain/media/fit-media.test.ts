import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';
import type { MediaRule } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import { fitMedia } from './fit-media.ts';
import { findMedia } from './find-media.ts';
import { mediaItemOf, type MediaItem } from './media-item.ts';
import { openMedia } from './open-media.ts';

const t = await startTestApp();
const side = 300;
const noise = Buffer.from(seededRandom('noise').bytes(side * side * 3));
const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
  .png()
  .toBuffer();
const jpegRule: MediaRule = { type: 'image', contentTypes: ['image/jpeg'], sizeBytesMax: 100_000, widthMax: 200 };

async function upload(app: TestApp, bytes = png): Promise<{ ctx: Ctx; item: MediaItem }> {
  const user = await app.newUser();
  const request = { filename: 'a.png', contentType: 'image/png' };
  const { uploadUrl, publicUrl } = (await user.call('POST', '/v1/media/presign', { body: request })).body;
  await app.call('PUT', new URL(uploadUrl).pathname, { payload: bytes, headers: { 'content-type': 'image/png' } });
  const ctx: Ctx = { ...app.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const media = await findMedia(ctx, publicUrl);
  assert.ok(media.kind === 'ready', media.kind);
  return { ctx, item: mediaItemOf(media.row, 'A title') };
}

test('leaves a file unchanged that the platform accepts', async () => {
  const { ctx, item } = await upload(t);
  const fitted = await fitMedia(ctx, item, { type: 'image', contentTypes: ['image/png'], sizeBytesMax: 1e9 });
  assert.deepEqual(fitted, { kind: 'fits', item, changes: [] });
});

test('creates a rendition once per content and rule, reports the changes and serves it', async () => {
  const { ctx, item } = await upload(t);
  const first = await fitMedia(ctx, item, jpegRule);
  assert.ok(first.kind === 'fits');
  assert.equal(first.item.contentType, 'image/jpeg');
  assert.equal(first.item.width, 200);
  assert.equal(first.item.title, 'A title');
  assert.ok(first.item.sizeBytes <= jpegRule.sizeBytesMax);
  assert.match(first.changes.join('; '), /PNG converted to JPEG; shrunk from 300×300 to 200×200/);
  assert.deepEqual(await fitMedia(ctx, item, jpegRule), first, 'found again');
  const smaller = await fitMedia(ctx, item, { ...jpegRule, widthMax: 100 });
  assert.ok(smaller.kind === 'fits');
  assert.equal(smaller.item.width, 100);
  const { url, open } = openMedia(ctx, first.item);
  const served = await t.call('GET', new URL(url).pathname);
  assert.equal(served.headers['content-type'], 'image/jpeg');
  const chunks = [];
  for await (const chunk of open({ start: 0, end: 3 })) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString('hex'), 'ffd8ff');
});

test('a rendition expires seven days after its last use and is then created again', async () => {
  const { ctx, item } = await upload(t);
  await t.sql("UPDATE media SET status = 'attached', use_count = 1, expires_at = NULL WHERE key = $1", [item.key]);
  const day = 24 * 3_600_000;
  const first = await fitMedia(ctx, item, jpegRule);
  await t.advance(6 * day);
  assert.deepEqual(await fitMedia(ctx, item, jpegRule), first);
  await t.advance(6 * day);
  await t.app.drain();
  assert.deepEqual(await fitMedia(ctx, item, jpegRule), first);
  await t.advance(8 * day);
  await t.app.drain();
  const again = await fitMedia(ctx, item, jpegRule);
  assert.ok(again.kind === 'fits' && first.kind === 'fits');
  assert.notEqual(again.item.key, first.item.key);
  assert.equal(again.item.sizeBytes, first.item.sizeBytes);
});

test('reports the failing rule when a file cannot be converted', async () => {
  const { ctx, item } = await upload(t);
  const impossible = await fitMedia(ctx, item, { ...jpegRule, sizeBytesMax: 100 });
  assert.ok(impossible.kind === 'misfit');
  assert.equal(impossible.rule, 'mediaSize');
  assert.match(impossible.reason, /cannot be compressed to/);
});

test('converts nothing when HERALD_RENDITIONS is off', async () => {
  const off = await startTestApp({ environment: { HERALD_RENDITIONS: 'off' } });
  const { ctx, item } = await upload(off);
  const left = await fitMedia(ctx, item, jpegRule);
  assert.ok(left.kind === 'misfit');
  assert.equal(left.rule, 'mediaType');
});
