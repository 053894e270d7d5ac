import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, startInstagram } from '../../../test/instagram.ts';

const herald = 'HERALD';
const image_url = `${herald}/a.jpg`;
const video_url = `${herald}/a.mp4`;
const many = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text}${index}`).join(' ');

const wrong: [parameters: object, code: number, subcode: number | undefined, message: RegExp][] = [
  [{}, 100, undefined, /The parameter image_url is required/],
  [{ caption: 'text only' }, 100, undefined, /The parameter image_url is required/],
  [{ image_url, video_url }, 100, undefined, /Invalid parameter/],
  [{ image_url: 'a.jpg' }, 100, undefined, /Param image_url must be a valid URI/],
  [{ image_url, published: true }, 100, undefined, /The parameter published is not supported/],
  [{ image_url, caption: 5 }, 100, undefined, /Param caption must be a valid string/],
  [{ image_url: 'https://elsewhere.example/a.jpg' }, 9004, 2207052, /Only photo or video/],
  [{ media_type: 'REELS', video_url: 'https://elsewhere.example/a.mp4' }, 9004, 2207052, /Only photo or video/],
  [{ image_url: `${herald}/gone.jpg` }, 9004, 2207052, /Only photo or video/],
  [{ image_url: `${herald}/page.html` }, 9004, 2207052, /Only photo or video/],
  [{ image_url: `${herald}/a.png` }, 36001, 2207005, /The image format is not supported/],
  [{ image_url: `${herald}/a.mp4` }, 36001, 2207005, /The image format is not supported/],
  [{ image_url: `${herald}/large.jpg` }, 36000, 2207004, /too large/],
  [{ image_url: `${herald}/tall.jpg` }, 36003, 2207009, /aspect ratio/],
  [{ image_url: `${herald}/wide.jpg` }, 36003, 2207009, /aspect ratio/],
  [{ image_url, caption: 'x'.repeat(2201) }, 36004, 2207010, /caption was too long/],
  [{ image_url, caption: many(31, '#tag') }, 100, 2207040, /Too many tags/],
  [{ image_url, caption: many(21, '@name') }, 100, 2207040, /Too many tags/],
  [{ image_url, alt_text: 'x'.repeat(1001) }, 100, undefined, /Invalid parameter/],
  [{ image_url, collaborators: ['a', 'b', 'c', 'd'] }, 100, undefined, /Invalid parameter/],
  [{ image_url, collaborators: ['not a name'] }, 100, undefined, /array of usernames/],
  [{ image_url, user_tags: [{ username: 'a' }] }, 100, undefined, /Invalid parameter/],
  [{ image_url, user_tags: [{ username: 'a', x: 1.1, y: 0 }] }, 100, undefined, /Invalid parameter/],
  [{ image_url, user_tags: [{ x: 0.1, y: 0 }] }, 100, undefined, /Invalid parameter/],
  [{ image_url, user_tags: 'ada' }, 100, undefined, /array of objects/],
  [{ image_url, location_id: 'Rome' }, 100, undefined, /location_id/],
  [{ image_url, share_to_feed: true }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'VIDEO', video_url }, 100, 2207023, /media type is unknown/],
  [{ media_type: 'toString', video_url }, 100, 2207023, /media type is unknown/],
  [{ media_type: 'REELS', video_url, is_carousel_item: true }, 100, 2207023, /media type is unknown/],
  [{ media_type: 'REELS', image_url }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'REELS', video_url, thumb_offset: -1 }, 1, 2207057, /thumbnail offset/],
  [{ media_type: 'REELS', video_url, alt_text: 'x' }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'REELS', video_url, cover_url: `${herald}/a.png` }, 36001, 2207005, /format/],
  [{ media_type: 'REELS', video_url, trial_params: { graduation_strategy: 'NO' } }, 100, undefined, /Invalid/],
  [{ media_type: 'REELS', video_url, user_tags: [{ username: 'a', x: 0, y: 0 }] }, 100, undefined, /Invalid/],
  [{ media_type: 'STORIES', image_url, caption: 'x' }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'STORIES' }, 100, undefined, /image_url or video_url is required/],
  [{ is_carousel_item: true, image_url, caption: 'x' }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'CAROUSEL' }, 100, undefined, /The parameter children is required/],
  [{ media_type: 'CAROUSEL', children: '17880000000000001' }, 100, 2207028, /carousel/],
  [{ media_type: 'CAROUSEL', children: many(11, '1').split(' ') }, 100, 2207028, /carousel/],
  [{ media_type: 'CAROUSEL', children: '1,2' }, 24, 2207006, /does not exist/],
  [{ media_type: 'CAROUSEL', children: '1,1' }, 100, undefined, /Invalid parameter/],
];

test("rejects invalid containers with the platform's own errors", async (t) => {
  const { connect, graph, herald: origin, sandbox } = await startInstagram(t);
  const token = await connect();
  for (const [parameters, code, subcode, message] of wrong) {
    const text = JSON.stringify(parameters).replaceAll(herald, origin);
    const { status, body } = await graph('POST', '/v26.0/me/media', JSON.parse(text), token);
    const { error } = body;
    assert.deepEqual([status, error.code, error.error_subcode], [400, code, subcode], text.slice(0, 200));
    assert.match(error.message, message);
    assert.match(error.fbtrace_id, /^A[\w-]{22}$/);
  }
  assert.deepEqual(await sandbox.posts(), []);
});

test('carousel items must be item containers, ready and of the same account', async (t) => {
  const { connect, graph, advance, herald: origin } = await startInstagram(t);
  const token = await connect();
  const make = async (parameters: object, by = token) => (await graph('POST', '/v26.0/me/media', parameters, by)).body;
  const item = { is_carousel_item: true, image_url: `${origin}/a.jpg` };
  const other = await make(item, await connect('grace.creates'));
  const first = await make(item);
  await advance(1000);
  const young = await make(item);
  const plain = await make({ image_url: `${origin}/a.jpg` });
  const album = async (id: string) => (await make({ media_type: 'CAROUSEL', children: [first.id, id] })).error.code;
  assert.deepEqual([await album(other.id), await album(young.id), await album(plain.id)], [24, 9007, 100]);
  const alone = await graph('POST', '/v26.0/me/media_publish', { creation_id: first.id }, token);
  assert.equal(alone.body.error.code, 100);
  const foreign = await graph('POST', '/v26.0/me/media_publish', { creation_id: other.id }, token);
  assert.deepEqual([foreign.body.error.code, foreign.body.error.error_subcode], [24, 2207006]);
});

test('rejects invalid tokens, versions, IDs and fields', async (t) => {
  const { connect, graph, publish, herald: origin } = await startInstagram(t);
  const token = await connect();
  const media = await publish(token, { image_url: `${origin}/a.jpg` });
  const noComments = await connect('ada.studio', { drop: 'instagram_business_manage_comments' });
  type Case = [method: string, path: string, parameters: object, status: number, code: number, by?: string];
  const cases: Case[] = [
    ['GET', '/v26.0/me', {}, 400, 104, ''],
    ['GET', '/v26.0/me', {}, 400, 190, 'IGAAnonsense'],
    ['GET', '/v20.0/me', {}, 400, 2500],
    ['GET', '/v27.0/me', {}, 400, 2500],
    ['GET', '/me', {}, 404, 2500],
    ['GET', '/v26.0/me', { fields: 'username,email' }, 400, 100],
    ['GET', '/v26.0/me', { fields: 'username{id}' }, 400, 100],
    ['GET', '/v26.0/me', { fields: 'username,,id' }, 400, 2500],
    ['GET', '/v26.0/me', { field: 'username' }, 400, 100],
    ['GET', '/v26.0/24000000000000001/media', {}, 400, 100],
    ['GET', '/v26.0/17841400000000002/media', {}, 400, 100],
    ['GET', '/v26.0/me/media', { limit: '101' }, 400, 100],
    ['GET', '/v26.0/me/media', { limit: 'x' }, 400, 100],
    ['GET', '/v26.0/me/media', { after: 'x' }, 400, 100],
    ['GET', '/v26.0/17881111111111111', {}, 400, 100],
    ['GET', '/v26.0/17901111111111111', {}, 400, 100],
    ['GET', '/v26.0/5', {}, 404, 100],
    ['GET', `/v26.0/${media}`, { fields: 'children{caption}' }, 200, 0],
    ['GET', `/v26.0/${media}`, { fields: 'owner' }, 400, 100],
    ['GET', '/v26.0/me/content_publishing_limit', { fields: 'rest' }, 400, 100],
    ['POST', '/v26.0/me/media_publish', {}, 400, 100],
    ['POST', '/v26.0/me/media_publish', { creation_id: '17881111111111111' }, 400, 24],
    ['POST', `/v26.0/${media}/comments`, { message: '  ' }, 400, 100],
    ['POST', `/v26.0/${media}/comments`, { message: 'x'.repeat(301) }, 400, 100],
    ['POST', `/v26.0/${media}/comments`, { message: '#a #b #c #d #e' }, 400, 100],
    ['POST', '/v26.0/17901111111111111/comments', { message: 'x' }, 400, 100],
    ['POST', `/v26.0/${media}/comments`, { message: 'x' }, 403, 200, noComments],
    ['DELETE', `/v26.0/${media}`, {}, 404, 100],
    ['POST', '/v26.0/me/media/extra/more', {}, 404, 2500],
    ['GET', '/refresh_access_token', { grant_type: 'ig_exchange_token' }, 400, 100],
    ['GET', '/access_token', { grant_type: 'ig_exchange_token', client_secret: 'x' }, 400, 1],
    ['GET', '/access_token', { grant_type: 'x', client_secret: 'x' }, 400, 100],
    ['GET', '/access_token', { grant_type: 'ig_exchange_token', client_secret: 'sandbox-instagram-secret' }, 400, 452],
  ];
  for (const [method, path, parameters, status, code, by = token] of cases) {
    const response = await graph(method, path, parameters, by === '' ? undefined : by);
    assert.deepEqual([response.status, response.body.error?.code ?? 0], [status, code], `${method} ${path}`);
  }
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, exchange, advance, callback, sandbox } = await startInstagram(t);
  const pages: Record<string, string>[] = [
    { client_id: 'other' },
    { response_type: 'token' },
    { scope: 'instagram_basic' },
    { scope: 'instagram_business_content_publish' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { prompt: 'login' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const refused = async (code: string, more: Record<string, string>, message: RegExp) => {
    const { status, body } = await exchange(code, more);
    assert.deepEqual([status, body.error_type, body.code], [400, 'OAuthException', 400]);
    assert.match(body.error_message, message);
  };
  await refused('nonsense', {}, /Invalid authorization code/);
  await refused(await fresh(), { client_secret: 'x' }, /client secret/);
  await refused(await fresh(), { client_id: 'x' }, /Invalid platform app/);
  await refused(await fresh(), { grant_type: 'x' }, /grant_type/);
  await refused(await fresh(), { redirect_uri: `${callback}/other` }, /redirect_uri is identical/);
  await refused(await fresh(), { scope: 'x' }, /Invalid parameter: scope/);
  const code = await fresh();
  await exchange(code);
  await refused(code, {}, /has been used/);
  const old = await fresh();
  await advance(3600 * 1000);
  await refused(old, {}, /expired/);
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const response = await sandbox.request('/instagram/api.instagram.com/oauth/access_token', json);
  assert.equal(response.body.error_type, 'OAuthException');
  assert.equal((await sandbox.request('/instagram/www.instagram.com/accounts')).status, 404);
});
