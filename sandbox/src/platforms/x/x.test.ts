import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { avatarOf } from '../../core/pages/avatar.ts';
import { jpegOf, mp4Of } from '../../../test/media.ts';
import { ada, allScopes, codeOf, grace, startX, verifier } from '../../../test/x.ts';

const gif = Buffer.from('GIF89a\x10\x00\x10\x00\x00\x00\x00;', 'latin1');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test("exchanges the code and its verifier for tokens and returns the user's profile", async (t) => {
  const { authorize, oauth, api, callback } = await startX(t);
  assert.match((await authorize()).body, /Linus, Shouting/);
  const response = await authorize({ decision: 'approve' });
  assert.match(response.headers.get('location') ?? '', /^http:\/\/127\.0\.0\.1:1\/callback\?code=[\w-]{91}&state=s1$/);
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier };
  const { status, body } = await oauth('token', { ...grant, code: codeOf(response) });
  assert.deepEqual([status, body.token_type, body.expires_in, body.scope], [200, 'bearer', 7200, allScopes]);
  const fields = 'id,name,username,profile_image_url,verified,verified_type,subscription_type,public_metrics';
  const me = await api('GET', `/users/me?user.fields=${fields}`, { token: body.access_token });
  assert.partialDeepStrictEqual(me.body.data, {
    id: ada,
    name: 'Ada Lovelace',
    username: 'ada_lovelace',
    verified: false,
    public_metrics: { followers_count: 1815, tweet_count: 0 },
  });
  assert.deepEqual(
    ['limit', 'remaining', 'reset'].map((name) => me.headers.get(`x-rate-limit-${name}`)),
    ['75', '74', String(Date.parse('2026-01-01T00:15:00Z') / 1000)],
  );
});

test('an access token expires after two hours, a refresh token after one use', async (t) => {
  const { connect, oauth, api, advance } = await startX(t);
  const { access, refresh } = await connect();
  const renew = (token: string) => oauth('token', { grant_type: 'refresh_token', refresh_token: token });
  await advance(2 * 3_600_000);
  assert.equal((await api('GET', '/users/me', { token: access })).status, 401);
  const next = (await renew(refresh)).body;
  assert.equal((await api('GET', '/users/me', { token: next.access_token })).status, 200);
  const again = await renew(refresh);
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_request']);
  assert.equal((await renew(next.refresh_token)).status, 200);
});

test('returns no refresh token without offline.access, and declining redirects with access_denied', async (t) => {
  const { connect, authorize } = await startX(t);
  assert.equal((await connect('somebody', { drop: 'offline.access' })).refresh, undefined);
  const location = (await authorize({ decision: 'deny' })).headers.get('location');
  assert.equal(location, 'http://127.0.0.1:1/callback?error=access_denied&state=s1');
});

test('revoking ends the given token and is idempotent', async (t) => {
  const { connect, oauth, api } = await startX(t);
  const { access, refresh } = await connect();
  for (const token of [access, access, refresh, 'nobody']) {
    assert.deepEqual((await oauth('revoke', { token })).body, { revoked: true });
  }
  assert.equal((await api('GET', '/users/me', { token: access })).status, 401);
  assert.equal((await oauth('token', { grant_type: 'refresh_token', refresh_token: refresh })).status, 400);
});

test('returns the text with short URLs and escaped characters, and the ledger keeps the original', async (t) => {
  const { connect, tweet, sandbox } = await startX(t);
  const { access } = await connect();
  const text = 'Tom & Jerry <3 https://example.com/a?b=1&c=2, see example.org';
  const { status, body } = await tweet(access, { text });
  assert.equal(status, 201);
  assert.match(body.data.text, /^Tom &amp; Jerry &lt;3 https:\/\/t\.co\/\w{10}, see https:\/\/t\.co\/\w{10}$/);
  assert.match(body.data.id, /^\d{19}$/);
  assert.deepEqual(body.data.edit_history_tweet_ids, [body.data.id]);
  const [entry] = await sandbox.posts('?platform=x&account=ada_lovelace');
  const url = `https://x.com/ada_lovelace/status/${body.data.id}`;
  assert.partialDeepStrictEqual(entry, { id: body.data.id, url, text, parentId: null });
});

