import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { reasonOf, startYoutube } from '../../../test/youtube.ts';

const platform = 'youtube';
const mine = 'channels?part=id&mine=true';

test('rate limiting returns 403 rateLimitExceeded, or quotaExceeded for a day', async (t) => {
  const { connect, api, tokens, sandbox } = await startYoutube(t);
  const token = await connect();
  await sandbox.fault('rateLimit', { platform, operation: 'listChannels', account: 'ada.films' });
  const short = await api('GET', mine, token);
  assert.deepEqual([short.status, reasonOf(short)], [403, 'rateLimitExceeded']);
  await sandbox.fault('rateLimit', { platform, value: 86_400 });
  const long = await api('GET', mine, token);
  assert.deepEqual([long.status, reasonOf(long)], [403, 'quotaExceeded']);
  await sandbox.fault('rateLimit', { platform, operation: 'issueTokens' });
  assert.equal((await tokens({ grant_type: 'refresh_token', refresh_token: 'x' })).status, 429);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { grant, api, tokens, sandbox } = await startYoutube(t);
  const { access_token: token, refresh_token } = await grant();
  await sandbox.fault('tokenExpired', { platform });
  assert.equal(reasonOf(await api('GET', mine, token)), 'authError');
  await sandbox.fault('scopeMissing', { platform });
  assert.equal(reasonOf(await api('GET', mine, token)), 'insufficientPermissions');
  assert.equal((await api('GET', mine, token)).status, 200);
  const refresh = () => tokens({ grant_type: 'refresh_token', refresh_token });
  await sandbox.fault('tokenExpired', { platform, operation: 'issueTokens', account: 'ada.films' });
  assert.equal((await refresh()).body.error, 'invalid_grant');
  assert.equal((await refresh()).status, 200);
  await sandbox.fault('tokenRevoked', { platform, account: 'UCAda_films-000000000001' });
  assert.equal((await api('GET', mine, token)).status, 401);
  assert.equal((await api('GET', mine, token)).status, 401, 'it stays revoked');
  assert.equal((await refresh()).body.error, 'invalid_grant');
});

test('simulates a server error before and after the last byte', async (t) => {
  const { connect, session, put, sandbox } = await startYoutube(t);
  const bytes = mp4Of(5);
  const url = await session(await connect(), bytes.length);
  const probe = () => put(url, undefined, { 'content-range': `bytes */${bytes.length}` });
  await sandbox.fault('errorBefore', { platform, operation: 'uploadPart', account: 'ada.films' });
  assert.equal(reasonOf(await put(url, bytes)), 'backendError');
  assert.equal((await probe()).status, 308);
  await sandbox.fault('errorAfter', { platform, operation: 'uploadPart' });
  assert.equal((await put(url, bytes)).status, 503);
  assert.equal((await probe()).status, 200);
  assert.equal((await sandbox.posts()).length, 1);
});

test('asking for the progress of an upload is an operation of its own', async (t) => {
  const { connect, session, put, sandbox } = await startYoutube(t);
  const bytes = mp4Of(5);
  const url = await session(await connect(), bytes.length);
  await sandbox.fault('errorBefore', { platform, operation: 'readUploadProgress', times: 2 });
  assert.equal((await put(url, bytes)).status, 200);
  assert.equal((await put(url, undefined, { 'content-range': `bytes */${bytes.length}` })).status, 503);
  assert.equal((await put(url, undefined, { 'content-range': 'bytes */*' })).status, 503);
});

test('lostResponse keeps the uploaded video', async (t) => {
  const { connect, session, put, sandbox } = await startYoutube(t);
  const bytes = mp4Of(5);
  const url = await session(await connect(), bytes.length);
  await sandbox.fault('lostResponse', { platform, operation: 'uploadPart' });
  await assert.rejects(put(url, bytes));
  const { status, body } = await put(url, undefined, { 'content-range': `bytes */${bytes.length}` });
  assert.deepEqual([status, body.id], [200, (await sandbox.posts())[0].id]);
});

test('a video whose processing fails is not published', async (t) => {
  const { connect, upload, sandbox } = await startYoutube(t);
  await sandbox.fault('processingFailed', { platform });
  assert.equal((await upload(await connect(), mp4Of(5))).status, 200);
  assert.deepEqual(await sandbox.posts(), []);
});
