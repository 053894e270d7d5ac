import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply, lost, type Respond } from '../shared/test/fake-call.ts';
import { followers, metrics } from './analytics.ts';
import { hosts } from './call.ts';

const account: CallAccount = {
  providerAccountId: '100',
  username: 'ada.bakes',
  grantedScopes: [],
  tokens: { accessToken: 'EAA', isRefreshable: false },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v26.0', respond });
const graphError = (code: number, message: string) => jsonReply({ error: { code, message } }, 400);
const counters = jsonReply({
  id: '100_7',
  reactions: { data: [], summary: { total_count: 5 } },
  comments: { data: [], summary: { total_count: 2 } },
});
const counted = { likes: 5, comments: 2, shares: 0 };

async function read(respond: Respond, id = '100_7') {
  const { call, sent } = fake(respond);
  const result = await metrics.read(call, [{ id, publishedAt: new Date(0) }]);
  return {
    result: result.kind === 'metrics' ? result.byPostId.get(id) : result.kind,
    paths: sent.map(({ url }) => new URL(url).pathname.replace('/v26.0/', '')),
  };
}

test('a retired metric costs only its own number', async () => {
  const { result, paths } = await read(({ url }) => {
    const names = new URL(url).searchParams.get('metric')?.split(',');
    if (names === undefined) return counters;
    if (names.includes('post_total_media_view_unique')) {
      return graphError(100, '(#100) The value must be a valid insights metric');
    }
    return jsonReply({ data: names.map((name) => ({ name, period: 'lifetime', values: [{ value: 9 }] })) });
  });
  assert.deepEqual(result, { ...counted, impressions: 9, views: 9, clicks: 9 });
  assert.deepEqual(paths, ['100_7', ...Array<string>(4).fill('100_7/insights')]);
});

test('without insights only the counters are reported', async () => {
  for (const reply of [jsonReply({ data: [] }), graphError(10, '(#10) Requires read_insights permission')]) {
    const { result } = await read(({ url }) => (url.includes('insights') ? reply : counters));
    assert.deepEqual(result, counted, JSON.stringify(reply));
  }
  assert.equal((await read(({ url }) => (url.includes('insights') ? lost : counters))).result, 'notDone');
  assert.equal((await read(() => graphError(200, '(#200) Requires pages_read_engagement'))).result, 'scopeMissing');
});

test('reads the numbers of a video from its post', async () => {
  const postOf = async (video: object) => {
    const { paths } = await read(({ url }) => (url.includes('post_id') ? jsonReply(video) : counters), '55');
    return paths.slice(0, 2);
  };
  assert.deepEqual(await postOf({ post_id: '8', id: '55' }), ['55', '100_8']);
  assert.deepEqual(await postOf({ post_id: '100_8', id: '55' }), ['55', '100_8']);
  assert.deepEqual(await postOf({ id: '55' }), ['55', '100_55']);
});

test('a Page without a number of followers is read again', async () => {
  const { call } = fake(() => jsonReply({ id: '100' }));
  assert.equal((await followers(call)).kind, 'notDone');
});
