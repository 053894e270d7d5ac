import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { jpegOf, mp4Of, pngOf } from '../../../test/media.ts';
import { cakes, codeOf, codesOf, plainScopes, secretScopes, startPinterest } from '../../../test/pinterest.ts';

const day = 24 * 3_600_000;
const all = `${plainScopes},${secretScopes}`;
const image = (url: string) => ({ media_source: { source_type: 'image_url', url } });

test("exchanges the code of an approved consent for tokens and returns the user's profile", async (t) => {
  const { authorize, tokens, api, callback } = await startPinterest(t);
  const page = await authorize();
  assert.match(page.body, /Sign in to Pinterest/);
  assert.match(page.body, /grace_collects/);
  const response = await authorize({ decision: 'approve', drop: 'pins:write' });
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code: codeOf(response) };
  const { status, body } = await tokens(grant);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body, {
    response_type: 'authorization_code',
    token_type: 'bearer',
    expires_in: 30 * 86_400,
    scope: 'user_accounts:read boards:read boards:write pins:read',
    refresh_token_expires_in: 60 * 86_400,
  });
  assert.match(body.access_token, /^pina_/);
  const me = await api('GET', 'user_account', { token: body.access_token });
  assert.partialDeepStrictEqual(me.body, {
    id: '100000000000000001',
    username: 'ada_bakes',
    account_type: 'BUSINESS',
    business_name: 'Ada Bakes',
    follower_count: 4200,
    board_count: 3,
  });
  assert.deepEqual(codesOf(await tokens(grant)), [400, 1]);
  const denied = await authorize({ decision: 'deny' });
  assert.match(denied.headers.get('location') ?? '', /\?error=access_denied&.*state=s1$/);
});

test('every refresh returns a new refresh token, valid for 60 days', async (t) => {
  const { grant, tokens, api, advance } = await startPinterest(t);
  const first = await grant();
  await advance(30 * day);
  const me = (token: string) => api('GET', 'user_account', { token });
  assert.deepEqual(codesOf(await me(first.access_token)), [401, 2]);
  const refresh = (token: string, more = {}) => tokens({ grant_type: 'refresh_token', refresh_token: token, ...more });
  const second = (await refresh(first.refresh_token, { continuous_refresh: 'true' })).body;
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await me(second.access_token)).status, 200);
  assert.equal((await refresh(first.refresh_token)).status, 200, 'the old one goes on');
  await advance(31 * day);
  assert.deepEqual(codesOf(await refresh(first.refresh_token)), [401, 283]);
  const third = await refresh(second.refresh_token, { scope: 'boards:read' });
  assert.equal(third.body.scope, 'boards:read');
});

test('lists boards page by page, secret ones only with the scope', async (t) => {
  const { connect, api } = await startPinterest(t);
  const [plain, full] = [await connect(), await connect('ada_bakes', { scope: all })];
  const list = async (token: string, query = '') => (await api('GET', `boards?${query}`, { token })).body;
  const names = (body: any) => body.items.map((item: any) => item.name);
  assert.deepEqual(names(await list(plain)), ['Cakes', 'Bread']);
  assert.deepEqual(names(await list(full)), ['Cakes', 'Bread', 'Surprises']);
  assert.deepEqual(names(await list(full, 'privacy=SECRET')), ['Surprises']);
  const first = await list(full, 'page_size=2');
  assert.partialDeepStrictEqual(first.items[0], { id: cakes, privacy: 'PUBLIC', owner: { username: 'ada_bakes' } });
  const second = await list(full, `page_size=2&bookmark=${first.bookmark}`);
  assert.deepEqual([names(second), second.bookmark], [['Surprises'], null]);
});

test('creates a board and rejects a second one with the same name', async (t) => {
  const { connect, board, api } = await startPinterest(t);
  const [token, other] = [await connect(), await connect('grace_collects')];
  const response = await board(token, { name: ' Tarts ', description: 'Sweet', privacy: 'PROTECTED' });
  assert.equal(response.status, 201);
  assert.partialDeepStrictEqual(response.body, {
    name: 'Tarts',
    description: 'Sweet',
    privacy: 'PROTECTED',
    pin_count: 0,
  });
  assert.match(response.body.id, /^\d{18}$/);
  assert.deepEqual((await api('GET', `boards/${response.body.id}`, { token })).body, response.body);
  assert.deepEqual(codesOf(await board(token, { name: 'tarts' })), [400, 58]);
  assert.equal((await board(other, { name: 'Tarts' })).status, 201, 'of somebody else');
  assert.deepEqual(codesOf(await api('GET', `boards/${response.body.id}`, { token: other })), [404, 40]);
});

