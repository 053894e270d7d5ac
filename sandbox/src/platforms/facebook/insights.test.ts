import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { allScopes, bakery, startFacebook } from '../../../test/facebook.ts';

const metric = 'post_media_view,post_total_media_view_unique,post_clicks';
const fields = 'shares,reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0)';

async function startWithPost(t: TestContext) {
  const facebook = await startFacebook(t);
  const token = await facebook.connect('ada.bakes', { scope: `${allScopes},read_insights` });
  const graph = (method: string, path: string, parameters?: object, version = 'v26.0') =>
    facebook.graph(method, `/${version}/${path}`, parameters, token);
  const { id: post } = (await graph('POST', 'me/feed', { message: 'Bread' })).body;
  const insights = async (id: string) => {
    const { data } = (await graph('GET', `${id}/insights`, { metric })).body;
    return data.map(({ values }: { values: [{ value: number }] }) => values[0].value);
  };
  const set = (id: string, numbers: object) =>
    facebook.sandbox.control('POST', 'metrics', { platform: 'facebook', post: id, ...numbers });
  return { ...facebook, graphAs: facebook.graph, graph, post, insights, set };
}

const totals = (reactions: number, comments: number) => ({
  reactions: { data: [], summary: { total_count: reactions } },
  comments: { data: [], summary: { total_count: comments } },
});

test('a post has insights and counters, and shares once there are some', async (t) => {
  const { graph, sandbox, post, insights, set } = await startWithPost(t);
  assert.deepEqual(await insights(post), [0, 0, 0]);
  assert.deepEqual((await graph('GET', post, { fields })).body, { ...totals(0, 0), id: post });
  const comment = { platform: 'facebook', account: 'ada.bakes', post, person: 'mira.reads', text: 'Hi' };
  await sandbox.control('POST', 'comments', comment);
  await set(post, { views: 90, reach: 70, clicks: 3, likes: 5, shares: 2 });
  assert.deepEqual(await insights(post), [90, 70, 3]);
  const counted = { shares: { count: 2 }, ...totals(5, 1), id: post };
  assert.deepEqual((await graph('GET', post, { fields })).body, counted);
});

test('a video has its numbers by the ID of its post', async (t) => {
  const { graph, advance, insights, set, herald } = await startWithPost(t);
  const { id: video } = (await graph('POST', 'me/videos', { file_url: `${herald}/ten.mp4` })).body;
  await advance(10_000);
  await set(video, { views: 8, reach: 6, clicks: 1, likes: 4 });
  assert.deepEqual(await insights(`${bakery}_${video}`), [8, 6, 1]);
  assert.partialDeepStrictEqual((await graph('GET', `${bakery}_${video}`, { fields })).body, totals(4, 0));
  assert.equal((await graph('GET', `${video}/insights`, { metric })).body.error.error_subcode, 33);
});

test('a Page reports its followers and no other Page', async (t) => {
  const { graph, sandbox } = await startWithPost(t);
  await sandbox.control('POST', 'followers', { platform: 'facebook', account: 'ada.bakes', count: 12 });
  const { body } = await graph('GET', bakery, { fields: 'followers_count,fan_count' });
  assert.deepEqual(body, { followers_count: 12, fan_count: 12, id: bakery });
  assert.equal((await graph('GET', '100000000000002')).body.error.error_subcode, 33);
});

test('insights refuse retired metrics, old versions, unknown posts and tokens without the scope or task', async (t) => {
  const { graph, graphAs, connect, sandbox, post } = await startWithPost(t);
  const refused: [object, string, RegExp][] = [
    [{ metric: 'post_clicks,post_impressions' }, 'v26.0', /must be a valid insights metric/],
    [{ metric: 'post_media_view' }, 'v22.0', /must be a valid insights metric/],
    [{ metric, since: '1' }, 'v26.0', /since is not supported/],
  ];
  for (const [parameters, version, message] of refused) {
    const { status, body } = await graph('GET', `${post}/insights`, parameters, version);
    assert.deepEqual([status, body.error.code], [400, 100]);
    assert.match(body.error.message, message);
  }
  assert.equal((await graph('GET', `${bakery}_1/insights`, { metric })).body.error.error_subcode, 33);
  const withoutScope = await graphAs('GET', `/v26.0/${post}/insights`, { metric }, await connect());
  assert.deepEqual([withoutScope.status, withoutScope.body.error.code], [403, 10]);
  const accounts = [{ name: 'ada.bakes', tasks: ['MODERATE'] }];
  await sandbox.control('POST', 'accounts', { platform: 'facebook', accounts });
  assert.equal((await graph('GET', `${post}/insights`, { metric })).body.error.code, 10);
});
