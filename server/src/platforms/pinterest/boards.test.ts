import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { answer, fakeCall, type Respond } from '../shared/test/fake-call.ts';
import { boards } from './boards.ts';
import { pinterest } from './index.ts';

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: {},
};
const world = (respond: Respond) => fakeCall({ account, hosts: pinterest.hosts, apiVersion: 'v5', respond });
const board = (id: string) => ({ id, name: `Board ${id}`, description: null, privacy: 'PUBLIC', pin_count: 2 });

test('all pages of boards are read, and what is no board is left out', async () => {
  const pages: Record<string, object> = {
    '': { items: [board('1'), { id: 'x', name: 'no digits' }, null], bookmark: 'B&1' },
    'B&1': { items: [board('2')], bookmark: null },
  };
  const { call, sent } = world(({ url }) => answer(pages[new URL(url).searchParams.get('bookmark') ?? '']));
  const list = await boards.list(call);
  assert.ok(list.kind === 'boards');
  assert.deepEqual(list.boards, [
    { id: '1', name: 'Board 1', description: '', privacy: 'PUBLIC', pinCount: 2 },
    { id: '2', name: 'Board 2', description: '', privacy: 'PUBLIC', pinCount: 2 },
  ]);
  assert.equal(sent[0]?.url, 'https://api.pinterest.com/v5/boards?page_size=250');
  assert.equal(sent.length, 2);
});

test('a list without end has one', async () => {
  const { call, sent } = world(() => answer({ items: [board('1')], bookmark: 'again' }));
  assert.equal((await boards.list(call)).kind, 'boards');
  assert.ok(sent.length <= 10);
});

test('half a list is no list', async () => {
  let count = 0;
  const { call } = world(() => (count++ === 0 ? answer({ items: [board('1')], bookmark: 'B' }) : answer({}, 502)));
  assert.equal((await boards.list(call)).kind, 'notDone');
});

test('only digits are asked for', async () => {
  const { call, sent } = world(() => answer(board('1')));
  for (const id of ['', '1/pins', '../user_account', '1'.repeat(26)]) {
    assert.deepEqual(await boards.find(call, id), { kind: 'missing' });
  }
  assert.deepEqual(sent, []);
});

test('a secret board names the right that it needs', async () => {
  const { call } = world(() => answer({ code: 3, message: 'Authorization failed.' }, 403));
  const made = await boards.create(call, { name: 'Surprise', description: '', privacy: 'SECRET' });
  assert.deepEqual(made, {
    kind: 'scopeMissing',
    scopes: ['boards:read', 'boards:write', 'boards:write_secret'],
  });
});
