import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allScopes, app, bakery, codeOf, files, startFacebook } from '../../../test/facebook.ts';

const hour = 3600 * 1000;

test('exchanges the code of an approved consent for a short-lived, then a long-lived token', async (t) => {
  const { authorize, exchange, graph, callback } = await startFacebook(t);
  const page = await authorize();
  assert.match(page.body, /Sign in to Facebook/);
  assert.match(page.body, /Grace Travels/);
  const response = await authorize({ decision: 'approve' });
  const location = response.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${callback}?code=AQ`) && location.endsWith('&state=s1#_=_'), location);
  const short = (await exchange(codeOf(response))).body;
  assert.match(short.access_token, /^EAA[A-Za-z0-9]+$/);
  assert.deepEqual([short.token_type, short.expires_in], ['bearer', 7200]);
  const query = { grant_type: 'fb_exchange_token', ...app, fb_exchange_token: short.access_token };
  const long = (await graph('GET', '/v26.0/oauth/access_token', query)).body;
  assert.equal(long.expires_in, 5_183_944);
  assert.notEqual(long.access_token, short.access_token);
});

test('declining redirects with access_denied', async (t) => {
  const { authorize } = await startFacebook(t);
  const location = new URL((await authorize({ decision: 'deny' })).headers.get('location') ?? '');
  assert.partialDeepStrictEqual(Object.fromEntries(location.searchParams), {
    error: 'access_denied',
    error_reason: 'user_denied',
    state: 's1',
  });
});

test('lists granted and declined permissions', async (t) => {
  const { signIn, graph } = await startFacebook(t);
  const token = await signIn('ada.bakes', { drop: 'pages_manage_engagement' });
  const { data } = (await graph('GET', '/v26.0/me/permissions', {}, token)).body;
  assert.deepEqual(data, [
    { permission: 'pages_show_list', status: 'granted' },
    { permission: 'pages_manage_posts', status: 'granted' },
    { permission: 'pages_read_engagement', status: 'granted' },
    { permission: 'public_profile', status: 'granted' },
    { permission: 'pages_manage_engagement', status: 'declined' },
  ]);
});

test('lists the chosen Pages page by page, with their tokens, tasks and pictures', async (t) => {
  const { signIn, graph, sandbox } = await startFacebook(t);
  const token = await signIn('grace.daily');
  const fields = 'id,name,username,access_token,picture.type(large),tasks,instagram_business_account';
  const first = (await graph('GET', '/v26.0/me/accounts', { fields, limit: '100' }, token)).body;
  assert.equal(first.data.length, 2);
  assert.partialDeepStrictEqual(first.data[0], {
    id: '100000000000002',
    name: 'Grace Daily',
    username: 'grace.daily',
    picture: { data: { is_silhouette: false } },
  });
  assert.ok(first.data[0].tasks.includes('CREATE_CONTENT'));
  const next = new URL(first.paging.next);
  assert.equal(next.host, 'graph.facebook.com');
  const second = (await sandbox.request(`/facebook/${next.host}${next.pathname}${next.search}`)).body;
  assert.deepEqual(
    second.data.map((page: any) => [page.username, page.tasks.includes('CREATE_CONTENT')]),
    [['grace.archive', false]],
  );
  assert.equal('next' in second.paging, false);
  const one = await signIn('grace.daily', { chosen: '100000000000003' });
  const { data } = (await graph('GET', '/v26.0/me/accounts', { fields: 'username' }, one)).body;
  assert.deepEqual(data, [{ username: 'grace.travels', id: '100000000000003' }]);
  const none = await graph('GET', '/v26.0/me/accounts', {}, await signIn('linus.alone'));
  assert.deepEqual(none.body, { data: [] });
  const unlisted = await signIn('ada.bakes', { drop: 'pages_show_list' });
  assert.deepEqual((await graph('GET', '/v26.0/me/accounts', {}, unlisted)).body, { data: [] });
});

test('a Page token does not expire unless it came from a short-lived token', async (t) => {
  const { authorize, exchange, connect, graph, advance } = await startFacebook(t);
  const lasting = await connect();
  const short = (await exchange(codeOf(await authorize({ decision: 'approve' })))).body.access_token;
  const brief = (await graph('GET', '/v26.0/me/accounts', {}, short)).body.data[0].access_token;
  const list = (token: string) => graph('GET', '/v26.0/me/published_posts', {}, token);
  assert.equal((await list(brief)).status, 200);
  await advance(2 * hour);
  assert.deepEqual((await list(brief)).body.error.error_subcode, 463);
  await advance(400 * 24 * hour);
  assert.equal((await list(lasting)).status, 200);
});

test('publishes text and link posts and reads them back', async (t) => {
  const { connect, graph, sandbox } = await startFacebook(t);
  const token = await connect();
  const response = await graph('POST', `/v26.0/${bakery}/feed`, { message: 'Fresh bread', published: true }, token);
  assert.match(response.body.id, /^100000000000001_1220\d{12}$/);
  const linked = await graph(
    'POST',
    '/v26.0/me/feed?fields=id,permalink_url',
    { link: 'https://example.com/cake' },
    token,
  );
  const fields = 'id,message,created_time,permalink_url,full_picture,status_type,shares,attachments{media_type,url}';
  const post = (await graph('GET', `/v26.0/${linked.body.id}`, { fields }, token)).body;
  assert.equal(post.permalink_url, linked.body.permalink_url);
  assert.deepEqual(post.attachments, { data: [{ media_type: 'link', url: 'https://example.com/cake' }] });
  assert.match(post.created_time, /^2026-01-01T00:00:\d\d\+0000$/);
  const [first, second] = await sandbox.posts('?platform=facebook&account=ada.bakes');
  assert.partialDeepStrictEqual(first, { id: response.body.id, text: 'Fresh bread', media: [] });
  assert.partialDeepStrictEqual(second, { id: linked.body.id, url: post.permalink_url, text: '' });
});

test('publishes one photo by URL or as a file', async (t) => {
  const { connect, graph, sandbox, herald } = await startFacebook(t);
  const token = await connect();
  const photo = { url: `${herald}/a.jpg`, caption: 'A loaf', published: true, alt_text_custom: 'Bread' };
  const response = await graph('POST', `/v26.0/${bakery}/photos`, photo, token);
  assert.match(response.body.post_id, /^100000000000001_\d+$/);
  assert.notEqual(response.body.id, response.body.post_id);
  const form = new FormData();
  form.set('message', 'A cake');
  form.set('access_token', token);
  form.set('source', new Blob([new Uint8Array(files['/b.png'] ?? [])]), 'b.png');
  const address = `/facebook/graph.facebook.com/v26.0/${bakery}/photos`;
  assert.equal((await sandbox.request(address, { method: 'POST', body: form })).status, 200);
  const [one, other] = await sandbox.posts();
  assert.partialDeepStrictEqual(one, { id: response.body.post_id, text: 'A loaf' });
  assert.deepEqual([one.media[0].type, one.media[0].sizeBytes], ['image', files['/a.jpg']?.length]);
  assert.deepEqual([other.text, other.media[0].sizeBytes], ['A cake', files['/b.png']?.length]);
});

test('publishes several photos as one post, and each photo belongs to one post only', async (t) => {
  const { connect, graph, sandbox, herald } = await startFacebook(t);
  const token = await connect();
  const unpublished = async (name: string) => {
    const response = await graph('POST', '/v26.0/me/photos', { url: `${herald}/${name}`, published: false }, token);
    assert.deepEqual(Object.keys(response.body), ['id']);
    return response.body.id;
  };
  const ids = [await unpublished('a.jpg'), await unpublished('b.png')];
  assert.deepEqual(await sandbox.posts(), []);
  const form = new URLSearchParams({ message: 'Two', access_token: token });
  for (const [index, id] of ids.entries()) form.set(`attached_media[${index}]`, JSON.stringify({ media_fbid: id }));
  const address = `/facebook/graph.facebook.com/v26.0/${bakery}/feed`;
  const response = await sandbox.request(address, { method: 'POST', body: form });
  assert.equal(response.status, 200, JSON.stringify(response.body));
  const fields = 'attachments{media_type,subattachments{media_type}}';
  const post = (await graph('GET', `/v26.0/${response.body.id}`, { fields }, token)).body;
  const photos = [{ media_type: 'photo' }, { media_type: 'photo' }];
  assert.deepEqual(post.attachments.data, [{ media_type: 'album', subattachments: { data: photos } }]);
  const [entry] = await sandbox.posts();
  assert.equal(entry.media.length, 2);
  const again = { message: 'Again', attached_media: ids.map((id) => ({ media_fbid: id })) };
  const refused = await graph('POST', '/v26.0/me/feed', again, token);
  assert.equal(refused.body.error.error_subcode, 1_366_051);
  const third = JSON.stringify([{ media_fbid: await unpublished('a.jpg') }]);
  const listed = new URLSearchParams({ attached_media: third, access_token: token });
  assert.equal((await sandbox.request(address, { method: 'POST', body: listed })).status, 200);
});

test('publishes a reel: start, upload by URL, status, finish, permalink, list', async (t) => {
  const { connect, graph, upload, advance, sandbox, herald } = await startFacebook(t);
  const token = await connect();
  const reels = `/v26.0/${bakery}/video_reels`;
  const { video_id: id, upload_url } = (await graph('POST', reels, { upload_phase: 'start' }, token)).body;
  assert.equal(upload_url, `https://rupload.facebook.com/video-upload/v26.0/${id}`);
  const status = async () => (await graph('GET', `/v26.0/${id}`, { fields: 'status' }, token)).body.status;
  assert.equal((await status()).uploading_phase.status, 'not_started');
  const finish = { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', description: 'Kneading' };
  assert.equal((await graph('POST', reels, finish, token)).body.error.code, 6000);
  assert.deepEqual((await upload(id, token, { file_url: `${herald}/ten.mp4` })).body, { success: true });
  assert.equal((await status()).video_status, 'processing');
  await advance(5000);
  assert.equal((await status()).video_status, 'upload_complete');
  assert.deepEqual((await graph('POST', reels, finish, token)).body, { success: true });
  assert.partialDeepStrictEqual(await status(), {
    video_status: 'ready',
    uploading_phase: { status: 'complete', bytes_transferred: files['/ten.mp4']?.length },
    publishing_phase: { status: 'complete', publish_status: 'published' },
  });
  assert.match((await graph('POST', reels, finish, token)).body.error.error_user_msg, /already been published/);
  const fields = 'id,description,created_time,permalink_url,picture';
  const { data } = (await graph('GET', reels, { fields }, token)).body;
  assert.partialDeepStrictEqual(data, [{ id, description: 'Kneading', permalink_url: `/reel/${id}/` }]);
  const posts = await sandbox.posts();
  assert.partialDeepStrictEqual(posts, [
    { id, url: `https://www.facebook.com/reel/${id}/`, text: 'Kneading', media: [{ type: 'video' }] },
  ]);
  const listed = (await graph('GET', '/v26.0/me/published_posts', {}, token)).body;
  assert.deepEqual(listed, { data: [] });
});

test('a reel upload resumes where it was interrupted', async (t) => {
  const { connect, graph, upload, sandbox } = await startFacebook(t);
  const token = await connect();
  const reels = '/v26.0/me/video_reels';
  const { video_id: id } = (await graph('POST', reels, { upload_phase: 'start' }, token)).body;
  const file = files['/ten.mp4'] ?? Buffer.alloc(0);
  const file_size = String(file.length);
  const cut = await upload(id, token, { offset: '0', file_size }, file.subarray(0, 10));
  assert.deepEqual([cut.status, cut.body.debug_info.type], [400, 'PartialRequestError']);
  const { status } = (await graph('GET', `/v26.0/${id}`, { fields: 'status' }, token)).body;
  assert.deepEqual(status.uploading_phase, { status: 'in_progress', bytes_transferred: 10 });
  const again = await upload(id, token, { offset: '0', file_size }, file);
  assert.equal(again.body.debug_info.type, 'OffsetInvalidError');
  const rest = await upload(id, token, { offset: '10', file_size }, file.subarray(10));
  assert.deepEqual(rest.body, { success: true });
  const draft = { upload_phase: 'finish', video_id: id, video_state: 'DRAFT' };
  assert.equal((await graph('POST', reels, draft, token)).status, 200);
  assert.deepEqual(await sandbox.posts(), []);
  await graph('POST', reels, { ...draft, video_state: 'PUBLISHED', title: 'Whole' }, token);
  const [{ media }] = await sandbox.posts();
  assert.equal(media[0].sizeBytes, file.length);
});

test('lists Pages of a business portfolio only with business_management', async (t) => {
  const { signIn, graph, sandbox } = await startFacebook(t);
  const accounts = [{ name: 'business.page', isOwnedByBusiness: true }];
  await sandbox.control('POST', 'accounts', { platform: 'facebook', accounts });
  const list = async (scope: string) => {
    const page = (await graph('GET', '/v26.0/me/accounts', {}, await signIn('business.page', { scope }))).body;
    return page.data.length;
  };
  assert.equal(await list(allScopes), 0);
  assert.equal(await list(`${allScopes},business_management`), 1);
});

test('Pages with namesReelPosts return a post ID for a reel, which also accepts comments', async (t) => {
  const { connect, graph, upload, herald, sandbox } = await startFacebook(t);
  await sandbox.control('POST', 'accounts', {
    platform: 'facebook',
    accounts: [{ name: 'named.reels', namesReelPosts: true }],
  });
  const token = await connect('named.reels');
  const reels = '/v26.0/me/video_reels';
  const { video_id: id } = (await graph('POST', reels, { upload_phase: 'start' }, token)).body;
  await upload(id, token, { file_url: `${herald}/a.mp4` });
  const finish = { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' };
  const { post_id } = (await graph('POST', reels, finish, token)).body;
  assert.match(post_id, /^\d+$/);
  assert.equal((await graph('GET', `/v26.0/${id}`, { fields: 'post_id' }, token)).body.post_id, post_id);
  const comment = await graph('POST', `/v26.0/${post_id}/comments`, { message: 'First' }, token);
  assert.equal(comment.status, 200);
  const [, entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, { text: 'First', parentId: id });
});

test('lists a video uploaded in one call among the reels', async (t) => {
  const { connect, graph, advance, sandbox, herald } = await startFacebook(t);
  const token = await connect();
  const video = { file_url: `${herald}/long.mp4`, description: 'Ten minutes', title: 'Long', published: true };
  const { id } = (await graph('POST', `/v26.0/${bakery}/videos`, video, token)).body;
  const list = async () => (await graph('GET', '/v26.0/me/video_reels', {}, token)).body.data;
  assert.deepEqual(await list(), []);
  await advance(5000);
  assert.deepEqual(await list(), [{ id }]);
  const [entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, { id, text: 'Ten minutes', media: [{ type: 'video' }] });
});

test('creates comments and deletes posts', async (t) => {
  const { connect, graph, sandbox } = await startFacebook(t);
  const token = await connect();
  const { id } = (await graph('POST', '/v26.0/me/feed', { message: 'Bread' }, token)).body;
  const comment = await graph('POST', `/v26.0/${id}/comments?fields=id,permalink_url`, { message: 'Warm' }, token);
  const [, entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, {
    id: comment.body.id,
    url: comment.body.permalink_url,
    parentId: id,
    text: 'Warm',
  });
  assert.deepEqual((await graph('DELETE', `/v26.0/${id}`, {}, token)).body, { success: true });
  const again = (await graph('DELETE', `/v26.0/${id}`, {}, token)).body.error;
  assert.deepEqual([again.code, again.error_subcode], [100, 33]);
  assert.equal((await graph('GET', `/v26.0/${id}`, {}, token)).status, 400);
  assert.deepEqual((await graph('GET', '/v26.0/me/published_posts', {}, token)).body, { data: [] });
  const [post] = await sandbox.posts();
  assert.notEqual(post.deletedAt, null);
});

test('lists published posts newest first, page by page', async (t) => {
  const { connect, graph, advance, sandbox } = await startFacebook(t);
  const token = await connect();
  const ids: string[] = [];
  for (const message of ['one', 'two', 'three']) {
    ids.unshift((await graph('POST', '/v26.0/me/feed', { message }, token)).body.id);
    await advance(10_000);
  }
  await graph('POST', '/v26.0/me/feed', { message: 'dark', published: false }, token);
  const list = async (query: object) =>
    (await graph('GET', `/v26.0/${bakery}/published_posts`, { ...query, fields: 'message' }, token)).body;
  const first = await list({ limit: '2' });
  assert.deepEqual(first.data, [
    { message: 'three', id: ids[0] },
    { message: 'two', id: ids[1] },
  ]);
  const next = new URL(first.paging.next);
  const second = await sandbox.request(`/facebook/${next.host}${next.pathname}${next.search}`);
  assert.deepEqual(second.body.data, [{ message: 'one', id: ids[2] }]);
  await sandbox.fault('listLag', { platform: 'facebook', value: 15_000 });
  assert.equal((await list({})).data.length, 2);
  assert.equal((await list({})).data.length, 3);
  assert.equal((await sandbox.posts()).length, 3);
});

test('allows thirty reels per day', async (t) => {
  const { connect, graph, upload, herald, advance } = await startFacebook(t);
  const token = await connect();
  const publish = async () => {
    const { video_id } = (await graph('POST', '/v26.0/me/video_reels', { upload_phase: 'start' }, token)).body;
    await upload(video_id, token, { file_url: `${herald}/a.mp4` });
    const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' };
    return (await graph('POST', '/v26.0/me/video_reels', finish, token)).body;
  };
  for (let count = 0; count < 30; count += 1) assert.deepEqual(await publish(), { success: true });
  assert.equal((await publish()).error.code, 341);
  await advance(24 * hour);
  assert.deepEqual(await publish(), { success: true });
});

test('grants exactly the requested scopes and public_profile', async (t) => {
  const { signIn, graph } = await startFacebook(t);
  const { data } = (await graph('GET', '/v26.0/me/permissions', {}, await signIn('someone.new'))).body;
  const granted = data.map((row: any) => row.permission);
  assert.deepEqual(granted, [...allScopes.split(','), 'public_profile']);
});
