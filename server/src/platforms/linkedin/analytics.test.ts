import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply, lost, type Respond } from '../shared/test/fake-call.ts';
import { followers, metrics } from './analytics.ts';
import { hosts } from './call.ts';

const account: CallAccount = {
  providerAccountId: 'Ada_1',
  username: 'Ada Lovelace',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: false },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: '202609', respond });
const counted = (count: unknown) => jsonReply({ elements: [{ count, metricType: 'X' }] });
const denied = jsonReply({ status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' }, 403);

async function read(respond: Respond, id = 'urn:li:share:7') {
  const { call, sent } = fake(respond);
  return { result: await metrics.read(call, [{ id, publishedAt: new Date(0) }]), urls: sent.map(({ url }) => url) };
}

test('names the post in the syntax of the API', async () => {
  const first = async (urn: string) => (await read(() => counted(1), urn)).urls[0];
  const url = (entity: string) =>
    `https://api.linkedin.com/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=IMPRESSION&aggregation=TOTAL`;
  assert.equal(await first('urn:li:share:7'), url('(share:urn%3Ali%3Ashare%3A7)'));
  assert.equal(await first('urn:li:ugcPost:7'), url('(ugc:urn%3Ali%3AugcPost%3A7)'));
});

test('a metric that is refused or has no number costs only itself', async () => {
  const { result, urls } = await read(({ url }) => {
    if (url.includes('POST_SAVE')) return jsonReply({ status: 400, message: 'Invalid param' }, 400);
    return url.includes('LINK_CLICKS') ? jsonReply({ elements: [] }) : counted(3);
  });
  const counts = { impressions: 3, reach: 3, likes: 3, comments: 3, shares: 3 };
  assert.deepEqual(result, { kind: 'metrics', byPostId: new Map([['urn:li:share:7', counts]]) });
  assert.equal(urls.length, 7);
});

test('an unknown post has no metrics after one request', async () => {
  const { result, urls } = await read(() => jsonReply({ status: 404, message: 'not found' }, 404));
  assert.deepEqual(result, { kind: 'metrics', byPostId: new Map() });
  assert.equal(urls.length, 1);
});

test('reports missing scopes and lost responses', async () => {
  const post = await read(() => denied);
  assert.deepEqual(post.result, { kind: 'scopeMissing', scopes: ['r_member_postAnalytics'] });
  const member = await followers(fake(() => denied).call);
  assert.deepEqual(member, { kind: 'scopeMissing', scopes: ['r_member_profileAnalytics'] });
  for (const reply of [lost, jsonReply({ elements: 3 })]) {
    assert.equal((await read(({ url }) => (url.includes('REACTION') ? reply : counted(1)))).result.kind, 'notDone');
    assert.equal((await followers(fake(() => reply).call)).kind, 'notDone');
  }
});
