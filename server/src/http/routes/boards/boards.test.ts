import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, followConsent, makeAccount } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { makePost, words } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true });

let people = 0;
const newName = (): string => `pinner_${(people += 1)}`;

async function pinner(): Promise<{ user: TestUser; id: string; path: string }> {
  const user = await t.newUser();
  const { _id: id } = await makeAccount(user.call, { platform: 'pinterest', account: newName() });
  return { user, id, path: `/v1/accounts/${id}/pinterest-boards` };
}

async function makeBoard(user: TestUser, path: string, name: string): Promise<{ id: string }> {
  const { status, body, text } = await user.call('POST', path, { body: { name } });
  assert.equal(status, 201, text);
  return body.board;
}

test('lists, creates and selects boards, and the account reports its default board', async () => {
  const { user, id, path } = await pinner();
  const { body: fresh } = await user.call('GET', `/v1/accounts/${id}`);
  assert.deepEqual([fresh.account.defaultBoardId, fresh.account.defaultBoardName], [null, null]);
  assert.deepEqual((await user.call('GET', path)).body, { boards: [] });
  const input = { name: 'Cakes', description: 'Sweet', privacy: 'PROTECTED' };
  const response = await user.call('POST', path, { body: input });
  assert.equal(response.status, 201, response.text);
  const { id: boardId, ...fields } = response.body.board;
  assert.deepEqual({ ...fields, pinCount: undefined }, { ...input, pinCount: undefined });
  const { body: listed } = await user.call('GET', path);
  assert.deepEqual(
    listed.boards.map((board: { id: string }) => board.id),
    [boardId],
  );
  const chosen = await user.call('PUT', path, { body: { defaultBoardId: boardId, defaultBoardName: 'anything' } });
  assert.equal(chosen.status, 200, chosen.text);
  assert.match(chosen.body.message, /^Default Pinterest board updated successfully$/);
  const { body: after } = await user.call('GET', `/v1/accounts/${id}`);
  assert.deepEqual([after.account.defaultBoardId, after.account.defaultBoardName], [boardId, 'Cakes']);
  assert.deepEqual(chosen.body.account, after.account);
});

test('the default board survives reconnecting, and only accounts with boards have one', async () => {
  const user = await t.newUser();
  const account = newName();
  const { _id: id } = await makeAccount(user.call, { platform: 'pinterest', account });
  const path = `/v1/accounts/${id}/pinterest-boards`;
  const board = await makeBoard(user, path, 'Bread');
  await user.call('PUT', path, { body: { defaultBoardId: board.id } });
  await makeAccount(user.call, { platform: 'pinterest', account });
  const { body } = await user.call('GET', '/v1/accounts');
  assert.deepEqual(
    body.accounts.map((one: any) => [one._id, one.defaultBoardId]),
    [[id, board.id]],
  );
  const other = await makeAccount(user.call, { platform: 'telegram' });
  assert.equal('defaultBoardId' in other, false);
});

test('posts without a board use the default board, and without one validation reports boardRequired', async () => {
  const { user, id, path } = await pinner();
  const platforms = [{ platform: 'pinterest', accountId: id }];
  const post = { content: words(), platforms, publishNow: true, mediaItems: [{ url: 'https://example.com/a.jpg' }] };
  const rules = async (): Promise<string[]> => {
    const { body } = await user.call('POST', '/v1/posts/validate', { body: post });
    return body.issues.filter((issue: any) => issue.severity === 'error').map((issue: any) => issue.rule);
  };
  assert.deepEqual(await rules(), ['boardRequired']);
  const board = await makeBoard(user, path, 'Soup');
  await user.call('PUT', path, { body: { defaultBoardId: board.id } });
  assert.deepEqual(await rules(), []);
});

type TestResponse = Awaited<ReturnType<TestUser['call']>>;
type Ask = (user: TestUser, path: string) => Promise<TestResponse>;

const asks: readonly { name: string; operation: string; ask: Ask }[] = [
  { name: 'list', operation: 'listBoards', ask: (user, path) => user.call('GET', path) },
  { name: 'create', operation: 'createBoard', ask: (user, path) => user.call('POST', path, { body: { name: 'New' } }) },
  {
    name: 'choose',
    operation: 'getBoard',
    ask: (user, path) => user.call('PUT', path, { body: { defaultBoardId: '200000000000000099' } }),
  },
];

for (const { name, operation, ask } of asks) {
  test(`${name}: returns 400 or 404 for unusable accounts and 403, 424, 429 or 502 for platform errors`, async () => {
    const { user, id, path } = await pinner();
    const other = await makeAccount(user.call, { platform: 'telegram' });
    assertError(await ask(user, `/v1/accounts/${other._id}/pinterest-boards`), 400, { code: 'platformUnsupported' });
    const unknown = await ask(user, '/v1/accounts/acc_000000000000000000000000/pinterest-boards');
    assertError(unknown, 404, { code: 'accountNotFound' });
    await t.sandbox.fault('pinterest', 'rateLimit', { operation, value: 90 });
    const throttled = await ask(user, path);
    assertError(throttled, 429, { error: 'rate_limited' });
    assert.equal(throttled.headers['retry-after'], '90');
    await t.sandbox.fault('pinterest', 'errorBefore', { operation });
    assertError(await ask(user, path), 502, { error: 'request_failed' });
    await t.sandbox.fault('pinterest', 'scopeMissing', { operation });
    assertError(await ask(user, path), 403, { code: 'platformCapabilityMissing' });
    await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [id]);
    assertError(await ask(user, path), 424, { error: 'not_connected' });
  });
}

