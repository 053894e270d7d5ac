import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount, PostSearch } from '../adapter.ts';
import { fakeCall, jsonReply, type Sent } from '../shared/test/fake-call.ts';
import { threads } from './index.ts';

const account: CallAccount = {
  ...{ providerAccountId: '42', username: 'ada', grantedScopes: [], state: {} },
  tokens: { accessToken: 'AT', isRefreshable: true },
};
const item = {
  ...{ id: '7', text: 'Words', timestamp: '2026-09-01T00:00:00+0000', media_type: 'TEXT_POST' },
  ...{ permalink: 'https://www.threads.com/@ada/post/Dabc', username: 'ada' },
};

async function find(search: PostSearch, one: object = item) {
  const respond = ({ url }: Sent) => jsonReply(url.includes('/42/threads?') ? { data: [one] } : one);
  const { call, sent } = fakeCall({ account, hosts: threads.hosts, apiVersion: 'v1.0', respond });
  const result = await threads.externalPosts?.find(call, search);
  assert.ok(result?.kind === 'post', JSON.stringify(result));
  return { id: result.post?.platformPostId, requests: sent.length };
}

test('finds a post by its URL on both hosts', async () => {
  for (const url of ['https://www.threads.com/@ada/post/Dabc?xmt=1', 'https://threads.net/@ada/post/Dabc/']) {
    assert.deepEqual(await find({ url }), { id: '7', requests: 1 }, url);
  }
  assert.deepEqual(await find({ url: 'https://www.threads.com/@ada/post/Dabcd' }), { id: undefined, requests: 1 });
});

test('returns no reply of somebody else below an own post', async () => {
  assert.deepEqual(await find({ id: '7' }), { id: '7', requests: 1 });
  assert.deepEqual(await find({ id: '7' }, { ...item, username: 'grace' }), { id: undefined, requests: 1 });
  assert.deepEqual(await find({ id: '8' }), { id: undefined, requests: 1 });
});

test('reads nothing for texts that cannot be the ID or URL of a post', async () => {
  for (const search of [{ id: 'me' }, { id: '7?fields=x' }, { url: 'https://threads.example/@ada/post/Dabc' }]) {
    assert.deepEqual(await find(search), { id: undefined, requests: 0 }, JSON.stringify(search));
  }
});