test('publishes images, a GIF and a video, each adding one URL to the text', async (t) => {
  const { connect, image, video, tweet, api, sandbox, advance } = await startX(t);
  const { access } = await connect();
  const png = Buffer.from(avatarOf('one'));
  const ids = [(await image(access, png)).body.data.id, (await image(access, jpegOf(9, 9))).body.data.id];
  const photos = await tweet(access, { text: 'Two', media: { media_ids: ids } });
  assert.match(photos.body.data.text, /^Two https:\/\/t\.co\/\w{10}$/);
  const moving = (await image(access, gif, 'tweet_gif')).body.data;
  assert.deepEqual(moving.processing_info, { state: 'pending', check_after_secs: 1 });
  const film = await video(access, mp4Of(5));
  const status = async () =>
    (await api('GET', `/media/upload?command=STATUS&media_id=${film}`, { token: access })).body;
  assert.equal((await tweet(access, { media: { media_ids: [film] } })).status, 400);
  await advance(2500);
  assert.partialDeepStrictEqual(await status(), { data: { id: film, processing_info: { state: 'in_progress' } } });
  await advance(2500);
  assert.deepEqual((await status()).data.processing_info, { state: 'succeeded', progress_percent: 100 });
  assert.equal((await tweet(access, { text: 'GIF', media: { media_ids: [moving.id] } })).status, 201);
  assert.match((await tweet(access, { media: { media_ids: [film] } })).body.data.text, /^https:\/\/t\.co\/\w{10}$/);
  const kinds = (await sandbox.posts()).map(({ media }) => media.map((each: any) => each.type).join());
  assert.deepEqual(kinds, ['image,image', 'gif', 'video']);
  assert.equal((await sandbox.posts())[0].media[0].sha256, sha256(png));
});

test('a video in several segments is stored whole, even when segments are repeated', async (t) => {
  const { connect, api, append, tweet, advance, sandbox } = await startX(t);
  const { access: token } = await connect();
  const bytes = Buffer.concat([mp4Of(60), Buffer.alloc(2_000_000, 7)]);
  const body = { media_type: 'video/mp4', total_bytes: bytes.length, media_category: 'tweet_video' };
  const { id, media_key } = (await api('POST', '/media/upload/initialize', { token, body })).body.data;
  assert.equal(media_key, `7_${id}`);
  await append(token, id, 1, bytes.subarray(1_000_000));
  const finalize = () => api('POST', `/media/upload/${id}/finalize`, { token });
  assert.match((await finalize()).body.errors[0].message, /do not add up/);
  await append(token, id, 0, Buffer.alloc(1_000_000));
  const sent = await append(token, id, 0, bytes.subarray(0, 1_000_000));
  assert.equal(sent.body.data.expires_at, Date.parse('2026-01-02T00:00:00Z') / 1000);
  assert.equal((await finalize()).body.data.size, bytes.length);
  assert.equal((await finalize()).status, 200, 'an answer may have been lost');
  assert.equal((await append(token, id, 0, bytes)).status, 400);
  await advance(5000);
  await tweet(token, { media: { media_ids: [id] } });
  assert.deepEqual((await sandbox.posts())[0].media, [
    { type: 'video', sizeBytes: bytes.length, sha256: sha256(bytes) },
  ]);
});

test('each post of a thread replies to the previous one', async (t) => {
  const { connect, tweet, api, sandbox } = await startX(t);
  const { access: token } = await connect();
  const first = (await tweet(token, { text: '1' })).body.data.id;
  const second = (await tweet(token, { text: '2', reply: { in_reply_to_tweet_id: first } })).body.data.id;
  assert.equal((await tweet(token, { text: '1', reply: { in_reply_to_tweet_id: second } })).status, 201);
  const posts = await sandbox.posts();
  assert.deepEqual(
    posts.map(({ parentId }) => parentId),
    [null, first, second],
  );
  const fields = 'tweet.fields=conversation_id,referenced_tweets,in_reply_to_user_id';
  const [last] = (await api('GET', `/users/${ada}/tweets?${fields}`, { token })).body.data;
  assert.partialDeepStrictEqual(last, {
    conversation_id: first,
    in_reply_to_user_id: ada,
    referenced_tweets: [{ type: 'replied_to', id: second }],
  });
  const roots = await api('GET', `/users/${ada}/tweets?exclude=replies,retweets`, { token });
  assert.deepEqual([roots.body.meta.result_count, roots.body.data[0].id], [1, first]);
});

