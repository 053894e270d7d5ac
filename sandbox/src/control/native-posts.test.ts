import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, startX } from '../../test/x.ts';

test('a post that was published without Herald is listed and in the ledger', async (t) => {
  const { connect, api, advance, sandbox } = await startX(t);
  await advance(3 * 24 * 3_600_000);
  const { access } = await connect();
  const mediaUrls = ['https://example.com/photo.jpg', 'https://example.com/film.MP4?size=1'];
  const { body } = await sandbox.control('POST', 'posts', {
    ...{ platform: 'x', account: 'ada_lovelace', text: 'By hand', mediaUrls, createdAt: '2026-01-02T00:00:00Z' },
  });
  const now = await sandbox.control('POST', 'posts', { platform: 'x', account: ada, text: 'Now' });
  const fields = 'post.fields=created_at&expansions=attachments.media_keys&media.fields=type';
  const { data, includes } = (await api('GET', `/users/${ada}/tweets?${fields}`, { token: access })).body;
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [now.body.post.id, body.post.id],
  );
  assert.equal(data[1].created_at, '2026-01-02T00:00:00.000Z');
  assert.deepEqual(
    includes.media.map(({ type }: { type: string }) => type),
    ['photo', 'video'],
  );
  const [entry] = (await sandbox.control('GET', 'ledger?platform=x')).body.posts;
  assert.partialDeepStrictEqual(entry, { id: body.post.id, url: body.post.url, text: 'By hand' });
});

test('rejects posts of unknown accounts, invalid media and times', async (t) => {
  const { sandbox } = await startX(t);
  const wrong: [object, RegExp][] = [
    [{ platform: 'telegram', account: 'herald_news', text: '' }, /telegram cannot list posts/],
    [{ platform: 'x', account: 'nobody_here', text: '' }, /x has no account nobody_here/],
    [{ platform: 'x', account: ada, text: '', mediaUrls: ['ftp://example.com/a.jpg'] }, /must be https/],
    [{ platform: 'x', account: ada, text: '', mediaUrls: [7] }, /must be https/],
    [{ platform: 'x', account: ada, text: '', mediaUrls: Array(11).fill('https://example.com/a.jpg') }, /at most 10/],
    [{ platform: 'x', account: ada, text: '', createdAt: 'yesterday' }, /createdAt must be a time/],
    [{ platform: 'x', account: ada, text: '', createdAt: '2099-01-01T00:00:00Z' }, /in the future/],
  ];
  for (const [body, text] of wrong) {
    const response = await sandbox.control('POST', 'posts', body);
    assert.equal(response.status, 400, JSON.stringify(body));
    assert.match(response.body.error, text);
  }
});

test('every platform that lists posts publishes them without Herald, with media where it needs them', async (t) => {
  const { sandbox } = await startX(t);
  const [photo, video] = ['https://example.com/photo.jpg', 'https://example.com/video.mp4'];
  const photos = Array.from({ length: 5 }, () => photo);
  const accounts: [platform: string, account: string, media: string[][]][] = [
    ['bluesky', 'ada.bsky.test', [[], [photo], photos, [video]]],
    ['youtube', 'ada.films', [[video]]],
    ['tiktok', 'ada.dances', [[video], photos]],
    ['pinterest', 'ada_bakes', [[photo], photos, [video]]],
    ['pinterest', 'linus_empty', [[photo]]],
    ['threads', 'ada.knits', [[], [photo], [video], [photo, video]]],
    ['instagram', 'ada.studio', [[photo], [video], [photo, video]]],
    ['facebook', 'ada.bakes', [[], photos, [video]]],
  ];
  for (const [platform, account, media] of accounts) {
    for (const mediaUrls of media) {
      const response = await sandbox.control('POST', 'posts', { platform, account, text: 'By hand', mediaUrls });
      assert.equal(response.status, 201, `${platform} ${JSON.stringify(response.body)}`);
      const { posts } = (await sandbox.control('GET', `ledger?platform=${platform}`)).body;
      const post = posts.find(({ id }: { id: string }) => id === response.body.post.id);
      assert.deepEqual([post.url, post.media.length], [response.body.post.url, mediaUrls.length], platform);
      assert.match(post.text, /By hand$/);
    }
  }
});

test('rejects posts whose media the platform would not accept', async (t) => {
  const { sandbox } = await startX(t);
  const two = ['https://example.com/photo.jpg', 'https://example.com/video.mp4'];
  const wrong: [object, RegExp][] = [
    [{ platform: 'bluesky', account: 'ada.bsky.test', mediaUrls: two }, /bluesky posts have images or one video/],
    [{ platform: 'bluesky', account: 'nobody.bsky.test' }, /bluesky has no account nobody.bsky.test/],
    [{ platform: 'youtube', account: 'ada.films' }, /youtube posts need mediaUrls with one video/],
    [{ platform: 'youtube', account: 'linus.watches' }, /youtube has no account linus.watches/],
    [{ platform: 'tiktok', account: 'ada.dances' }, /tiktok posts need mediaUrls/],
    [{ platform: 'tiktok', account: 'ada.dances', mediaUrls: two }, /tiktok posts have one video or photos/],
    [{ platform: 'tiktok', account: 'nobody' }, /tiktok has no account nobody/],
    [{ platform: 'pinterest', account: 'ada_bakes' }, /pinterest posts need mediaUrls/],
    [{ platform: 'pinterest', account: 'ada_bakes', mediaUrls: two }, /one video or 5 images/],
    [{ platform: 'pinterest', account: 'nobody' }, /pinterest has no account nobody/],
    [{ platform: 'threads', account: 'nobody' }, /threads has no account nobody/],
    [{ platform: 'instagram', account: 'ada.studio' }, /instagram posts need mediaUrls/],
    [{ platform: 'instagram', account: 'nobody' }, /instagram has no account nobody/],
    [{ platform: 'facebook', account: 'ada.bakes' }, /facebook posts need text or mediaUrls/],
    [{ platform: 'facebook', account: 'ada.bakes', mediaUrls: two }, /facebook posts have photos or one video/],
    [{ platform: 'facebook', account: 'nobody' }, /facebook has no account nobody/],
  ];
  for (const [body, text] of wrong) {
    const response = await sandbox.control('POST', 'posts', { text: '', ...body });
    assert.equal(response.status, 400, JSON.stringify(body));
    assert.match(response.body.error, text);
  }
});
