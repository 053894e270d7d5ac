import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount, PostSearch } from '../adapter.ts';
import { fakeCall, jsonReply } from '../shared/test/fake-call.ts';
import { bluesky } from './index.ts';

const did = 'did:plc:abcdefghijklmnopqrstuvwx';
const account: CallAccount = {
  ...{ providerAccountId: did, username: 'ada.bsky.test', grantedScopes: [], state: {} },
  tokens: { accessToken: 'ACCESS', isRefreshable: true },
};

async function urisReadFor(search: PostSearch): Promise<string[]> {
  const { call, sent } = fakeCall({ account, hosts: bluesky.hosts, respond: () => jsonReply({ posts: [] }) });
  assert.deepEqual(await bluesky.externalPosts?.find(call, search), { kind: 'post', post: undefined });
  return sent.flatMap(({ url }) => new URL(url).searchParams.getAll('uris'));
}

test('finds own posts by at:// URI and by URL, with the DID or the handle', async () => {
  const searches: PostSearch[] = [
    { id: `at://${did}/app.bsky.feed.post/3ka` },
    { id: 'at://ada.bsky.test/app.bsky.feed.post/3ka' },
    { url: 'https://bsky.app/profile/ada.bsky.test/post/3ka' },
    { url: 'https://bsky.app/profile/Ada.Bsky.Test/post/3ka/' },
    { url: `https://bsky.app/profile/${did}/post/3ka?ref_src=embed#top` },
  ];
  for (const search of searches) {
    assert.deepEqual(await urisReadFor(search), [`at://${did}/app.bsky.feed.post/3ka`], JSON.stringify(search));
  }
});

test('reads nothing for posts of others and for anything that is not a post', async () => {
  const searches: PostSearch[] = [
    { id: '3ka' },
    { id: 'at://did:plc:other/app.bsky.feed.post/3ka' },
    { id: `at://${did}/app.bsky.feed.like/3ka` },
    { id: `at://${did}/app.bsky.feed.post/3ka/more` },
    { url: 'https://bsky.app/profile/grace.bsky.test/post/3ka' },
    { url: 'https://bsky.app.example/profile/ada.bsky.test/post/3ka' },
    { url: 'http://bsky.app/profile/ada.bsky.test/post/3ka' },
    { url: 'https://bsky.app/profile/ada.bsky.test' },
  ];
  for (const search of searches) assert.deepEqual(await urisReadFor(search), [], JSON.stringify(search));
});
