import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply, type Respond } from '../shared/test/fake-call.ts';
import { followers, metrics } from './analytics.ts';
import { hosts } from './call.ts';

const account: CallAccount = {
  providerAccountId: '25',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'THAA', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v1.0', respond });
const metricsOf = (url: string) => new URL(url).searchParams.get('metric')?.split(',') ?? [];
const graphError = (code: number, message: string, subcode?: number) =>
  jsonReply({ error: { code, message, error_subcode: subcode } }, 400);

async function read(respond: Respond) {
  const { call, sent } = fake(respond);
  return { result: await metrics.read(call, [{ id: '18', publishedAt: new Date(0) }]), sent };
}

test('an invalid metric costs only its own numbers, and both shapes of values are read', async () => {
  const { result, sent } = await read(({ url }) => {
    const names = metricsOf(url);
    if (names.includes('shares')) return graphError(100, '(#100) metric[4] must be one of the following values');
    const data = names.map((name) =>
      name === 'views' ? { name, values: [{ value: 9 }] } : { name, total_value: { value: 4 } },
    );
    return jsonReply({ data });
  });
  const counts = { impressions: 9, views: 9, likes: 4, comments: 4, shares: 4 };
  assert.deepEqual(result, { kind: 'metrics', byPostId: new Map([['18', counts]]) });
  assert.equal(sent.length, 5);
});

test('a post without numbers or that does not exist has no metrics', async () => {
  for (const reply of [
    jsonReply({ data: [] }),
    jsonReply({ data: [null, { name: 'views' }, { values: [{ value: 1 }] }, { name: 'likes', values: [] }] }),
    graphError(100, 'Unsupported get request.', 33),
  ]) {
    const { result } = await read(() => reply);
    assert.deepEqual(result, { kind: 'metrics', byPostId: new Map() }, JSON.stringify(reply));
  }
});

test('without the scope the account is reported', async () => {
  const denied = () => graphError(10, '(#10) Application does not have permission for this action');
  const expected = { kind: 'scopeMissing', scopes: ['threads_manage_insights'] };
  assert.deepEqual((await read(denied)).result, expected);
  assert.deepEqual(await followers(fake(denied).call), expected);
});

test('followers that are not reported are undefined', async () => {
  const count = async (data: unknown[]) => await followers(fake(() => jsonReply({ data })).call);
  assert.deepEqual(await count([]), { kind: 'followers', count: undefined });
  const total = { name: 'followers_count', total_value: { value: 3 } };
  assert.deepEqual(await count([total]), { kind: 'followers', count: 3 });
});
