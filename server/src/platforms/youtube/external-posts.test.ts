import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply } from '../shared/test/fake-call.ts';
import { youtube } from './index.ts';

const account: CallAccount = {
  ...{ providerAccountId: 'UC1', username: 'ada', grantedScopes: [], state: { uploads: 'UU1' } },
  tokens: { accessToken: 'AT', isRefreshable: true },
};

async function idsReadFor(url: string): Promise<string[]> {
  const { call, sent } = fakeCall({ account, hosts: youtube.hosts, respond: () => jsonReply({ items: [] }) });
  assert.deepEqual(await youtube.externalPosts?.find(call, { url }), { kind: 'post', post: undefined });
  return sent.flatMap((request) => new URL(request.url).searchParams.getAll('id'));
}

test('finds the video ID in every form of a URL', async () => {
  const urls = [
    'https://www.youtube.com/watch?v=a-b_c123456',
    'https://m.youtube.com/watch?list=PL1&v=a-b_c123456&t=42s#top',
    'https://youtube.com/shorts/a-b_c123456?feature=share',
    'https://www.youtube.com/live/a-b_c123456/',
    'https://youtu.be/a-b_c123456?si=xyz',
  ];
  for (const url of urls) assert.deepEqual(await idsReadFor(url), ['a-b_c123456'], url);
});

test('reads nothing for URLs of other pages and hosts', async () => {
  const urls = [
    'https://www.youtube.com/watch?list=PL1',
    'https://www.youtube.com/watch?v=a,b',
    'https://www.youtube.com/@ada',
    'https://www.youtube.com.example/watch?v=a-b_c123456',
    'http://youtu.be/a-b_c123456',
    'https://youtu.be/',
  ];
  for (const url of urls) assert.deepEqual(await idsReadFor(url), [], url);
});

test('returns a video of the own channel only', async () => {
  const snippet = { publishedAt: '2026-09-01T00:00:00Z', title: 'A title', description: 'Words' };
  const video = { id: 'V1', snippet: { ...snippet, channelId: 'UC2' } };
  const { call } = fakeCall({ account, hosts: youtube.hosts, respond: () => jsonReply({ items: [video] }) });
  assert.deepEqual(await youtube.externalPosts?.find(call, { id: 'V1' }), { kind: 'post', post: undefined });
});
