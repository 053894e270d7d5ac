import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, startThreads } from '../../../test/threads.ts';

const herald = 'HERALD';
const [media_type, text] = ['TEXT', 'Hello'];
const image = { media_type: 'IMAGE', image_url: `${herald}/a.jpg` };
const video = { media_type: 'VIDEO', video_url: `${herald}/a.mp4` };
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://${index}.example`).join(' ');
const ids = (count: number) => Array.from({ length: count }, (_, index) => `17890000000${index}`);

const wrong: [parameters: object, code: number, subcode: number | undefined, message: RegExp][] = [
  [{}, 100, undefined, /media_type is required/],
  [{ text }, 100, undefined, /media_type is required/],
  [{ media_type: 'REELS', text }, 100, undefined, /media_type must be one of/],
  [{ media_type }, 100, undefined, /text is required/],
  [{ media_type, text: ' ' }, 100, undefined, /text is required/],
  [{ media_type, text: 5 }, 100, undefined, /text must be a valid string/],
  [{ media_type, text: 'x'.repeat(501) }, 100, undefined, /text must be at most 500 characters/],
  [{ media_type, text: '👍'.repeat(126) }, 100, undefined, /text must be at most 500 characters/],
  [{ media_type, text: links(6) }, 100, undefined, /LINK_LIMIT_EXCEEDED/],
  [{ media_type, text: links(5), link_attachment: 'https://six.example' }, 100, undefined, /LINK_LIMIT_EXCEEDED/],
  [{ media_type, text, link_attachment: 'six' }, 100, undefined, /link_attachment must be a valid URI/],
  [{ media_type, text, auto_publish_text: true }, 100, undefined, /auto_publish_text is not supported/],
  [{ media_type, text, caption: 'x' }, 100, undefined, /caption is not supported/],
  [{ media_type, text, image_url: `${herald}/a.jpg` }, 100, undefined, /Invalid parameter/],
  [{ media_type, text, reply_control: 'nobody' }, 100, undefined, /reply_control must be one of/],
  [{ media_type, text, topic_tag: 'a.b' }, 100, 4279071, /Invalid parameter/],
  [{ media_type, text, topic_tag: 'x'.repeat(51) }, 100, 4279071, /Invalid parameter/],
  [{ media_type, text, reply_to_id: '18050000000000001' }, 100, 33, /does not exist/],
  [{ media_type: 'IMAGE', text }, 100, undefined, /image_url is required/],
  [{ ...image, image_url: 'a.jpg' }, 100, undefined, /image_url must be a valid URI/],
  [{ ...image, ...video }, 100, undefined, /Invalid parameter/],
  [{ ...image, image_url: 'https://elsewhere.example/a.jpg' }, 100, 2207052, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/gone.jpg` }, 100, 2207052, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/page.html` }, 100, 2207052, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/a.gif` }, 100, 2207005, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/large.jpg` }, 100, 2207004, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/long.jpg` }, 100, 2207009, /Invalid parameter/],
  [{ ...image, image_url: `${herald}/thin.jpg` }, 100, 2207009, /Invalid parameter/],
  [{ ...image, alt_text: 'x'.repeat(1001) }, 100, undefined, /alt_text must be at most 1000/],
  [{ ...image, link_attachment: 'https://a.example' }, 100, undefined, /Invalid parameter/],
  [{ ...image, is_carousel_item: true, text }, 100, undefined, /Invalid parameter/],
  [{ media_type, is_carousel_item: true, text }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'VIDEO' }, 100, undefined, /video_url is required/],
  [{ ...video, video_url: 'https://elsewhere.example/a.mp4' }, 100, 2207052, /Invalid parameter/],
  [{ media_type: 'CAROUSEL', text }, 100, undefined, /children is required/],
  [{ media_type: 'CAROUSEL', children: ids(1) }, 100, 2207028, /Invalid parameter/],
  [{ media_type: 'CAROUSEL', children: ids(21) }, 100, 2207028, /Invalid parameter/],
  [{ media_type: 'CAROUSEL', children: '1,1' }, 100, undefined, /Invalid parameter/],
  [{ media_type: 'CAROUSEL', children: '1,2' }, 24, 4279009, /does not exist/],
];

test("rejects invalid containers with the platform's own errors", async (t) => {
  const { connect, graph, herald: origin, sandbox } = await startThreads(t);
  const token = await connect();
  for (const [parameters, code, subcode, message] of wrong) {
    const real = JSON.parse(JSON.stringify(parameters).replaceAll(herald, origin));
    const { status, body } = await graph('POST', '/v1.0/me/threads', real, token);
    const label = JSON.stringify(parameters).slice(0, 100);
    assert.deepEqual([status, body.error?.code, body.error?.error_subcode], [400, code, subcode], label);
    assert.match(body.error.message, message, label);
    assert.equal(body.error.type, subcode === 33 ? 'GraphMethodException' : 'OAuthException');
  }
  assert.deepEqual(await sandbox.posts(), []);
});

test('carousel items must be item containers and ready, and cannot be published alone', async (t) => {
  const { connect, graph, advance, make, herald: origin } = await startThreads(t);
  const token = await connect();
  const source = { media_type: 'IMAGE', image_url: `${origin}/a.jpg` };
  const [item, other] = [
    await make(token, { ...source, is_carousel_item: true }),
    await make(token, { ...source, is_carousel_item: true }),
  ];
  const post = await make(token, source);
  const carousel = async (...children: string[]) =>
    (await graph('POST', '/v1.0/me/threads', { media_type: 'CAROUSEL', children }, token)).body;
  assert.equal((await carousel(item, other)).error.code, 24);
  await advance(1000);
  assert.equal((await carousel(item, post)).error.code, 100);
  assert.match((await carousel(item, other)).id, /^1789/);
  const alone = await graph('POST', '/v1.0/me/threads_publish', { creation_id: item }, token);
  assert.equal(alone.body.error.code, 100);
});

test('rejects invalid tokens, scopes, versions, IDs and fields', async (t) => {
  const { connect, graph, publish } = await startThreads(t);
  const token = await connect();
  const id = await publish(token, { media_type, text });
  const [noPublish, noReplies, noDelete] = [
    await connect('ada.knits', { drop: 'threads_content_publish' }),
    await connect('ada.knits', { drop: 'threads_manage_replies' }),
    await connect('ada.knits', { drop: 'threads_delete' }),
  ];
  const cases: [method: string, path: string, parameters: object, status: number, code: number, by?: string][] = [
    ['GET', '/v1.0/me', {}, 400, 104, ''],
    ['GET', '/v1.0/me', {}, 400, 190, 'THAAnonsense'],
    ['GET', '/v26.0/me', {}, 400, 2500],
    ['GET', '/v1.0/me', { fields: 'followers_count' }, 400, 100],
    ['POST', '/v1.0/me/threads', { media_type, text }, 403, 10, noPublish],
    ['POST', '/v1.0/me/threads', { media_type, text, reply_to_id: id }, 403, 10, noReplies],
    ['DELETE', `/v1.0/${id}`, {}, 403, 10, noDelete],
    ['POST', '/v1.0/25000000000000002/threads', { media_type, text }, 400, 100],
    ['POST', '/v1.0/me/threads_publish', {}, 400, 100],
    ['POST', '/v1.0/me/threads_publish', { creation_id: '17891111111111111' }, 400, 24],
    ['GET', '/v1.0/17891111111111111', {}, 400, 100],
    ['GET', '/v1.0/18051111111111111', {}, 400, 100],
    ['GET', `/v1.0/${id}`, { fields: 'like_count' }, 400, 100],
    ['GET', '/v1.0/me/threads', { limit: '101' }, 400, 100],
    ['GET', '/v1.0/me/threads_publishing_limit', { fields: 'rest' }, 400, 100],
    ['DELETE', '/v1.0/18051111111111111', {}, 400, 100],
    ['GET', '/debug_token', {}, 400, 100],
    ['GET', '/v2.0/debug_token', { input_token: token }, 400, 2500],
    ['GET', '/debug_token', { input_token: token }, 400, 104, ''],
    ['GET', '/access_token', { grant_type: 'th_exchange_token', client_secret: 'x' }, 400, 1],
    ['GET', '/access_token', { grant_type: 'ig_exchange_token', client_secret: 'x' }, 400, 100],
    ['GET', '/refresh_access_token', { grant_type: 'ig_refresh_token' }, 400, 100],
    ['POST', '/v1.0/me/threads/extra/more', {}, 404, 2500],
  ];
  for (const [method, path, parameters, status, code, by = token] of cases) {
    const response = await graph(method, path, parameters, by === '' ? undefined : by);
    assert.deepEqual([response.status, response.body.error?.code ?? 0], [status, code], `${method} ${path}`);
  }
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, exchange, advance, callback, sandbox } = await startThreads(t);
  const pages: Record<string, string>[] = [
    { client_id: 'other' },
    { response_type: 'token' },
    { scope: 'threads_everything' },
    { scope: 'threads_content_publish' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { force_reauth: 'true' },
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
  await refused(await fresh(), { redirect_uri: `${callback}/other` }, /redirect_uri is identical/);
  const code = await fresh();
  await exchange(code);
  await refused(code, {}, /has been used/);
  const old = await fresh();
  await advance(3600 * 1000);
  await refused(old, {}, /expired/);
  assert.equal((await sandbox.request('/threads/threads.net/nowhere')).status, 404);
  assert.equal((await sandbox.request('/threads/graph.threads.net/oauth/access_token')).body.code, 404);
});
