import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';
import { requestedScopes } from './scopes.ts';

const account: CallAccount = { providerAccountId: '', username: '', grantedScopes: [], tokens: null, state: {} };
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v26.0', respond });
const grant = { code: 'abc#_=_', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

const permissions = [
  ...requestedScopes.map((permission) => ({ permission, status: 'granted' })),
  { permission: 'email', status: 'declined' },
];
const page = (id: string, more: object = {}) => ({
  id,
  name: `Page ${id}`,
  username: `page.${id}`,
  access_token: `PAGE${id}`,
  tasks: ['ANALYZE', 'CREATE_CONTENT'],
  picture: { data: { url: `https://cdn.example/${id}.jpg` } },
  ...more,
});

type Lists = Readonly<Record<string, unknown>>;

/** Lists of Pages by cursor; the first has none. */
const platform =
  (lists: Lists): Respond =>
  ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/oauth/access_token')) {
      return jsonReply({ access_token: searchParams.has('code') ? 'SHORT' : 'LONG', token_type: 'bearer' });
    }
    if (pathname.endsWith('/me/permissions')) return jsonReply({ data: permissions });
    return jsonReply(lists[searchParams.get('after') ?? '']);
  };

test('requests only real scopes on the consent page', () => {
  const { call } = fake(() => lost);
  const request = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(call, request));
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.facebook.com/v26.0/dialog/oauth');
  assert.deepEqual(url.searchParams.get('scope')?.split(','), requestedScopes);
  assert.equal(requestedScopes.includes('CREATE_CONTENT'), false);
});

test('connects every Page as an account with its own token that does not expire', async () => {
  const next = 'https://graph.facebook.com/v26.0/me/accounts?access_token=LONG&after=two';
  const lists = { '': { data: [page('1')], paging: { next } }, two: { data: [page('2', { username: null })] } };
  const { call, sent } = fake(platform(lists));
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'accounts', JSON.stringify(connected));
  assert.deepEqual(
    connected.accounts.map((one) => [one.providerAccountId, one.username, one.profileUrl]),
    [
      ['1', 'page.1', 'https://www.facebook.com/page.1'],
      ['2', 'Page 2', 'https://www.facebook.com/2'],
    ],
  );
  const [first] = connected.accounts;
  assert.deepEqual(first?.tokens, { accessToken: 'PAGE1', isRefreshable: false });
  assert.deepEqual(first.grantedScopes, [...requestedScopes, 'CREATE_CONTENT']);
  assert.equal(first.avatarUrl, 'https://cdn.example/1.jpg');
  assert.equal(new URL(sent[0]?.url ?? '').searchParams.get('code'), 'abc');
  const listing = sent.filter(({ url }) => url.includes('/me/accounts'));
  assert.ok(listing.every(({ url, headers }) => !url.includes('LONG') && headers?.['authorization'] === 'Bearer LONG'));
});

test('withholds the publish task for a Page on which the person may not publish', async () => {
  const { call } = fake(platform({ '': { data: [page('1', { tasks: ['ANALYZE'] }), page('2', { tasks: null })] } }));
  const connected = await connect.exchange(call, grant);
  assert.ok(connected.kind === 'accounts');
  for (const { grantedScopes } of connected.accounts) {
    const missing = connect.scopes.publish.filter((scope) => !grantedScopes.includes(scope));
    assert.deepEqual(missing, ['CREATE_CONTENT']);
  }
});

test('skips Pages without a token and refuses a connection without Pages', async () => {
  for (const data of [[], [page('1', { access_token: null })], [page('1', { access_token: 'a\nb' })]]) {
    const { call } = fake(platform({ '': { data } }));
    assert.equal((await connect.exchange(call, grant)).kind, 'refused');
  }
});

test('ends a list of Pages whose cursors run in circles', async () => {
  const circle = { data: [page('1')], paging: { next: 'https://graph.facebook.com/?after=' } };
  const { call, sent } = fake(platform({ '': circle }));
  const connected = await connect.exchange(call, grant);
  assert.equal(connected.kind === 'accounts' && connected.accounts.length, 1);
  assert.ok(sent.length < 30);
});
