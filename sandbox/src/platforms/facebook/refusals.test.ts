import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bakery, codeOf, startFacebook } from '../../../test/facebook.ts';

const herald = 'HERALD';
const feed = `/v26.0/${bakery}/feed`;
const photos = `/v26.0/${bakery}/photos`;
const videos = `/v26.0/${bakery}/videos`;
const reels = `/v26.0/${bakery}/video_reels`;
const url = `${herald}/a.jpg`;
const many = (count: number) => Array.from({ length: count }, (_, index) => ({ media_fbid: String(index) }));

const wrong: [path: string, parameters: object, code: number, subcode: number | undefined, message: RegExp][] = [
  [feed, {}, 197, undefined, /post is empty/],
  [feed, { message: '  ' }, 197, undefined, /post is empty/],
  [feed, { message: 5 }, 100, undefined, /Param message must be a valid string/],
  [feed, { message: 'x', privacy: 'all' }, 100, undefined, /The parameter privacy is not supported/],
  [feed, { message: 'x', published: 'yes' }, 100, undefined, /Param published must be a valid boolean/],
  [feed, { message: 'x'.repeat(63_207) }, 100, undefined, /Invalid parameter/],
  [feed, { link: 'not a link' }, 1500, undefined, /url you supplied is invalid/],
  [feed, { link: 'ftp://example.com/x' }, 1500, undefined, /url you supplied is invalid/],
  [feed, { link: 'https://www.facebook.com/x' }, 100, 1_609_008, /Invalid parameter/],
  [feed, { link: 'https://example.com', attached_media: many(1) }, 100, undefined, /Invalid parameter/],
  [feed, { message: 'x', attached_media: many(11) }, 100, undefined, /Invalid parameter/],
  [feed, { message: 'x', attached_media: many(1) }, 100, 33, /does not exist/],
  [feed, { message: 'x', attached_media: [{ id: '1' }] }, 100, undefined, /attached_media must be/],
  [feed, { message: 'x', attached_media: ['1'] }, 100, undefined, /attached_media must be/],
  [feed, { message: 'x', attached_media: [...many(1), ...many(1)] }, 100, 1_366_051, /Invalid parameter/],
  [photos, { caption: 'no photo' }, 100, undefined, /Invalid parameter/],
  [photos, { url, caption: 'x', message: 'y' }, 100, undefined, /Invalid parameter/],
  [photos, { url: 'https://elsewhere.example/a.jpg' }, 100, 2_061_006, /Invalid parameter/],
  [photos, { url: `${herald}/gone.jpg` }, 100, 2_061_006, /Invalid parameter/],
  [photos, { url: `${herald}/page.html` }, 324, 2_069_019, /invalid image file/],
  [photos, { url: `${herald}/a.mp4` }, 324, 2_069_019, /invalid image file/],
  [photos, { url: `${herald}/large.jpg` }, 100, 1_366_046, /Invalid parameter/],
  [photos, { source: 'text' }, 100, undefined, /source must be a file/],
  [videos, { description: 'no video' }, 100, undefined, /Invalid parameter/],
  [videos, { file_url: 'https://elsewhere.example/a.mp4' }, 389, undefined, /Unable to fetch/],
  [videos, { file_url: url }, 352, 1_363_024, /format/],
  [videos, { source: 'text' }, 100, undefined, /source must be a file/],
  [reels, {}, 100, undefined, /upload_phase is required/],
  [reels, { upload_phase: 'transfer' }, 100, undefined, /upload_phase must be one of/],
  [reels, { upload_phase: 'start', title: 'x' }, 100, undefined, /title is not supported/],
  [reels, { upload_phase: 'finish', video_state: 'PUBLISHED' }, 100, undefined, /video_id is required/],
  [reels, { upload_phase: 'finish', video_id: '1', video_state: 'LIVE' }, 100, undefined, /video_state must be/],
  [reels, { upload_phase: 'finish', video_id: '1', video_state: 'PUBLISHED' }, 100, 33, /does not exist/],
];

