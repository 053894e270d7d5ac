import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allScopes, app, codeOf, startThreads } from '../../../test/threads.ts';

const ada = '25000000000000001';
const hour = 3600 * 1000;

test('exchanges the code of an approved consent for a short-lived, then a long-lived token', async (t) => {
  const { authorize, exchange, graph, advance, callback } = await startThreads(t);
  assert.match((await authorize()).body, /Sign in to Threads/);
  assert.equal((await authorize({}, 'www.threads.net')).status, 200);
  const response = await authorize({ decision: 'approve' });
  const location = response.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${callback}?code=AQ`));
  assert.ok(location.endsWith('&state=s1#_'));
  const { body } = await exchange(codeOf(response));
  assert.match(body.access_token, /^THAA/);
  assert.deepEqual(Object.keys(body), ['access_token', 'user_id']);
  const query = { grant_type: 'th_exchange_token', client_secret: app.client_secret, access_token: body.access_token };
  const long = (await graph('GET', '/access_token', query)).body;
  assert.deepEqual([long.token_type, long.expires_in], ['bearer', 5_184_000]);
  const fields = 'id,username,name,threads_profile_picture_url,threads_biography,is_verified';
  const me = await graph('GET', '/v1.0/me', { fields }, long.access_token);
  assert.partialDeepStrictEqual(me.body, { id: ada, username: 'ada.knits', name: 'Ada Knits', is_verified: false });
  await advance(hour);
  assert.equal((await graph('GET', '/v1.0/me', {}, body.access_token)).body.error.error_subcode, 463);
  assert.equal((await graph('GET', '/v1.0/me', {}, long.access_token)).status, 200);
});

test('debug_token returns the scopes of a token until it expires', async (t) => {
  const { connect, graph, advance } = await startThreads(t);
  const token = await connect('ada.knits', { drop: 'threads_delete' });
  for (const path of ['/debug_token', '/v1.0/debug_token']) {
    const { data } = (await graph('GET', path, { input_token: token }, token)).body;
    assert.deepEqual(data.scopes, allScopes.split(',').slice(0, -1));
    assert.deepEqual([data.is_valid, data.user_id, data.expires_at - data.issued_at], [true, ada, 5_184_000]);
  }
  await advance(60 * 24 * hour);
  const other = await connect();
  const { data } = (await graph('GET', '/debug_token', { input_token: token }, other)).body;
  assert.partialDeepStrictEqual(data, { is_valid: false, scopes: [] });
});

test('refreshes long-lived tokens after a day', async (t) => {
  const { connect, graph, advance } = await startThreads(t);
  const token = await connect();
  const refresh = () => graph('GET', '/refresh_access_token', { grant_type: 'th_refresh_token', access_token: token });
  assert.match((await refresh()).body.error.message, /at least 24 hours old/);
  await advance(24 * hour);
  const { body } = await refresh();
  await advance(59.5 * 24 * hour);
  assert.equal((await refresh()).body.error.error_subcode, 463);
  assert.equal((await graph('GET', '/v1.0/me', {}, body.access_token)).status, 200);
});

test('publishes a text: container, status, publish, permalink, ledger', async (t) => {
  const { connect, graph, advance, make, sandbox } = await startThreads(t);
  const token = await connect();
  const id = await make(token, { media_type: 'TEXT', text: 'Hello', reply_control: 'mentioned_only' });
  const status = async () => (await graph('GET', `/v1.0/${id}`, { fields: 'id,status,error_message' }, token)).body;
  const publish = () => graph('POST', `/v1.0/${ada}/threads_publish`, { creation_id: id }, token);
  assert.deepEqual(await status(), { id, status: 'IN_PROGRESS' });
  assert.deepEqual((await publish()).body.error.error_subcode, 4279009);
  await advance(1000);
  assert.deepEqual(await status(), { id, status: 'FINISHED' });
  const published = await publish();
  assert.match(published.body.id, /^1805\d{13}$/);
  assert.deepEqual(await status(), { id, status: 'PUBLISHED' });
  assert.deepEqual((await publish()).body.error.code, 24);
  const fields = 'permalink,shortcode,text,media_type,media_product_type,timestamp,reply_audience,media_url';
  const post = (await graph('GET', `/v1.0/${published.body.id}`, { fields }, token)).body;
  assert.deepEqual(post, {
    id: published.body.id,
    permalink: `https://www.threads.com/@ada.knits/post/${post.shortcode}`,
    shortcode: post.shortcode,
    text: 'Hello',
    media_type: 'TEXT_POST',
    media_product_type: 'THREADS',
    timestamp: '2026-01-01T00:00:01+0000',
    reply_audience: 'MENTIONED_ONLY',
  });
  const entries = await sandbox.posts('?platform=threads&account=ada.knits');
  assert.equal(entries.length, 1);
  assert.partialDeepStrictEqual(entries[0], { id: post.id, url: post.permalink, text: 'Hello', parentId: null });
});

test('publishes images, videos and carousels of both', async (t) => {
  const { connect, graph, advance, make, publish, herald, sandbox } = await startThreads(t);
  const token = await connect();
  const image = { media_type: 'IMAGE', image_url: `${herald}/a.jpg`, alt_text: 'A square' };
  const video = { media_type: 'VIDEO', video_url: `${herald}/ten.mp4` };
  await publish(token, { ...image, text: 'An image' });
  await publish(token, { media_type: 'IMAGE', image_url: `${herald}/a.png` });
  await publish(token, { ...video, text: 'A video' });
  const children = [
    await make(token, { ...image, is_carousel_item: true }),
    await make(token, { ...video, is_carousel_item: true }),
  ];
  await advance(5000);
  const album = await publish(token, { media_type: 'CAROUSEL', children: children.join(','), text: 'Two' });
  const fields = 'media_type,children{id,media_type,media_url,thumbnail_url}';
  const { media_type, children: parts } = (await graph('GET', `/v1.0/${album}`, { fields }, token)).body;
  assert.deepEqual(
    [media_type, ...parts.data.map((part: any) => part.media_type)],
    ['CAROUSEL_ALBUM', 'IMAGE', 'VIDEO'],
  );
  const entries = await sandbox.posts();
  assert.deepEqual(
    entries.map((post) => post.media.map((each: any) => each.type).join()),
    ['image', 'image', 'video', 'image,video'],
  );
});

