import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4 } from '../../../test/media.ts';
import { reasonOf, scopes, startYoutube, video } from '../../../test/youtube.ts';

test('videos are listed by ID with their numbers as text, unknown and hidden ones are left out', async (t) => {
  const { connect, upload, api, sandbox } = await startYoutube(t);
  const token = await connect();
  const { id } = (await upload(token, mp4)).body;
  const forKids = (await upload(token, mp4, video({}, { selfDeclaredMadeForKids: true }))).body.id;
  const hidden = (await upload(await connect('grace.on.air'), mp4, video({}, { privacyStatus: 'private' }))).body.id;
  await sandbox.control('POST', 'metrics', { platform: 'youtube', post: id, views: 40, likes: 5, comments: 2 });
  const { body } = await api('GET', `videos?part=statistics&id=${id},${forKids},${hidden},xxxxxxxxxxx`, token);
  assert.equal(body.items.length, 2);
  assert.equal(body.items[0].id, id);
  assert.deepEqual(body.items[0].statistics, {
    ...{ viewCount: '40', likeCount: '5', favoriteCount: '0', commentCount: '2' },
  });
  assert.deepEqual(body.items[1].statistics, { viewCount: '0', likeCount: '0', favoriteCount: '0' });
  const channel = (await api('GET', 'channels?part=statistics&mine=true', token)).body.items[0];
  assert.equal(channel.statistics.viewCount, '40');
});

test('a list of videos needs a scope for reading, a known part and at most 50 IDs', async (t) => {
  const { connect, api } = await startYoutube(t);
  const token = await connect();
  const list = async (query: string, access = token) => reasonOf(await api('GET', `videos?${query}`, access));
  const ids = Array.from({ length: 51 }, () => 'xxxxxxxxxxx').join(',');
  assert.equal(await list(`part=statistics&id=${ids}`), 'invalidFilters');
  assert.equal(await list('part=likes&id=x'), 'unknownPart');
  assert.equal(await list('part=statistics'), 'missingRequiredParameter');
  assert.equal(await list('part=statistics&id=x&chart=mostPopular'), 'invalid');
  const uploadOnly = await connect('new.films', { scope: scopes.upload });
  assert.equal(await list('part=statistics&id=x', uploadOnly), 'insufficientPermissions');
  assert.equal(await list('part=statistics&id=x', ''), 'required');
});
