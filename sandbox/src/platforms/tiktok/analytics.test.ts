import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { startTiktok } from '../../../test/tiktok.ts';

const path = '/video/query/?fields=id,view_count,like_count,comment_count,share_count';
const minute = 60_000;

test('own public videos are queried by ID with their numbers, others are left out', async (t) => {
  const { connect, video, post, get, status, advance, sandbox } = await startTiktok(t);
  const { access } = await connect();
  const publishId = await video(access, mp4Of(5));
  const privateId = await video(access, mp4Of(5), { privacy_level: 'SELF_ONLY' });
  await advance(2 * minute);
  assert.equal((await status(access, privateId)).status, 'PUBLISH_COMPLETE');
  const [{ id }] = (await sandbox.posts('?platform=tiktok')).filter((each: { id: string }) => /^\d+$/.test(each.id));
  assert.match(publishId, /\D/);
  await sandbox.control('POST', 'metrics', {
    ...{ platform: 'tiktok', post: id, views: 40, likes: 5, comments: 2, shares: 1 },
  });
  const ask = async (token: string) =>
    (await post(path, token, { filters: { video_ids: [id, '7000000000000000000'] } })).body.data.videos;
  const counts = { view_count: 40, like_count: 5, comment_count: 2, share_count: 1 };
  assert.deepEqual(await ask(access), [{ id, ...counts }]);
  assert.deepEqual(await ask((await connect('grace.whispers')).access), []);
  const user = (await get('/user/info/?fields=likes_count,video_count', access)).body.data.user;
  assert.deepEqual(user, { likes_count: 5, video_count: 1 });
});

test('a query of videos needs its scope, known fields and 1 to 20 IDs', async (t) => {
  const { connect, post } = await startTiktok(t);
  const { access } = await connect();
  const code = async (filters: unknown, at = path, token = access) =>
    (await post(at, token, { filters })).body.error.code;
  const ids = (length: number): string[] => Array.from({ length }, () => '7000000000000000000');
  assert.equal(await code({ video_ids: ids(20) }), 'ok');
  for (const filters of [{ video_ids: ids(21) }, { video_ids: [] }, { video_ids: ['x'] }, { ids: ids(1) }, undefined]) {
    assert.equal(await code(filters), 'invalid_params');
  }
  assert.equal(await code({ video_ids: ids(1) }, '/video/query/'), 'invalid_params');
  assert.equal(await code({ video_ids: ids(1) }, '/video/query/?fields=saves'), 'invalid_params');
  const { access: narrow } = await connect('ada.dances', { scope: 'user.info.basic,video.publish' });
  assert.equal(await code({ video_ids: ids(1) }, path, narrow), 'scope_not_authorized');
});
