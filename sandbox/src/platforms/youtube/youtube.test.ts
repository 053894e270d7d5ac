import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mp4Of } from '../../../test/media.ts';
import { codeOf, reasonOf, scopes, startYoutube, step, video } from '../../../test/youtube.ts';

const hour = 3_600_000;
const mine = 'channels?part=snippet,contentDetails,statistics&mine=true';

test('exchanges the code of an approved consent for tokens and returns the channel', async (t) => {
  const { authorize, tokens, api, callback } = await startYoutube(t);
  const page = await authorize();
  assert.match(page.body, /Sign in to Google/);
  assert.match(page.body, /Grace on Air/);
  const response = await authorize({ decision: 'approve', include_granted_scopes: 'true' });
  const { code = '', ...query } = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  assert.deepEqual(query, { scope: Object.values(scopes).join(' '), state: 's1' });
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code };
  const { status, body } = await tokens(grant);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body, { expires_in: 3599, scope: query['scope'], token_type: 'Bearer' });
  assert.match(body.refresh_token, /^1\/\/0/);
  const { items, pageInfo } = (await api('GET', mine, body.access_token)).body;
  assert.equal(pageInfo.totalResults, 1);
  assert.partialDeepStrictEqual(items[0], {
    id: 'UCAda_films-000000000001',
    snippet: { title: 'Ada Films', customUrl: '@ada.films' },
    contentDetails: { relatedPlaylists: { uploads: 'UUAda_films-000000000001' } },
    statistics: { subscriberCount: '12300', hiddenSubscriberCount: false },
  });
  assert.equal((await tokens(grant)).body.error, 'invalid_grant');
});

test('an account without a channel gets no items and cannot upload', async (t) => {
  const { connect, api, begin } = await startYoutube(t);
  const token = await connect('linus.watches');
  const { status, body } = await api('GET', mine, token);
  assert.deepEqual([status, body.items, body.pageInfo.totalResults], [200, undefined, 0]);
  const refused = await begin(token);
  assert.deepEqual([refused.status, reasonOf(refused)], [401, 'youtubeSignupRequired']);
});

test('access tokens last an hour, and a refresh token is issued once per explicit consent', async (t) => {
  const { grant, tokens, api, advance } = await startYoutube(t);
  const first = await grant();
  const silent = await grant('ada.films', { prompt: 'select_account' });
  const online = await grant('ada.films', { access_type: 'online' });
  assert.deepEqual(['refresh_token' in silent, 'refresh_token' in online], [false, false]);
  assert.equal('refresh_token' in (await grant('new.person', { prompt: 'select_account' })), true, 'the first time');
  await advance(hour);
  assert.equal(reasonOf(await api('GET', mine, first.access_token)), 'authError');
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  const second = (await tokens(refresh)).body;
  assert.equal('refresh_token' in second, false);
  assert.equal((await api('GET', mine, second.access_token)).status, 200);
  await advance(300 * 24 * hour);
  assert.equal((await tokens(refresh)).status, 200);
});

test('scopes can be dropped one by one and combined with those granted before', async (t) => {
  const { grant, authorize } = await startYoutube(t);
  await grant('ada.films', { drop: scopes.manage });
  const more = { scope: scopes.manage, include_granted_scopes: 'true' };
  assert.equal((await grant('ada.films', more)).scope, [scopes.upload, scopes.read, scopes.manage].join(' '));
  assert.equal((await grant('ada.films', { drop: scopes.manage })).scope, `${scopes.upload} ${scopes.read}`);
  const none = await authorize({ scope: scopes.read, drop: scopes.read, decision: 'approve' });
  assert.match(none.headers.get('location') ?? '', /\?error=access_denied&state=s1$/);
  const denied = await authorize({ decision: 'deny' });
  assert.match(denied.headers.get('location') ?? '', /\?error=access_denied&state=s1$/);
});

