import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PostSearch } from '../adapter.ts';
import { fakeCall, jsonReply, type Sent } from '../shared/test/fake-call.ts';
import { facebook } from './index.ts';

const account: CallAccount = {
  ...{ providerAccountId: '42', username: 'ada', grantedScopes: [], state: {} },
  tokens: { accessToken: 'AT', isRefreshable: false },
};
const created_time = '2026-09-01T00:00:00+0000';
const post = { id: '42_8', message: 'Words', created_time, permalink_url: 'https://www.facebook.com/42/posts/8' };
const reel = { id: '7', description: 'It moves', created_time, permalink_url: '/reel/7/', picture: null };
const from = { id: '42', name: 'Ada' };

async function find(search: PostSearch, object?: PlatformReply) {
  const respond = ({ url }: Sent): PlatformReply => {
    if (url.includes('/published_posts?')) return jsonReply({ data: [post] });
    return url.includes('/video_reels?') ? jsonReply({ data: [reel] }) : (object ?? jsonReply({ data: [] }));
  };
  const { call, sent } = fakeCall({ account, hosts: facebook.hosts, apiVersion: 'v26.0', respond });
  const result = await facebook.externalPosts?.find(call, search);
  assert.ok(result?.kind === 'post', JSON.stringify(result));
  return { post: result.post, requests: sent.length };
}

test('finds posts and reels by ID, equal to those found by URL', async () => {
  const byId = await find({ id: '42_8' }, jsonReply({ ...post, is_published: true }));
  assert.equal(byId.post?.content, 'Words');
  assert.deepEqual((await find({ url: 'https://m.facebook.com/42/posts/8/?mibextid=x' })).post, byId.post);
  const reelById = await find({ id: '7' }, jsonReply({ ...reel, from, published: true }));
  assert.equal(reelById.post?.content, 'It moves');
  assert.deepEqual((await find({ url: 'https://facebook.com/reel/7' })).post, reelById.post);
});

test('returns nothing of other Pages, and nothing that is not published', async () => {
  const nothing = { post: undefined, requests: 1 };
  assert.deepEqual(await find({ id: '43_8' }, jsonReply({ ...post, id: '43_8' })), { post: undefined, requests: 0 });
  assert.deepEqual(await find({ id: '42_8' }, jsonReply({ ...post, is_published: false })), nothing);
  assert.deepEqual(await find({ id: '42_8' }, jsonReply({ ...post, id: '42_9' })), nothing);
  assert.deepEqual(await find({ id: '7' }, jsonReply({ ...reel, from, published: false })), nothing);
  assert.deepEqual(await find({ id: '7' }, jsonReply({ ...reel, from: { id: '43', name: 'Grace' } })), nothing);
  assert.deepEqual(await find({ id: '7' }, jsonReply(reel)), nothing);
});

test('finds no post for the ID of a photo', async () => {
  const message = '(#100) Tried accessing nonexisting field (description) on node type (Photo)';
  const error = jsonReply({ error: { code: 100, message } }, 400);
  assert.deepEqual(await find({ id: '7' }, error), { post: undefined, requests: 1 });
});
