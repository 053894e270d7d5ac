import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { jpegOf, mp4Of } from '../../../test/media.ts';
import { allScopes, codeOf, sourceOf, startTiktok } from '../../../test/tiktok.ts';

const day = 24 * 3_600_000;
const megabyte = 1024 * 1024;

test("exchanges the code of an approved consent for tokens and returns the user's profile", async (t) => {
  const { authorize, oauth, get, callback } = await startTiktok(t);
  assert.match((await authorize()).body, /Grace Whispers/);
  const response = await authorize({ decision: 'approve' });
  const location = response.headers.get('location') ?? '';
  assert.match(location, /code=[\w-]+\*v%21\d{4}\.va&scopes=user\.info\.basic%2C.+&state=s1$/);
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code: codeOf(response) };
  const { body } = await oauth('token', grant);
  assert.partialDeepStrictEqual(body, {
    expires_in: 86_400,
    refresh_expires_in: 31_536_000,
    scope: allScopes,
    token_type: 'Bearer',
  });
  const fields = 'open_id,union_id,avatar_url,display_name,username,profile_deep_link,follower_count,video_count';
  const me = (await get(`/user/info/?fields=${fields}`, body.access_token)).body;
  assert.equal(me.error.code, 'ok');
  assert.partialDeepStrictEqual(me.data.user, {
    open_id: body.open_id,
    display_name: 'Ada Dances',
    username: 'ada.dances',
    follower_count: 1815,
    video_count: 0,
  });
});

test('a refresh replaces the refresh token for most accounts', async (t) => {
  const { connect, oauth, get, advance } = await startTiktok(t);
  const renew = async (token: string) =>
    (await oauth('token', { grant_type: 'refresh_token', refresh_token: token })).body;
  const ada = await connect();
  await advance(day);
  assert.equal((await get('/user/info/?fields=open_id', ada.access)).body.error.code, 'access_token_invalid');
  const next = await renew(ada.refresh);
  assert.equal((await get('/user/info/?fields=open_id', next.access_token)).status, 200);
  assert.equal((await renew(ada.refresh)).error, 'invalid_grant');
  const grace = await connect('grace.whispers');
  await advance(day);
  const same = await renew(grace.refresh);
  assert.deepEqual([same.refresh_token, same.refresh_expires_in], [grace.refresh, 364 * 86_400 - 1]);
});

test('revoking ends all tokens of the account', async (t) => {
  const { connect, oauth, get } = await startTiktok(t);
  const { access, refresh } = await connect();
  assert.deepEqual((await oauth('revoke', { token: access })).body, {});
  assert.equal((await get('/user/info/?fields=open_id', access)).status, 401);
  const again = await oauth('token', { grant_type: 'refresh_token', refresh_token: refresh });
  assert.equal(again.body.error, 'invalid_grant');
});

test('declining redirects with access_denied', async (t) => {
  const { authorize } = await startTiktok(t);
  const location = new URL((await authorize({ decision: 'deny' })).headers.get('location') ?? '');
  assert.deepEqual([location.searchParams.get('error'), location.searchParams.get('state')], ['access_denied', 's1']);
});

test('creator_info returns the options of the creator', async (t) => {
  const { connect, post } = await startTiktok(t);
  const { access } = await connect('grace.whispers');
  const { data } = (await post('/post/publish/creator_info/query/', access)).body;
  assert.partialDeepStrictEqual(data, {
    creator_username: 'grace.whispers',
    privacy_level_options: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: true,
    max_video_post_duration_sec: 60,
  });
});

