import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProfile, followConsent, makeAccount, makeProfile } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';

const t = await startTestApp({ sandbox: true });
const back = 'https://app.example/done?keep=1';

async function start(user: TestUser, platform: string, { redirect = true, profileId = '' } = {}) {
  const id = profileId === '' ? (await defaultProfile(user.call))._id : profileId;
  const query = redirect ? `&redirectUrl=${encodeURIComponent(back)}` : '';
  const { body } = await user.call('GET', `/v1/connect/${platform}?profileId=${id}&sandbox=true${query}`);
  return { authUrl: String(body.authUrl), state: String(body.state), profileId: id };
}

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
const accountsOf = async (user: TestUser) => (await user.call('GET', '/v1/accounts')).body.accounts;

test('the callback connects the account and redirects with its details', async () => {
  const user = await t.newUser();
  const { authUrl, profileId } = await start(user, 'parrot');
  const { url, status } = await followConsent(t.call, `${authUrl}&decision=approve&account=kea`);
  assert.equal(status, 302);
  const [account] = await accountsOf(user);
  assert.deepEqual(Object.fromEntries(new URL(url).searchParams), {
    keep: '1',
    connected: 'parrot',
    profileId,
    accountId: account._id,
    username: 'kea',
  });
  assert.ok(url.startsWith('https://app.example/done?'));
});

test('without a redirectUrl, the callback returns a page that names the account', async () => {
  const { authUrl } = await start(await t.newUser(), 'parrot', { redirect: false });
  const { status, text } = await followConsent(t.call, `${authUrl}&decision=approve&account=kea`);
  assert.equal(status, 200);
  assert.match(text, /Parrot is connected[\s\S]*kea/);
  assert.match(text, /Herald may now:[\s\S]*publish posts[\s\S]*See its feed/);
});

test('the page names in words what the person did not allow', async () => {
  const { authUrl } = await start(await t.newUser(), 'parrot', { redirect: false });
  const { text } = await followConsent(t.call, `${authUrl}&decision=approve&account=kea&drop=squawk`);
  assert.match(text, /You did not allow Herald to:[\s\S]*publish posts[\s\S]*Connect again/);
});

test('declining redirects with accessDenied and consumes the state', async () => {
  const user = await t.newUser();
  const { authUrl, state } = await start(user, 'parrot');
  const { url } = await followConsent(t.call, `${authUrl}&decision=deny`);
  assert.equal(new URL(url).searchParams.get('error'), 'accessDenied');
  assert.ok(new URL(url).searchParams.get('errorDescription'));
  const again = await t.call('GET', `/v1/connect/parrot/callback?code=x&state=${state}`);
  assert.equal(new URL(String(again.headers['location'])).searchParams.get('error'), 'oauthCallbackFailed');
  assert.deepEqual(await accountsOf(user), []);
});

test('every other failure redirects with its error code', async () => {
  const user = await t.newUser();
  const errorOf = async (authUrl: string) =>
    new URL((await followConsent(t.call, `${authUrl}&decision=approve&account=kea`)).url).searchParams.get('error');
  await t.sandbox.fault('parrot', 'errorBefore', { operation: 'token' });
  assert.equal(await errorOf((await start(user, 'parrot')).authUrl), 'parrotOauthFailed');
  await makeAccount(user.call, { platform: 'parrot', account: 'kea' });
  const other = await makeProfile(user.call);
  assert.equal(await errorOf((await start(user, 'parrot', { profileId: other._id })).authUrl), 'accountInOtherProfile');
  const late = await start(user, 'parrot');
  await t.advance(10 * 60_000);
  assert.equal(await errorOf(late.authUrl), 'oauthCallbackFailed');
  const free = await t.newUser('free');
  await makeAccount(free.call, { platform: 'parrot', account: 'polly' });
  const third = await makeProfile(free.call);
  await t.sql(`UPDATE users SET plan = 'pro' WHERE id = $1`, [free.ownerId]);
  const { authUrl } = await start(free, 'parrot', { profileId: third._id });
  await t.sql(`UPDATE users SET plan = 'free' WHERE id = $1`, [free.ownerId]);
  assert.equal(await errorOf(authUrl), 'paymentRequired');
});

test('returns 400 with a page for an unknown state and never redirects', async () => {
  for (const path of [
    '/v1/connect/parrot/callback?code=x&state=unknown',
    '/v1/connect/parrot/callback',
    `/v1/connect/parrot/callback?state=a&state=b`,
    '/v1/connect/nowhere/callback?code=x&state=x',
    `/v1/connect/parrot/callback?code=x&state=unknown&redirectUrl=${encodeURIComponent('https://evil.test')}`,
    '/connect/telegram?state=unknown',
    '/connect/bluesky',
  ]) {
    const { status, text, headers } = await t.call('GET', path);
    assert.equal(status, 400, path);
    assert.match(text, /Not connected/);
    assert.equal(headers['location'], undefined);
  }
});

