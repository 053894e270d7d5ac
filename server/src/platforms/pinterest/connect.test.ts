import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { jsonReply, fakeCall, lost, type Respond } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { connect } from './connect.ts';

const account: CallAccount = {
  providerAccountId: '1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'OLD', refreshToken: 'R1', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts, apiVersion: 'v5', respond });
const token = { access_token: 'AT', expires_in: 2_592_000, scope: 'boards:read pins:read' };
const grant = { code: 'abc', redirectUri: 'https://herald.example/cb', codeVerifier: undefined };

test('requests secret boards too, with scopes joined by commas', () => {
  const request = {
    redirectUri: grant.redirectUri,
    state: 's',
    codeChallenge: undefined,
    scopes: connect.requestedScopes,
  };
  const url = new URL(connect.authorizeUrl(fake(() => lost).call, request));
  assert.equal(`${url.origin}${url.pathname}`, 'https://www.pinterest.com/oauth/');
  const scopes = url.searchParams.get('scope')?.split(',') ?? [];
  assert.deepEqual(
    connect.scopes.publish.filter((scope) => !scopes.includes(scope)),
    [],
  );
  assert.ok(scopes.includes('boards:write_secret'));
});

test('exchanges a code for an account with the granted scopes', async () => {
  for (const scope of ['boards:read pins:read', 'boards:read,pins:read']) {
    const { call, sent } = fake(({ url }) =>
      jsonReply(url.endsWith('/token') ? { ...token, scope, refresh_token: 'R' } : { id: '9', username: 'ada' }),
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

test('keeps the refresh token when a refresh returns none', async () => {
  for (const [more, expected] of [
    [{}, 'R1'],
    [{ refresh_token: 'R2' }, 'R2'],
  ] as const) {
    const refreshed = await connect.refresh?.(fake(() => jsonReply({ ...token, ...more })).call);
    assert.ok(refreshed?.kind === 'refreshed');
    assert.equal(refreshed.tokens.refreshToken, expected);
  }
});