test('publishes an uploaded video and returns its ID once it is reviewed', async (t) => {
  const { connect, video, status, advance, sandbox } = await startTiktok(t);
  const { access } = await connect();
  const id = await video(access, mp4Of(5));
  assert.match(id, /^v_pub_file~v2-1\.\d{19}$/);
  assert.deepEqual(await status(access, id), { status: 'PROCESSING_UPLOAD', uploaded_bytes: mp4Of(5).length });
  await advance(5000);
  assert.equal((await status(access, id)).status, 'PUBLISH_COMPLETE');
  assert.equal((await status(access, id)).publicaly_available_post_id, undefined);
  await advance(60_000);
  const [entry] = await sandbox.posts('?platform=tiktok&account=ada.dances');
  assert.partialDeepStrictEqual(entry, {
    url: `https://www.tiktok.com/@ada.dances/video/${entry.id}`,
    text: 'A video',
    media: [{ type: 'video', sizeBytes: mp4Of(5).length }],
  });
  const raw = await fetch(`${sandbox.origin}/sandbox/tiktok/open.tiktokapis.com/v2/post/publish/status/fetch/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ publish_id: id }),
  });
  assert.match(await raw.text(), new RegExp(`"publicaly_available_post_id":\\[${entry.id}\\]`));
  assert.ok(BigInt(entry.id) > 2n ** 53n);
});

test('a large video is uploaded in chunks and stored whole', async (t) => {
  const { connect, post, put, status, sandbox } = await startTiktok(t);
  const { access } = await connect();
  const bytes = Buffer.concat([mp4Of(60), Buffer.alloc(11 * megabyte, 7)]);
  const { data } = (
    await post('/post/publish/video/init/', access, {
      post_info: { privacy_level: 'SELF_ONLY' },
      source_info: sourceOf(bytes.length, 5 * megabyte),
    })
  ).body;
  const send = (first: number, end: number) =>
    put(data.upload_url, bytes.subarray(first, end), { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` });
  const early = await send(5 * megabyte, bytes.length);
  assert.deepEqual([early.status, early.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
  assert.equal((await send(0, 5 * megabyte)).status, 206);
  const again = await send(0, 5 * megabyte);
  const there = `bytes 0-${5 * megabyte - 1}/${bytes.length}`;
  assert.deepEqual([again.status, again.headers.get('content-range')], [416, there]);
  assert.equal((await status(access, data.publish_id)).uploaded_bytes, 5 * megabyte);
  assert.equal((await send(5 * megabyte, bytes.length)).status, 201);
  assert.equal((await send(5 * megabyte, bytes.length)).status, 416);
  const [entry] = await sandbox.posts();
  assert.deepEqual([entry.id, entry.url], [data.publish_id, 'https://www.tiktok.com/@ada.dances']);
  assert.equal(entry.media[0].sha256, createHash('sha256').update(bytes).digest('hex'));
});

test('fetches photos and publishes them as one post', async (t) => {
  const { connect, photos, files, status, advance, sandbox } = await startTiktok(t);
  files.set('/one.jpg', jpegOf(10, 10)).set('/two.jpg', jpegOf(20, 20));
  const { access } = await connect();
  const { publish_id: id } = (await photos(access)).body.data;
  assert.equal((await status(access, id)).status, 'PROCESSING_DOWNLOAD');
  await advance(63_000);
  const [entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, {
    url: `https://www.tiktok.com/@ada.dances/photo/${entry.id}`,
    text: 'Photos\nOf things',
  });
  assert.equal(entry.media.length, 2);
  assert.equal((await status(access, id)).downloaded_bytes, jpegOf(10, 10).length * 2);
});

test('delivers drafts to the inbox, videos without a text', async (t) => {
  const { connect, photos, post, put, files, status, advance, sandbox } = await startTiktok(t);
  files.set('/one.jpg', jpegOf(10, 10));
  const { access } = await connect();
  const source_info = sourceOf(mp4Of(5).length);
  const { data } = (await post('/post/publish/inbox/video/init/', access, { source_info })).body;
  const range = { 'content-range': `bytes 0-${mp4Of(5).length - 1}/${mp4Of(5).length}` };
  assert.equal((await put(data.upload_url, mp4Of(5), range)).status, 201);
  const photo = (await photos(access, { info: { privacy_level: null }, body: { post_mode: 'MEDIA_UPLOAD' } })).body
    .data;
  await advance(5000);
  for (const { publish_id: id } of [data, photo]) {
    assert.equal((await status(access, id)).status, 'SEND_TO_USER_INBOX');
  }
  const posts = await sandbox.posts();
  assert.deepEqual(
    posts.map(({ id, text }) => [id, text]),
    [
      [data.publish_id, ''],
      [photo.publish_id, 'Photos\nOf things'],
    ],
  );
});

test('lists public posts newest first, page by page', async (t) => {
  const { connect, video, post, advance, sandbox } = await startTiktok(t);
  const { access } = await connect();
  for (const title of ['one', 'two', 'three']) {
    await video(access, mp4Of(5), { title });
    await advance(20_000);
  }
  await video(access, mp4Of(5), { title: 'secret', privacy_level: 'SELF_ONLY' });
  await advance(60_000);
  const list = async (body: object) =>
    (await post('/video/list/?fields=id,title,create_time,share_url,video_description', access, body)).body.data;
  const first = await list({ max_count: 2 });
  assert.deepEqual(
    first.videos.map((each: any) => each.title),
    ['three', 'two'],
  );
  assert.match(first.videos[0].share_url, /^https:\/\/www\.tiktok\.com\/@ada\.dances\/video\/\d{19}\?/);
  assert.equal(typeof first.videos[0].id, 'string');
  const second = await list({ max_count: 2, cursor: first.cursor });
  assert.deepEqual([second.videos.length, second.videos[0].title, second.has_more], [1, 'one', false]);
  await sandbox.fault('listLag', { platform: 'tiktok', value: 30_000 });
  assert.deepEqual(
    (await list({})).videos.map((each: any) => each.title),
    ['two', 'one'],
  );
});

test('the same seed produces the same tokens', async (t) => {
  const [one, other] = [await startTiktok(t), await startTiktok(t)];
  assert.deepEqual(await one.connect('somebody.new'), await other.connect('somebody.new'));
});
