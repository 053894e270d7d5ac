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
