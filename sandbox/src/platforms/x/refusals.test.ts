import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jpegOf, mp4Of, pngOf } from '../../../test/media.ts';
import { ada, allScopes, basic, codeOf, formOf, startX, verifier } from '../../../test/x.ts';

const invalid = 'https://api.x.com/2/problems/invalid-request';

test('rejects bodies that do not fit the schema', async (t) => {
  const { connect, tweet, api } = await startX(t);
  const { access: token } = await connect();
  const message = async (body: object) => {
    const response = await tweet(token, body);
    assert.deepEqual([response.status, response.body.type], [400, invalid], JSON.stringify(response.body));
    return response.body.errors[0].message;
  };
  assert.match(await message({ text: 'x', status: 'y' }), /^\$\.status: is not defined in the schema/);
  assert.match(await message({ text: 5 }), /^\$\.text: string expected/);
  assert.match(await message({}), /At least one of/);
  assert.match(await message({ text: 'x', media: { media_ids: [] } }), /minimum of 1/);
  assert.match(await message({ text: 'x', media: { media_ids: ['1', '2', '3', '4', '5'] } }), /maximum of 4/);
  assert.match(await message({ text: 'x', media: { media_ids: [1] } }), /does not match the regex/);
  assert.match(await message({ text: 'x', media: { ids: ['1'] } }), /^\$\.media\.ids/);
  assert.match(await message({ text: 'x', reply: { in_reply_to_tweet_id: 'abc' } }), /does not match the regex/);
  assert.match(await message({ text: 'x', reply: {} }), /in_reply_to_tweet_id: is missing/);
  assert.match(await message({ text: 'x', reply_settings: 'everyone' }), /enumeration/);
  assert.match(await message({ text: 'x', media: { media_ids: ['99'] } }), /Your media IDs are invalid/);
  const noJson = await api('POST', '/tweets', { token, form: formOf({ text: 'x' }) });
  assert.equal(noJson.status, 400);
});

test('rejects texts that are too long, duplicate or contain two cashtags', async (t) => {
  const { connect, tweet, sandbox, advance } = await startX(t);
  const { access: token } = await connect();
  const detail = async (body: object) => {
    const response = await tweet(token, body);
    assert.deepEqual([response.status, response.body.type], [403, 'about:blank'], JSON.stringify(response.body));
    return response.body.detail;
  };
  const notPermitted = 'You are not permitted to perform this action.';
  assert.equal(await detail({ text: 'x'.repeat(281) }), notPermitted);
  assert.equal(await detail({ text: '語'.repeat(141) }), notPermitted);
  assert.equal(await detail({ text: 'Buy $AAA and $BBB' }), notPermitted);
  const longest = `${'x'.repeat(254)} https://example.com/${'y'.repeat(100)} 👩‍👩‍👧`;
  assert.equal((await tweet(token, { text: longest })).status, 403, 'one emoji too many');
  assert.equal((await tweet(token, { text: longest.slice(1) })).status, 201);
  assert.match(await detail({ text: longest.slice(1) }), /duplicate content/);
  assert.equal((await sandbox.posts()).length, 1);
  await advance(24 * 3_600_000);
  const { access } = await connect();
  assert.equal((await tweet(access, { text: longest.slice(1) })).status, 201);
});

test('rejects replies to and deletions of posts of other users', async (t) => {
  const { connect, tweet, api } = await startX(t);
  const [{ access: mine }, { access: theirs }] = [await connect(), await connect('grace_hopper')];
  const plain = (await tweet(theirs, { text: 'Nobody asked' })).body.data.id;
  const asking = (await tweet(theirs, { text: 'What do you say, @Ada_Lovelace?' })).body.data.id;
  const replyTo = (id: string) => tweet(mine, { text: 'Well', reply: { in_reply_to_tweet_id: id } });
  assert.match((await replyTo(plain)).body.detail, /you have not been mentioned/);
  assert.equal((await replyTo(asking)).status, 201);
  assert.match((await replyTo('99')).body.detail, /deleted or not visible/);
  assert.match((await api('DELETE', `/tweets/${plain}`, { token: mine })).body.detail, /not authorized to delete/);
  assert.equal((await api('DELETE', '/tweets/abc', { token: mine })).status, 400);
});

