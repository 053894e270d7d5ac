import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBluesky } from '../../../test/bluesky.ts';

const nsid = 'app.bsky.feed.getPosts';
const searchOf = (uris: string[]): string => uris.map((uri) => `uris=${encodeURIComponent(uri)}`).join('&');

test('getPosts returns the numbers of several posts and leaves out unknown ones', async (t) => {
  const { signIn, post, sandbox } = await startBluesky(t);
  const { accessJwt, ...session } = await signIn();
  const uris: string[] = [];
  for (const text of ['one', 'two']) {
    const { uri, cid } = (await post({ ...session, accessJwt }, { text })).body;
    uris.push(uri);
    const reply = { root: { uri, cid }, parent: { uri, cid } };
    await post({ ...session, accessJwt }, { text: 'First', reply });
  }
  await sandbox.control('POST', 'metrics', { platform: 'bluesky', post: uris[0], likes: 5, shares: 2, saves: 1 });
  const missing = `at://${session.did}/app.bsky.feed.post/3m2222222222a`;
  const search = searchOf([...uris, missing]);
  const headers = { authorization: `Bearer ${accessJwt}` };
  const { body } = await sandbox.request(`/bluesky/bsky.social/xrpc/${nsid}?${search}`, { headers });
  assert.equal(body.posts.length, 2);
  const [first, second] = body.posts;
  assert.partialDeepStrictEqual(first, { uri: uris[0], likeCount: 5, repostCount: 2, replyCount: 1, bookmarkCount: 1 });
  assert.partialDeepStrictEqual(second, { uri: uris[1], likeCount: 0, repostCount: 0, replyCount: 1, quoteCount: 0 });
});

test('getPosts rejects more than 25 URIs, other URIs and requests without a token', async (t) => {
  const { signIn, query, sandbox } = await startBluesky(t);
  const { accessJwt, did } = await signIn();
  const uris = `at://${did}/app.bsky.feed.post/3m2222222222a`;
  const tooMany = searchOf(Array.from({ length: 26 }, () => uris));
  const headers = { authorization: `Bearer ${accessJwt}` };
  const many = await sandbox.request(`/bluesky/bsky.social/xrpc/${nsid}?${tooMany}`, { headers });
  assert.deepEqual([many.status, many.body.message], [400, 'Params/uris must not have more than 25 elements']);
  const cases = [
    [query(nsid, { uris: 'https://bsky.app' }, accessJwt), 'InvalidRequest'],
    [query(nsid, {}, accessJwt), 'InvalidRequest'],
    [query(nsid, { uris, limit: '1' }, accessJwt), 'InvalidRequest'],
    [query(nsid, { uris }), 'AuthMissing'],
  ] as const;
  for (const [response, error] of cases) assert.equal((await response).body.error, error);
});