test('rejects the state of one platform at the callback or page of another', async () => {
  const { state } = await start(await t.newUser(), 'parrot');
  assert.equal((await t.call('GET', `/v1/connect/instagram/callback?code=x&state=${state}`)).status, 400);
  assert.equal((await t.call('GET', `/connect/telegram?state=${state}`)).status, 400);
});

test('pages send no referrer and allow no caching, framing or scripts', async () => {
  const { authUrl } = await start(await t.newUser(), 'telegram');
  const { headers, text } = await t.call('GET', pathOf(authUrl));
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  assert.ok(!text.includes('<script'));
});

test('the code page shows the same code each time and redirects once the bot has seen it', async () => {
  const user = await t.newUser();
  const { authUrl } = await start(user, 'telegram');
  const [one, two] = [await t.call('GET', pathOf(authUrl)), await t.call('GET', pathOf(authUrl))];
  const code = /\/connect ([A-Z2-9]{10})</.exec(one.text)?.[1];
  assert.ok(code);
  assert.ok(two.text.includes(code));
  assert.match(one.text, /http-equiv="refresh"/);
  const { url } = await followConsent(t.call, `${authUrl}&decision=approve`);
  assert.equal(new URL(url).searchParams.get('connected'), 'telegram');
  const after = await t.call('GET', pathOf(authUrl));
  assert.equal(after.headers['location'], url, 'a reload tells the same');
});

test('only administrators can connect a group, and others see the reason', async () => {
  const groups = [
    { name: 'members-group', type: 'supergroup', personStatus: 'member' },
    { name: 'anonymous-group', type: 'supergroup', personStatus: 'anonymous' },
  ];
  await t.sandbox.control('POST', 'accounts', { platform: 'telegram', accounts: groups });
  const user = await t.newUser();
  const member = await start(user, 'telegram', { redirect: false });
  const refused = await followConsent(t.call, `${member.authUrl}&decision=approve&account=members-group`);
  assert.match(refused.text, /Only an administrator can connect a chat/);
  assert.deepEqual(await accountsOf(user), []);
  const administrator = await start(user, 'telegram', { redirect: false });
  await followConsent(t.call, `${administrator.authUrl}&decision=approve&account=anonymous-group`);
  assert.equal((await accountsOf(user)).length, 1);
});

test('Cancel on the code page redirects with accessDenied', async () => {
  const { authUrl } = await start(await t.newUser(), 'telegram');
  const { headers } = await t.call('GET', `${pathOf(authUrl)}&decision=deny`);
  assert.equal(new URL(String(headers['location'])).searchParams.get('error'), 'accessDenied');
});

test('a code sent in a chat connects it once, to the profile of the user who started', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const mine = await start(user, 'telegram');
  await start(other, 'telegram');
  await followConsent(t.call, `${mine.authUrl}&decision=approve&account=once`);
  await t.app.drain();
  assert.deepEqual(
    (await accountsOf(user)).map((one: any) => one.username),
    ['once'],
  );
  assert.deepEqual(await accountsOf(other), []);
});

test('the form page redisplays the input after an error, but never the password', async () => {
  const user = await t.newUser();
  const { authUrl, state } = await start(user, 'bluesky');
  const page = await t.call('GET', pathOf(authUrl));
  assert.match(page.text, /name="handle"[\s\S]*name="appPassword"/);
  const post = (fields: Record<string, string>) =>
    t.call('POST', '/connect/bluesky', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ state, ...fields }).toString(),
    });
  const empty = await post({ handle: 'ada.bsky.test' });
  assert.match(empty.text, /appPassword is required/);
  const wrong = await post({ handle: 'ada.bsky.test', appPassword: 'wrong-pass-word-here' });
  assert.equal(wrong.status, 200);
  assert.match(wrong.text, /role="alert"/);
  assert.ok(wrong.text.includes('ada.bsky.test'));
  assert.ok(!wrong.text.includes('wrong-pass-word-here'));
  const right = await post({ handle: 'ada.bsky.test', appPassword: 'sand-boxx-pass-word' });
  assert.equal(new URL(String(right.headers['location'])).searchParams.get('username'), 'ada.bsky.test');
});

test('the sandbox form page follows the decision parameter and creates the account on first use', async () => {
  const user = await t.newUser();
  const { authUrl } = await start(user, 'bluesky');
  const { url } = await followConsent(t.call, `${authUrl}&decision=approve&account=newcomer`);
  assert.equal(new URL(url).searchParams.get('username'), 'newcomer.bsky.test');
  const denied = await start(user, 'bluesky');
  const { url: declined } = await followConsent(t.call, `${denied.authUrl}&decision=deny`);
  assert.equal(new URL(declined).searchParams.get('error'), 'accessDenied');
});
