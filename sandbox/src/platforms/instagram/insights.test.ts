import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allScopes, startInstagram } from '../../../test/instagram.ts';

const dayMs = 24 * 3_600_000;
const metric = 'views,reach,likes,comments,shares,saved,total_interactions';

async function startWithInsights(t: Parameters<typeof startInstagram>[0]) {
  const instagram = await startInstagram(t);
  const token = await instagram.connect('ada.studio', { scope: `${allScopes},instagram_business_manage_insights` });
  const insights = async (id: string, parameters: object = { metric }) =>
    await instagram.graph('GET', `/v26.0/${id}/insights`, parameters, token);
  return { ...instagram, token, insights };
}

test('insights are zero at first, grow, and count the comments that exist', async (t) => {
  const { publish, insights, advance, sandbox, graph, token, herald } = await startWithInsights(t);
  const post = await publish(token, { image_url: `${herald}/a.jpg` });
  const read = async (): Promise<Record<string, number>> => {
    const { data } = (await insights(post)).body;
    return Object.fromEntries(
      data.map(({ name, values }: { name: string; values: [{ value: number }] }) => [name, values[0].value]),
    );
  };
  assert.deepEqual(
    Object.entries(await read()),
    metric.split(',').map((name) => [name, 0]),
  );
  const comment = { platform: 'instagram', account: 'ada.studio', post, person: 'mira', text: 'Lovely' };
  await sandbox.control('POST', 'comments', comment);
  await advance(dayMs);
  const grown = await read();
  assert.equal(grown['comments'], 1);
  assert.ok((grown['views'] ?? 0) > (grown['reach'] ?? 0) && (grown['reach'] ?? 0) > 0, JSON.stringify(grown));
  const counters = await graph('GET', `/v26.0/${post}`, { fields: 'like_count,comments_count,view_count' }, token);
  assert.partialDeepStrictEqual(counters.body, {
    like_count: grown['likes'],
    comments_count: 1,
    view_count: grown['views'],
  });
});

test('insights refuse retired and unknown metrics, other parameters, unknown posts and tokens without the scope', async (t) => {
  const { publish, insights, connect, graph, token, herald } = await startWithInsights(t);
  const post = await publish(token, { image_url: `${herald}/a.jpg` });
  const refused: [object, RegExp][] = [
    [{ metric: 'views,impressions' }, /the impressions metric is no longer supported/],
    [{ metric: 'views,hugs' }, /metric\[1\] must be one of the following values: views, reach/],
    [{ metric: 'replies' }, /does not support the replies metric/],
    [{ metric, since: '1' }, /since is not supported/],
    [{}, /metric is required/],
  ];
  for (const [parameters, message] of refused) {
    const { status, body } = await insights(post, parameters);
    assert.deepEqual([status, body.error.code], [400, 100]);
    assert.match(body.error.message, message);
  }
  assert.equal((await insights('17900000000000009')).body.error.error_subcode, 33);
  const other = await graph('GET', `/v26.0/${post}/insights`, { metric }, await connect());
  assert.deepEqual([other.status, other.body.error.code], [403, 10]);
});

test('stories have insights from five viewers on and for a day', async (t) => {
  const { publish, insights, advance, sandbox, token, herald } = await startWithInsights(t);
  const story = await publish(token, { media_type: 'STORIES', image_url: `${herald}/a.jpg` });
  const { body } = await insights(story, { metric: 'views' });
  assert.equal(body.error.message, '(#10) Not enough viewers for the media to show insights');
  await sandbox.control('POST', 'metrics', { platform: 'instagram', post: story, views: 9, reach: 5 });
  assert.equal((await insights(story, { metric: 'views' })).body.data[0].values[0].value, 9);
  assert.match((await insights(story)).body.error.message, /does not support the likes metric/);
  await advance(dayMs);
  assert.deepEqual((await insights(story, { metric: 'views' })).body, { data: [] });
});
