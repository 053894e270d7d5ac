import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply } from '../shared/test/fake-call.ts';
import { tiktok } from './index.ts';

const account: CallAccount = {
  ...{ providerAccountId: '-000ada', username: 'ada', grantedScopes: [], state: {} },
  tokens: { accessToken: 'AT', isRefreshable: true },
};

async function bodiesSentFor(url: string): Promise<string[]> {
  const respond = () => jsonReply({ data: { videos: [{ id: '8', create_time: 1 }] }, error: { code: 'ok' } });
  const { call, sent } = fakeCall({ account, hosts: tiktok.hosts, respond });
  // The response contains another video.
  assert.deepEqual(await tiktok.externalPosts?.find(call, { url }), { kind: 'post', post: undefined });
  return sent.map(({ text }) => text);
}

test('finds the ID in URLs of videos and photos', async () => {
  const urls = [
    'https://www.tiktok.com/@ada/video/7',
    'https://m.tiktok.com/@ada.b_c/photo/7/',
    'https://tiktok.com/@ada/video/7?utm_campaign=tt4d_open_api#top',
  ];
  for (const url of urls) assert.deepEqual(await bodiesSentFor(url), ['{"filters":{"video_ids":["7"]}}'], url);
});

test('reads nothing for URLs of other pages and hosts', async () => {
  const urls = [
    'https://www.tiktok.com/@ada',
    'https://www.tiktok.com/@ada/video/7x',
    'https://www.tiktok.com.example/@ada/video/7',
    'http://www.tiktok.com/@ada/video/7',
  ];
  for (const url of urls) assert.deepEqual(await bodiesSentFor(url), [], url);
});
