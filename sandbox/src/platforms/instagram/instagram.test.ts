import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allScopes, app, codeOf, startInstagram } from '../../../test/instagram.ts';
import { jpegOf } from '../../../test/media.ts';

const ada = '17841400000000001';
const hour = 3600 * 1000;

test('exchanges the code of an approved consent for a short-lived, then a long-lived token', async (t) => {
  const { authorize, exchange, graph, callback } = await startInstagram(t);
  const page = await authorize();
  assert.match(page.body, /Sign in to Instagram/);
  assert.match(page.body, /grace\.creates/);
  const approval = await authorize({ decision: 'approve' });
  assert.equal(approval.status, 302);
  const location = approval.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${callback}?code=AQ`));
  assert.ok(location.endsWith('&state=s1#_'));
  const code = codeOf(approval);
  const response = await exchange(code);
  const { access_token, permissions } = response.body;
  assert.match(access_token, /^IGAA[A-Za-z0-9]+$/);
  assert.deepEqual(permissions, allScopes.split(','));
  assert.equal((await exchange(code)).status, 400);
  const query = { grant_type: 'ig_exchange_token', client_secret: app.client_secret, access_token };
  const long = (await graph('GET', '/access_token', query)).body;
  assert.deepEqual([long.token_type, long.expires_in], ['bearer', 5_183_944]);
  const me = await graph('GET', '/v26.0/me', { fields: 'id,user_id,username,account_type' }, long.access_token);
  assert.deepEqual(me.body, {
    id: '24000000000000001',
    user_id: ada,
    username: 'ada.studio',
    account_type: 'BUSINESS',
  });
});

test('the raw token response has a numeric user_id', async (t) => {
  const { authorize, sandbox, callback } = await startInstagram(t);
  const code = codeOf(await authorize({ decision: 'approve' }));
  const form = new URLSearchParams({ ...app, grant_type: 'authorization_code', redirect_uri: callback, code });
  const address = `${sandbox.origin}/sandbox/instagram/api.instagram.com/oauth/access_token`;
  const text = await (await fetch(address, { method: 'POST', body: form })).text();
  assert.match(text, /"user_id":24000000000000001,"permissions":\[/);
});

test('wraps the responses for some accounts in data', async (t) => {
  const { authorize, exchange, graph } = await startInstagram(t);
  const response = await exchange(codeOf(await authorize({ decision: 'approve', account: 'wrapped.works' })));
  const [entry] = response.body.data;
  assert.deepEqual([entry.user_id, entry.permissions], ['24000000000000003', allScopes]);
  const me = await graph('GET', '/v26.0/me', { fields: 'username' }, entry.access_token);
  assert.deepEqual(me.body, { data: [{ username: 'wrapped.works', id: '24000000000000003' }] });
});

test('declining redirects with access_denied', async (t) => {
  const { authorize } = await startInstagram(t);
  const location = new URL((await authorize({ decision: 'deny' })).headers.get('location') ?? '');
  assert.deepEqual(Object.fromEntries(location.searchParams), {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request.',
    state: 's1',
  });
  assert.equal(location.hash, '');
});

test('refreshes long-lived tokens after a day, and the old one stays valid until its expiry', async (t) => {
  const { connect, graph, advance } = await startInstagram(t);
  const token = await connect();
  const refresh = (access_token: string) =>
    graph('GET', '/refresh_access_token', { grant_type: 'ig_refresh_token', access_token });
  assert.match((await refresh(token)).body.error.message, /at least 24 hours old/);
  await advance(24 * hour);
  const { body } = await refresh(token);
  assert.notEqual(body.access_token, token);
  assert.equal(body.permissions, allScopes);
  assert.equal((await graph('GET', '/v26.0/me', {}, token)).status, 200);
  await advance(59.5 * 24 * hour);
  const dead = await graph('GET', '/v26.0/me', {}, token);
  assert.deepEqual([dead.status, dead.body.error.code, dead.body.error.error_subcode], [400, 190, 463]);
  assert.equal((await graph('GET', '/v26.0/me', {}, body.access_token)).status, 200);
});

test('publishes an image: container, status, publish, permalink, ledger', async (t) => {
  const { connect, graph, advance, herald, sandbox } = await startInstagram(t);
  const token = await connect();
  const parameters = {
    image_url: `${herald}/a.jpg`,
    caption: 'Hello #world',
    alt_text: 'A square',
    user_tags: [{ username: 'grace.creates', x: 0.5, y: 1 }],
    collaborators: ['grace.creates'],
    location_id: '110',
    is_ai_generated: false,
  };
  const response = await graph('POST', `/v26.0/${ada}/media`, parameters, token);
  const { id } = response.body;
  assert.match(id, /^1788\d{13}$/);
  const status = async () => (await graph('GET', `/v26.0/${id}`, { fields: 'status_code,status' }, token)).body;
  assert.deepEqual(await status(), {
    status_code: 'IN_PROGRESS',
    status: 'In Progress: Media is still being processed.',
    id,
  });
  const early = await graph('POST', `/v26.0/${ada}/media_publish`, { creation_id: id }, token);
  assert.deepEqual([early.body.error.code, early.body.error.error_subcode], [9007, 2207027]);
  await advance(1000);
  assert.equal((await status()).status_code, 'FINISHED');
  const published = await graph('POST', `/v26.0/${ada}/media_publish`, { creation_id: id }, token);
  assert.match(published.body.id, /^1790\d{13}$/);
  assert.equal((await status()).status_code, 'PUBLISHED');
  const again = await graph('POST', `/v26.0/${ada}/media_publish`, { creation_id: id }, token);
  assert.equal(again.body.error.code, 24);
  const fields = 'id,permalink,shortcode,caption,media_type,media_product_type,timestamp,username,thumbnail_url';
  const media = (await graph('GET', `/v26.0/${published.body.id}`, { fields }, token)).body;
  assert.partialDeepStrictEqual(media, {
    permalink: `https://www.instagram.com/p/${media.shortcode}/`,
    caption: 'Hello #world',
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    timestamp: '2026-01-01T00:00:01+0000',
    username: 'ada.studio',
  });
  assert.equal('thumbnail_url' in media, false);
  const [post, ...more] = await sandbox.posts('?platform=instagram&account=ada.studio');
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(post, { id: published.body.id, url: media.permalink, text: 'Hello #world' });
  assert.deepEqual([post.media[0].type, post.media[0].sizeBytes], ['image', jpegOf(1080, 1080).length]);
});

