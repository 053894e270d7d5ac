import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, fakeCall, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { boards } from './boards.ts';

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v5', respond });
const board = (id: string) => ({ id, name: `Board ${id}`, description: null, privacy: 'PUBLIC', pin_count: 2 });

test('reads all pages of boards and skips items that are no boards', async () => {
  const pages: Record<string, object> = {
    '': { items: [board('1'), { id: 'x', name: 'no digits' }, null], bookmark: 'B&1' },
    'B&1': { items: [board('2')], bookmark: null },
  };
  const { call, sent } = fake(({ url }) => jsonReply(pages[new URL(url).searchParams.get('bookmark') ?? '']));
  const list = await boards.list(call);
  assert.ok(list.kind === 'boards');
  assert.deepEqual(list.boards, [
    { id: '1', name: 'Board 1', description: '', privacy: 'PUBLIC', pinCount: 2 },
    { id: '2', name: 'Board 2', description: '', privacy: 'PUBLIC', pinCount: 2 },
  ]);
  assert.equal(sent[0]?.url, 'https://api.pinterest.com/v5/boards?page_size=250');
  assert.equal(sent.length, 2);
});

test('stops reading an endless list of boards', async () => {
  const { call, sent } = fake(() => jsonReply({ items: [board('1')], bookmark: 'again' }));
  assert.equal((await boards.list(call)).kind, 'boards');
  assert.ok(sent.length <= 10);
});

test('fails the list of boards when one of its pages fails', async () => {
  let count = 0;
  const { call } = fake(() => (count++ === 0 ? jsonReply({ items: [board('1')], bookmark: 'B' }) : jsonReply({}, 502)));
  assert.equal((await boards.list(call)).kind, 'notDone');
});

test('looks up only numeric board IDs', async () => {
  const { call, sent } = fake(() => jsonReply(board('1')));
  for (const id of ['', '1/pins', '../user_account', '1'.repeat(26)]) {
    assert.deepEqual(await boards.find(call, id), { kind: 'missing' });
  }
  assert.deepEqual(sent, []);
});

test('names the scope that a secret board needs', async () => {
  const { call } = fake(() => jsonReply({ code: 3, message: 'Authorization failed.' }, 403));
  const result = await boards.create(call, { name: 'Surprise', description: '', privacy: 'SECRET' });
  assert.deepEqual(result, {
    kind: 'scopeMissing',
    scopes: ['boards:read', 'boards:write', 'boards:write_secret'],
  });
});