test('returns 400 board_not_found for an unknown board and 502 for a duplicate board name', async () => {
  const { user, path } = await pinner();
  const missing = await user.call('PUT', path, { body: { defaultBoardId: '200000000000000099' } });
  assertError(missing, 400, { error: 'board_not_found' });
  assertError(await user.call('PUT', path, { body: { defaultBoardId: '../pins' } }), 400, { error: 'board_not_found' });
  await makeBoard(user, path, 'Once');
  assertError(await user.call('POST', path, { body: { name: 'Once' } }), 502, { error: 'request_failed' });
  assertError(await user.call('POST', path, { body: { name: '' } }), 400, { param: 'name' });
  assertError(await user.call('POST', path, { body: { name: 'x', privacy: 'HIDDEN' } }), 400, { param: 'privacy' });
});

const selectPath = '/v1/connect/pinterest/select-board';

async function begin(user: TestUser): Promise<{ state: string; authUrl: string; profileId: string }> {
  const { _id: profileId } = await defaultProfile(user.call);
  const { body } = await user.call('GET', `/v1/connect/pinterest?profileId=${profileId}&sandbox=true`);
  return { state: body.state, authUrl: body.authUrl, profileId };
}

async function connected(user: TestUser): Promise<{ state: string; profileId: string; boardId: string }> {
  const { state, authUrl, profileId } = await begin(user);
  await followConsent(user.call, `${authUrl}&decision=approve&account=${newName()}`);
  const { body } = await user.call('GET', '/v1/accounts?platform=pinterest');
  const { id: boardId } = await makeBoard(user, `/v1/accounts/${body.accounts[0]._id}/pinterest-boards`, 'Jam & tea');
  return { state, profileId, boardId };
}

test('selects a board for the account of a completed connection, repeatedly', async () => {
  const user = await t.newUser();
  const { state, profileId, boardId } = await connected(user);
  const { body: selectable } = await user.call('GET', `${selectPath}?state=${state}`);
  assert.deepEqual(
    selectable.boards.map((board: any) => board.name),
    ['Jam & tea'],
  );
  const plain = await user.call('POST', selectPath, { body: { state, boardId } });
  assert.equal(plain.status, 200, plain.text);
  assert.deepEqual(Object.keys(plain.body).sort(), ['account', 'message']);
  assert.equal(plain.body.account.defaultBoardId, boardId);
  const redirectUrl = 'https://app.example/done?step=2';
  const { body } = await user.call('POST', selectPath, { body: { state, boardId, redirectUrl } });
  const url = new URL(body.redirectUrl);
  assert.equal(url.origin, 'https://app.example');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    step: '2',
    connected: 'pinterest',
    profileId,
    board: 'Jam & tea',
  });
  assertError(await user.call('GET', selectPath), 400, { param: 'state' });
  const wrong = await user.call('POST', selectPath, { body: { state, boardId, redirectUrl: 'javascript:1' } });
  assertError(wrong, 400, { param: 'redirectUrl' });
});

const selections: readonly {
  name: string;
  operation: string;
  ask(user: TestUser, state: string): Promise<TestResponse>;
}[] = [
  {
    name: 'list selectable',
    operation: 'listBoards',
    ask: (user, state) => user.call('GET', `${selectPath}?state=${state}`),
  },
  {
    name: 'select',
    operation: 'getBoard',
    ask: (user, state) => user.call('POST', selectPath, { body: { state, boardId: '200000000000000099' } }),
  },
];

for (const { name, operation, ask } of selections) {
  test(`${name}: returns 404, 409 or 410 by connection state and 403, 424, 429 or 502 for platform errors`, async () => {
    const user = await t.newUser();
    assertError(await ask(user, 'x'.repeat(43)), 404, { error: 'connect_session_not_found' });
    const begun = await begin(user);
    assertError(await ask(user, begun.state), 409, { error: 'connect_not_completed' });
    const { state } = await connected(user);
    assertError(await ask(await t.newUser(), state), 404, { error: 'connect_session_not_found' });
    await t.sandbox.fault('pinterest', 'rateLimit', { operation, value: 120 });
    assertError(await ask(user, state), 429, { error: 'rate_limited' });
    await t.sandbox.fault('pinterest', 'errorBefore', { operation });
    assertError(await ask(user, state), 502, { error: 'request_failed' });
    await t.sandbox.fault('pinterest', 'scopeMissing', { operation });
    assertError(await ask(user, state), 403, { code: 'platformCapabilityMissing' });
    const { body } = await user.call('GET', '/v1/accounts?platform=pinterest');
    await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [
      body.accounts[0]._id,
    ]);
    assertError(await ask(user, state), 424, { error: 'not_connected' });
    await t.advance(11 * 60_000);
    assertError(await ask(user, begun.state), 410, { error: 'connect_session_expired' });
    await t.advance(20 * 60_000);
    assertError(await ask(user, state), 410, { error: 'connect_session_expired' });
  });
}

test('returns 400 board_not_found for a board that the account does not have', async () => {
  const user = await t.newUser();
  const { state } = await connected(user);
  const response = await user.call('POST', selectPath, { body: { state, boardId: '200000000000000099' } });
  assertError(response, 400, { error: 'board_not_found' });
  assert.equal((await makePost(user.call)).status, 'draft');
});
