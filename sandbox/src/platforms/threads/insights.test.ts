import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { allScopes, startThreads } from '../../../test/threads.ts';

const metric = 'views,likes,replies,reposts,quotes,shares';

async function startWithPost(t: TestContext) {
  const threads = await startThreads(t);
  const token = await threads.connect('ada.knits', { scope: `${allScopes},threads_manage_insights` });
  const post = await threads.publish(token, { media_type: 'TEXT', text: 'Wool' });
  const get = (path: string, parameters: object) => threads.graph('GET', `/v1.0/${path}`, parameters, token);
  return { ...threads, post, get };
}

test('insights of a post are zero at first, count its replies and split shares', async (t) => {
  const { sandbox, post, get } = await startWithPost(t);
  const read = async () => {
    const { data } = (await get(`${post}/insights`, { metric })).body;
    return data.map(({ name, values }: { name: string; values: [{ value: number }] }) => [name, values[0].value]);
  };
  assert.deepEqual(
    await read(),
    metric.split(',').map((name) => [name, 0]),
  );
  const reply = { platform: 'threads', account: 'ada.knits', post, person: 'mira', text: 'Hi' };
  await sandbox.control('POST', 'comments', reply);
  await sandbox.control('POST', 'metrics', { platform: 'threads', post, views: 90, likes: 7, shares: 5 });
  assert.deepEqual(await read(), [
    ['views', 90],
    ['likes', 7],
    ['replies', 1],
    ['reposts', 3],
    ['quotes', 0],
    ['shares', 2],
  ]);
});

test('followers are an insight of the account', async (t) => {
  const { sandbox, get } = await startWithPost(t);
  await sandbox.control('POST', 'followers', { platform: 'threads', account: 'ada.knits', count: 12 });
  const { body } = await get('me/threads_insights', { metric: 'followers_count' });
  assert.partialDeepStrictEqual(body.data, [{ name: 'followers_count', total_value: { value: 12 } }]);
});

test('insights refuse unknown metrics, date ranges, posts of others and tokens without the scope', async (t) => {
  const { graph, connect, publish, post, get } = await startWithPost(t);
  const refused: [string, object, RegExp][] = [
    [`${post}/insights`, { metric: 'views,impressions' }, /metric\[1\] must be one of the following values: views/],
    [`${post}/insights`, {}, /metric is required/],
    ['me/threads_insights', { metric: 'followers' }, /metric\[0\] must be one of/],
    ['me/threads_insights', { metric: 'followers_count', since: '1' }, /since is not supported/],
  ];
  for (const [path, parameters, message] of refused) {
    const { status, body } = await get(path, parameters);
    assert.deepEqual([status, body.error.code], [400, 100]);
    assert.match(body.error.message, message);
  }
  const other = await connect('grace.thinks');
  const foreign = await publish(other, { media_type: 'TEXT', text: 'Hers' });
  assert.equal((await get(`${foreign}/insights`, { metric })).body.error.error_subcode, 33);
  const withoutScope = await graph('GET', `/v1.0/${foreign}/insights`, { metric }, other);
  assert.deepEqual([withoutScope.status, withoutScope.body.error.code], [403, 10]);
});
