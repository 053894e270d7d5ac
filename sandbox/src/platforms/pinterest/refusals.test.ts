import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpegOf, mp4Of, pngOf } from '../../../test/media.ts';
import { app, cakes, codeOf, codesOf, startPinterest } from '../../../test/pinterest.ts';

test('rejects invalid consents and codes', async (t) => {
  const { authorize, tokens, advance, callback, sandbox } = await startPinterest(t);
  const pages: Record<string, string>[] = [
    { client_id: 'x' },
    { response_type: 'token' },
    { scope: 'boards:read pins:read' },
    { scope: '' },
    { code_challenge: 'x' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback };
  const refused = async (form: Record<string, string>, client?: string) =>
    codesOf(await tokens({ ...grant, ...form }, client));
  assert.deepEqual(await refused({ code: 'nonsense' }), [400, 1]);
  assert.deepEqual(await refused({ code: await fresh() }, `${app.id}:wrong`), [401, 2]);
  assert.deepEqual(await refused({ code: await fresh(), grant_type: 'x' }), [400, 1]);
  assert.deepEqual(await refused({ code: await fresh(), redirect_uri: `${callback}/other` }), [400, 1]);
  assert.deepEqual(await refused({ code: await fresh(), client_id: app.id }), [400, 1]);
  assert.deepEqual(await refused({ grant_type: 'refresh_token', refresh_token: 'x' }), [401, 283]);
  assert.deepEqual(await refused({ grant_type: 'refresh_token' }), [400, 1]);
  const old = await fresh();
  await advance(10 * 60_000);
  assert.deepEqual(await refused({ code: old }), [400, 1]);
  assert.equal((await sandbox.request('/pinterest/www.pinterest.com/pin/1/')).status, 404);
  assert.deepEqual(codesOf(await sandbox.request('/pinterest/api.pinterest.com/v5/nothing')), [404, 11]);
});

test('rejects invalid tokens and missing scopes', async (t) => {
  const { connect, api, board, pin, host } = await startPinterest(t);
  assert.deepEqual(codesOf(await api('GET', 'user_account')), [401, 2]);
  assert.deepEqual(codesOf(await api('GET', 'user_account', { token: 'nobody' })), [401, 2]);
  const reader = await connect('ada_bakes', { scope: 'boards:read' });
  const denied = await api('GET', 'user_account', { token: reader });
  assert.deepEqual(denied.body, { code: 3, message: "Authorization failed. Missing: ['user_accounts:read']" });
  assert.equal(denied.status, 401);
  for (const path of ['pins', 'media/1']) assert.equal((await api('GET', path, { token: reader })).status, 401, path);
  assert.equal((await board(reader, { name: 'x' })).status, 401);
  const token = await connect();
  assert.deepEqual(codesOf(await board(token, { name: 'x', privacy: 'SECRET' })), [401, 3]);
  const secret = '200000000000000003';
  assert.deepEqual(codesOf(await api('GET', `boards/${secret}`, { token })), [403, 29]);
  const media_source = { source_type: 'image_url', url: host(jpegOf(10, 10)) };
  assert.deepEqual(codesOf(await pin(token, { board_id: secret, media_source })), [403, 29]);
});

test('rejects invalid boards', async (t) => {
  const { connect, board, api } = await startPinterest(t);
  const token = await connect();
  const bodies: unknown[] = [
    {},
    { name: ' ' },
    { name: 5 },
    { name: 'x'.repeat(181) },
    { name: 'x', description: 'x'.repeat(501) },
    { name: 'x', privacy: 'public' },
    { name: 'x', color: 'red' },
    [],
  ];
  for (const body of bodies) {
    assert.deepEqual(codesOf(await board(token, body as object)), [400, 1], JSON.stringify(body));
  }
  assert.equal((await board(token, { name: 'x'.repeat(180), description: 'x'.repeat(500) })).status, 201);
  for (const query of ['page_size=0', 'page_size=251', 'page_size=x', 'bookmark=x', 'privacy=MINE', 'sort=name']) {
    assert.deepEqual(codesOf(await api('GET', `boards?${query}`, { token })), [400, 1], query);
  }
  assert.deepEqual(codesOf(await api('GET', 'boards/abc', { token })), [400, 1]);
  assert.deepEqual(codesOf(await api('GET', 'boards/123', { token })), [404, 40]);
});

test('rejects invalid pins', async (t) => {
  const { connect, pin, host, sandbox } = await startPinterest(t);
  const token = await connect();
  const url = host(jpegOf(100, 100));
  const media_source = { source_type: 'image_url', url };
  const refused = async (parts: object) => codesOf(await pin(token, { media_source, ...parts }));
  for (const parts of [
    { board_id: 'abc' },
    { board_id: 5 },
    { title: 'x'.repeat(101) },
    { description: 'x'.repeat(801) },
    { alt_text: 'x'.repeat(501) },
    { link: `https://example.com/${'x'.repeat(2048)}` },
    { link: 'example.com' },
    { dominant_color: 'red' },
    { board_section_id: '1' },
    { text: 'x' },
    { media_source: undefined },
    { media_source: { source_type: 'image_base64', content_type: 'image/jpeg', data: 'x' } },
    { media_source: { source_type: 'image_url' } },
    { media_source: { source_type: 'image_url', url: 'https://elsewhere.example/a.jpg' } },
    { media_source: { source_type: 'image_url', url: host(mp4Of(5)) } },
    { media_source: { source_type: 'image_url', url: host(jpegOf(10, 10, 20 * 1024 * 1024 + 1)) } },
    { media_source: { source_type: 'toString', url } },
  ]) {
    assert.deepEqual(await refused(parts), [400, 1], JSON.stringify(parts));
  }
  assert.deepEqual(await refused({ board_id: '123' }), [404, 40]);
  assert.deepEqual(await refused({ board_id: '200000000000000004' }), [404, 40], 'of somebody else');
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects invalid carousels', async (t) => {
  const { connect, pin, host } = await startPinterest(t);
  const token = await connect();
  const one = { url: host(jpegOf(100, 100)) };
  const message = async (source: object) => {
    const { status, body } = await pin(token, { media_source: { source_type: 'multiple_image_urls', ...source } });
    assert.equal(status, 400);
    return body.message;
  };
  assert.match(await message({ items: [one] }), /minItems=2/);
  assert.match(await message({ items: [one, one, one, one, one, one] }), /maxItems=5/);
  assert.match(await message({ items: [one, { url: host(pngOf(100, 101)) }] }), /same size/);
  assert.match(await message({ items: [one, one], index: 2 }), /index/);
  assert.match(await message({ items: [one, { ...one, title: 'x'.repeat(101) }] }), /title/);
  assert.match(await message({ items: [one, { ...one, alt: 'x' }] }), /'alt' was unexpected/);
});

test('rejects invalid videos', async (t) => {
  const { connect, api, store, video, pin, host, advance } = await startPinterest(t);
  const [token, other] = [await connect(), await connect('grace_collects')];
  const register = (body: object) => api('POST', 'media', { token, body });
  assert.deepEqual(codesOf(await register({ media_type: 'image' })), [400, 1]);
  assert.deepEqual(codesOf(await register({})), [400, 1]);
  const { media_id, upload_url, upload_parameters } = (await register({ media_type: 'video' })).body;
  const fields = Object.entries<string>(upload_parameters);
  const file = ['file', mp4Of(5)] as const;
  const denied = async (form: readonly (readonly [string, string | Buffer])[]) => {
    const { status, body } = await store(upload_url, form);
    return [status, /<Code>(\w+)<\/Code>/.exec(body)?.[1]];
  };
  assert.deepEqual(await denied(fields), [400, 'IncorrectNumberOfFilesInPostRequest']);
  assert.deepEqual(await denied([file, ...fields]), [400, 'InvalidArgument'], 'what follows the file is not read');
  assert.deepEqual(await denied([...fields.slice(0, -1), file]), [403, 'AccessDenied']);
  assert.deepEqual(await denied([...fields, ['acl', 'public-read'], file]), [403, 'AccessDenied']);
  const forged = fields.map(([name, value]) => [name, name === 'x-amz-signature' ? 'x' : value] as const);
  assert.deepEqual(await denied([...forged, file]), [403, 'SignatureDoesNotMatch']);
  assert.equal((await api('GET', `media/${media_id}`, { token })).body.status, 'registered');
  await advance(3_600_000);
  assert.deepEqual(await denied([...fields, file]), [403, 'AccessDenied'], 'too late');
  const broken = [await video(token, mp4Of(3)), await video(token, mp4Of(901)), await video(token, jpegOf(10, 10))];
  const good = await video(token, mp4Of(4));
  await advance(5000);
  for (const id of broken) assert.equal((await api('GET', `media/${id}`, { token })).body.status, 'failed');
  const cover_image_key_frame_time = 0;
  const refused = async (source: object, accessToken = token) =>
    codesOf(await pin(accessToken, { media_source: { source_type: 'video_id', media_id: good, ...source } }));
  assert.deepEqual(await refused({}), [400, 1], 'no cover');
  const two = { cover_image_key_frame_time, cover_image_url: host(jpegOf(10, 10)) };
  assert.deepEqual(await refused(two), [400, 1]);
  assert.deepEqual(await refused({ cover_image_key_frame_time: -1 }), [400, 1]);
  assert.deepEqual(await refused({ cover_image_url: 'https://elsewhere.example/a.jpg' }), [400, 1]);
  assert.deepEqual(await refused({ cover_image_key_frame_time, media_id: broken[0] }), [400, 1]);
  assert.deepEqual(await refused({ cover_image_key_frame_time, media_id: '1' }), [400, 1]);
  assert.deepEqual(codesOf(await api('GET', `media/${good}`, { token: other })), [404, 1]);
});

test('rejects access to foreign and unknown pins', async (t) => {
  const { connect, pin, host, api } = await startPinterest(t);
  const media_source = { source_type: 'image_url', url: host(jpegOf(10, 10)) };
  const { id } = (await pin(await connect(), { board_id: cakes, media_source })).body;
  const token = await connect('grace_collects');
  assert.deepEqual(codesOf(await api('DELETE', `pins/${id}`, { token })), [403, 29]);
  assert.deepEqual(codesOf(await api('DELETE', 'pins/123', { token })), [404, 50]);
  assert.deepEqual(codesOf(await api('DELETE', 'pins/abc', { token })), [400, 1]);
  assert.deepEqual(codesOf(await api('GET', 'pins?page_size=251', { token })), [400, 1]);
});

test('returns 400 for invalid account settings', async (t) => {
  const { sandbox } = await startPinterest(t);
  const put = (facts: object) =>
    sandbox.control('POST', 'accounts', { platform: 'pinterest', accounts: [{ name: 'new_one', ...facts }] });
  for (const facts of [{ accountType: 'PERSONAL' }, { colour: 'red' }, { name: 'a b' }, { followerCount: 'x' }]) {
    assert.equal((await put(facts)).status, 400, JSON.stringify(facts));
  }
});