test('rejects invalid, foreign and mixed media', async (t) => {
  const { connect, image, video, tweet, api, append, advance } = await startX(t);
  const [{ access: token }, { access: other }] = [await connect(), await connect('grace_hopper')];
  const message = async (bytes: Buffer, category?: string) =>
    (await image(token, bytes, category)).body.errors[0].message;
  assert.equal(await message(Buffer.from('no image')), 'media type unrecognized.');
  assert.equal(await message(jpegOf(9, 9, 5 * 1024 * 1024 + 1)), 'File size exceeds 5242880 bytes.');
  assert.equal(await message(pngOf(9, 9), 'tweet_gif'), 'media type unrecognized.');
  const wide = Buffer.from('GIF89a\x01\x05\x10\x00\x00\x00\x00;', 'latin1');
  assert.match(await message(wide, 'tweet_gif'), /dimensions/);
  assert.match(await message(mp4Of(1), 'tweet_video'), /cannot be uploaded in one request/);
  const noFile = await api('POST', '/media/upload', { token, form: formOf({ media_category: 'tweet_image' }) });
  assert.equal(noFile.body.errors[0].message, 'media field media is missing');
  const begin = (body: object) => api('POST', '/media/upload/initialize', { token, body });
  const right = { media_type: 'video/mp4', total_bytes: 10, media_category: 'tweet_video' };
  for (const wrong of [
    { total_bytes: '10' },
    { total_bytes: 600_000_000 },
    { media_type: 'video/webm' },
    { name: 1 },
  ]) {
    assert.equal((await begin({ ...right, ...wrong })).status, 400, JSON.stringify(wrong));
  }
  const { id } = (await begin(right)).body.data;
  assert.equal((await append(other, id, 0, Buffer.alloc(10))).status, 400);
  assert.equal((await append(token, id, 1000, Buffer.alloc(10))).status, 400);
  assert.equal((await append(token, id, 0, Buffer.alloc(5 * 1024 * 1024 + 1))).status, 400);
  const long = await video(token, mp4Of(141));
  const foreign = (await image(other, pngOf(9, 9))).body.data.id;
  const own = (await image(token, pngOf(9, 9))).body.data.id;
  const moving = await video(token, mp4Of(10));
  await advance(5000);
  const failed = await api('GET', `/media/upload?command=STATUS&media_id=${long}`, { token });
  assert.match(failed.body.data.processing_info.error.message, /Duration too long/);
  for (const ids of [[long], [foreign], [own, own], [own, moving]]) {
    assert.equal((await tweet(token, { media: { media_ids: ids } })).status, 400, ids.join());
  }
  await advance(24 * 3_600_000);
  const { access } = await connect();
  assert.equal((await tweet(access, { media: { media_ids: [own] } })).status, 400, 'media live for a day');
});

test('rejects invalid tokens and missing scopes', async (t) => {
  const { connect, tweet, api, image } = await startX(t);
  const { access } = await connect('ada_lovelace', { drop: 'tweet.write' });
  const denied = await tweet(access, { text: 'x' });
  assert.deepEqual(denied.body, { title: 'Forbidden', detail: 'Forbidden', type: 'about:blank', status: 403 });
  const noMedia = await connect('ada_lovelace', { drop: 'media.write' });
  assert.equal((await image(noMedia.access, pngOf(9, 9))).status, 403);
  const nobody = await api('GET', '/users/me', { token: 'nobody' });
  assert.deepEqual([nobody.status, nobody.body.title], [401, 'Unauthorized']);
  assert.equal((await api('GET', '/users/me')).status, 401);
  const app = await api('GET', '/users/me', { token: 'AAAAAAAAAAAAAAAAAAAAAapp' });
  assert.deepEqual([app.status, app.body.title], [403, 'Unsupported Authentication']);
});

