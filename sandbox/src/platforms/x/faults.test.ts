import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { startX } from '../../../test/x.ts';

const platform = 'x';

test('rate limiting returns 429 with the reset time', async (t) => {
  const { connect, tweet, sandbox } = await startX(t);
  const { access } = await connect();
  await sandbox.fault('rateLimit', { platform, operation: 'createTweet', account: 'ada_lovelace', value: 90 });
  const { status, body, headers } = await tweet(access, { text: 'x' });
  assert.deepEqual([status, body.title], [429, 'Too Many Requests']);
  assert.equal(headers.get('x-rate-limit-reset'), String(Date.parse('2026-01-01T00:01:31Z') / 1000));
  assert.equal((await tweet(access, { text: 'x' })).status, 201);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { connect, api, sandbox } = await startX(t);
  const { access: token } = await connect();
  const me = async () => (await api('GET', '/users/me', { token })).status;
  await sandbox.fault('tokenExpired', { platform });
  await sandbox.fault('scopeMissing', { platform });
  assert.deepEqual([await me(), await me(), await me()], [401, 403, 200]);
  await sandbox.fault('tokenRevoked', { platform, account: '1000000000000000001' });
  assert.deepEqual([await me(), await me()], [401, 401]);
});

test('a revoked refresh token stays revoked', async (t) => {
  const { connect, oauth, sandbox } = await startX(t);
  const { refresh } = await connect();
  const renew = async () => (await oauth('token', { grant_type: 'refresh_token', refresh_token: refresh })).status;
  await sandbox.fault('tokenExpired', { platform, account: 'ada_lovelace' });
  assert.equal(await renew(), 400);
  await sandbox.fault('tokenRevoked', { platform });
  assert.deepEqual([await renew(), await renew()], [400, 400]);
});

test('simulates a server error before and after the effect', async (t) => {
  const { connect, tweet, oauth, sandbox } = await startX(t);
  const { access } = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'createTweet' });
  assert.equal((await tweet(access, { text: 'x' })).status, 503);
  assert.equal((await sandbox.posts()).length, 0);
  await sandbox.fault('errorAfter', { platform, operation: 'createTweet' });
  assert.equal((await tweet(access, { text: 'x' })).body.title, 'Service Unavailable');
  assert.equal((await sandbox.posts()).length, 1);
  assert.match((await tweet(access, { text: 'x' })).body.detail, /duplicate content/);
  await sandbox.fault('errorBefore', { platform, operation: 'issueTokens' });
  const response = await oauth('token', { grant_type: 'refresh_token', refresh_token: 'x' });
  assert.equal(response.body.error, 'temporarily_unavailable');
});

test('processing can be slow or fail with a reason', async (t) => {
  const { connect, api, video, advance, sandbox } = await startX(t);
  const { access: token } = await connect();
  const read = async (id: string) =>
    (await api('GET', `/media/upload?command=STATUS&media_id=${id}`, { token })).body.data.processing_info;
  await sandbox.fault('processingSlow', { platform, operation: 'finalizeUpload', value: 30_000 });
  const slow = await video(token, mp4Of(5));
  await advance(30_000);
  assert.equal((await read(slow)).state, 'in_progress');
  await advance(5000);
  assert.equal((await read(slow)).state, 'succeeded');
  await sandbox.fault('processingFailed', { platform, operation: 'finalizeUpload' });
  const failed = await video(token, mp4Of(5));
  await advance(5000);
  assert.partialDeepStrictEqual(await read(failed), { state: 'failed', error: { name: 'InternalError' } });
});
