import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { app, codeOf, reasonOf, scopes, startYoutube, step, video } from '../../../test/youtube.ts';

test('rejects invalid consents and codes', async (t) => {
  const { authorize, tokens, advance, callback, sandbox } = await startYoutube(t);
  const pages: Record<string, string>[] = [
    { client_id: 'x' },
    { response_type: 'token' },
    { access_type: 'always' },
    { prompt: 'please' },
    { scope: 'https://www.googleapis.com/auth/drive' },
    { scope: '' },
    { nonce: 'x' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { decision: 'approve', account: 'Not A Handle' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback };
  const error = async (form: Record<string, string>) => (await tokens({ ...grant, ...form })).body.error;
  assert.equal(await error({ code: 'nonsense' }), 'invalid_grant');
  assert.equal(await error({ code: await fresh(), client_id: 'x' }), 'invalid_client');
  assert.equal(await error({ code: await fresh(), client_secret: 'x' }), 'invalid_client');
  assert.equal(await error({ code: await fresh(), grant_type: 'x' }), 'unsupported_grant_type');
  assert.equal(await error({ code: await fresh(), redirect_uri: `${callback}/other` }), 'redirect_uri_mismatch');
  assert.equal(await error({ code: await fresh(), state: 'x' }), 'invalid_request');
  assert.equal(await error({}), 'invalid_request');
  assert.equal(await error({ grant_type: 'refresh_token', refresh_token: 'x' }), 'invalid_grant');
  assert.equal(await error({ grant_type: 'refresh_token' }), 'invalid_request');
  const old = await fresh();
  await advance(10 * 60_000);
  assert.equal(await error({ code: old }), 'invalid_grant');
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(app) };
  assert.equal((await sandbox.request('/youtube/oauth2.googleapis.com/token', json)).body.error, 'invalid_request');
  assert.equal((await sandbox.request('/youtube/www.googleapis.com/youtube/v3/nothing')).status, 404);
});

test('rejects invalid tokens and missing scopes', async (t) => {
  const { connect, api, begin } = await startYoutube(t);
  const mine = 'channels?part=id&mine=true';
  assert.equal(reasonOf(await api('GET', mine)), 'required');
  const dead = await api('GET', mine, 'nobody');
  assert.deepEqual([dead.status, reasonOf(dead), dead.body.error.status], [401, 'authError', 'UNAUTHENTICATED']);
  const uploader = await connect('ada.films', { scope: scopes.upload });
  const denied = await api('GET', mine, uploader);
  assert.partialDeepStrictEqual(denied.body.error, { code: 403, status: 'PERMISSION_DENIED' });
  assert.equal(reasonOf(denied), 'insufficientPermissions');
  assert.equal((await api('DELETE', 'videos?id=x', uploader)).status, 403);
  const reader = await connect('grace.on.air', { scope: scopes.read });
  assert.equal((await begin(reader)).status, 403);
  assert.equal((await api('GET', mine, reader)).status, 200);
});

test('rejects invalid queries', async (t) => {
  const { connect, api, begin } = await startYoutube(t);
  const token = await connect();
  const reason = async (path: string) => {
    const response = await api('GET', path, token);
    assert.ok([400, 404].includes(response.status), path);
    return reasonOf(response);
  };
  assert.equal(await reason('channels?mine=true'), 'missingRequiredParameter');
  assert.equal(await reason('channels?part=snippet'), 'missingRequiredParameter');
  assert.equal(await reason('channels?part=everything&mine=true'), 'unknownPart');
  assert.equal(await reason('channels?part=id&mine=true&foo=1'), 'invalid');
  assert.equal(await reason('channels?part=id&mine=yes'), 'invalidParameter');
  const own = 'playlistItems?part=id&playlistId=UUAda_films-000000000001';
  assert.equal(await reason(`${own}&maxResults=51`), 'invalidParameter');
  assert.equal(await reason(`${own}&pageToken=x`), 'invalidParameter');
  assert.equal(await reason('playlistItems?part=id&playlistId=UUnothing'), 'playlistNotFound');
  assert.equal(await reason('playlistItems?part=id&playlistId=UUGraceOnAir-00000000002'), 'playlistNotFound');
  assert.equal(reasonOf(await begin(token, { query: { autoLevels: 'true' } })), 'invalid');
  assert.equal(reasonOf(await begin(token, { query: { part: 'snippet' } })), 'unexpectedPart');
  assert.equal((await begin(token, { query: { uploadType: 'media' } })).status, 404);
});

test('rejects invalid video metadata', async (t) => {
  const { connect, begin, sandbox } = await startYoutube(t);
  const token = await connect();
  const reason = async (resource: object) => {
    const response = await begin(token, { resource });
    assert.equal(response.status, 400);
    return reasonOf(response);
  };
  for (const title of ['', ' ', 'x'.repeat(101), 'a < b']) assert.equal(await reason(video({ title })), 'invalidTitle');
  for (const description of ['ü'.repeat(2501), 'a > b']) {
    assert.equal(await reason(video({ description })), 'invalidDescription');
  }
  const many = Array.from({ length: 5 }, (_, index) => `${index} ${'x'.repeat(96)}`);
  for (const tags of [many, [5], [''], ['<']]) assert.equal(await reason(video({ tags })), 'invalidTags');
  assert.equal(await reason(video({ categoryId: '99' })), 'invalidCategoryId');
  assert.equal(await reason(video({}, { privacyStatus: 'friends' })), 'invalidVideoMetadata');
  assert.equal(await reason(video({ text: 'x' })), 'invalid');
  assert.equal(await reason(video({ categoryId: 22 })), 'invalid');
  assert.equal(await reason({ ...video(), tags: [] }), 'invalid');
  assert.equal(reasonOf(await begin(token, { headers: { 'content-type': 'text/plain' } })), 'parseError');
  assert.equal(reasonOf(await begin(token, { headers: { 'x-upload-content-type': 'image/png' } })), 'badContent');
  for (const size of ['0', 'many', '274877906945']) {
    assert.equal(reasonOf(await begin(token, { headers: { 'x-upload-content-length': size } })), 'badContent');
  }
  const fits = video({
    title: 'ü'.repeat(100),
    description: 'ü'.repeat(2500),
    tags: ['x'.repeat(250), 'y'.repeat(249)],
  });
  assert.equal((await begin(token, { resource: fits })).status, 200);
  const accounts = [{ name: 'ada.films', isUploadLimitReached: true }];
  await sandbox.control('POST', 'accounts', { platform: 'youtube', accounts });
  assert.equal(await reason(video()), 'uploadLimitExceeded');
});

test('rejects parts that do not fit and stores nothing of them', async (t) => {
  const { connect, session, put } = await startYoutube(t);
  const token = await connect();
  const total = 3 * step;
  const url = await session(token, total);
  const send = async (range: string, sizeBytes: number, headers = {}) => {
    const bytes = sizeBytes === 0 ? undefined : Buffer.alloc(sizeBytes);
    const { status, body } = await put(url, bytes, { 'content-range': range, ...headers });
    assert.equal(typeof body, 'string');
    return status;
  };
  assert.equal(await send('bytes 0-', 10), 400);
  assert.equal(await send(`bytes 0-${step - 1}/${total}`, step - 1), 400);
  assert.equal(await send(`bytes 0-999/${total}`, 1000), 400, 'no multiple of 256 KiB');
  assert.equal(await send(`bytes 0-${step - 1}/${total + 1}`, step), 400, 'not the size announced');
  assert.equal(await send(`bytes ${step}-${2 * step - 1}/${total}`, step), 503, 'a hole');
  assert.equal(await send(`bytes 0-${4 * step - 1}/${total}`, 4 * step), 400, 'more than there is');
  assert.equal(await send(`bytes */${total}`, 10), 400);
  assert.equal((await put(url, undefined)).status, 400);
  assert.equal((await put(url.replace('snippet', 'id'), Buffer.alloc(step))).status, 400);
  assert.equal((await put(`${url}x`, Buffer.alloc(step))).status, 404);
  const foreign = await put(url, Buffer.alloc(total), { authorization: 'Bearer nobody' });
  assert.equal(reasonOf(foreign), 'authError');
  const probe = await put(url, undefined, { 'content-range': `bytes */${total}` });
  assert.deepEqual([probe.status, probe.headers.get('range')], [308, null]);
});

test('accepts a file that is not a video but never publishes it', async (t) => {
  const { connect, upload, sandbox } = await startYoutube(t);
  const token = await connect();
  assert.equal((await upload(token, Buffer.from('no video at all'))).status, 200);
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects access to foreign and unknown videos', async (t) => {
  const { connect, upload, api } = await startYoutube(t);
  const { id } = (await upload(await connect(), mp4Of(1))).body;
  const other = await connect('grace.on.air');
  const foreign = await api('DELETE', `videos?id=${id}`, other);
  assert.deepEqual([foreign.status, reasonOf(foreign)], [403, 'forbidden']);
  assert.equal(reasonOf(await api('DELETE', 'videos?id=nothing', other)), 'videoNotFound');
  assert.equal(reasonOf(await api('DELETE', 'videos', other)), 'missingRequiredParameter');
});

test('returns 400 for invalid account settings', async (t) => {
  const { sandbox } = await startYoutube(t);
  const put = (facts: object) =>
    sandbox.control('POST', 'accounts', { platform: 'youtube', accounts: [{ name: 'new.one', ...facts }] });
  for (const facts of [{ hasChannel: 'yes' }, { colour: 'red' }, { name: 'a b' }]) {
    assert.equal((await put(facts)).status, 400, JSON.stringify(facts));
  }
});
