import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logsOf, makeAutomation, openStage, publish, type Stage } from '../../../../test/data/automations.ts';
import { assertError, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { makePost } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, listens: true });
const path = '/v1/comment-automations';

const create = ({ user, accountId }: Pick<Stage, 'user' | 'accountId'>, fields: object) =>
  user.call('POST', path, { body: { accountId, name: 'Guide', dmMessage: 'Here', ...fields } });
const update = ({ user }: Stage, id: string, body: object) => user.call('PATCH', `${path}/${id}`, { body });

async function openAccount(account: string): Promise<Stage> {
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call, { platform: 'instagram', account });
  return { user, accountId, account, postId: '', post: '' };
}

test('creates an automation with defaults and returns every field', async () => {
  const stage = await openAccount('defaults');
  const { status, body } = await create(stage, { name: '  Guide ' });
  assert.deepEqual([status, body.message], [201, 'Automation created']);
  const { id, profileId, createdAt, updatedAt, ...fields } = body.automation;
  assert.match(id, /^aut_/);
  assert.match(profileId, /^prf_/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(fields, {
    ...{ accountId: stage.accountId, platform: 'instagram', name: 'Guide', trigger: 'comment' },
    ...{ postId: null, platformPostId: null, postTitle: null, keywords: [], excludeKeywords: [] },
    ...{ matchMode: 'contains', typoTolerance: false, dmMessage: 'Here', dmMessageVariations: [], buttons: [] },
    ...{ commentReply: null, commentReplyVariations: [], dmDelaySeconds: 0, commentReplyDelaySeconds: 0 },
    ...{ isActive: true, linkTracking: false, alsoMatchInDms: false },
    stats: { totalTriggered: 0, totalSent: 0, totalFailed: 0 },
  });
  assert.deepEqual((await stage.user.call('GET', `${path}/${id}`)).body, { automation: body.automation, logs: [] });
  assert.deepEqual((await stage.user.call('GET', '/v1/usage')).body.resources.automations, { used: 1, limit: 100 });
});

test('returns 400 with the field that is wrong', async () => {
  const stage = await openAccount('wrong');
  const url = 'https://example.com';
  const button = { type: 'url', title: 'Guide', url };
  const cases: readonly [fields: object, param: string | null][] = [
    [{ name: '' }, 'name'],
    [{ dmMessage: 'ä'.repeat(501) }, 'dmMessage'],
    [{ dmMessageVariations: ['ok', '😀'.repeat(251)] }, 'dmMessageVariations[1]'],
    [{ dmMessage: 'x'.repeat(641), buttons: [button] }, 'dmMessage'],
    [{ buttons: [button, button, button, button] }, 'buttons'],
    [{ buttons: [{ ...button, title: 'x'.repeat(21) }] }, 'buttons[0].title'],
    [{ buttons: [{ ...button, color: 'red' }] }, 'buttons[0].color'],
    [{ trigger: 'mention' }, 'trigger'],
    [{ postId: 'pst_1', platformPostId: '1' }, 'platformPostId'],
    [{ trigger: 'story_reply', platformPostId: '1' }, 'platformPostId'],
    [{ trigger: 'story_reply', commentReply: 'Thanks' }, 'commentReply'],
    [{ typoTolerance: true }, 'typoTolerance'],
    [{ keywords: ['x'.repeat(101)] }, 'keywords[0]'],
    [{ keywords: Array.from({ length: 51 }, (_, n) => `${n}`) }, 'keywords'],
    [{ keywords: ['ok', '?!'], matchMode: 'word' }, 'keywords[1]'],
    [{ excludeKeywords: ['\u0301'] }, 'excludeKeywords[0]'],
    [{ commentReplyVariations: ['Thanks'] }, 'commentReplyVariations'],
    [{ dmDelaySeconds: 86_401 }, 'dmDelaySeconds'],
    [{ commentReplyDelaySeconds: -1 }, 'commentReplyDelaySeconds'],
    [{ unknown: 1 }, 'unknown'],
  ];
  for (const [fields, param] of cases) assertError(await create(stage, fields), 400, { code: 'validation', param });
  const internal = await create(stage, { buttons: [{ ...button, url: 'http://169.254.169.254/' }] });
  assertError(internal, 400, { code: 'urlNotAllowed', param: 'buttons[0].url' });
});

test('refuses the fields that are not supported, on creation and on update', async () => {
  const stage = await openAccount('unsupported');
  const { id } = await makeAutomation(stage);
  const fields = { template: {}, audience: 'all', followGate: false, alsoMatchInDms: false, clickTag: 'x' };
  for (const [param, value] of [...Object.entries(fields), ['linkTracking', true] as const]) {
    assertError(await create(stage, { [param]: value }), 400, { code: 'unsupported', param });
    assertError(await update(stage, id, { [param]: value }), 400, { code: 'unsupported', param });
  }
  assert.equal((await create(stage, { linkTracking: false })).status, 201);
});

test('needs a connected Instagram account with the scopes for comments and messages', async () => {
  const stage = await openAccount('usable');
  const telegram = await makeAccount(stage.user.call, { platform: 'telegram' });
  const unsupported = await create({ ...stage, accountId: telegram._id }, {});
  assertError(unsupported, 400, { code: 'platformUnsupported', platform: 'telegram' });
  assertError(await create({ ...stage, accountId: 'acc_unknown' }, {}), 404, { code: 'accountNotFound' });
  const setScopes = (scopes: string[]) =>
    t.sql('UPDATE accounts SET granted_scopes = $2 WHERE id = $1', [stage.accountId, scopes]);
  const [{ scopes } = { scopes: [] }] = await t.sql<{ scopes: string[] }>(
    'SELECT granted_scopes AS scopes FROM accounts WHERE id = $1',
    [stage.accountId],
  );
  const { id } = await makeAutomation(stage);
  await setScopes(scopes.filter((scope) => !scope.includes('manage_messages')));
  const missing = await create(stage, {});
  assertError(missing, 403, {
    code: 'platformCapabilityMissing',
    missingScopes: ['instagram_business_manage_messages'],
  });
  await setScopes(scopes);
  await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [stage.accountId]);
  assertError(await create(stage, {}), 424, { code: 'connectionDead' });
  assert.equal((await update(stage, id, { name: 'Still' })).status, 200);
});

