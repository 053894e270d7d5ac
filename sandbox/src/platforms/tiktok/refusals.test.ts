import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpegOf, mp4Of, pngOf } from '../../../test/media.ts';
import { app, codeOf, sourceOf, startTiktok } from '../../../test/tiktok.ts';

const megabyte = 1024 * 1024;

test('rejects invalid tokens and missing scopes', async (t) => {
  const { connect, get, post, photos } = await startTiktok(t);
  const code = async (response: Promise<{ status: number; body: any }>) => {
    const { status, body } = await response;
    return `${status} ${body.error.code}`;
  };
  assert.equal(await code(get('/user/info/?fields=open_id')), '401 access_token_invalid');
  assert.equal(await code(get('/user/info/?fields=open_id', 'nobody')), '401 access_token_invalid');
  const { access } = await connect('ada.dances', { scope: 'user.info.basic' });
  assert.equal(await code(get('/user/info/?fields=username', access)), '401 scope_not_authorized');
  assert.equal(await code(get('/user/info/?fields=follower_count', access)), '401 scope_not_authorized');
  assert.equal(await code(post('/post/publish/creator_info/query/', access)), '401 scope_not_authorized');
  assert.equal(await code(post('/video/list/?fields=id', access)), '401 scope_not_authorized');
  const drafts = await connect('ada.dances', { scope: 'user.info.basic,video.upload' });
  assert.equal(await code(photos(drafts.access)), '401 scope_not_authorized');
  assert.equal(await code(get('/user/info/?fields=email', access)), '400 invalid_params');
  assert.equal(await code(get('/user/info/', access)), '400 invalid_params');
  assert.equal(await code(get('/user/info/?fields=open_id&lang=en', access)), '400 invalid_params');
  assert.equal(await code(get('/nowhere/', access)), '404 not_found');
});

test('rejects invalid video posts', async (t) => {
  const { connect, post, advance } = await startTiktok(t);
  const { access } = await connect('ada.dances');
  const right = { title: 'x', privacy_level: 'SELF_ONLY' };
  const begin = async (post_info: object, source_info: object, token = access) => {
    await advance(10_000);
    const { status, body } = await post('/post/publish/video/init/', token, { post_info, source_info });
    return `${status} ${body.error.code} ${body.error.message}`;
  };
  assert.match(
    await begin({ ...right, caption: 'x' }, sourceOf(10)),
    /^400 invalid_param post_info\.caption is unknown/,
  );
  assert.match(await begin({ ...right, title: 'x'.repeat(2201) }, sourceOf(10)), /longer than 2200/);
  assert.match(await begin({ title: 'x' }, sourceOf(10)), /privacy_level is missing/);
  assert.match(await begin({ ...right, disable_duet: 'yes' }, sourceOf(10)), /disable_duet is of a wrong type/);
  assert.match(await begin(right, { source: 'FILE_UPLOAD' }), /video_size is missing/);
  assert.match(await begin(right, { ...sourceOf(10), source: 'PULL_FROM_URL' }), /must be FILE_UPLOAD/);
  const wrong = [
    sourceOf(4 * megabyte, 2 * megabyte),
    sourceOf(20 * megabyte, 4 * megabyte),
    sourceOf(200 * megabyte, 65 * megabyte),
    sourceOf(100 * megabyte),
    { ...sourceOf(11 * megabyte, 5 * megabyte), total_chunk_count: 3 },
    sourceOf(5 * 1024 * megabyte, 10 * megabyte),
  ];
  for (const source of wrong) assert.match(await begin(right, source), /^400 invalid_param/, JSON.stringify(source));
  const grace = (await connect('grace.whispers')).access;
  const open = { ...right, privacy_level: 'PUBLIC_TO_EVERYONE' };
  assert.match(await begin(open, sourceOf(10), grace), /^403 privacy_level_option_mismatch/);
  const linus = (await connect('linus.lurks')).access;
  assert.match(await begin(open, sourceOf(10), linus), /^403 unaudited_client_can_only_post_to_private_accounts/);
});

