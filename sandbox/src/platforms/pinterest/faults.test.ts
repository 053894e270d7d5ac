import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpegOf, mp4Of } from '../../../test/media.ts';
import { codesOf, startPinterest } from '../../../test/pinterest.ts';

const platform = 'pinterest';

test('rate limiting returns 429 with the reset time', async (t) => {
  const { connect, api, sandbox } = await startPinterest(t);
  const token = await connect();
  await sandbox.fault('rateLimit', { platform, operation: 'listBoards', account: 'ada_bakes', value: 45 });
  const response = await api('GET', 'boards', { token });
  assert.deepEqual([...codesOf(response), response.headers.get('x-ratelimit-reset')], [429, 8, '45']);
  assert.equal((await api('GET', 'boards', { token })).status, 200);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { grant, tokens, api, sandbox } = await startPinterest(t);
  const { access_token: token, refresh_token } = await grant();
  const me = async () => codesOf(await api('GET', 'user_account', { token }));
  await sandbox.fault('tokenExpired', { platform });
  assert.deepEqual(await me(), [401, 2]);
  await sandbox.fault('scopeMissing', { platform });
  assert.deepEqual(await me(), [401, 3]);
  assert.deepEqual(await me(), [200, undefined]);
  await sandbox.fault('tokenRevoked', { platform, account: '100000000000000001' });
  assert.deepEqual(await me(), [401, 2]);
  assert.deepEqual(await me(), [401, 2], 'it stays revoked');
  const refresh = async () => codesOf(await tokens({ grant_type: 'refresh_token', refresh_token }));
  await sandbox.fault('tokenExpired', { platform, operation: 'issueTokens', account: 'ada_bakes' });
  assert.deepEqual(await refresh(), [401, 283]);
  assert.deepEqual(await refresh(), [200, undefined]);
  await sandbox.fault('tokenRevoked', { platform, operation: 'issueTokens' });
  await refresh();
  assert.deepEqual(await refresh(), [401, 283]);
});

test('simulates a server error before and after the effect', async (t) => {
  const { connect, pin, host, sandbox } = await startPinterest(t);
  const token = await connect();
  const media_source = { source_type: 'image_url', url: host(jpegOf(10, 10)) };
  await sandbox.fault('errorBefore', { platform, operation: 'createPin' });
  assert.equal((await pin(token, { media_source })).status, 500);
  assert.equal((await sandbox.posts()).length, 0);
  await sandbox.fault('errorAfter', { platform, operation: 'createPin' });
  assert.equal((await pin(token, { media_source })).status, 500);
  assert.equal((await sandbox.posts()).length, 1);
});

test('upload storage fails with its own errors, by the owner of the upload', async (t) => {
  const { connect, video, sandbox } = await startPinterest(t);
  const token = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'uploadVideo', account: 'grace_collects' });
  await video(token, mp4Of(5));
  for (const [kind, code] of [
    ['errorBefore', 'InternalError'],
    ['rateLimit', 'SlowDown'],
    ['tokenExpired', 'ExpiredToken'],
  ] as const) {
    await sandbox.fault(kind, { platform, operation: 'uploadVideo', account: 'ada_bakes' });
    await assert.rejects(video(token, mp4Of(5)), new RegExp(`<Code>${code}</Code>`));
  }
});

test('processing can be slow or fail', async (t) => {
  const { connect, api, video, advance, sandbox } = await startPinterest(t);
  const token = await connect();
  const status = async (id: string) => (await api('GET', `media/${id}`, { token })).body.status;
  await sandbox.fault('processingSlow', { platform, operation: 'uploadVideo', value: 30_000 });
  const slow = await video(token, mp4Of(5));
  await advance(30_000);
  assert.equal(await status(slow), 'processing');
  await advance(5000);
  assert.equal(await status(slow), 'succeeded');
  await sandbox.fault('processingFailed', { platform, operation: 'uploadVideo' });
  const failed = await video(token, mp4Of(5));
  await advance(5000);
  assert.equal(await status(failed), 'failed');
});