test('publishes an image with all of its fields', async (t) => {
  const { connect, pin, host, sandbox, api } = await startPinterest(t);
  const token = await connect();
  const bytes = jpegOf(1000, 1500);
  const words = { title: 'Cake', description: 'How to', alt_text: 'A cake', link: 'https://example.com/cake' };
  const { status, body } = await pin(token, { ...words, ...image(host(bytes)) });
  assert.equal(status, 201, JSON.stringify(body));
  assert.partialDeepStrictEqual(body, { ...words, board_id: cakes, creative_type: 'REGULAR', is_owner: true });
  assert.match(body.created_at, /^2026-01-01T00:00:00\+00:00$/);
  const [entry, ...more] = await sandbox.posts('?platform=pinterest&account=ada_bakes');
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(entry, {
    id: body.id,
    url: `https://www.pinterest.com/pin/${body.id}/`,
    text: 'Cake\n\nHow to',
    media: [{ type: 'image', sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
  });
  assert.equal((await api('GET', `boards/${cakes}`, { token })).body.pin_count, 1);
});

test('publishes several images of the same size', async (t) => {
  const { connect, pin, host, sandbox } = await startPinterest(t);
  const token = await connect();
  const items = [{ url: host(jpegOf(600, 900)), title: 'One' }, { url: host(pngOf(600, 900)) }];
  const response = await pin(token, { media_source: { source_type: 'multiple_image_urls', items, index: 1 } });
  assert.equal(response.body.creative_type, 'CAROUSEL', JSON.stringify(response.body));
  assert.equal(response.body.media.media_type, 'multiple_images');
  assert.equal((await sandbox.posts())[0].media.length, 2);
});

test('registers, uploads and processes a video, then pins it with a cover', async (t) => {
  const { connect, api, video, pin, host, sandbox, advance } = await startPinterest(t);
  const token = await connect();
  const bytes = mp4Of(10);
  const media_id = await video(token, bytes);
  const status = async () => (await api('GET', `media/${media_id}`, { token })).body.status;
  assert.equal(await status(), 'processing');
  const source = { source_type: 'video_id', media_id };
  const early = await pin(token, { media_source: { ...source, cover_image_key_frame_time: 0 } });
  assert.match(early.body.message, /not ready: processing/);
  await advance(5000);
  assert.equal(await status(), 'succeeded');
  for (const cover of [{ cover_image_key_frame_time: 1 }, { cover_image_url: host(jpegOf(10, 10)) }]) {
    const response = await pin(token, { media_source: { ...source, ...cover } });
    assert.equal(response.status, 201, JSON.stringify(response.body));
    assert.deepEqual([response.body.creative_type, response.body.media.media_type], ['VIDEO', 'video']);
  }
  const [{ media }] = await sandbox.posts();
  assert.deepEqual(media, [
    { type: 'video', sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
});

test('a video can be uploaded again to the same URL', async (t) => {
  const { connect, api, store } = await startPinterest(t);
  const token = await connect();
  const { body } = await api('POST', 'media', { token, body: { media_type: 'video' } });
  assert.equal((await api('GET', `media/${body.media_id}`, { token })).body.status, 'registered');
  const fields: [string, string | Buffer][] = [...Object.entries<string>(body.upload_parameters), ['file', mp4Of(9)]];
  assert.equal((await store(body.upload_url, fields)).status, 204);
  assert.equal((await store(body.upload_url, fields)).status, 204);
});

test('lists pins newest first, page by page, without deleted ones', async (t) => {
  const { connect, pin, host, api, sandbox } = await startPinterest(t);
  const token = await connect('ada_bakes', { scope: all });
  const url = host(jpegOf(100, 100));
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) ids.push((await pin(token, { title, ...image(url) })).body.id);
  await pin(token, { board_id: '200000000000000003', title: 'hidden', ...image(url) });
  const list = async (query = '', accessToken = token) =>
    (await api('GET', `pins?${query}`, { token: accessToken })).body;
  const titles = (body: any) => body.items.map((item: any) => item.title);
  assert.deepEqual(titles(await list()), ['hidden', 'three', 'two', 'one']);
  assert.deepEqual(titles(await list('pin_metrics=true', await connect())), ['three', 'two', 'one']);
  const first = await list('page_size=3');
  assert.deepEqual(titles(await list(`page_size=3&bookmark=${first.bookmark}`)), ['one']);
  await sandbox.fault('listLag', { platform: 'pinterest' });
  assert.deepEqual((await list()).items, []);
  assert.equal((await api('DELETE', `pins/${ids[1]}`, { token })).status, 204);
  assert.deepEqual(codesOf(await api('DELETE', `pins/${ids[1]}`, { token })), [404, 50]);
  assert.deepEqual(titles(await list()), ['hidden', 'three', 'one']);
  assert.notEqual((await sandbox.posts())[1].deletedAt, null);
});

test('some timestamps have no time zone', async (t) => {
  const { connect, board } = await startPinterest(t);
  const { body } = await board(await connect('grace_collects'), { name: 'Zones' });
  assert.match(body.created_at, /^2026-01-01T00:00:00$/);
});

test('enforces calls per minute and reports the remaining ones', async (t) => {
  const { connect, board, api, sandbox, advance } = await startPinterest(t);
  const accounts = [{ name: 'busy_one', writesPerMinute: 2, readsPerMinute: 0 }];
  await sandbox.control('POST', 'accounts', { platform: 'pinterest', accounts });
  const token = await connect('busy_one');
  const left: (string | null)[] = [];
  for (const name of ['a', 'b']) left.push((await board(token, { name })).headers.get('x-ratelimit-remaining'));
  assert.deepEqual(left, ['1', '0']);
  const over = await board(token, { name: 'c' });
  assert.deepEqual([...codesOf(over), over.headers.get('x-ratelimit-reset')], [429, 8, '30']);
  assert.equal((await api('GET', 'boards', { token })).headers.get('x-ratelimit-limit'), null);
  await advance(30_000);
  assert.equal((await board(token, { name: 'c' })).status, 201);
});

test('the same seed produces the same tokens', async (t) => {
  const [one, other] = [await startPinterest(t), await startPinterest(t)];
  assert.equal(await one.connect('new_person'), await other.connect('new_person'));
});