test("rejects invalid posts with the platform's own errors", async (t) => {
  const { connect, graph, herald: origin, sandbox } = await startFacebook(t);
  const token = await connect();
  for (const [path, parameters, code, subcode, message] of wrong) {
    const text = JSON.stringify(parameters).replaceAll(herald, origin);
    const { status, body } = await graph('POST', path, JSON.parse(text), token);
    const { error } = body;
    assert.deepEqual([status, error.code, error.error_subcode], [400, code, subcode], `${path} ${text.slice(0, 200)}`);
    assert.match(error.message, message);
    assert.match(error.fbtrace_id, /^A[\w-]{22}$/);
  }
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects invalid tokens, versions, IDs and fields', async (t) => {
  const { signIn, connect, graph } = await startFacebook(t);
  const token = await connect();
  const user = await signIn();
  const silent = await connect('ada.bakes', { drop: 'pages_manage_posts' });
  const blind = await connect('ada.bakes', { drop: 'pages_read_engagement' });
  const { id } = (await graph('POST', feed, { message: 'Bread' }, token)).body;
  type Case = [method: string, path: string, parameters: object, status: number, code: number, by?: string];
  const cases: Case[] = [
    ['POST', feed, { message: 'x' }, 400, 104, ''],
    ['POST', feed, { message: 'x' }, 400, 190, 'EAAnonsense'],
    ['POST', feed, { message: 'x' }, 400, 190, user],
    ['POST', feed, { message: 'x' }, 403, 200, silent],
    ['POST', feed, { message: 'x' }, 403, 200, blind],
    ['DELETE', `/v26.0/${id}`, {}, 403, 200, silent],
    ['GET', `/v26.0/${id}`, {}, 403, 10, blind],
    ['POST', '/v26.0/100000000000002/feed', { message: 'x' }, 400, 100],
    ['POST', '/v20.0/me/feed', { message: 'x' }, 400, 2500],
    ['GET', '/v26.0/me/accounts', {}, 400, 100],
    ['GET', '/v26.0/me/permissions', {}, 400, 100],
    ['GET', '/v26.0/me/permissions', { fields: 'x' }, 400, 100, user],
    ['GET', '/v26.0/me/accounts', { fields: 'secret' }, 400, 100, user],
    ['GET', '/v26.0/me/accounts', { fields: 'picture.type(huge)' }, 400, 2500, user],
    ['GET', '/v26.0/me/accounts', { limit: '101' }, 400, 100, user],
    ['GET', `/v26.0/${id}`, { fields: 'message,likes' }, 400, 100],
    ['GET', `/v26.0/${id}0`, {}, 400, 100],
    ['GET', '/v26.0/12210000', { fields: 'status' }, 400, 100],
    ['DELETE', '/v26.0/12210000', {}, 400, 100],
    ['GET', '/v26.0/me/published_posts', { after: 'x' }, 400, 100],
    ['POST', `/v26.0/${id}/comments`, {}, 400, 100],
    ['POST', `/v26.0/${id}/comments`, { message: 'x'.repeat(8001) }, 400, 100],
    ['POST', `/v26.0/${id}0/comments`, { message: 'x' }, 400, 100],
    ['PUT', `/v26.0/${id}`, {}, 404, 100],
    ['GET', '/me', {}, 404, 2500],
  ];
  for (const [method, path, parameters, status, code, by = token] of cases) {
    const response = await graph(method, path, parameters, by === '' ? undefined : by);
    assert.deepEqual([response.status, response.body.error?.code ?? 0], [status, code], `${method} ${path}`);
  }
});

test('returns 403 for a post to a Page whose user may not create content', async (t) => {
  const { signIn, graph } = await startFacebook(t);
  const user = await signIn('grace.daily', { chosen: '100000000000004' });
  const { access_token } = (await graph('GET', '/v26.0/me/accounts', {}, user)).body.data[0];
  const { status, body } = await graph('POST', '/v26.0/me/feed', { message: 'x' }, access_token);
  assert.deepEqual([status, body.error.code], [403, 200]);
  assert.equal((await graph('GET', '/v26.0/me/published_posts', {}, access_token)).status, 200);
});

test('rejects invalid uploads', async (t) => {
  const { connect, graph, upload, sandbox, herald: origin } = await startFacebook(t);
  const token = await connect();
  const { video_id: id } = (await graph('POST', reels, { upload_phase: 'start' }, token)).body;
  const type = async (headers: Record<string, string>, bytes?: Buffer) =>
    (await upload(id, token, headers, bytes)).body.debug_info?.type;
  const bytes = Buffer.from('0123456789');
  assert.equal(await type({}), 'OffsetInvalidError');
  assert.equal(await type({ offset: '5', file_size: '10' }, bytes), 'OffsetInvalidError');
  assert.equal(await type({ offset: '0' }, bytes), 'PartialRequestError');
  assert.equal(await type({ offset: '0', file_size: '5' }, bytes), 'PartialRequestError');
  assert.equal(await type({ offset: '0', file_size: '5' }), 'PartialRequestError');
  assert.equal(await type({ file_url: `${origin}/gone.mp4` }), 'ProcessingFailedError');
  assert.equal(await type({ file_url: 'https://elsewhere.example/a.mp4' }), 'ProcessingFailedError');
  assert.equal(await type({ file_url: `${origin}/a.mp4` }, bytes), 'PartialRequestError');
  assert.equal((await upload('1', token, { file_url: `${origin}/a.mp4` })).body.error.code, 100);
  assert.equal((await upload(id, 'EAAx', { file_url: `${origin}/a.mp4` })).body.error.code, 190);
  const bare = await sandbox.request(`/facebook/rupload.facebook.com/video-upload/v26.0/${id}`, { method: 'POST' });
  assert.equal(bare.body.debug_info.type, 'OAuthException');
  assert.equal((await upload(id, token, { file_url: `${origin}/a.mp4` })).status, 200);
  assert.equal(await type({ file_url: `${origin}/a.mp4` }), 'OffsetInvalidError');
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, exchange, graph, advance, callback, sandbox } = await startFacebook(t);
  const pages: Record<string, string>[] = [
    { client_id: 'other' },
    { response_type: 'token' },
    { scope: 'pages_everything' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { prompt: 'login' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const refused = async (code: string, more: Record<string, string>, numbers: unknown[]) => {
    const { status, body } = await exchange(code, more);
    assert.deepEqual([status, body.error.code, body.error.error_subcode], [400, ...numbers]);
  };
  await refused('nonsense', {}, [100, 36_009]);
  await refused(await fresh(), { client_secret: 'x' }, [1, undefined]);
  await refused(await fresh(), { client_id: 'x' }, [101, undefined]);
  await refused(await fresh(), { redirect_uri: `${callback}/other` }, [100, 36_008]);
  await refused(await fresh(), { grant_type: 'x' }, [100, undefined]);
  const code = await fresh();
  const { access_token } = (await exchange(code)).body;
  await refused(code, {}, [100, 36_009]);
  const old = await fresh();
  await advance(3600 * 1000);
  await refused(old, {}, [100, 36_007]);
  const query = { grant_type: 'fb_exchange_token', client_id: 'sandbox-facebook-app', client_secret: 'x' };
  const secret = await graph('GET', '/v26.0/oauth/access_token', { ...query, fb_exchange_token: access_token });
  assert.equal(secret.body.error.code, 1);
  assert.equal((await sandbox.request('/facebook/www.facebook.com/ada')).status, 404);
});