test('lists own posts newest first, page by page, with the requested fields', async (t) => {
  const { connect, tweet, image, api, advance, sandbox } = await startX(t);
  const { access: token } = await connect();
  const none = (await api('GET', `/users/${ada}/tweets`, { token })).body;
  assert.deepEqual(none, { meta: { result_count: 0 } });
  for (const text of ['1', '2', '3', '4', '5']) await tweet(token, { text });
  await advance(60_000);
  const { id } = (await image(token, jpegOf(9, 9))).body.data;
  const newest = (await tweet(token, { text: 'https://example.com', media: { media_ids: [id] } })).body.data;
  const query = 'max_results=5&tweet.fields=created_at,attachments,entities,public_metrics';
  const media = 'expansions=attachments.media_keys&media.fields=url,type,preview_image_url';
  const list = async (more = '') => (await api('GET', `/users/${ada}/tweets?${query}&${media}${more}`, { token })).body;
  const first = await list();
  assert.equal(first.data.length, 5);
  assert.partialDeepStrictEqual(first.data[0], {
    id: newest.id,
    text: newest.text,
    attachments: { media_keys: [`3_${id}`] },
    public_metrics: { retweet_count: 0, reply_count: 0 },
  });
  assert.deepEqual(
    first.data[0].entities.urls.map(({ start, end, url }: any) => newest.text.slice(start, end) === url),
    [true, true],
  );
  assert.equal(first.data[0].entities.urls[0].expanded_url, 'https://example.com');
  assert.deepEqual(first.includes.media, [
    { media_key: `3_${id}`, type: 'photo', url: `https://pbs.twimg.com/media/${id}.jpg` },
  ]);
  assert.equal(first.meta.newest_id, newest.id);
  const second = await list(`&pagination_token=${first.meta.next_token}`);
  assert.deepEqual([second.data[0].text, second.meta.result_count, second.meta.next_token], ['1', 1, undefined]);
  assert.equal((await list('&start_time=2026-01-01T00:01:00Z')).meta.result_count, 1);
  await sandbox.fault('listLag', { platform: 'x' });
  assert.equal((await list()).data[0].text, '5');
});

test('accepts the newer field names, and longer texts for paying accounts', async (t) => {
  const { connect, tweet, api } = await startX(t);
  const { access: token } = await connect('grace_hopper');
  const { status, body } = await tweet(token, { text: 'x'.repeat(25_000) });
  assert.deepEqual([status, body.data.edit_history_post_ids], [201, [body.data.id]]);
  const { data } = (await api('GET', `/users/${grace}/tweets?post.fields=public_metrics`, { token })).body;
  assert.equal(data[0].public_metrics.repost_count, 0);
});

test('a deleted post is gone, and its text can be posted again', async (t) => {
  const { connect, tweet, api, sandbox } = await startX(t);
  const { access: token } = await connect();
  const { id } = (await tweet(token, { text: 'Hello' })).body.data;
  assert.deepEqual((await api('DELETE', `/tweets/${id}`, { token })).body, { data: { deleted: true } });
  const again = await api('DELETE', `/tweets/${id}`, { token });
  assert.equal(again.body.type, 'https://api.x.com/2/problems/resource-not-found');
  assert.notEqual((await sandbox.posts())[0].deletedAt, null);
  assert.equal((await tweet(token, { text: 'Hello' })).status, 201);
});

test('limits posts per window and resets with the next window', async (t) => {
  const { connect, tweet, advance, sandbox } = await startX(t);
  const accounts = [{ name: 'busy_person', postsPerWindow: 2 }];
  await sandbox.control('POST', 'accounts', { platform: 'x', accounts });
  const { access } = await connect('busy_person');
  const responses = [await tweet(access, { text: '1' }), await tweet(access, { text: '2' })];
  assert.deepEqual(
    responses.map(({ headers }) => headers.get('x-rate-limit-remaining')),
    ['1', '0'],
  );
  const refused = await tweet(access, { text: '3' });
  assert.deepEqual([refused.status, refused.body.title], [429, 'Too Many Requests']);
  const reset = Number(refused.headers.get('x-rate-limit-reset'));
  await advance(reset * 1000 - Date.parse('2026-01-01T00:00:00Z'));
  assert.equal((await tweet(access, { text: '3' })).status, 201);
});