test('rejects invalid chunks', async (t) => {
  const { connect, post, put, advance } = await startTiktok(t);
  const { access } = await connect();
  const bytes = mp4Of(5);
  const begin = async () => {
    const post_info = { privacy_level: 'SELF_ONLY' };
    const body = { post_info, source_info: sourceOf(bytes.length) };
    return (await post('/post/publish/video/init/', access, body)).body.data.upload_url as string;
  };
  const url = await begin();
  const range = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
  assert.equal((await put(url, bytes, {})).status, 400);
  assert.equal((await put(url, bytes, { ...range, 'content-type': 'image/jpeg' })).status, 400);
  assert.equal((await put(url, bytes.subarray(1), range)).status, 400);
  assert.equal(
    (await put(url, bytes, { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length + 1}` })).status,
    416,
  );
  assert.equal((await put(`${url}x`, bytes, range)).status, 403);
  assert.equal((await put(url.replace(/upload_id=\d/, 'upload_id='), bytes, range)).status, 404);
  await advance(3_600_000);
  assert.equal((await put(url, bytes, range)).status, 403);
});

test('reports invalid files in the publish status', async (t) => {
  const { connect, video, photos, files, status, advance, sandbox } = await startTiktok(t);
  const { access } = await connect('grace.whispers');
  const own = { privacy_level: 'SELF_ONLY' };
  const ids = [await video(access, Buffer.from('no video at all'), own), await video(access, mp4Of(61), own)];
  for (const bytes of [pngOf(10, 10), jpegOf(10, 10, 20 * megabyte + 1)]) {
    files.clear();
    files.set('/file', bytes);
    ids.push((await photos(access, { info: own })).body.data.publish_id);
  }
  const missing = { photo_images: [`${sandbox.origin}/nothing`] };
  assert.equal((await photos(access, { info: own, source: missing })).body.error.code, 'url_ownership_unverified');
  files.clear();
  files.set('/', Buffer.alloc(0));
  const nothing = await photos(access, { info: own });
  ids.push(nothing.body.data.publish_id);
  await advance(5000);
  const reasons: unknown[] = [];
  for (const id of ids) reasons.push((await status(access, id)).fail_reason);
  assert.deepEqual(reasons, [
    'file_format_check_failed',
    'duration_check_failed',
    'file_format_check_failed',
    'picture_size_check_failed',
    'file_format_check_failed',
  ]);
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects invalid photo posts', async (t) => {
  const { connect, photos, files, herald, advance } = await startTiktok(t);
  files.set('/one.jpg', jpegOf(10, 10));
  const { access } = await connect();
  const refused = async (more: Parameters<typeof photos>[1]) => {
    await advance(10_000);
    return (await photos(access, more)).body.error.code;
  };
  assert.equal(await refused({ info: { title: 'x'.repeat(91) } }), 'invalid_param');
  assert.equal(await refused({ info: { description: 'x'.repeat(4001) } }), 'invalid_param');
  assert.equal(await refused({ info: { disable_duet: true } }), 'invalid_param');
  assert.equal(await refused({ source: { source: 'FILE_UPLOAD' } }), 'invalid_param');
  assert.equal(await refused({ source: { photo_images: [] } }), 'invalid_param');
  assert.equal(await refused({ source: { photo_images: Array(36).fill(`${herald}/one.jpg`) } }), 'invalid_param');
  assert.equal(await refused({ source: { photo_cover_index: 1 } }), 'invalid_param');
  assert.equal(await refused({ body: { post_mode: 'DRAFT' } }), 'invalid_param');
  assert.equal(await refused({ body: { media_type: 'VIDEO' } }), 'invalid_param');
  const elsewhere = { photo_images: ['https://elsewhere.example/one.jpg'] };
  assert.equal(await refused({ source: elsewhere }), 'url_ownership_unverified');
});

test('enforces limits per minute and per day, and rejects posts of banned accounts', async (t) => {
  const { connect, photos, files, post, advance, sandbox } = await startTiktok(t);
  const accounts = [{ name: 'busy.person', postsPerDay: 2, pendingSharesPerDay: 1 }];
  await sandbox.control('POST', 'accounts', { platform: 'tiktok', accounts });
  files.set('/one.jpg', jpegOf(10, 10));
  const { access } = await connect('busy.person');
  const codes: string[] = [];
  for (let count = 0; count < 3; count += 1) codes.push((await photos(access)).body.error.code);
  assert.deepEqual(codes, ['ok', 'ok', 'spam_risk_too_many_posts']);
  const draft = async () => (await photos(access, { body: { post_mode: 'MEDIA_UPLOAD' } })).body.error.code;
  assert.deepEqual([await draft(), await draft()], ['ok', 'spam_risk_too_many_pending_share']);
  await advance(24 * 3_600_000);
  const { access: newAccess } = await connect('busy.person');
  assert.equal((await photos(newAccess)).body.error.code, 'ok');
  for (let count = 0; count < 20; count += 1) await post('/post/publish/creator_info/query/', newAccess);
  const often = await post('/post/publish/creator_info/query/', newAccess);
  assert.deepEqual([often.status, often.body.error.code], [429, 'rate_limit_exceeded']);
  await sandbox.control('POST', 'accounts', {
    platform: 'tiktok',
    accounts: [{ name: 'busy.person', isBanned: true }],
  });
  assert.equal((await photos(newAccess)).body.error.code, 'spam_risk_user_banned_from_posting');
});

test('rejects foreign statuses and invalid list queries', async (t) => {
  const { connect, video, post } = await startTiktok(t);
  const { access } = await connect();
  const other = (await connect('grace.whispers')).access;
  const publish_id = await video(access, mp4Of(5));
  const status = async (token: string, body: object) =>
    (await post('/post/publish/status/fetch/', token, body)).body.error.code;
  assert.equal(await status(other, { publish_id }), 'token_not_authorized_for_specified_publish_id');
  assert.equal(await status(access, { publish_id: 'x' }), 'invalid_publish_id');
  assert.equal(await status(access, {}), 'invalid_param');
  const list = async (path: string, body: object) => (await post(path, access, body)).body.error.code;
  assert.equal(await list('/video/list/', {}), 'invalid_params');
  assert.equal(await list('/video/list/?fields=id,secrets', {}), 'invalid_params');
  assert.equal(await list('/video/list/?fields=id', { max_count: 21 }), 'invalid_params');
  assert.equal(await list('/video/list/?fields=id', { cursor: 'x' }), 'invalid_params');
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, oauth, advance, callback, sandbox } = await startTiktok(t);
  const pages: Record<string, string>[] = [
    { client_key: 'x' },
    { response_type: 'token' },
    { prompt: 'none' },
    { scope: 'user.info.basic,everything' },
    { scope: 'video.publish' },
    { state: '' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback };
  const refused = async (form: Record<string, string>) => {
    const { status, body } = await oauth('token', { ...grant, ...form });
    return `${status} ${body.error}`;
  };
  assert.equal(await refused({ code: 'nonsense' }), '200 invalid_grant');
  assert.equal(await refused({ code: await fresh(), client_secret: 'x' }), '401 invalid_client');
  assert.equal(await refused({ code: await fresh(), redirect_uri: `${callback}/x` }), '200 invalid_grant');
  assert.equal(await refused({ code: await fresh(), scope: 'x' }), '400 invalid_request');
  assert.equal(await refused({}), '400 invalid_request');
  assert.equal(await refused({ grant_type: 'x' }), '400 unsupported_grant_type');
  assert.equal(await refused({ grant_type: 'refresh_token', refresh_token: 'x' }), '200 invalid_grant');
  const old = await fresh();
  await advance(600_000);
  assert.equal(await refused({ code: old }), '200 invalid_grant');
  assert.equal((await oauth('revoke', { token: 'x' })).body.error, 'invalid_request');
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(app) };
  const response = await sandbox.request('/tiktok/open.tiktokapis.com/v2/oauth/token/', json);
  assert.equal(response.body.error, 'invalid_request');
  assert.equal((await sandbox.request('/tiktok/www.tiktok.com/@ada')).status, 404);
});
