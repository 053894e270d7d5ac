import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply, lost, type Respond } from '../shared/test/fake-call.ts';
import { followers, metrics } from './analytics.ts';
import { hosts } from './call.ts';

const account: CallAccount = {
  providerAccountId: '17841',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'IGAA', isRefreshable: true },
  state: {},
};
const graphError = (code: number, message: string, status = 400) => jsonReply({ error: { code, message } }, status);
const insight = (name: string, value: unknown) => ({ name, period: 'lifetime', values: [{ value }] });
const counters = jsonReply({ id: '1790', like_count: 4, comments_count: '2' });

const metricOf = (url: string) => new URL(url).searchParams.get('metric');
const isInsights = (url: string) => metricOf(url) !== null;

async function read(respond: Respond) {
  const { call, sent } = fakeCall({ account, hosts, apiVersion: 'v26.0', respond });
  const result = await metrics.read(call, [{ id: '1790', publishedAt: new Date(0) }]);
  return {
    result: result.kind === 'metrics' ? result.byPostId.get('1790') : result.kind,
    requested: sent.map(({ url }) => metricOf(url)),
  };
}

test('a retired metric costs only the numbers of its group', async () => {
  const { result, requested } = await read(({ url }) => {
    const names = metricOf(url)?.split(',') ?? [];
    if (names.includes('reach')) return graphError(100, '(#100) metric[1] must be one of the following values: views');
    return jsonReply({ data: names.map((name, index) => insight(name, 10 + index)) });
  });
  assert.deepEqual(result, { impressions: 10, views: 10, likes: 10, comments: 11, shares: 10, saves: 12 });
  assert.deepEqual(requested, [
    'views,reach,shares,likes,comments,saved',
    'views',
    'reach',
    'shares',
    'likes,comments,saved',
  ]);
});

test('uses the counters of the media without insights', async () => {
  for (const reply of [
    jsonReply({ data: [] }),
    graphError(10, '(#10) Application does not have permission for this action', 403),
    graphError(10, '(#10) Not enough viewers for the media to show insights'),
    graphError(100, '(#100) The Media Insights API does not support the views metric for this media product type.'),
  ]) {
    const { result } = await read(({ url }) => (isInsights(url) ? reply : counters));
    assert.deepEqual(result, { likes: 4, comments: 2 }, JSON.stringify(reply));
  }
  const hidden = await read(({ url }) => jsonReply(isInsights(url) ? { data: [] } : { comments_count: 2 }));
  assert.deepEqual(hidden.result, { comments: 2 });
});

test('a lost response or rate limit is reported, even in the middle of the groups', async () => {
  const outcome = async (reply: ReturnType<typeof jsonReply>) => {
    const invalid = graphError(100, '(#100) metric[1] must be one of the following values');
    const { result } = await read(({ url }) => (metricOf(url)?.includes(',') === true ? invalid : reply));
    return result;
  };
  assert.equal(await outcome(lost), 'notDone');
  assert.equal(await outcome(graphError(4, '(#4) Application request limit reached')), 'rateLimited');
});

test('counts followers, whatever the shape of the response', async () => {
  const count = async (body: unknown) => {
    const { call } = fakeCall({ account, hosts, apiVersion: 'v26.0', respond: () => jsonReply(body) });
    const result = await followers(call);
    return result.kind === 'followers' ? result.count : result.kind;
  };
  assert.equal(await count({ followers_count: 7, id: '1' }), 7);
  assert.equal(await count({ data: [{ followers_count: 7, id: '1' }] }), 7);
  assert.equal(await count({ followers_count: null }), 'notDone');
});
