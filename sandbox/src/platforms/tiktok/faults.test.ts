import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { startTiktok } from '../../../test/tiktok.ts';

const platform = 'tiktok';

test('rate limiting returns 429 without a reset time', async (t) => {
  const { connect, get, sandbox } = await startTiktok(t);
  const { access } = await connect();
  await sandbox.fault('rateLimit', { platform, operation: 'getUserInfo', account: 'ada.dances' });
  const { status, body, headers } = await get('/user/info/?fields=open_id', access);
  assert.deepEqual([status, body.error.code, headers.get('retry-after')], [429, 'rate_limit_exceeded', null]);
  assert.equal((await get('/user/info/?fields=open_id', access)).status, 200);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { connect, get, sandbox } = await startTiktok(t);
  const { access } = await connect();
  const me = async () => (await get('/user/info/?fields=open_id', access)).body.error.code;
  await sandbox.fault('tokenExpired', { platform });
  await sandbox.fault('scopeMissing', { platform });
  assert.deepEqual([await me(), await me(), await me()], ['access_token_invalid', 'scope_not_authorized', 'ok']);
  await sandbox.fault('tokenRevoked', { platform, account: 'ada.dances' });
  assert.deepEqual([await me(), await me()], ['access_token_invalid', 'access_token_invalid']);
});

test('a revoked refresh token stays revoked', async (t) => {
  const { connect, oauth, sandbox } = await startTiktok(t);
  const { refresh } = await connect('grace.whispers');
  const renew = async () =>
    (await oauth('token', { grant_type: 'refresh_token', refresh_token: refresh })).body.error ?? 'ok';
  await sandbox.fault('tokenExpired', { platform, account: 'grace.whispers' });
  assert.deepEqual([await renew(), await renew()], ['invalid_grant', 'ok']);
  await sandbox.fault('tokenRevoked', { platform });
  assert.deepEqual([await renew(), await renew()], ['invalid_grant', 'invalid_grant']);
});

test('simulates a server error before and after the effect on every host', async (t) => {
  const { connect, video, oauth, get, sandbox } = await startTiktok(t);
  const { access } = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'uploadVideo', account: 'ada.dances' });
  await assert.rejects(video(access, mp4Of(5)));
  assert.equal((await sandbox.posts()).length, 0);
  await sandbox.fault('errorAfter', { platform, operation: 'uploadVideo' });
  await assert.rejects(video(access, mp4Of(5)));
  assert.equal((await sandbox.posts()).length, 1);
  await sandbox.fault('errorBefore', { platform, operation: 'getUserInfo' });
  assert.equal((await get('/user/info/?fields=open_id', access)).body.error.code, 'internal_error');
  await sandbox.fault('errorBefore', { platform, operation: 'issueTokens' });
  const response = await oauth('token', { grant_type: 'refresh_token', refresh_token: 'x' });
  assert.deepEqual([response.status, response.body.error], [500, 'internal_error']);
});

test('processing can be slow or fail with a reason', async (t) => {
  const { connect, video, status, advance, sandbox } = await startTiktok(t);
  const { access } = await connect();
  await sandbox.fault('processingSlow', { platform, operation: 'uploadVideo', value: 30_000 });
  const slow = await video(access, mp4Of(5));
  await advance(30_000);
  assert.equal((await status(access, slow)).status, 'PROCESSING_UPLOAD');
  await advance(5000);
  assert.equal((await status(access, slow)).status, 'PUBLISH_COMPLETE');
  await sandbox.fault('processingFailed', { platform, operation: 'uploadVideo' });
  const failed = await video(access, mp4Of(5));
  await advance(5000);
  assert.partialDeepStrictEqual(await status(access, failed), { status: 'FAILED', fail_reason: 'internal' });
  assert.equal((await sandbox.posts()).length, 1);
});