test('allows one active automation per account and post, by either ID of the post', async () => {
  const stage = await openStage(t);
  const { _id: draft } = await makePost(stage.user.call);
  assertError(await create(stage, { postId: 'pst_unknown' }), 404, { code: 'postNotFound' });
  assertError(await create(stage, { postId: draft }), 400, { code: 'validation', param: 'postId' });
  const first = await makeAutomation(stage, { postId: stage.postId });
  assert.deepEqual([first.postId, first.platformPostId], [stage.postId, stage.post]);
  for (const reference of [{ postId: stage.postId }, { platformPostId: stage.post }]) {
    assertError(await create(stage, reference), 409, { code: 'duplicatePostAutomation' });
  }
  const second = await makeAutomation(stage, { platformPostId: stage.post, isActive: false });
  assertError(await update(stage, second.id, { isActive: true }), 409, { code: 'duplicatePostAutomation' });
  assert.equal((await update(stage, first.id, { isActive: false })).status, 200);
  assert.equal((await update(stage, second.id, { isActive: true })).status, 200);
  assertError(await update(stage, first.id, { isActive: true }), 409, { code: 'duplicatePostAutomation' });
  const other = await publish(t, stage);
  assert.equal((await update(stage, first.id, { isActive: true, postId: other.postId })).status, 200);
});

