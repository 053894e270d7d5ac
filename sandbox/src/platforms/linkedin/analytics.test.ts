import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { codeOf, startLinkedin } from '../../../test/linkedin.ts';

const entityOf = (key: string, urn: string) => `(${key}:${encodeURIComponent(urn)})`;

async function startWithPost(t: TestContext) {
  const linkedin = await startLinkedin(t);
  const token = await linkedin.connect('grace-hopper');
  const urn = (await linkedin.post(token)).headers.get('x-restli-id') ?? '';
  const read = (query: string, as = token) =>
    linkedin.rest('GET', `/rest/memberCreatorPostAnalytics?q=entity&${query}`, { token: as });
  return { ...linkedin, token, urn, read };
}

test('returns one metric of a post per request', async (t) => {
  const { urn, read, sandbox } = await startWithPost(t);
  const count = async (queryType: string) => {
    const { body } = await read(`entity=${entityOf('share', urn)}&queryType=${queryType}&aggregation=TOTAL`);
    assert.deepEqual(body.elements[0].targetEntity, { share: urn });
    return body.elements[0].count;
  };
  assert.equal(await count('IMPRESSION'), 0);
  await sandbox.control('POST', 'metrics', { platform: 'linkedin', post: urn, impressions: 90, reach: 70, likes: 5 });
  assert.deepEqual([await count('IMPRESSION'), await count('MEMBERS_REACHED'), await count('REACTION')], [90, 70, 5]);
});

test('returns the followers of the member', async (t) => {
  const { token, rest, sandbox } = await startWithPost(t);
  await sandbox.control('POST', 'followers', { platform: 'linkedin', account: 'grace-hopper', count: 12 });
  const { body } = await rest('GET', '/rest/memberFollowersCount?q=me', { token });
  assert.deepEqual(body.elements, [{ memberFollowersCount: 12 }]);
});

test('rejects unknown metrics, entities and posts, and posts of others', async (t) => {
  const { urn, read, connect, post } = await startWithPost(t);
  const own = entityOf('share', urn);
  const foreign = (await post(await connect())).headers.get('x-restli-id') ?? '';
  for (const [query, status, field] of [
    [`entity=${own}&queryType=VIDEO_PLAY`, 400, 'queryType'],
    [`entity=${own}&queryType=IMPRESSION&aggregation=HOURLY`, 400, 'aggregation'],
    [`entity=${encodeURIComponent(urn)}&queryType=IMPRESSION`, 400, 'entity'],
    [`entity=${entityOf('ugc', urn)}&queryType=IMPRESSION`, 400, 'entity'],
    [`entity=${own}&queryType=IMPRESSION&count=1`, 400, 'count'],
    [`entity=${entityOf('share', 'urn:li:share:9')}&queryType=IMPRESSION`, 404, undefined],
    [`entity=${entityOf('share', foreign)}&queryType=IMPRESSION`, 404, undefined],
  ] as const) {
    const response = await read(query);
    const input = response.body.errorDetails?.inputErrors[0].input.inputPath.fieldPath;
    assert.deepEqual([response.status, input], [status, field], query);
  }
});

test('returns 403 to apps without the analytics scopes, which end the sign-in when they are requested', async (t) => {
  const { urn, read, connect, rest, authorize } = await startWithPost(t);
  const token = await connect();
  assert.equal((await read(`entity=${entityOf('share', urn)}&queryType=IMPRESSION`, token)).status, 403);
  assert.equal((await rest('GET', '/rest/memberFollowersCount?q=me', { token })).body.code, 'ACCESS_DENIED');
  const request = { scope: 'openid profile r_member_postAnalytics', decision: 'approve' };
  const refused = await authorize({ ...request, account: 'ada-lovelace' });
  assert.match(refused.headers.get('location') ?? '', /error=unauthorized_scope_error/);
  assert.ok(codeOf(await authorize({ ...request, account: 'grace-hopper' })));
});
