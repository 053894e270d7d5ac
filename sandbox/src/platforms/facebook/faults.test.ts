import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bakery, startFacebook } from '../../../test/facebook.ts';

const platform = 'facebook';

test('rate limiting returns 400 for the app or the Page, with the time to wait', async (t) => {
  const { signIn, connect, graph, sandbox } = await startFacebook(t);
  const [user, token] = [await signIn(), await connect()];
  const list = () => graph('GET', '/v26.0/me/published_posts', {}, token);
  const calm = await list();
  assert.equal(JSON.parse(calm.headers.get('x-app-usage') ?? '').call_count, 1);
  await sandbox.fault('rateLimit', { platform, account: bakery, value: 90 });
  assert.equal((await graph('GET', '/v26.0/me/permissions', {}, user)).status, 200);
  const { status, body, headers } = await list();
  assert.deepEqual([status, body.error.code, body.error.is_transient], [400, 80_001, true]);
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '');
  assert.partialDeepStrictEqual(usage[bakery], [{ type: 'pages', estimated_time_to_regain_access: 2 }]);
  await sandbox.fault('rateLimit', { platform, account: 'ada.bakes' });
  assert.equal((await graph('GET', '/v26.0/me/permissions', {}, user)).body.error.code, 4);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { connect, graph, sandbox, authorize, exchange } = await startFacebook(t);
  const token = await connect();
  const post = async () => (await graph('POST', '/v26.0/me/feed', { message: 'x' }, token)).body.error;
  await sandbox.fault('tokenExpired', { platform });
  assert.partialDeepStrictEqual(await post(), { code: 190, error_subcode: 463 });
  await sandbox.fault('scopeMissing', { platform });
  assert.equal((await post()).code, 200);
  assert.equal(await post(), undefined);
  await sandbox.fault('tokenRevoked', { platform });
  assert.partialDeepStrictEqual(await post(), { code: 190, error_subcode: 458 });
  assert.partialDeepStrictEqual(await post(), { code: 190, error_subcode: 458 });
  assert.deepEqual((await sandbox.posts()).length, 1);
  const location = (await authorize({ decision: 'approve' })).headers.get('location') ?? '';
  const code = new URL(location).searchParams.get('code') ?? '';
  for (const [kind, subcode] of [
    ['tokenExpired', 36_007],
    ['tokenRevoked', 36_009],
    ['scopeMissing', 36_009],
  ] as const) {
    await sandbox.fault(kind, { platform, operation: 'exchangeCode' });
    assert.equal((await exchange(code)).body.error.error_subcode, subcode);
  }
  assert.equal((await exchange(code)).status, 200);
});

test('simulates a server error before and after the effect', async (t) => {
  const { connect, graph, sandbox } = await startFacebook(t);
  const token = await connect();
  const post = (message: string) => graph('POST', '/v26.0/me/feed', { message }, token);
  for (const [kind, count] of [
    ['errorBefore', 0],
    ['errorAfter', 1],
  ] as const) {
    await sandbox.fault(kind, { platform, operation: 'createPost' });
    const { status, body } = await post(kind);
    assert.deepEqual([status, body.error.code, body.error.is_transient], [500, 2, true]);
    assert.equal((await sandbox.posts()).length, count);
  }
});

test('processing can be slow or fail, and a failed video is not published', async (t) => {
  const { connect, graph, upload, advance, sandbox, herald } = await startFacebook(t);
  const token = await connect();
  const reels = '/v26.0/me/video_reels';
  const begin = async (file: string) => {
    const { video_id } = (await graph('POST', reels, { upload_phase: 'start' }, token)).body;
    assert.equal((await upload(video_id, token, { file_url: `${herald}${file}` })).status, 200);
    return video_id as string;
  };
  const finish = async (video_id: string) =>
    (await graph('POST', reels, { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' }, token)).body;
  const status = async (id: string) => (await graph('GET', `/v26.0/${id}`, { fields: 'status' }, token)).body.status;
  await sandbox.fault('processingSlow', { platform, operation: 'uploadVideo', value: 20_000 });
  const slow = await begin('/ten.mp4');
  await sandbox.fault('processingFailed', { platform, operation: 'uploadVideo' });
  const failed = await begin('/ten.mp4');
  const [short, long, page] = [await begin('/two.mp4'), await begin('/long.mp4'), await begin('/page.html')];
  assert.deepEqual(await finish(failed), { success: true });
  await advance(6000);
  assert.equal((await status(slow)).video_status, 'processing');
  for (const id of [failed, short, long, page]) {
    assert.partialDeepStrictEqual(await status(id), { video_status: 'error', processing_phase: { status: 'error' } });
  }
  assert.equal((await finish(short)).error.code, 352);
  assert.deepEqual(await sandbox.posts(), []);
  await advance(20_000);
  assert.equal((await status(slow)).video_status, 'upload_complete');
  await sandbox.fault('processingFailed', { platform, operation: 'createVideo' });
  const { id } = (await graph('POST', '/v26.0/me/videos', { file_url: `${herald}/ten.mp4` }, token)).body;
  await advance(6000);
  assert.equal((await status(id)).video_status, 'error');
  assert.deepEqual(await sandbox.posts(), []);
});

test('accepts account settings and returns 400 for invalid ones', async (t) => {
  const { signIn, connect, graph, sandbox } = await startFacebook(t);
  const put = (...accounts: object[]) => sandbox.control('POST', 'accounts', { platform, accounts });
  const response = await put(
    { name: 'dropper', fullName: 'D', droppedScopes: ['pages_manage_posts'] },
    { name: 'blocked', isBlocked: true, title: 'Blocked', followersCount: 5 },
    { name: 'twice', refusesDuplicates: true },
    { name: 'twice.more', owner: 'twice', tasks: ['ANALYZE'] },
    { name: 'twice', pagesAtOnce: 1 },
  );
  assert.equal(response.body.accounts[0].url, 'https://www.facebook.com/dropper');
  const post = async (token: string) =>
    (await graph('POST', '/v26.0/me/feed', { message: 'x' }, token)).body.error?.code;
  assert.deepEqual([await post(await connect('dropper')), await post(await connect('blocked'))], [200, 368]);
  const twice = await connect('twice');
  assert.deepEqual([await post(twice), await post(twice)], [undefined, 506]);
  const list = (await graph('GET', '/v26.0/me/accounts', { fields: 'username' }, await signIn('twice'))).body;
  assert.deepEqual([list.data.length, typeof list.paging.next], [1, 'string']);
  const wrongs = [
    { name: 'no spaces' },
    { name: 'someone', owner: 'nobody' },
    { name: 'someone', tasks: ['FLY'] },
    { name: 'someone', droppedScopes: ['y'] },
    { name: 'someone', age: 5 },
  ];
  for (const wrong of wrongs) assert.equal((await put(wrong)).status, 400, JSON.stringify(wrong));
});
