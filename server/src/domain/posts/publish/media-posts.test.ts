import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { mp4Of } from '../../../../test/conformance/media-files.ts';
import { live, makePost, makeTarget, readPost } from '../../../../test/data/posts.ts';
import { seededRandom } from '../../../kernel/crypto/random.ts';

// Listens, because platforms fetch media from Herald.
const t = await startTestApp({ sandbox: true, listens: true });

async function upload(user: TestUser, bytes: Buffer, contentType: string): Promise<string> {
  const { body } = await user.call('POST', '/v1/media/presign', { body: { filename: 'picture', contentType } });
  const { status } = await fetch(body.uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  });
  assert.equal(status, 200);
  return body.publicUrl;
}

test('converts a 12 MB PNG for platforms that would reject it, and each target reports the changes', async () => {
  const user = await t.newUser();
  const side = 2000;
  const noise = Buffer.from(seededRandom('noise').bytes(side * side * 3));
  const raw = { width: side, height: side, channels: 3 } as const;
  const png = await sharp(noise, { raw }).png({ compressionLevel: 1 }).toBuffer();
  assert.ok(png.length > 11.9e6);
  const platforms = [
    await makeTarget(user.call, 'instagram', 'painter'),
    await makeTarget(user.call, 'bluesky', 'painter'),
  ];
  const mediaItems = [{ url: await upload(user, png, 'image/png') }];
  const input = { content: 'A picture', mediaItems, platforms };
  const { body: checked } = await user.call('POST', '/v1/posts/validate', { body: { ...input, publishNow: true } });
  assert.equal(checked.valid, true);
  const rules = checked.issues.map((issue: any) => `${issue.platform} ${issue.severity} ${issue.rule}`);
  assert.deepEqual(rules, ['instagram warning mediaType', 'bluesky warning mediaSize']);
  const createdPost = await makePost(user.call, { ...input, isDraft: undefined, publishNow: true });
  for (let round = 0; round < 10; round += 1) {
    await t.app.drain();
    await t.advance(30_000);
  }
  const post = await readPost(user.call, createdPost._id);
  assert.equal(post.status, 'published', JSON.stringify(post.platforms));
  for (const target of post.platforms) {
    assert.match(target.warnings[0], /mediaItems\[0\]: (PNG converted to JPEG|.*compressed to)/);
    assert.match(target.platformPostUrl, /^https:/);
  }
  const [shown] = await live(t, 'instagram', 'painter');
  assert.equal(shown?.media.length, 1);
  const { rows } = { rows: await t.sql<{ kind: string }>("SELECT kind FROM media WHERE kind = 'rendition'") };
  assert.equal(rows.length, 2);
});

test('publishes the first comment after the post, and a failed one becomes a warning', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'instagram', 'commenter');
  const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#39c' } })
    .jpeg()
    .toBuffer();
  const mediaItems = [{ url: await upload(user, jpeg, 'image/jpeg') }];
  const post = async (firstComment: string) => {
    const platforms = [{ ...target, settings: { firstComment } }];
    const fields = { content: firstComment, mediaItems, platforms, isDraft: undefined, publishNow: true };
    const createdPost = await makePost(user.call, fields);
    for (let round = 0; round < 6; round += 1) {
      await t.app.drain();
      await t.advance(30_000);
    }
    return readPost(user.call, createdPost._id);
  };
  const good = await post('First!');
  assert.equal(good.status, 'published', JSON.stringify(good.platforms));
  assert.equal(good.platforms[0].warnings, undefined);
  const comments = (await live(t, 'instagram', 'commenter')).filter(({ parentId }) => parentId !== null);
  assert.deepEqual(
    comments.map(({ text }) => text),
    ['First!'],
  );
  await t.sandbox.fault('instagram', 'lostResponse', { operation: 'createComment' });
  const doubtful = await post('Second!');
  assert.equal(doubtful.status, 'published');
  assert.match(doubtful.platforms[0].warnings[0], /firstComment/);
});

test('looks up a video that the platform processes too slowly before sending it again', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'facebook', 'slow.kitchen');
  const mediaItems = [{ url: await upload(user, mp4Of('slow'), 'video/mp4') }];
  // Not the shape of a reel, so that the platform accepts the video before it processes it.
  await t.sql('UPDATE media SET width = 1280, height = 720 WHERE key = $1', [mediaItems[0]?.url.split('/media/')[1]]);
  await t.sandbox.fault('facebook', 'processingSlow', { operation: 'createVideo', value: 40 * 60_000 });
  const fields = { content: 'Slow food', mediaItems, platforms: [target], isDraft: undefined, publishNow: true };
  const { _id: id } = await makePost(user.call, fields);
  const follow = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await t.app.drain();
      await t.advance(60_000);
    }
  };
  await follow(30);
  const late = await readPost(user.call, id);
  assert.equal(late.platforms[0].errorCode, 'container_timeout', JSON.stringify(late.platforms));
  await follow(15);
  const retried = await user.call('POST', `/v1/posts/${id}/retry`);
  assert.equal(retried.status, 200, retried.text);
  await follow(3);
  const post = await readPost(user.call, id);
  assert.equal(post.status, 'published', JSON.stringify(post.platforms));
  const { posts } = await t.sandbox.control('GET', 'ledger?platform=facebook');
  assert.equal(posts.filter(({ text }: { text: string }) => text === 'Slow food').length, 1);
});