test('updates the fields that are sent, clears with null, and checks the whole', async () => {
  const stage = await openAccount('updated');
  const { id, createdAt } = await makeAutomation(stage, {
    ...{ platformPostId: '17900000000000001', postTitle: 'Reel', commentReply: 'Sent', keywords: ['a', 'a', 'b'] },
  });
  await t.advance(1000);
  const { body } = await update(stage, id, { platformPostId: null, postTitle: null, keywords: [] });
  const { platformPostId, postTitle, commentReply, keywords, updatedAt } = body.automation;
  assert.deepEqual([platformPostId, postTitle, commentReply, keywords], [null, null, 'Sent', []]);
  assert.ok(updatedAt > createdAt);
  assert.equal((await update(stage, id, { commentReply: null })).body.automation.commentReply, null);
  const wrong: readonly [object, string | null][] = [
    [{}, null],
    [{ accountId: stage.accountId }, 'accountId'],
    [{ name: null }, 'name'],
    [{ typoTolerance: true }, 'typoTolerance'],
    [{ trigger: 'story_reply', commentReply: 'Thanks' }, 'commentReply'],
    [{ profileId: 'prf_1' }, 'profileId'],
  ];
  for (const [changes, param] of wrong) {
    assertError(await update(stage, id, changes), 400, { code: 'validation', param });
  }
  assertError(await update(stage, id, { postId: 'pst_unknown' }), 404, { code: 'postNotFound' });
  const buttons = [{ type: 'url', title: 'Inside', url: 'http://169.254.169.254/' }];
  assertError(await update(stage, id, { buttons }), 400, { code: 'urlNotAllowed', param: 'buttons[0].url' });
});

test('lists newest first, by profile and account, and only what the key may see', async () => {
  const stage = await openAccount('listed.one');
  const { _id: profileId } = await makeProfile(stage.user.call);
  const { _id: accountId } = await makeAccount(stage.user.call, {
    platform: 'instagram',
    account: 'listed.two',
    profileId,
  });
  const first = await makeAutomation(stage, { name: 'First' });
  await t.advance(1000);
  const second = await makeAutomation({ ...stage, accountId }, { name: 'Second' });
  const idsOf = async (query = '', call = stage.user.call) =>
    (await call('GET', `${path}${query}`)).body.automations.map(({ id }: any) => id);
  assert.deepEqual(await idsOf(), [second.id, first.id]);
  assert.deepEqual(await idsOf(`?profileId=${profileId}`), [second.id]);
  assert.deepEqual(await idsOf(`?accountId=${stage.accountId}`), [first.id]);
  assertError(await stage.user.call('GET', `${path}?accountId=1&accountId=2`), 400, { code: 'validation' });
  assertError(await stage.user.call('GET', `${path}?profileId=prf_unknown`), 404, { error: 'Not found' });
  assertError(await stage.user.call('GET', `${path}?accountId=acc_unknown`), 404, { code: 'accountNotFound' });
  const { key } = await makeKey(stage.user.call, { scope: 'profiles', profileIds: [profileId] });
  const limited = t.as(key);
  assert.deepEqual(await idsOf('', limited), [second.id]);
  assertError(await limited('GET', `${path}?profileId=${first.profileId}`), 403, { code: 'forbidden' });
  assertError(await limited('GET', `${path}/${first.id}`), 404, { code: 'automationNotFound' });
  const stranger = await t.newUser();
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
    assertError(await stranger.call(method, `${path}/${first.id}`, body), 404, { code: 'automationNotFound' });
  }
});

test('tells with a read key whether a text would match', async () => {
  const stage = await openAccount('tested');
  const fields = { keywords: ['guide'], excludeKeywords: ['spam'], matchMode: 'word', typoTolerance: true };
  const { id } = await makeAutomation(stage, fields);
  const { key } = await makeKey(stage.user.call, { permission: 'read' });
  const match = async (text: string) => (await t.as(key)('POST', `${path}/${id}/test`, { body: { text } })).body;
  assert.deepEqual(await match('The guidde'), { matches: true, keyword: 'guide', excludedBy: null });
  assert.deepEqual(await match('guide, no SPAM'), { matches: false, keyword: 'guide', excludedBy: 'spam' });
  assert.deepEqual(await match('Hello'), { matches: false, keyword: null, excludedBy: null });
  for (const text of ['', 'x'.repeat(2201)]) {
    const response = await stage.user.call('POST', `${path}/${id}/test`, { body: { text } });
    assertError(response, 400, { code: 'validation', param: 'text' });
  }
  const unknown = await stage.user.call('POST', `${path}/aut_unknown/test`, { body: { text: 'x' } });
  assertError(unknown, 404, { code: 'automationNotFound' });
});

