import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstagram } from '../../../test/instagram.ts';

const platform = 'instagram';

test('rate limiting returns 400 with code 4 and the time to wait in the headers', async (t) => {
  const { connect, graph, sandbox } = await startInstagram(t);
  const token = await connect();
  const calm = await graph('GET', '/v26.0/me', {}, token);
  assert.equal(JSON.parse(calm.headers.get('x-app-usage') ?? '').call_count, 1);
  await sandbox.fault('rateLimit', { platform, account: 'ada.studio', value: 90 });
  const { status, body, headers } = await graph('GET', '/v26.0/me', {}, token);
  assert.deepEqual([status, body.error.code, body.error.is_transient], [400, 4, true]);
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '');
  assert.partialDeepStrictEqual(usage['17841400000000001'], [{ call_count: 100, estimated_time_to_regain_access: 2 }]);
});

test('simulates expired and revoked tokens and missing scopes', async (t) => {
  const { connect, graph, sandbox } = await startInstagram(t);
  const token = await connect();
  const me = async () => (await graph('GET', '/v26.0/me', {}, token)).body.error;
  await sandbox.fault('tokenExpired', { platform });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 463 });
  assert.equal(await me(), undefined);
  await sandbox.fault('scopeMissing', { platform });
  assert.equal((await me()).code, 10);
  await sandbox.fault('tokenRevoked', { platform, account: '17841400000000001' });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 458, type: 'OAuthException' });
  assert.partialDeepStrictEqual(await me(), { code: 190, error_subcode: 458 });
  await connect();
});

test('simulates a server error before the effect', async (t) => {
  const { connect, graph, sandbox, herald } = await startInstagram(t);
  const token = await connect();
  await sandbox.fault('errorBefore', { platform, operation: 'createContainer' });
  const response = await graph('POST', '/v26.0/me/media', { image_url: `${herald}/a.jpg` }, token);
  assert.deepEqual([response.status, response.body.error.code], [500, 2]);
});

test('processing can be slow or fail with a subcode in its status', async (t) => {
  const { connect, graph, advance, sandbox, herald } = await startInstagram(t);
  const token = await connect();
  const make = async (parameters: object) => (await graph('POST', '/v26.0/me/media', parameters, token)).body.id;
  const status = async (id: string) =>
    (await graph('GET', `/v26.0/${id}`, { fields: 'status,status_code' }, token)).body;
  await sandbox.fault('processingSlow', { platform, value: 20_000 });
  const slow = await make({ image_url: `${herald}/a.jpg` });
  await sandbox.fault('processingFailed', { platform, value: 2207082 });
  const failed = await make({ image_url: `${herald}/a.jpg` });
  const missing = await make({ media_type: 'REELS', video_url: `${herald}/gone.mp4` });
  const short = await make({ media_type: 'REELS', video_url: `${herald}/two.mp4` });
  const image = await make({ media_type: 'STORIES', video_url: `${herald}/a.jpg` });
  await advance(6000);
  assert.equal((await status(slow)).status_code, 'IN_PROGRESS');
  const text = (code: number) => `Error: Media upload has failed with error code ${code}`;
  assert.partialDeepStrictEqual(await status(failed), { status_code: 'ERROR', status: text(2207082) });
  assert.equal((await status(missing)).status, text(2207077));
  assert.equal((await status(short)).status, text(2207026));
  assert.equal((await status(image)).status, text(2207026));
  const publish = await graph('POST', '/v26.0/me/media_publish', { creation_id: failed }, token);
  assert.equal(publish.body.error.code, 9007);
  await advance(15_000);
  assert.equal((await status(slow)).status_code, 'FINISHED');
});

test('accepts account settings and returns 400 for invalid ones', async (t) => {
  const { connect, graph, sandbox, herald } = await startInstagram(t);
  const put = (...accounts: object[]) => sandbox.control('POST', 'accounts', { platform, accounts });
  const response = await put(
    { name: 'dropper', droppedScopes: ['instagram_business_content_publish'] },
    { name: 'restricted', isRestricted: true },
    { name: 'creator', accountType: 'MEDIA_CREATOR', followersCount: 5, fullName: 'C', followsCount: 6 },
  );
  assert.equal(response.body.accounts[0].url, 'https://www.instagram.com/dropper/');
  const code = async (name: string) => {
    const token = await connect(name);
    return (await graph('POST', '/v26.0/me/media', { image_url: `${herald}/a.jpg` }, token)).body.error.code;
  };
  assert.deepEqual([await code('dropper'), await code('restricted'), await code('linus.private')], [10, 25, 10]);
  const fields = 'account_type,followers_count,name,follows_count,media_count';
  const me = await graph('GET', '/v26.0/me', { fields }, await connect('creator'));
  assert.partialDeepStrictEqual(me.body, { account_type: 'MEDIA_CREATOR', followers_count: 5, name: 'C' });
  for (const wrong of [{ name: 'No Spaces' }, { name: 'x', accountType: 'NO' }, { name: 'x', droppedScopes: ['y'] }]) {
    assert.equal((await put(wrong)).status, 400);
  }
});
