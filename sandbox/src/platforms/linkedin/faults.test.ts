import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, startLinkedin } from '../../../test/linkedin.ts';
import { jpegOf, mp4Of } from '../../../test/media.ts';

const platform = 'linkedin';

test('rate limiting returns 429 without a reset time', async (t) => {
  const { connect, post, sandbox } = await startLinkedin(t);
  const token = await connect();
  await sandbox.fault('rateLimit', { platform, operation: 'createPost', account: 'ada-lovelace' });
  const { status, body, headers } = await post(token);
  assert.deepEqual([status, body.code, headers.get('retry-after')], [429, 'TOO_MANY_REQUESTS', null]);
  assert.equal((await post(token)).status, 201);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { connect, rest, sandbox } = await startLinkedin(t);
  const token = await connect();
  const me = async () => (await rest('GET', '/v2/userinfo', { token })).body;
  await sandbox.fault('tokenExpired', { platform });
  assert.partialDeepStrictEqual(await me(), { status: 401, serviceErrorCode: 65602, code: 'EXPIRED_ACCESS_TOKEN' });
  await sandbox.fault('scopeMissing', { platform });
  assert.partialDeepStrictEqual(await me(), { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED' });
  await sandbox.fault('tokenRevoked', { platform, account: 'Ada0-lvl_1' });
  assert.equal((await me()).serviceErrorCode, 65601);
  assert.equal((await me()).serviceErrorCode, 65601, 'it stays revoked');
});

test('a revoked refresh token stays revoked', async (t) => {
  const { authorize, tokens, sandbox, callback } = await startLinkedin(t);
  const code = codeOf(await authorize({ decision: 'approve' }));
  const { body } = await tokens({ grant_type: 'authorization_code', redirect_uri: callback, code });
  const refresh = () => tokens({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
  await sandbox.fault('tokenExpired', { platform, account: 'ada-lovelace' });
  assert.equal((await refresh()).body.error, 'invalid_grant');
  assert.equal((await refresh()).status, 200);
  await sandbox.fault('tokenRevoked', { platform });
  await refresh();
  assert.equal((await refresh()).body.error, 'invalid_grant');
});

test('simulates a server error before and after the effect', async (t) => {
  const { connect, post, tokens, sandbox } = await startLinkedin(t);
  const token = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'createPost' });
  assert.equal((await post(token)).status, 500);
  assert.equal((await sandbox.posts()).length, 0);
  await sandbox.fault('errorAfter', { platform, operation: 'createPost' });
  assert.equal((await post(token)).body.code, 'INTERNAL_SERVER_ERROR');
  assert.equal((await sandbox.posts()).length, 1);
  await sandbox.fault('errorBefore', { platform, operation: 'issueTokens' });
  assert.equal((await tokens({ grant_type: 'refresh_token', refresh_token: 'x' })).body.error, 'server_error');
});

test('upload faults apply by the owner of the upload URL', async (t) => {
  const { connect, video, sandbox } = await startLinkedin(t);
  const token = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'uploadVideoPart', account: 'grace-hopper' });
  await video(token, mp4Of(5));
  await sandbox.fault('errorBefore', { platform, operation: 'uploadVideoPart', account: 'ada-lovelace' });
  await assert.rejects(video(token, mp4Of(5)));
});

test('processing can be slow or fail with a reason', async (t) => {
  const { connect, rest, video, file, post, advance, sandbox } = await startLinkedin(t);
  const token = await connect();
  const read = async (urn: string) => (await rest('GET', `/rest/videos/${encodeURIComponent(urn)}`, { token })).body;
  await sandbox.fault('processingSlow', { platform, operation: 'finalizeVideo', value: 30_000 });
  const slow = await video(token, mp4Of(5));
  await advance(30_000);
  assert.equal((await read(slow)).status, 'PROCESSING');
  await advance(5000);
  assert.equal((await read(slow)).status, 'AVAILABLE');
  await sandbox.fault('processingFailed', { platform, operation: 'finalizeVideo' });
  const failed = await video(token, mp4Of(5));
  await advance(5000);
  assert.partialDeepStrictEqual(await read(failed), {
    status: 'PROCESSING_FAILED',
    processingFailureReason: 'The media could not be processed',
  });
  await sandbox.fault('processingFailed', { platform, operation: 'uploadImage' });
  const image = await file(token, 'image', jpegOf(10, 10));
  const refused = await post(token, { content: { media: { id: image } } });
  assert.equal(refused.body.errorDetails.inputErrors[0].code, 'MEDIA_ASSET_PROCESSING_FAILED');
});
