import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });
const bare = await startTestApp({ environment: { HERALD_REDIRECT_ORIGINS: 'https://app.example' } });

const start = async (user: Awaited<ReturnType<typeof t.newUser>>, query = '', platform = 'parrot') => {
  const { _id } = await defaultProfile(user.call);
  return user.call('GET', `/v1/connect/${platform}?profileId=${_id}${query}`);
};

test('returns a sandbox consent page when the platform has no credentials', async () => {
  const response = await start(await t.newUser());
  assert.equal(response.status, 200, response.text);
  const url = new URL(response.body.authUrl);
  assert.equal(`${url.origin}${url.pathname}`, `${t.sandbox.url}/parrot/parrot.example/authorize`);
  assert.equal(url.searchParams.get('state'), response.body.state);
  assert.equal(url.searchParams.get('redirect_uri'), 'http://127.0.0.1:4010/v1/connect/parrot/callback');
  assert.match(response.body.state, /^[\w-]{43}$/);
});

test('returns the real platform URL when credentials are set, unless sandbox=true', async () => {
  const environment = { HERALD_INSTAGRAM_CLIENT_ID: 'real-app', HERALD_INSTAGRAM_CLIENT_SECRET: 'real-secret' };
  const real = await startTestApp({ sandbox: true, environment });
  const user = await real.newUser();
  const url = new URL((await start(user, '', 'instagram')).body.authUrl);
  assert.equal(url.origin, 'https://www.instagram.com');
  assert.equal(url.searchParams.get('client_id'), 'real-app');
  const sandboxed = (await start(user, '&sandbox=true', 'instagram')).body.authUrl;
  assert.ok(sandboxed.startsWith(`${real.sandbox.url}/instagram/www.instagram.com/`), sandboxed);
  assert.ok(!sandboxed.includes('real-app'));
});

test('accepts an alias of the platform', async () => {
  assert.match((await start(await t.newUser(), '', 'polly')).body.authUrl, /\/parrot\//);
});

test('sends a fresh PKCE challenge each time where the platform supports it', async () => {
  const user = await t.newUser();
  const urls = [await start(user), await start(user)].map(({ body }) => new URL(body.authUrl));
  const [one, other] = urls.map((url) => url.searchParams.get('code_challenge'));
  assert.match(one ?? '', /^[\w-]{43}$/);
  assert.notEqual(one, other);
});

test('returns a Herald page for a platform without a consent page', async () => {
  const { body } = await start(await t.newUser(), '', 'telegram');
  assert.equal(body.authUrl, `http://127.0.0.1:4010/connect/telegram?state=${body.state}`);
});

test('stores the state only as a hash and never logs it', async () => {
  const { body } = await start(await t.newUser());
  const rows = await t.sql<{ text: string }>('SELECT s::text AS text FROM connect_sessions s');
  assert.ok(rows.length > 0);
  for (const { text } of rows) assert.ok(!text.includes(body.state));
  assert.ok(!t.log.join('').includes(body.state));
});

test('returns 400 for an unknown platform', async () => {
  assertError(await start(await t.newUser(), '', 'myspace'), 400, { code: 'validation', param: 'platform' });
});

test('returns 400 without a profileId', async () => {
  const user = await t.newUser();
  assertError(await user.call('GET', '/v1/connect/parrot'), 400, { code: 'validation', param: 'profileId' });
});

test('returns 400 for a redirectUrl that is not http(s), has credentials or is too long', async () => {
  const user = await t.newUser();
  const urls = [
    'javascript:alert(1)',
    '//app.example/x',
    '/relative',
    'https://me:pw@app.example/',
    'ftp://app.example/',
  ];
  for (const url of [...urls, `https://app.example/${'x'.repeat(2048)}`]) {
    const response = await start(user, `&redirectUrl=${encodeURIComponent(url)}`);
    assertError(response, 400, { code: 'validation', param: 'redirectUrl' });
  }
});

test('returns 400 for a redirectUrl whose origin is not on the allowlist', async () => {
  const user = await bare.newUser();
  const { _id } = await defaultProfile(user.call);
  const ask = (url: string) =>
    user.call('GET', `/v1/connect/bluesky?profileId=${_id}&redirectUrl=${encodeURIComponent(url)}`);
  const others = [
    'https://app.example.evil.test/',
    'http://app.example/',
    'https://app.example:8443/',
    'https://evil.test/#https://app.example',
  ];
  for (const url of others) {
    assertError(await ask(url), 400, { code: 'validation', param: 'redirectUrl' });
  }
  assert.equal((await ask('https://app.example/done?x=1')).status, 200);
});

test('returns 400 platformUnsupported without a sandbox and without credentials', async () => {
  const user = await bare.newUser();
  const response = await start(user, '', 'telegram');
  assertError(response, 400, { code: 'platformUnsupported', platform: 'telegram' });
  assert.match(response.body.error, /HERALD_SANDBOX_URL.*HERALD_TELEGRAM_BOT_TOKEN/);
});

test('returns 402 on the free plan with two accounts, unless the profile has one of that platform', async () => {
  const user = await t.newUser('free');
  await makeAccount(user.call, { platform: 'parrot', account: 'polly' });
  const response = await start(user, '', 'telegram');
  assertError(response, 402, {
    code: 'paymentRequired',
    reason: 'freeTierExceeded',
    documentationUrl: null,
    dashboardUrl: null,
    details: {
      planId: 'free',
      includedAccounts: 2,
      freeTierAccountLimit: 2,
      currentAccountCount: 2,
      hasPaymentMethod: false,
    },
  });
  assert.equal((await start(user)).status, 200, 'perhaps the same account again');
});

test('returns 404 for an unknown profile and 403 for one outside the scope of the key', async () => {
  const user = await t.newUser();
  assertError(await user.call('GET', '/v1/connect/parrot?profileId=prf_unknown'), 404, { error: 'Not found' });
  const [mine, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [mine._id] });
  const call = t.as(key);
  assertError(await call('GET', `/v1/connect/parrot?profileId=${other._id}`), 403, { code: 'forbidden' });
  assert.equal((await call('GET', `/v1/connect/parrot?profileId=${mine._id}`)).status, 200);
});