test('accepts parameters as query, form or JSON', async (t) => {
  const { connect, sandbox, herald } = await startInstagram(t);
  const access_token = await connect();
  const address = `/instagram/graph.instagram.com/v21.0/${ada}/media`;
  const fields = new URLSearchParams({ access_token, image_url: `${herald}/b.jpg`, user_tags: '[]', caption: '5' });
  assert.equal((await sandbox.request(address, { method: 'POST', body: fields })).status, 200);
  assert.equal((await sandbox.request(`${address}?${fields.toString()}`, { method: 'POST' })).status, 200);
});

test('publishes reels, stories and carousels', async (t) => {
  const { connect, graph, advance, publish, herald, sandbox } = await startInstagram(t);
  const token = await connect();
  const reel = await publish(token, {
    media_type: 'REELS',
    video_url: `${herald}/ten.mp4`,
    caption: 'Moving',
    share_to_feed: true,
    cover_url: `${herald}/tall.jpg`,
    thumb_offset: 100,
    audio_name: 'Song',
    trial_params: { graduation_strategy: 'MANUAL' },
    user_tags: [{ username: 'grace.creates' }],
  });
  await publish(token, { media_type: 'STORIES', image_url: `${herald}/tall.jpg` });
  await publish(token, { media_type: 'STORIES', video_url: `${herald}/a.mp4` });
  const items = [{ image_url: `${herald}/a.jpg` }, { media_type: 'VIDEO', video_url: `${herald}/a.mp4` }];
  const children: string[] = [];
  for (const item of items) {
    const response = await graph('POST', '/v26.0/me/media', { is_carousel_item: true, ...item }, token);
    children.push(response.body.id);
  }
  await advance(5000);
  const carousel = { media_type: 'CAROUSEL', children: children.join(','), caption: 'Two' };
  const album = await publish(token, carousel);
  await publish(token, { ...carousel, children });
  const fields = 'media_type,media_product_type,permalink,children{id,media_type}';
  const read = async (id: string) => (await graph('GET', `/v26.0/${id}`, { fields }, token)).body;
  assert.partialDeepStrictEqual(await read(reel), { media_type: 'VIDEO', media_product_type: 'REELS' });
  assert.match((await read(reel)).permalink, /\/reel\//);
  const { children: parts, media_type } = await read(album);
  assert.equal(media_type, 'CAROUSEL_ALBUM');
  assert.deepEqual(
    parts.data.map((part: any) => part.media_type),
    ['IMAGE', 'VIDEO'],
  );
  const posts = await sandbox.posts();
  assert.match(posts[1].url, /\/stories\/ada\.studio\/\d+\/$/);
  assert.deepEqual(
    posts.map((post) => post.media.map((each: any) => each.type).join()),
    ['video', 'image', 'video', 'image,video', 'image,video'],
  );
});

test('lists own media newest first, page by page, without stories', async (t) => {
  const { connect, graph, publish, herald, sandbox } = await startInstagram(t);
  const token = await connect();
  const image = { image_url: `${herald}/a.jpg` };
  const ids: string[] = [];
  for (const caption of ['one', 'two', 'three']) ids.unshift(await publish(token, { ...image, caption }));
  await publish(token, { ...image, media_type: 'STORIES' });
  const list = async (query: object) => (await graph('GET', `/v26.0/${ada}/media`, query, token)).body;
  const first = await list({ fields: 'id,caption', limit: '2' });
  assert.deepEqual(
    first.data.map((each: any) => each.caption),
    ['three', 'two'],
  );
  const next = new URL(first.paging.next);
  assert.equal(next.host, 'graph.instagram.com');
  const second = await sandbox.request(`/instagram/${next.host}${next.pathname}${next.search}`);
  assert.deepEqual(second.body.data, [{ id: ids[2], caption: 'one' }]);
  assert.equal('next' in second.body.paging, false);
  await sandbox.fault('listLag', { platform: 'instagram', value: 15_000 });
  assert.deepEqual((await list({})).data, [{ id: ids[1] }, { id: ids[2] }]);
  assert.equal((await list({})).data.length, 3);
});

test('lists stories separately for one day', async (t) => {
  const { connect, graph, publish, herald, advance } = await startInstagram(t);
  const token = await connect();
  const image = { image_url: `${herald}/a.jpg` };
  await publish(token, { ...image, caption: 'no story' });
  const id = await publish(token, { ...image, media_type: 'STORIES' });
  const list = async () => (await graph('GET', `/v26.0/${ada}/stories`, { fields: 'id,media_type' }, token)).body.data;
  assert.deepEqual(await list(), [{ id, media_type: 'IMAGE' }]);
  await advance(24 * 3_600_000);
  assert.deepEqual(await list(), []);
});

test('the first comment is a post below its media', async (t) => {
  const { connect, graph, publish, herald, sandbox } = await startInstagram(t);
  const token = await connect();
  const id = await publish(token, { image_url: `${herald}/a.jpg` });
  const comment = await graph('POST', `/v26.0/${id}/comments`, { message: 'First' }, token);
  assert.equal(comment.status, 200);
  const [, post] = await sandbox.posts();
  assert.partialDeepStrictEqual(post, { id: comment.body.id, parentId: id, text: 'First' });
  const media = await graph('GET', `/v26.0/${id}`, { fields: 'comments_count' }, token);
  assert.equal(media.body.comments_count, 1);
});

test('enforces a readable quota per day, and unpublished containers expire', async (t) => {
  const { connect, graph, advance, publish, herald, sandbox } = await startInstagram(t);
  await sandbox.control('POST', 'accounts', {
    platform: 'instagram',
    accounts: [{ name: 'small.quota', quotaTotal: 1 }],
  });
  const token = await connect('small.quota');
  const image = { image_url: `${herald}/a.jpg` };
  await publish(token, image);
  const limit = await graph('GET', '/v26.0/me/content_publishing_limit', { fields: 'config,quota_usage' }, token);
  assert.deepEqual(limit.body, {
    data: [{ config: { quota_total: 1, quota_duration: 86_400 }, quota_usage: 1 }],
  });
  const { id } = (await graph('POST', '/v26.0/me/media', image, token)).body;
  await advance(2000);
  const full = await graph('POST', '/v26.0/me/media_publish', { creation_id: id }, token);
  assert.deepEqual([full.body.error.code, full.body.error.error_subcode], [9, 2207042]);
  await advance(24 * hour - 1000);
  const late = await graph('POST', '/v26.0/me/media_publish', { creation_id: id }, token);
  assert.deepEqual([late.body.error.code, late.body.error.error_subcode], [-2, 2207020]);
  const status = await graph('GET', `/v26.0/${id}`, { fields: 'status_code' }, token);
  assert.equal(status.body.status_code, 'EXPIRED');
  await publish(token, image);
});

test('allows 400 containers per day', async (t) => {
  const { connect, graph, herald } = await startInstagram(t);
  const token = await connect();
  const make = () => graph('POST', '/v26.0/me/media', { image_url: `${herald}/a.jpg` }, token);
  for (let count = 0; count < 400; count += 1) await make();
  assert.equal((await make()).body.error.code, 4);
});

test('the same seed produces the same tokens', async (t) => {
  const [one, other] = [await startInstagram(t), await startInstagram(t)];
  assert.equal(await one.connect('new.person'), await other.connect('new.person'));
});
