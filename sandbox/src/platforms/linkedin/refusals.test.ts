import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ada, app, codeOf, grace, startLinkedin, textPost } from '../../../test/linkedin.ts';
import { jpegOf, mp4Of } from '../../../test/media.ts';

type Refused = { status: number; body: any };
const codeIn = ({ body }: Refused): unknown => body.errorDetails?.inputErrors[0].code;

test('rejects calls without the required headers', async (t) => {
  const { connect, rest } = await startLinkedin(t);
  const token = await connect();
  const refused = async (headers: Record<string, string | undefined>) => {
    const { status, body } = await rest('POST', '/rest/posts', { token, headers, body: textPost(ada) });
    return [status, body.code ?? body.message];
  };
  assert.deepEqual(await refused({ 'linkedin-version': undefined }), [400, 'VERSION_MISSING']);
  assert.deepEqual(await refused({ 'linkedin-version': '2026-09' }), [400, 'INVALID_VERSION']);
  assert.deepEqual(await refused({ 'linkedin-version': '202613' }), [400, 'INVALID_VERSION']);
  assert.deepEqual(await refused({ 'linkedin-version': '202508' }), [426, 'NONEXISTENT_VERSION']);
  assert.deepEqual(await refused({ 'linkedin-version': '203001' }), [426, 'NONEXISTENT_VERSION']);
  assert.match(String(await refused({ 'x-restli-protocol-version': undefined })), /400.*1\.0\.0.*not supported/);
  assert.match(String(await refused({ 'x-restli-method': 'FINDER' })), /Invalid X-RestLi-Method/);
  assert.deepEqual(await refused({ authorization: undefined }), [401, 'EMPTY_ACCESS_TOKEN']);
  assert.deepEqual(await refused({ authorization: 'Bearer nobody' }), [401, 'INVALID_ACCESS_TOKEN']);
});

