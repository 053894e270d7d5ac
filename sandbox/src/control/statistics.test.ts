import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, startX } from '../../test/x.ts';

const dayMs = 24 * 3_600_000;

test('numbers of a post grow with the clock and stay once they are set', async (t) => {
  const { connect, api, advance, sandbox } = await startX(t);
  const first = await connect();
  const { id } = (await api('POST', '/tweets', { token: first.access, body: { text: 'Watch me grow' } })).body.data;
  const read = async (): Promise<Record<string, number>> => {
    const { access } = await connect();
    const fields = 'tweet.fields=public_metrics,non_public_metrics';
    const [tweet] = (await api('GET', `/tweets?ids=${id}&${fields}`, { token: access })).body.data;
    return { ...tweet.public_metrics, clicks: tweet.non_public_metrics.url_link_clicks };
  };
  assert.deepEqual(new Set(Object.values(await read())), new Set([0]));
  await advance(dayMs);
  const afterDay = await read();
  assert.ok((afterDay['impression_count'] ?? 0) > 30, JSON.stringify(afterDay));
  await advance(dayMs);
  assert.ok(((await read())['impression_count'] ?? 0) > (afterDay['impression_count'] ?? 0));
  const set = await sandbox.control('POST', 'metrics', { platform: 'x', post: id, likes: 7, clicks: 3 });
  assert.deepEqual([set.status, set.body.metrics.likes, set.body.metrics.clicks], [200, 7, 3]);
  await advance(dayMs);
  assert.partialDeepStrictEqual(await read(), { like_count: 7, clicks: 3 });
});

test('followers grow with the clock and stay once they are set, by name or ID', async (t) => {
  const { connect, api, advance, sandbox } = await startX(t);
  const read = async (): Promise<number> => {
    const { access } = await connect();
    const me = await api('GET', '/users/me?user.fields=public_metrics', { token: access });
    return me.body.data.public_metrics.followers_count;
  };
  assert.equal(await read(), 1815);
  await advance(30 * dayMs);
  assert.ok((await read()) > 1815);
  for (const [account, count] of [
    ['ada_lovelace', 10],
    [ada, 20],
  ] as const) {
    assert.deepEqual((await sandbox.control('POST', 'followers', { platform: 'x', account, count })).body, { count });
    await advance(dayMs);
    assert.equal(await read(), count);
  }
});

test('X reveals private numbers of own posts for 30 days and reports unknown posts', async (t) => {
  const { connect, api, advance } = await startX(t);
  const first = await connect();
  const { id } = (await api('POST', '/tweets', { token: first.access, body: { text: 'Soon old' } })).body.data;
  await advance(31 * dayMs);
  const { access } = await connect();
  const read = async (fields: string) =>
    (await api('GET', `/tweets?ids=${id},999&tweet.fields=${fields}`, { token: access })).body;
  const hidden = await read('non_public_metrics');
  assert.equal(hidden.data, undefined);
  const titles = hidden.errors.map((error: { title: string }) => error.title);
  assert.deepEqual(titles, ['Field Authorization Error', 'Not Found Error']);
  assert.equal((await read('public_metrics')).data[0].id, id);
});

test('rejects numbers of unknown posts and accounts, and negative ones', async (t) => {
  const { connect, api, sandbox } = await startX(t);
  const { access } = await connect();
  const { id } = (await api('POST', '/tweets', { token: access, body: { text: 'Here' } })).body.data;
  const wrong: [string, object, RegExp][] = [
    ['metrics', { platform: 'x', post: '1', likes: 1 }, /x has no post 1/],
    ['metrics', { platform: 'myspace', post: id, likes: 1 }, /myspace does not exist/],
    ['metrics', { platform: 'x', post: id, likes: -1 }, /likes must not be negative/],
    ['metrics', { platform: 'x', post: id, hugs: 1 }, /hugs is not a known parameter/],
    ['followers', { platform: 'x', account: 'nobody_here', count: 1 }, /x has no account nobody_here/],
    ['followers', { platform: 'x', account: ada, count: -1 }, /count must not be negative/],
  ];
  for (const [path, body, text] of wrong) {
    const response = await sandbox.control('POST', path, body);
    assert.equal(response.status, 400, JSON.stringify(body));
    assert.match(response.body.error, text);
  }
});