test('rejects invalid queries', async (t) => {
  const { connect, api } = await startX(t);
  const { access: token } = await connect();
  const bad = [
    '/users/me?fields=id',
    '/users/me?user.fields=email',
    `/users/${ada}/tweets?max_results=4`,
    `/users/${ada}/tweets?max_results=101`,
    `/users/${ada}/tweets?start_time=yesterday`,
    `/users/${ada}/tweets?pagination_token=x`,
    `/users/${ada}/tweets?exclude=quotes`,
    `/users/${ada}/tweets?tweet.fields=likes`,
    `/users/${ada}/tweets?expansions=author`,
    '/users/99/tweets',
    '/media/upload?command=STATUS&media_id=99',
    '/media/upload?command=STATUS',
  ];
  for (const path of bad) assert.equal((await api('GET', path, { token })).status, 400, path);
  assert.equal((await api('GET', '/media/upload?command=INIT', { token })).status, 404);
  assert.equal((await api('GET', '/timeline', { token })).body.title, 'Not Found');
});

test('a suspended account can read but not write', async (t) => {
  const { connect, tweet, api, sandbox } = await startX(t);
  const { access: token } = await connect('linus_shouting');
  const accounts = [{ name: 'linus_shouting', isSuspended: true }];
  await sandbox.control('POST', 'accounts', { platform: 'x', accounts });
  assert.match((await tweet(token, { text: 'x' })).body.type, /user-suspended$/);
  assert.equal((await api('GET', '/users/me', { token })).status, 200);
});

test('rejects invalid consents and codes', async (t) => {
  const { authorize, oauth, advance, callback, sandbox } = await startX(t);
  const pages: Record<string, string>[] = [
    { client_id: 'x' },
    { response_type: 'token' },
    { prompt: 'none' },
    { scope: `${allScopes} everything` },
    { scope: '' },
    { state: '' },
    { state: 'x'.repeat(501) },
    { code_challenge: 'short' },
    { code_challenge_method: 'S512' },
    { redirect_uri: 'https://elsewhere.example/callback' },
    { decision: 'approve', account: 'Not A Name' },
  ];
  for (const page of pages) assert.equal((await authorize(page)).status, 400, JSON.stringify(page));
  const fresh = async () => codeOf(await authorize({ decision: 'approve' }));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier };
  const refused = async (form: Record<string, string>, headers?: Record<string, string>) => {
    const { status, body } = await oauth('token', { ...grant, ...form }, headers);
    return [status, body.error, body.error_description].join(' ');
  };
  assert.match(await refused({ code: 'nonsense' }), /^400 invalid_request Value passed for the authorization code/);
  assert.match(await refused({ code: await fresh() }, {}), /^401 unauthorized_client/);
  assert.match(await refused({ code: await fresh() }, { authorization: basic.slice(0, -4) }), /^401/);
  assert.match(await refused({ code: await fresh(), code_verifier: 'x' }), /^400 invalid_request .*code verifier/);
  assert.match(await refused({ code: await fresh(), redirect_uri: `${callback}/x` }), /redirect uri/);
  assert.match(await refused({ code: await fresh(), scope: 'x' }), /no parameter \[scope\]/);
  assert.match(await refused({}), /Missing required parameter \[code\]/);
  assert.match(await refused({ grant_type: 'password' }), /unsupported_grant_type/);
  assert.match(await refused({ grant_type: 'refresh_token', refresh_token: 'x' }), /Value passed for the token was/);
  const used = await fresh();
  assert.match(await refused({ code: used }), /^200/);
  assert.match(await refused({ code: used }), /^400/);
  const old = await fresh();
  await advance(30_000);
  assert.match(await refused({ code: old }), /^400/);
  const plain = { code_challenge: 'plain-challenge', code_challenge_method: 'plain', decision: 'approve' };
  assert.match(await refused({ code: codeOf(await authorize(plain)), code_verifier: 'plain-challenge' }), /^200/);
  assert.equal((await sandbox.request('/x/x.com/home')).status, 404);
});