test('replies appear below posts, not among them, and have their own quota', async (t) => {
  const { connect, graph, publish, sandbox } = await startThreads(t);
  const accounts = [{ name: 'small.quota', quotaTotal: 1, replyQuotaTotal: 1, deleteQuotaTotal: 1 }];
  await sandbox.control('POST', 'accounts', { platform: 'threads', accounts });
  const token = await connect('small.quota');
  const first = await publish(token, { media_type: 'TEXT', text: 'First' });
  const second = await publish(token, { media_type: 'TEXT', text: 'Second', reply_to_id: first });
  const [, entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, { id: second, parentId: first });
  const list = await graph('GET', '/v1.0/me/threads', { fields: 'id,has_replies,is_reply' }, token);
  assert.deepEqual(list.body.data, [{ id: first, has_replies: true, is_reply: false }]);
  const fields = 'quota_usage,config,reply_quota_usage,reply_config,delete_quota_usage';
  const limit = await graph('GET', '/v1.0/me/threads_publishing_limit', { fields }, token);
  const config = { quota_total: 1, quota_duration: 86_400 };
  assert.deepEqual(limit.body.data, [
    { quota_usage: 1, config, reply_quota_usage: 1, reply_config: config, delete_quota_usage: 0 },
  ]);
  for (const more of [{}, { reply_to_id: second }]) {
    await assert.rejects(publish(token, { media_type: 'TEXT', text: 'More', ...more }), /"error_subcode":2207042/);
  }
  assert.equal((await graph('DELETE', `/v1.0/${second}`, {}, token)).status, 200);
  assert.equal((await graph('DELETE', `/v1.0/${first}`, {}, token)).body.error.error_subcode, 2207042);
});

test('the first hashtag becomes the topic and loses its #, unless topic_tag is set', async (t) => {
  const { connect, graph, publish } = await startThreads(t);
  const token = await connect();
  const read = async (parameters: object) => {
    const id = await publish(token, { media_type: 'TEXT', ...parameters });
    const { text, topic_tag } = (await graph('GET', `/v1.0/${id}`, { fields: 'text,topic_tag' }, token)).body;
    return [text, topic_tag];
  };
  assert.deepEqual(await read({ text: 'On #wool and #more' }), ['On wool and #more', 'wool']);
  assert.deepEqual(await read({ text: 'On #wool', topic_tag: 'Knitting' }), ['On #wool', 'Knitting']);
  assert.deepEqual(await read({ text: 'We are #1, a#b' }), ['We are #1, a#b', undefined]);
});

test('lists own posts newest first, page by page, with a lag', async (t) => {
  const { connect, graph, publish, sandbox } = await startThreads(t);
  const token = await connect();
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) ids.unshift(await publish(token, { media_type: 'TEXT', text }));
  const list = async (query: object) => (await graph('GET', `/v1.0/${ada}/threads`, query, token)).body;
  const first = await list({ fields: 'id,text', limit: '2' });
  assert.deepEqual(
    first.data.map((each: any) => each.text),
    ['three', 'two'],
  );
  const next = new URL(first.paging.next);
  const second = await sandbox.request(`/threads/${next.host}${next.pathname}${next.search}`);
  assert.deepEqual(second.body.data, [{ id: ids[2], text: 'one' }]);
  await sandbox.fault('listLag', { platform: 'threads', value: 5000 });
  assert.deepEqual((await list({})).data, [{ id: ids[1] }, { id: ids[2] }]);
});

test('a deleted post disappears everywhere except from the ledger', async (t) => {
  const { connect, graph, publish, sandbox } = await startThreads(t);
  const token = await connect();
  const id = await publish(token, { media_type: 'TEXT', text: 'Soon gone' });
  const stranger = await connect('grace.thinks');
  const remove = (by: string) => graph('DELETE', `/v1.0/${id}`, {}, by);
  assert.equal((await remove(stranger)).body.error.error_subcode, 33);
  assert.deepEqual((await remove(token)).body, { success: true, deleted_id: id });
  assert.equal((await remove(token)).body.error.error_subcode, 33);
  assert.equal((await graph('GET', `/v1.0/${id}`, {}, token)).body.error.error_subcode, 33);
  assert.deepEqual((await graph('GET', '/v1.0/me/threads', {}, token)).body.data, []);
  const [entry] = await sandbox.posts();
  assert.notEqual(entry.deletedAt, null);
});

test('containers expire after a day', async (t) => {
  const { connect, graph, advance, make } = await startThreads(t);
  const token = await connect();
  const id = await make(token, { media_type: 'TEXT', text: 'Too late' });
  await advance(24 * hour);
  assert.equal((await graph('GET', `/v1.0/${id}`, { fields: 'status' }, token)).body.status, 'EXPIRED');
  const late = await graph('POST', '/v1.0/me/threads_publish', { creation_id: id }, token);
  assert.deepEqual([late.body.error.code, late.body.error.error_subcode], [24, 4279009]);
});
