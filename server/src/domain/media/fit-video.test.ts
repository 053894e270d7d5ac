import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { makePost, makeTarget, readPost } from '../../../test/data/posts.ts';
import { fakeFfmpeg } from '../../imaging/test/fake-ffmpeg.ts';
import { container } from '../../imaging/test/samples.ts';
import type { MediaRule } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';
import { findMedia } from './find-media.ts';
import { fitMedia } from './fit-media.ts';
import { mediaItemOf } from './media-item.ts';

const webm = await container('WebM', { picture: true, sound: true });
const mp4 = await container('Mp4', { picture: true, sound: true });
const fake = fakeFfmpeg(mp4);
const dataDir = mkdtempSync(join(tmpdir(), 'herald-fit-video-'));
chmodSync(dataDir, 0o755);
after(() => {
  fake.dispose();
  rmSync(dataDir, { recursive: true, force: true });
});
const t = await startTestApp({ sandbox: true, environment: { HERALD_FFMPEG: fake.program, HERALD_DATA_DIR: dataDir } });
const without = await startTestApp({ sandbox: true, environment: { HERALD_FFMPEG: '/nowhere/ffmpeg' } });
const off = await startTestApp({ sandbox: true, environment: { HERALD_RENDITIONS: 'off' } });
const rule: MediaRule = { type: 'video', contentTypes: ['video/mp4'], sizeBytesMax: 1_000_000 };

async function upload(app: TestApp) {
  const user = await app.newUser();
  const request = { filename: 'a.webm', contentType: 'video/webm' };
  const { uploadUrl, publicUrl } = (await user.call('POST', '/v1/media/presign', { body: request })).body;
  await app.call('PUT', new URL(uploadUrl).pathname, { payload: webm, headers: { 'content-type': 'video/webm' } });
  return { user, publicUrl };
}

async function uploadItem() {
  const { user, publicUrl } = await upload(t);
  const ctx: Ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } };
  const media = await findMedia(ctx, publicUrl);
  assert.ok(media.kind === 'ready', media.kind);
  return { ctx, item: mediaItemOf(media.row, 'A title') };
}

const conversions = (): number => readFileSync(join(fake.folder, 'calls'), 'utf8').match(/output\.mp4$/gm)?.length ?? 0;

test('converts a video once per content and rule, reports the changes and leaves no temporary files', async () => {
  const { ctx, item } = await uploadItem();
  const first = await fitMedia(ctx, item, rule);
  assert.ok(first.kind === 'fits', JSON.stringify(first));
  assert.deepEqual(first.changes, ['WebM converted to MP4']);
  const { type, contentType, sizeBytes, title, checksum } = first.item;
  assert.deepEqual([type, contentType, sizeBytes, title], ['video', 'video/mp4', mp4.length, 'A title']);
  assert.equal(checksum, item.checksum, 'to the reader it is the same video');
  const before = conversions();
  assert.deepEqual(await fitMedia(ctx, item, rule), first, 'found again');
  assert.equal(conversions(), before);
  const served = await t.call('GET', `/media/${first.item.key}`);
  assert.equal(served.headers['content-type'], 'video/mp4');
  assert.deepEqual(readdirSync(join(dataDir, 'converting')), []);
});

test('two concurrent requests share one conversion', async () => {
  const { ctx, item } = await uploadItem();
  const before = conversions();
  const [one, other] = await Promise.all([fitMedia(ctx, item, rule), fitMedia(ctx, item, rule)]);
  assert.equal(conversions(), before + 1);
  assert.deepEqual(one, other);
});

test('reports the failing rule when a video cannot be converted', async () => {
  const { ctx, item } = await uploadItem();
  const small = await fitMedia(ctx, item, { ...rule, sizeBytesMax: 1000 });
  assert.deepEqual(small, {
    kind: 'misfit',
    rule: 'mediaSize',
    reason: 'A video of 2 s cannot be compressed to 1 kB.',
  });
  const long = await fitMedia(ctx, item, { ...rule, durationMs: { min: 3000, max: 9000 } });
  assert.equal(long.kind === 'misfit' && long.rule, 'mediaDuration');
});

test('warns about, converts and publishes a post with an unsupported video type', async () => {
  const { user, publicUrl } = await upload(t);
  const target = await makeTarget(user.call, 'telegram', 'converted');
  const mediaItems = [{ type: 'video', url: publicUrl }];
  const body = { content: 'Look', mediaItems, platforms: [target], publishNow: true };
  const { issues, valid } = (await user.call('POST', '/v1/posts/validate', { body })).body;
  assert.equal(valid, true);
  assert.deepEqual(
    issues.map(({ rule, severity }: Record<string, string>) => [rule, severity]),
    [['mediaType', 'warning']],
  );
  const createdPost = await makePost(user.call, { isDraft: undefined, ...body });
  await t.app.drain();
  const post = await readPost(user.call, createdPost._id);
  assert.equal(post.status, 'published', JSON.stringify(post));
  assert.deepEqual(post.platforms[0]?.['warnings'], ['mediaItems[0]: WebM converted to MP4']);
});

test('without ffmpeg, returns the rule as an error and names what would help', async () => {
  for (const [app, needs] of [
    [without, 'ffmpeg installed'],
    [off, 'HERALD_RENDITIONS=on and ffmpeg installed'],
  ] as const) {
    const { user, publicUrl } = await upload(app);
    const target = await makeTarget(user.call, 'telegram', 'unconverted');
    const mediaItems = [{ type: 'video', url: publicUrl }];
    const body = { content: 'Look', mediaItems, platforms: [target], publishNow: true };
    const { status, body: refusal } = await user.call('POST', '/v1/posts', { body });
    assert.equal(status, 400);
    const [issue] = refusal.issues;
    assert.deepEqual([issue.rule, issue.severity, issue.field], ['mediaType', 'error', 'mediaItems[0]']);
    assert.match(issue.message, /^video\/webm is not accepted: use .*video\/mp4/);
    assert.ok(issue.message.endsWith(`. Herald can convert it with ${needs}`), issue.message);
  }
});
