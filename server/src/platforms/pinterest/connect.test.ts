import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { answer, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { connect } from './connect.ts';
import { pinterest } from './index.ts';

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', refreshToken: 'R1', isRefreshable: true },
  state: {},
};
const world = (respond: Respond) => fakeCall({ account, hosts: pinterest.hosts, apiVersion: 'v5', respond });
const token = { access_token: 'AT', expires_in: 2_592_000, scope: 'boards:read pins:read' };
const grant = { code: 'abc', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

test('the page to approve on asks for secret boards too, with commas', () => {
  const request = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(world(() => lost).call, request));
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.pinterest.com/oauth/');
  const asked = url.searchParams.get('scope')?.split(',') ?? [];
  assert.deepEqual(
    connect.scopes.publish.filter((scope) => !asked.includes(scope)),
    [],
  );
  assert.ok(asked.includes('boards:write_secret'));
});

test('a code becomes an account, with the scopes that were granted', async () => {
  for (const scope of ['boards:read pins:read', 'boards:read,pins:read']) {
    const { call, sent } = world(({ url }) =>
      answer(url.endsWith('/token') ? { ...token, scope, refresh_token: 'R' } : { id: '9', username: 'ada' }),
    );
    const connected = await connect.exchange(call, grant);
    assert.ok(connected.kind === 'accounts', JSON.stringify(connected));
    const [first] = connected.accounts;
    assert.deepEqual(first?.grantedScopes, ['boards:read', 'pins:read']);
    assert.deepEqual([first.providerAccountId, first.displayName], ['9', 'ada']);
    assert.equal(sent[0]?.headers?.['authorization'], `Basic ${Buffer.from('app:secret').toString('base64')}`);
    assert.equal(sent[0].form.has('client_secret'), false);
  }
});

test('a refresh without a new refresh token keeps the old one', async () => {
  for (const [more, expected] of [
    [{}, 'R1'],
    [{ refresh_token: 'R2' }, 'R2'],
  ] as const) {
    const answered = await connect.refresh?.(world(() => answer({ ...token, ...more })).call);
    assert.ok(answered?.kind === 'refreshed');
    assert.equal(answered.tokens.refreshToken, expected);
  }
});
