import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, startThreads } from '../../../test/threads.ts';

const platform = 'threads';

test('rate limiting returns 400 with code 4 and the time to wait in the headers', async (t) => {
  const { connect, graph, sandbox } = await startThreads(t);
  const token = await connect();
  await sandbox.fault('rateLimit', { platform, account: 'ada.knits', value: 90 });
  const { status, body, headers } = await graph('GET', '/v1.0/me', {}, token);
  assert.deepEqual([status, body.error.code, body.error.is_transient], [400, 4, true]);
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '');
  assert.partialDeepStrictEqual(usage['25000000000000001'], [{ type: 'threads', estimated_time_to_regain_access: 2 }]);
});

test('simulates expired and revoked tokens, missing scopes and server errors', async (t) => {
  const { connect, graph, sandbox } = await startThreads(t);
  const token = await connect();
  const me = async () => (await graph('GET', '/v1.0/me', {}, token)).body.error;
  await sandbox.fault('tokenExpired', { platform });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 463 });
  await sandbox.fault('scopeMissing', { platform });
  assert.equal((await me()).code, 10);
  await sandbox.fault('errorBefore', { platform });
  assert.equal((await me()).code, 2);
  assert.equal(await me(), undefined);
  await sandbox.fault('tokenRevoked', { platform, account: '25000000000000001' });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 458 });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 458 });
});

test('the code exchange has its own error format', async (t) => {
  const { authorize, exchange, sandbox } = await startThreads(t);
  const code = codeOf(await authorize({ decision: 'approve' }));
  for (const [kind, status] of [
    ['rateLimit', 429],
    ['errorBefore', 500],
    ['tokenExpired', 400],
  ] as const) {
    await sandbox.fault(kind, { platform, operation: 'exchangeCode' });
    const { body, ...response } = await exchange(code);
    assert.deepEqual([response.status, body.error_type, body.code], [status, 'OAuthException', status]);
  }
  assert.equal((await exchange(code)).status, 200);
});

test('processing can be slow or fail with an error in its status', async (t) => {
  const { connect, graph, advance, make, sandbox, herald } = await startThreads(t);
  const token = await connect();
  const image = { media_type: 'IMAGE', image_url: `${herald}/a.jpg` };
  const video = (name: string) => make(token, { media_type: 'VIDEO', video_url: `${herald}/${name}` });
  const read = async (id: string) => {
    const { body } = await graph('GET', `/v1.0/${id}`, { fields: 'status,error_message' }, token);
    return [body.status, body.error_message];
  };
  await sandbox.fault('processingSlow', { platform, value: 20_000 });
  const slow = await make(token, image);
  await sandbox.fault('processingFailed', { platform });
  const failed = await make(token, image);
  await sandbox.fault('processingFailed', { platform, value: 3 });
  const silent = await make(token, image);
  const [missing, picture, film] = [await video('gone.mp4'), await video('a.jpg'), await video('film.mp4')];
  await advance(6000);
  assert.deepEqual(await read(slow), ['IN_PROGRESS', undefined]);
  assert.deepEqual(await read(failed), ['ERROR', 'UNKNOWN']);
  assert.deepEqual(await read(silent), ['ERROR', 'FAILED_PROCESSING_AUDIO']);
  assert.deepEqual(await read(missing), ['ERROR', 'FAILED_DOWNLOADING_VIDEO']);
  assert.deepEqual(await read(picture), ['ERROR', 'FAILED_PROCESSING_VIDEO']);
  assert.deepEqual(await read(film), ['ERROR', 'INVALID_DURATION']);
  const publish = await graph('POST', '/v1.0/me/threads_publish', { creation_id: failed }, token);
  assert.equal(publish.body.error.code, 24);
  await advance(15_000);
  assert.deepEqual(await read(slow), ['FINISHED', undefined]);
});

test('accepts account settings and returns 400 for invalid ones', async (t) => {
  const { connect, graph, sandbox } = await startThreads(t);
  const put = (...accounts: object[]) => sandbox.control('POST', 'accounts', { platform, accounts });
  const response = await put(
    { name: 'dropper', droppedScopes: ['threads_content_publish'] },
    { name: 'verified', isVerified: true, biography: 'B', fullName: 'V' },
  );
  assert.equal(response.body.accounts[0].url, 'https://www.threads.com/@dropper');
  const errorOf = async (name: string) => {
    const parameters = { media_type: 'TEXT', text: 'x' };
    return (await graph('POST', '/v1.0/me/threads', parameters, await connect(name))).body.error;
  };
  assert.equal((await errorOf('dropper')).code, 10);
  assert.equal((await errorOf('linus.muted')).error_subcode, 4279013);
  const me = await graph('GET', '/v1.0/me', { fields: 'is_verified,threads_biography' }, await connect('verified'));
  assert.partialDeepStrictEqual(me.body, { is_verified: true, threads_biography: 'B' });
  for (const wrong of [{ name: 'No Spaces' }, { name: 'x', isMuted: true }, { name: 'x', droppedScopes: ['y'] }]) {
    assert.equal((await put(wrong)).status, 400);
  }
});
