import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { spaceOnly } from '../../../../test/space-only.ts';
import { makePost, makeTarget, words, type Target } from '../../../../test/data/posts.ts';

const room = { freeBytes: 50e9, totalBytes: 100e9 };
const t = await startTestApp({ sandbox: true, storage: spaceOnly(room) });

async function publishedPost(user: TestUser, target: Target, platformPostId: string): Promise<string> {
  const { _id: id } = await makePost(user.call, { platforms: [target] });
  await t.sql("UPDATE post_targets SET status = 'published', platform_post_id = $2 WHERE post_id = $1", [
    id,
    platformPostId,
  ]);
  await t.sql("UPDATE posts SET status = 'published' WHERE id = $1", [id]);
  return id;
}

test('returns 400 for a paused, empty or full queue, on create and on update', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const { _id: profileId } = await defaultProfile(user.call);
  const queue = { profileId, timezone: 'UTC', slots: [{ dayOfWeek: 3, time: '12:00' }] };
  await user.call('POST', '/v1/queue/slots', { body: queue });
  const { _id: draft } = await makePost(user.call, { platforms: [target] });
  const refused = async (code: string): Promise<void> => {
    const mode = { queuedFromProfile: profileId };
    const body = { ...mode, content: words(), platforms: [target] };
    assertError(await user.call('POST', '/v1/posts', { body }), 400, { code });
    assertError(await user.call('PUT', `/v1/posts/${draft}`, { body: { ...mode, content: words() } }), 400, { code });
    const { body: checked } = await user.call('POST', '/v1/posts/validate', { body });
    assert.deepEqual([checked.valid, checked.issues[0].rule], [false, 'queue']);
  };
  const change = (more: object) => user.call('PUT', '/v1/queue/slots', { body: { ...queue, ...more } });
  await change({ active: false });
  await refused('queuePaused');
  await change({ active: true, slots: [] });
  await refused('queueEmpty');
  await change({ active: true });
  await t.sql(
    `INSERT INTO posts SELECT (json_populate_record(p, json_build_object('id', 'pst_' || lpad(n::text, 24, '0'),
        'status', 'scheduled', 'queue_id', (SELECT id FROM queues WHERE profile_id = $2),
        'scheduled_for', timestamptz '2026-03-04T12:00:00Z' + n * interval '7 days'))).*
       FROM posts p, generate_series(0, 60) n WHERE p.id = $1`,
    [draft, profileId],
  );
  await refused('queueFull');
});

test('returns 400 unsupported for settings that are documented but not available yet', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'linkedin');
  const platforms = [{ ...target, settings: { organizationUrn: 'urn:li:organization:1' } }];
  const unsupported = { code: 'unsupported', param: 'platforms[0].settings.organizationUrn' };
  const body = { content: words(), platforms, publishNow: true };
  const response = await user.call('POST', '/v1/posts', { body });
  assertError(response, 400, unsupported);
  assert.deepEqual(Object.keys(response.body.issues[0]).includes('code'), false);
  const { _id: id } = await makePost(user.call, { platforms });
  assertError(await user.call('PUT', `/v1/posts/${id}`, { body: { publishNow: true } }), 400, unsupported);
});

test('returns 507 for posts with media while the disk is almost full and accepts others', async () => {
  const user = await t.newUser();
  const { _id: id } = await makePost(user.call);
  const mediaItems = [{ url: 'https://example.com/a.png' }];
  room.freeBytes = 0.9e9;
  const full = { error: 'Insufficient storage' };
  assertError(await user.call('POST', '/v1/posts', { body: { isDraft: true, mediaItems } }), 507, full);
  assertError(await user.call('PUT', `/v1/posts/${id}`, { body: { mediaItems } }), 507, full);
  await makePost(user.call);
  room.freeBytes = 50e9;
});

test('returns 403 orgScopesDisabled for reading the comments and reactions of a post', async () => {
  const user = await t.newUser();
  const [parrot, telegram] = [await makeTarget(user.call, 'parrot'), await makeTarget(user.call, 'telegram')];
  const { _id: id } = await makePost(user.call, { platforms: [parrot, telegram] });
  for (const what of ['comments', 'reactions']) {
    const read = (query: string) => user.call('GET', `/v1/posts/${id}/${what}?${query}`);
    assertError(await read(`accountId=${parrot.accountId}`), 403, { code: 'orgScopesDisabled', platform: 'parrot' });
    assertError(await read(`accountId=${telegram.accountId}`), 400, { code: 'platformUnsupported' });
    assertError(await read(''), 400, { code: 'validation', param: 'accountId' });
    assertError(await read(`accountId=${parrot.accountId}&limit=101`), 400, { param: 'limit' });
  }
});

test('maps platform errors on unpublish to the documented responses', async () => {
  const user = await t.newUser();
  const bluesky = await makeTarget(user.call, 'bluesky');
  const id = await publishedPost(user, bluesky, 'at://did:plc:nobody/app.bsky.feed.post/3lm');
  const unpublish = (postId = id, accountId = bluesky.accountId) =>
    user.call('POST', `/v1/posts/${postId}/unpublish`, { body: { accountId } });
  const parrot = await makeTarget(user.call, 'parrot');
  const squawk = await publishedPost(user, parrot, '5');
  await t.sandbox.fault('parrot', 'scopeMissing');
  assertError(await unpublish(squawk, parrot.accountId), 403, {
    code: 'platformCapabilityMissing',
    platform: 'parrot',
  });
  const telegram = await makeTarget(user.call, 'telegram', 'no_rights');
  const message = await publishedPost(user, telegram, '2');
  const accounts = [{ name: 'no_rights', botStatus: 'member' }];
  await t.sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
  const rejected = await unpublish(message, telegram.accountId);
  assertError(rejected, 400, { platform: 'telegram' });
  assert.ok(rejected.body.platformError.length > 0, rejected.text);
  await t.sandbox.fault('bluesky', 'tokenRevoked', { operation: 'deleteRecord' });
  assertError(await unpublish(), 424, { code: 'connectionDead', platform: 'bluesky' });
  const instagram = await makeTarget(user.call, 'instagram');
  const picture = await publishedPost(user, instagram, '17890');
  assertError(await unpublish(picture, instagram.accountId), 400, { code: 'platformUnsupported' });
});

test('returns 502 when the platform is unreachable', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call, 'telegram', 'far_away');
  const id = await publishedPost(user, target, '7');
  await t.sandbox.close();
  const response = await user.call('POST', `/v1/posts/${id}/unpublish`, { body: { accountId: target.accountId } });
  assertError(response, 502, { platform: 'telegram' });
});