test('pages logs, counts at most 5,000, and deletes them with the automation', async () => {
  const stage = await openAccount('logged');
  const { id } = await makeAutomation(stage);
  await t.sql(
    `INSERT INTO automation_logs (owner_id, automation_id, id, account_id, source, comment_id, commenter_id,
                                  comment_text, commented_at, status, created_at, updated_at)
     SELECT $1, $2, 'atl_logged' || n, $3, 'comment', n::text, n::text, '', herald_now(),
            CASE WHEN n % 2 = 0 THEN 'sent' ELSE 'failed' END, herald_now() + n * interval '1 ms', herald_now()
       FROM generate_series(1, 5100) AS n`,
    [stage.user.ownerId, id, stage.accountId],
  );
  const page = (await stage.user.call('GET', `${path}/${id}/logs?limit=2&skip=1`)).body;
  assert.deepEqual(
    page.logs.map(({ commentId }: any) => commentId),
    ['5099', '5098'],
  );
  assert.deepEqual(page.pagination, { total: 5000, limit: 2, skip: 1, hasMore: true });
  const failed = (await stage.user.call('GET', `${path}/${id}/logs?status=failed`)).body;
  assert.deepEqual([failed.pagination.total, failed.logs.length, failed.logs[0].commentId], [2550, 50, '5099']);
  assert.equal((await stage.user.call('GET', `${path}/${id}`)).body.logs.length, 20);
  for (const query of ['limit=0', 'limit=201', 'skip=-1', 'status=lost']) {
    assertError(await stage.user.call('GET', `${path}/${id}/logs?${query}`), 400, { code: 'validation' });
  }
  assert.deepEqual((await stage.user.call('DELETE', `${path}/${id}`)).body, { message: 'Automation deleted' });
  assertError(await stage.user.call('GET', `${path}/${id}/logs`), 404, { code: 'automationNotFound' });
  assertError(await stage.user.call('DELETE', `${path}/${id}`), 404, { code: 'automationNotFound' });
  await t.app.drain();
  const left = await t.sql('SELECT 1 FROM automation_logs WHERE automation_id = $1', [id]);
  assert.deepEqual([left.length, await logsOf(stage, id)], [0, undefined]);
  assert.equal((await t.sql('SELECT 1 FROM comment_automations WHERE id = $1', [id])).length, 0);
});

test('of parallel creations at the limit minus one, exactly one passes', async () => {
  const stage = await openAccount('capped');
  const { id } = await makeAutomation(stage);
  await t.sql(
    `INSERT INTO comment_automations
     SELECT (row.filler).* FROM comment_automations a, generate_series(1, 98) AS n,
            LATERAL (SELECT jsonb_populate_record(a, jsonb_build_object('id', 'aut_filler' || n)) AS filler) AS row
      WHERE a.id = $1`,
    [id],
  );
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => create(stage, { name: `Racer ${n}` })));
  assert.equal(responses.filter(({ status }) => status === 201).length, 1);
  for (const response of responses.filter(({ status }) => status !== 201)) {
    assertError(response, 409, { code: 'limitReached' });
  }
});

test('limits creations, updates and deletions per hour', async () => {
  const stage = await openAccount('hourly');
  const { id } = await makeAutomation(stage);
  for (const operation of ['automation.create', 'automation.update', 'automation.delete']) {
    await t.sql(
      `INSERT INTO hourly_uses (owner_id, operation, used_at) SELECT $1, $2, herald_now() FROM generate_series(1, 120)`,
      [stage.user.ownerId, operation],
    );
  }
  for (const response of [
    await create(stage, {}),
    await update(stage, id, { name: 'Later' }),
    await stage.user.call('DELETE', `${path}/${id}`),
  ]) {
    assertError(response, 429, {});
  }
});