test('a code with a PKCE challenge requires its verifier', async (t) => {
  const { authorize, tokens, callback } = await startYoutube(t);
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const more = { code_challenge: challenge, code_challenge_method: 'S256', decision: 'approve' };
  const code = codeOf(await authorize(more));
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code };
  assert.equal((await tokens(grant)).body.error_description, 'Missing code verifier.');
  assert.equal((await tokens({ ...grant, code_verifier: 'x' })).body.error_description, 'Invalid code verifier.');
  assert.equal((await tokens({ ...grant, code_verifier: verifier })).status, 200);
});

test('revoking one token, by query or form, revokes the whole grant', async (t) => {
  const { grant, tokens, api, sandbox } = await startYoutube(t);
  const revoke = (query: string, form?: Record<string, string>) =>
    sandbox.request(`/youtube/oauth2.googleapis.com/revoke${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(form && { body: new URLSearchParams(form) }),
    });
  const one = await grant();
  assert.deepEqual((await revoke(`?token=${one.access_token}`)).body, {});
  assert.equal((await tokens({ grant_type: 'refresh_token', refresh_token: one.refresh_token })).status, 400);
  const two = await grant();
  assert.equal((await revoke('', { token: two.refresh_token })).status, 200);
  assert.equal((await api('GET', mine, two.access_token)).status, 401);
  const again = await revoke('', { token: two.refresh_token });
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_token']);
  assert.equal((await revoke('')).body.error, 'invalid_request');
});

test('uploads a video in one request', async (t) => {
  const { connect, upload, sandbox } = await startYoutube(t);
  const token = await connect();
  const bytes = mp4Of(10);
  const { status, body } = await upload(token, bytes);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body, {
    kind: 'youtube#video',
    snippet: { channelId: 'UCAda_films-000000000001', title: 'A day', tags: ['sun', 'long day'], categoryId: '22' },
    status: { uploadStatus: 'uploaded', privacyStatus: 'public', selfDeclaredMadeForKids: false },
  });
  assert.match(body.id, /^[\w-]{11}$/);
  const [entry, ...more] = await sandbox.posts('?platform=youtube&account=ada.films');
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(entry, {
    id: body.id,
    url: `https://www.youtube.com/watch?v=${body.id}`,
    text: 'A day\n\nFrom dawn to dusk',
    media: [{ type: 'video', sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
  });
});

for (const kind of ['memory', 'files'] as const) {
  test(`parts and status queries, kept in ${kind}: the last byte creates the video once`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-youtube-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const options = kind === 'files' ? { file: join(folder, 'state.jsonl') } : {};
    const { connect, session, put, sandbox } = await startYoutube(t, options);
    const token = await connect();
    const bytes = Buffer.concat([mp4Of(10), Buffer.alloc(2 * step, 7)]);
    const url = await session(token, bytes.length);
    const total = bytes.length;
    const probe = () => put(url, undefined, { 'content-range': `bytes */${total}` });
    const send = (first: number, end: number) =>
      put(url, bytes.subarray(first, end), { 'content-range': `bytes ${first}-${end - 1}/${total}` });
    const nothing = await probe();
    assert.deepEqual([nothing.status, nothing.headers.get('range')], [308, null]);
    const one = await send(0, step);
    assert.deepEqual([one.status, one.headers.get('range')], [308, `bytes=0-${step - 1}`]);
    assert.equal((await send(0, step)).headers.get('range'), `bytes=0-${step - 1}`, 'sent again, stored once');
    assert.equal((await send(0, 2 * step)).headers.get('range'), `bytes=0-${2 * step - 1}`, 'overlapping');
    assert.equal((await probe()).headers.get('range'), `bytes=0-${2 * step - 1}`);
    assert.equal((await sandbox.posts()).length, 0);
    const last = await send(2 * step, total);
    assert.equal(last.status, 200);
    for (const again of [await probe(), await send(2 * step, total)]) {
      assert.deepEqual([again.status, again.body.id], [200, last.body.id]);
    }
    const posts = await sandbox.posts();
    assert.deepEqual(
      posts.map(({ media }) => media),
      [[{ type: 'video', sizeBytes: total, sha256: createHash('sha256').update(bytes).digest('hex') }]],
    );
  });
}