test('rejects calls without the required scope', async (t) => {
  const { connect, rest, authorize } = await startLinkedin(t);
  const reader = await connect('ada-lovelace', { drop: 'w_member_social' });
  const denied = await rest('POST', '/rest/posts', { token: reader, body: textPost(ada) });
  assert.partialDeepStrictEqual(denied.body, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED' });
  const writer = await connect('ada-lovelace', { drop: 'profile' });
  assert.equal((await rest('GET', '/v2/userinfo', { token: writer })).status, 403);
  const list = `/rest/posts?q=author&author=${encodeURIComponent(ada)}`;
  assert.equal((await rest('GET', list, { token: writer })).status, 403);
  const request = { scope: 'openid profile r_member_social', decision: 'approve' };
  const location = new URL((await authorize({ ...request, account: 'ada-lovelace' })).headers.get('location') ?? '');
  assert.equal(location.searchParams.get('error'), 'unauthorized_scope_error');
  const organisation = await authorize({ scope: 'openid w_organization_social' });
  assert.match(organisation.headers.get('location') ?? '', /error=unauthorized_scope_error/);
  assert.ok(codeOf(await authorize({ ...request, account: 'grace-hopper' })));
});

test('returns 403 for video status and comments to apps without the product', async (t) => {
  const { connect, post, rest, sandbox } = await startLinkedin(t);
  const accounts = [{ name: 'ada-lovelace', canReadVideos: false, canComment: false }];
  await sandbox.control('POST', 'accounts', { platform: 'linkedin', accounts });
  const token = await connect();
  assert.equal((await rest('GET', '/rest/videos/urn%3Ali%3Avideo%3AV', { token })).status, 403);
  const urn = (await post(token, {})).headers.get('x-restli-id') ?? '';
  const body = { actor: ada, object: urn, message: { text: 'First' } };
  const denied = await rest('POST', `/rest/socialActions/${encodeURIComponent(urn)}/comments`, { token, body });
  assert.partialDeepStrictEqual(denied.body, { status: 403, code: 'ACCESS_DENIED' });
});

test('rejects bodies that do not fit the schema', async (t) => {
  const { connect, post, rest } = await startLinkedin(t);
  const token = await connect();
  const message = async (parts: object) => {
    const { status, body } = await post(token, parts);
    assert.equal(status, 422, JSON.stringify(body));
    return body.message;
  };
  assert.equal(await message({ text: 'x' }), 'ERROR :: /text :: unrecognized field found but not allowed\n');
  assert.match(await message({ visibility: null }), /\/visibility :: field is required but not found/);
  assert.match(await message({ commentary: 5 }), /\/commentary :: 5 cannot be coerced to String/);
  assert.match(await message({ visibility: 'FRIENDS' }), /\/visibility :: "FRIENDS" is not an enum symbol/);
  assert.match(await message({ distribution: { feedDistribution: 'ALL' } }), /feedDistribution :: "ALL"/);
  assert.match(await message({ content: {} }), /union type must have exactly one member/);
  assert.match(await message({ content: { media: { id: 'urn:li:share:1' } } }), /is not a valid URN/);
  assert.match(await message({ content: { poll: {} } }), /\/content\/poll :: unrecognized/);
  const targets = { feedDistribution: 'MAIN_FEED', targetEntities: [{ geoLocations: ['US'] }] };
  assert.match(await message({ distribution: targets }), /geoLocations :: "US" is not a valid URN/);
  const form = await rest('POST', '/rest/posts', { token, headers: { 'content-type': 'text/plain' }, body: {} });
  assert.deepEqual([form.status, form.body.message], [400, 'Cannot parse request entity']);
});

test('rejects posts with invalid content', async (t) => {
  const { connect, post, file, advance, sandbox } = await startLinkedin(t);
  const [token, other] = [await connect(), await connect('grace-hopper')];
  const image = await file(token, 'image', jpegOf(10, 10));
  const foreign = await file(other, 'image', jpegOf(10, 10));
  const code = async (parts: object) => codeIn(await post(token, parts));
  assert.equal((await post(token, { author: grace })).status, 403);
  assert.equal(await code({ commentary: 'snake_case' }), 'INVALID_LITTLE_TEXT');
  assert.equal(await code({ commentary: 'x'.repeat(3001) }), 'FIELD_LENGTH_TOO_LONG');
  assert.equal(await code({ commentary: ' ' }), 'MISSING_FIELD');
  assert.equal(await code({ lifecycleState: 'DRAFT' }), 'INVALID_VALUE_FOR_FIELD');
  assert.equal(await code({ content: { media: { id: foreign } } }), 'INVALID_CONTENT_OWNERSHIP');
  assert.equal(await code({ content: { media: { id: 'urn:li:image:D4Enothing' } } }), 'INVALID_URN_ID');
  assert.equal(await code({ content: { multiImage: { images: [{ id: image }] } } }), 'INVALID_VALUE_FOR_FIELD');
  assert.equal(await code({ content: { article: { source: 'ftp://x', title: 'x' } } }), 'INVALID_URL');
  assert.equal(await code({ reshareContext: { parent: 'urn:li:share:1' } }), 'INVALID_URN_ID');
  const paper = await file(token, 'document', Buffer.from('%PDF-1.4'));
  assert.equal(await code({ content: { media: { id: paper } } }), 'MISSING_FIELD');
  const escaped = '\\('.repeat(3000);
  assert.equal((await post(token, { commentary: escaped })).status, 201, 'escapes do not count');
  const twin = await post(token, { commentary: escaped });
  assert.equal(twin.status, 422);
  assert.match(twin.body.message, /Content is a duplicate of urn:li:share:\d+$/);
  assert.equal(codeIn(twin), 'DUPLICATE_POST');
  assert.equal((await sandbox.posts()).length, 1);
  await advance(24 * 3_600_000);
  assert.equal((await post(token, { commentary: escaped })).status, 201);
});

test('rejects invalid uploads', async (t) => {
  const { connect, rest, put, post, file, video, advance } = await startLinkedin(t);
  const token = await connect();
  const begin = (kind: string, request: object) =>
    rest('POST', `/rest/${kind}?action=initializeUpload`, { token, body: { initializeUploadRequest: request } });
  assert.equal((await begin('images', { owner: grace })).status, 403);
  assert.match((await begin('images', {})).body.message, /initializeUploadRequest\/owner :: field is required/);
  assert.match((await begin('images', { owner: ada, size: 1 })).body.message, /unrecognized field/);
  assert.equal(codeIn(await begin('videos', { owner: ada, fileSizeBytes: 600_000_000 })), 'INVALID_VALUE_FOR_FIELD');
  assert.match((await begin('videos', { owner: ada })).body.message, /fileSizeBytes :: field is required/);
  const action = await rest('POST', '/rest/images?action=upload', { token, body: {} });
  assert.deepEqual([action.status, /named upload not supported/.test(action.body.message)], [400, true]);
  const { uploadUrl, image } = (await begin('images', { owner: ada })).body.value;
  const bearer = { authorization: `Bearer ${token}` };
  assert.equal((await put(uploadUrl, jpegOf(1, 1))).status, 401);
  assert.equal((await put(uploadUrl.replace(/ut=\w/, 'ut=-'), jpegOf(1, 1), bearer)).status, 403);
  assert.equal(codeIn(await post(token, { content: { media: { id: image } } })), 'MEDIA_ASSET_WAITING_UPLOAD');
  await advance(24 * 3_600_000);
  assert.equal((await put(uploadUrl, jpegOf(1, 1), bearer)).status, 403);
  const broken = [
    await file(token, 'image', Buffer.from('no image')),
    await file(token, 'image', jpegOf(7000, 6000)),
    await file(token, 'image', jpegOf(10, 10, 10 * 1024 * 1024 + 1)),
    await file(token, 'document', Buffer.from('no document')),
    await file(token, 'document', Buffer.from(`%PDF-1.4${'<</Type /Page>>'.repeat(301)}`)),
    await video(token, mp4Of(2)),
    await video(token, Buffer.from('no video at all')),
  ];
  await advance(5000);
  for (const id of broken) {
    const response = await post(token, { content: { media: { id, title: 'Broken' } } });
    assert.equal(codeIn(response), 'MEDIA_ASSET_PROCESSING_FAILED', id);
  }
});

test('rejects video parts that do not follow the upload instructions', async (t) => {
  const { connect, rest, put } = await startLinkedin(t);
  const [token, other] = [await connect(), await connect('grace-hopper')];
  const body = { initializeUploadRequest: { owner: ada, fileSizeBytes: mp4Of(5).length } };
  const { video, uploadInstructions } = (await rest('POST', '/rest/videos?action=initializeUpload', { token, body }))
    .body.value;
  const [{ uploadUrl }] = uploadInstructions;
  assert.equal((await put(uploadUrl, Buffer.alloc(mp4Of(5).length - 1))).status, 400);
  const etag = (await put(uploadUrl, mp4Of(5))).headers.get('etag');
  const finalize = (accessToken: string, request: object) => {
    const finalizeUploadRequest = { video, uploadToken: '', uploadedPartIds: [etag], ...request };
    return rest('POST', '/rest/videos?action=finalizeUpload', { token: accessToken, body: { finalizeUploadRequest } });
  };
  assert.equal((await finalize(other, {})).status, 403);
  assert.equal((await finalize(token, { uploadToken: 'x' })).status, 400);
  assert.equal((await finalize(token, { uploadedPartIds: ['x'] })).status, 400);
  assert.equal((await finalize(token, { video: 'urn:li:video:nothing' })).status, 404);
  assert.equal((await finalize(token, {})).status, 200);
  assert.equal((await put(uploadUrl, mp4Of(5))).status, 400);
  assert.equal(
    (await rest('GET', `/rest/videos/${video}`, { token })).body.message,
    'Syntax exception in path variables',
  );
  assert.equal((await rest('GET', `/rest/videos/${encodeURIComponent(video)}`, { token: other })).status, 403);
});

test('rejects foreign posts and lists and invalid comments', async (t) => {
  const { connect, post, rest } = await startLinkedin(t);
  const [token, other] = [await connect(), await connect('grace-hopper')];
  const urn = (await post(token)).headers.get('x-restli-id') ?? '';
  const path = `/rest/posts/${encodeURIComponent(urn)}`;
  assert.equal((await rest('DELETE', path, { token: other })).status, 403);
  assert.equal((await rest('DELETE', '/rest/posts/urn%3Ali%3Ashare%3A1', { token })).status, 404);
  const comment = (body: object, at = urn) =>
    rest('POST', `/rest/socialActions/${encodeURIComponent(at)}/comments`, { token, body });
  const right = { actor: ada, object: urn, message: { text: 'Hi' } };
  assert.equal((await comment({ ...right, actor: grace })).status, 403);
  assert.equal(codeIn(await comment({ ...right, object: 'urn:li:share:2' })), 'INVALID_VALUE_FOR_FIELD');
  assert.equal(codeIn(await comment({ ...right, message: { text: 'x'.repeat(1251) } })), 'FIELD_LENGTH_TOO_LONG');
  assert.equal((await comment({ ...right, text: 'Hi' })).status, 422);
  await rest('DELETE', path, { token });
  assert.equal((await comment(right)).status, 404);
  const list = (query: string) => rest('GET', `/rest/posts?q=author&${query}`, { token: other });
  assert.equal((await list(`author=${ada}`)).status, 403);
  assert.equal(codeIn(await list(`author=${grace}&count=101`)), 'PARAM_INVALID');
  assert.equal(codeIn(await list(`author=${grace}&fields=id`)), 'QUERY_PARAM_NOT_ALLOWED');
  assert.equal(codeIn(await list('count=1')), 'PARAM_INVALID');
  assert.equal((await rest('GET', '/rest/posts', { token: other })).body.code, 'RESOURCE_NOT_FOUND');
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, tokens, advance, callback, sandbox } = await startLinkedin(t);
  const pages: Record<string, string>[] = [
    { client_id: 'x' },
    { response_type: 'token' },
    { prompt: 'none' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback };
  const error = async (form: Record<string, string>) => (await tokens({ ...grant, ...form })).body.error;
  assert.equal(await error({ code: 'nonsense' }), 'invalid_request');
  assert.equal(await error({ code: await fresh(), client_secret: 'x' }), 'invalid_client');
  assert.equal(await error({ code: await fresh(), grant_type: 'x' }), 'unsupported_grant_type');
  assert.equal(await error({ code: await fresh(), redirect_uri: `${callback}/other` }), 'invalid_request');
  assert.equal(await error({ code: await fresh(), scope: 'x' }), 'invalid_request');
  assert.equal(await error({ grant_type: 'refresh_token', refresh_token: 'x' }), 'invalid_grant');
  const old = await fresh();
  await advance(30 * 60_000);
  assert.equal(await error({ code: old }), 'invalid_request');
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(app) };
  const response = await sandbox.request('/linkedin/www.linkedin.com/oauth/v2/accessToken', json);
  assert.equal(response.body.error, 'invalid_request');
  assert.equal((await sandbox.request('/linkedin/www.linkedin.com/in/ada')).status, 404);
});
