import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, makeTarget } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });
const minuteMs = 60_000;
const inHours = (hours: number): string =>
  new Date(t.app.systemCtx.clock.now().getTime() + hours * 3_600_000).toISOString();

async function list(user: Pick<TestUser, 'call'>, query = ''): Promise<{ ids: string[]; pagination: any }> {
  const { status, body, text } = await user.call('GET', `/v1/posts${query}`);
  assert.equal(status, 200, text);
  return { ids: body.posts.map(({ _id }: { _id: string }) => _id), pagination: body.pagination };
}

test('lists newest first, page by page, and applies every filter', async () => {
  const user = await t.newUser();
  const profile = await makeProfile(user.call);
  const telegram = await makeTarget(user.call, 'telegram');
  const elsewhere = await makeAccount(user.call, { platform: 'bluesky', profileId: profile._id });
  const bluesky = { platform: 'bluesky', accountId: elsewhere._id };
  const draft = (await makePost(user.call))._id;
  await t.advance(minuteMs);
  const late = (await makePost(user.call, { isDraft: undefined, scheduledFor: inHours(48), platforms: [telegram] }))
    ._id;
  await t.advance(minuteMs);
  const soon = (
    await makePost(user.call, { isDraft: undefined, scheduledFor: inHours(1), platforms: [telegram, bluesky] })
  )._id;
  assert.deepEqual((await list(user)).ids, [soon, late, draft]);
  assert.deepEqual((await list(user, '?sortBy=scheduledFor')).ids, [late, soon]);
  assert.deepEqual((await list(user, '?status=draft')).ids, [draft]);
  assert.deepEqual((await list(user, '?platform=bluesky')).ids, [soon]);
  assert.deepEqual((await list(user, `?profileId=${profile._id}`)).ids, [soon]);
  assert.deepEqual((await list(user, `?accountId=${telegram.accountId}`)).ids, [soon, late]);
  assert.deepEqual((await list(user, `?accountId=${telegram.accountId}&status=draft`)).ids, []);
  assert.deepEqual((await list(user, `?dateFrom=${inHours(2)}`)).ids, [late]);
  assert.deepEqual((await list(user, `?dateTo=2026-03-02`)).ids, [soon]);
  const page = await list(user, '?limit=2&page=2');
  assert.deepEqual(page, { ids: [draft], pagination: { page: 2, limit: 2, total: 3, totalPages: 2 } });
  assert.deepEqual((await list(user, '?page=600')).ids, []);
  assert.deepEqual((await list(await t.newUser())).ids, []);
});

test('returns 400, 403 or 404 for invalid and foreign filters', async () => {
  const user = await t.newUser();
  for (const query of [
    'status=lost',
    'limit=0',
    'limit=101',
    'page=0',
    'sortBy=title',
    'platform=x1',
    'dateFrom=soon',
  ]) {
    assertError(await user.call('GET', `/v1/posts?${query}`), 400, { code: 'validation' });
  }
  const other = await t.newUser();
  const { accountId } = await makeTarget(other.call);
  assertError(await user.call('GET', `/v1/posts?accountId=${accountId}`), 404, { code: 'accountNotFound' });
  const profile = await makeProfile(other.call);
  assertError(await user.call('GET', `/v1/posts?profileId=${profile._id}`), 404, { error: 'Not found' });
  const own = await makeProfile(user.call);
  const limited = t.as((await makeKey(user.call, { scope: 'profiles', profileIds: [own._id] })).key);
  const { _id: standard } = await defaultProfile(user.call);
  assertError(await limited('GET', `/v1/posts?profileId=${standard}`), 403, { code: 'forbidden' });
});

test('a limited key sees posts whose accounts are all in its profiles, and its own drafts without accounts', async () => {
  const user = await t.newUser();
  const [first, second] = [await makeProfile(user.call), await makeProfile(user.call)];
  const a = await makeAccount(user.call, { platform: 'telegram', profileId: first._id });
  const b = await makeAccount(user.call, { platform: 'bluesky', profileId: second._id });
  const [inFirst, inSecond] = [
    { platform: 'telegram', accountId: a._id },
    { platform: 'bluesky', accountId: b._id },
  ];
  const limited = { call: t.as((await makeKey(user.call, { scope: 'profiles', profileIds: [first._id] })).key) };
  const seen = await makePost(user.call, { platforms: [inFirst] });
  const mixed = await makePost(user.call, { platforms: [inFirst, inSecond] });
  const bare = await makePost(user.call);
  const own = await makePost(limited.call);
  assert.deepEqual((await list(limited)).ids.toSorted(), [seen._id, own._id].toSorted());
  assert.equal((await list(user)).ids.length, 4);
  for (const { _id } of [mixed, bare]) {
    assertError(await limited.call('GET', `/v1/posts/${_id}`), 404, { code: 'postNotFound' });
    assertError(await limited.call('GET', `/v1/posts/${_id}/timeline`), 404, { code: 'postNotFound' });
    assertError(await limited.call('DELETE', `/v1/posts/${_id}`), 404, { code: 'postNotFound' });
  }
});

test('counts and lists at most the 1000 newest posts', async () => {
  const user = await t.newUser();
  await makePost(user.call);
  await t.sql(
    `INSERT INTO posts SELECT (json_populate_record(p, json_build_object('id', 'pst_' || lpad(n::text, 24, '0')))).*
       FROM posts p, generate_series(1, 1004) n WHERE p.owner_id = $1`,
    [user.ownerId],
  );
  const { pagination } = await list(user, '?limit=100');
  assert.deepEqual([pagination.total, pagination.totalPages], [1000, 10]);
  assert.equal((await list(user, '?limit=100&page=10')).ids.length, 100);
  assert.equal((await list(user, '?limit=100&page=11')).ids.length, 0);
  assert.equal((await list(user, '?limit=30&page=34')).ids.length, 10);
});