test('may store less of a part than was sent', async (t) => {
  const { connect, session, put, sandbox } = await startYoutube(t);
  const accounts = [{ name: 'slow.reader', storesHalfParts: true }];
  await sandbox.control('POST', 'accounts', { platform: 'youtube', accounts });
  const url = await session(await connect('slow.reader'), 8 * step);
  const response = await put(url, Buffer.alloc(4 * step), { 'content-range': `bytes 0-${4 * step - 1}/${8 * step}` });
  assert.equal(response.headers.get('range'), `bytes=0-${2 * step - 1}`);
});

test('an upload session returns 404 after its expiry, finished or not', async (t) => {
  const { connect, session, put, advance } = await startYoutube(t);
  const token = await connect();
  const [open, done] = [await session(token, 100), await session(token, mp4Of(1).length)];
  await put(done, mp4Of(1));
  await advance(7 * 24 * hour);
  for (const url of [open, done]) {
    const { status, body } = await put(url, undefined, { 'content-range': 'bytes */*' });
    assert.deepEqual([status, body], [404, 'Not Found']);
  }
});

test('lists uploads newest first, page by page, without deleted ones', async (t) => {
  const { connect, upload, api, sandbox } = await startYoutube(t);
  const token = await connect();
  const ids: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    ids.push((await upload(token, mp4Of(1), video({ title }, { privacyStatus: 'private' }))).body.id);
  }
  const list = async (more: string) =>
    (await api('GET', `playlistItems?part=snippet,contentDetails&playlistId=UUAda_films-000000000001${more}`, token))
      .body;
  const first = await list('&maxResults=2');
  assert.partialDeepStrictEqual(first.items, [
    { snippet: { title: 'three', description: 'From dawn to dusk', position: 0 }, contentDetails: { videoId: ids[2] } },
    { snippet: { title: 'two' } },
  ]);
  assert.equal(first.items[0].contentDetails.videoPublishedAt, undefined, 'private ones are not published');
  assert.equal(first.pageInfo.totalResults, 3);
  const second = await list(`&maxResults=2&pageToken=${first.nextPageToken}`);
  assert.deepEqual([second.items.length, second.items[0].snippet.title, second.nextPageToken], [1, 'one', undefined]);
  await sandbox.fault('listLag', { platform: 'youtube' });
  assert.deepEqual((await list('')).items, []);
  assert.equal((await api('DELETE', `videos?id=${ids[1]}`, token)).status, 204);
  assert.equal(reasonOf(await api('DELETE', `videos?id=${ids[1]}`, token)), 'videoNotFound');
  assert.equal((await list('')).items.length, 2);
  assert.notEqual((await sandbox.posts())[1].deletedAt, null);
});

test('quotas reset at midnight in California', async (t) => {
  const { connect, api, upload, sandbox, advance } = await startYoutube(t);
  const accounts = [{ name: 'busy.one', uploadsPerDay: 1, unitsPerDay: 53 }];
  await sandbox.control('POST', 'accounts', { platform: 'youtube', accounts });
  const token = await connect('busy.one');
  const { id } = (await upload(token, mp4Of(1))).body;
  const over = await upload(token, mp4Of(1));
  assert.deepEqual(
    [over.status, over.body.error.errors[0].domain, reasonOf(over)],
    [403, 'youtube.quota', 'quotaExceeded'],
  );
  assert.equal((await api('DELETE', `videos?id=${id}`, token)).status, 204);
  const statuses = [await api('GET', mine, token), await api('GET', mine, token), await api('GET', mine, token)];
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 403],
  );
  await advance(8 * hour - 60_000);
  const late = await connect('busy.one');
  assert.equal((await api('GET', mine, late)).status, 403);
  await advance(60_000);
  assert.equal((await api('GET', mine, late)).status, 200);
});

test('the same seed produces the same tokens', async (t) => {
  const [one, other] = [await startYoutube(t), await startYoutube(t)];
  assert.equal(await one.connect('new.person'), await other.connect('new.person'));
});
