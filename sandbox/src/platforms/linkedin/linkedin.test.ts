import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ada, codeOf, startLinkedin } from '../../../test/linkedin.ts';
import { jpegOf, mp4Of, pngOf } from '../../../test/media.ts';

const day = 24 * 3_600_000;
const pdf = Buffer.from('%PDF-1.4\n<</Type /Page>>');
const idOf = (response: { headers: Headers }): string => response.headers.get('x-restli-id') ?? '';

test("exchanges the code of an approved consent for tokens and returns the user's profile", async (t) => {
  const { authorize, tokens, rest, callback } = await startLinkedin(t);
  const page = await authorize();
  assert.match(page.body, /Sign in to LinkedIn/);
  assert.match(page.body, /Grace Hopper/);
  const response = await authorize({ decision: 'approve' });
  assert.match(response.headers.get('location') ?? '', /^http:\/\/127\.0\.0\.1:1\/callback\?code=AQ[\w-]+&state=s1$/);
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code: codeOf(response) };
  const { status, body } = await tokens(grant);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body, {
    expires_in: 60 * 86_400,
    refresh_token_expires_in: 365 * 86_400,
    scope: 'openid,profile,w_member_social',
    token_type: 'Bearer',
  });
  const me = await rest('GET', '/v2/userinfo', { token: body.access_token });
  assert.partialDeepStrictEqual(me.body, {
    sub: 'Ada0-lvl_1',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    locale: { country: 'US', language: 'en' },
  });
  assert.equal((await tokens(grant)).body.error, 'invalid_request');
});

test('a refresh token is reusable until its expiry, and some accounts have none', async (t) => {
  const { authorize, tokens, rest, advance, callback } = await startLinkedin(t);
  const sign = async (account: string) => {
    const code = codeOf(await authorize({ decision: 'approve', account }));
    return (await tokens({ grant_type: 'authorization_code', redirect_uri: callback, code })).body;
  };
  assert.equal('refresh_token' in (await sign('linus-passing-by')), false);
  const first = await sign('somebody-new');
  await advance(59 * day);
  const refresh = () => tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
  const second = (await refresh()).body;
  assert.equal(second.refresh_token, first.refresh_token);
  assert.ok(second.refresh_token_expires_in < first.refresh_token_expires_in - 58 * 86_400);
  assert.equal((await rest('GET', '/v2/userinfo', { token: first.access_token })).status, 200);
  await advance(day);
  const dead = await rest('GET', '/v2/userinfo', { token: first.access_token });
  assert.deepEqual([dead.status, dead.body.serviceErrorCode], [401, 65602]);
  assert.equal((await rest('GET', '/v2/userinfo', { token: second.access_token })).status, 200);
  await advance(306 * day);
  assert.deepEqual([(await refresh()).status, (await refresh()).body.error], [400, 'invalid_grant']);
});

test('declining redirects with user_cancelled_authorize', async (t) => {
  const { authorize } = await startLinkedin(t);
  const location = new URL((await authorize({ decision: 'deny' })).headers.get('location') ?? '');
  assert.deepEqual(Object.fromEntries(location.searchParams), {
    error: 'user_cancelled_authorize',
    error_description: 'The user cancelled LinkedIn authorization',
    state: 's1',
  });
});

test('a text post returns its ID in a header, and the ledger shows the rendered text', async (t) => {
  const { connect, post, sandbox } = await startLinkedin(t);
  const token = await connect();
  const response = await post(token, {
    commentary: String.raw`Say \(hi\) to {hashtag|\#|herald}`,
    visibility: 'CONNECTIONS',
  });
  assert.deepEqual([response.status, response.body], [201, '']);
  assert.match(idOf(response), /^urn:li:share:7\d{18}$/);
  const [entry, ...more] = await sandbox.posts('?platform=linkedin&account=ada-lovelace');
  assert.equal(more.length, 0);
  assert.partialDeepStrictEqual(entry, {
    id: idOf(response),
    url: `https://www.linkedin.com/feed/update/${idOf(response)}`,
    text: 'Say (hi) to #herald',
    media: [],
  });
});

test('publishes one image, several images and a document', async (t) => {
  const { connect, file, post, sandbox } = await startLinkedin(t);
  const token = await connect();
  const one = await file(token, 'image', jpegOf(100, 100));
  const two = await file(token, 'image', pngOf(200, 100));
  const paper = await file(token, 'document', pdf);
  const single = await post(token, { content: { media: { id: one, altText: 'A square', title: 'One' } } });
  const several = await post(token, { content: { multiImage: { images: [{ id: one, altText: '' }, { id: two }] } } });
  const document = await post(token, { content: { media: { id: paper, title: 'Paper' } }, commentary: '' });
  assert.deepEqual([single.status, several.status, document.status], [201, 201, 201]);
  assert.match(idOf(several), /^urn:li:ugcPost:/);
  const posts = await sandbox.posts();
  assert.deepEqual(
    posts.map(({ media }) => media.map((each: any) => each.type).join()),
    ['image', 'image,image', 'document'],
  );
  assert.equal(posts[2].media[0].sha256, createHash('sha256').update(pdf).digest('hex'));
  const feed = await sandbox.request('/feed/linkedin');
  const [, address = ''] = /<a class="file" href="\/sandbox(.+?)">document 1<\/a>/.exec(feed.body) ?? [];
  const shown = await sandbox.request(address);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'application/pdf']);
});

test('a one-part video needs no upload token and is usable once processed', async (t) => {
  const { connect, rest, video, post, advance } = await startLinkedin(t);
  const token = await connect();
  const urn = await video(token, mp4Of(10));
  const status = async () => (await rest('GET', `/rest/videos/${encodeURIComponent(urn)}`, { token })).body.status;
  assert.equal(await status(), 'PROCESSING');
  const early = await post(token, { content: { media: { id: urn } } });
  assert.equal(early.body.errorDetails.inputErrors[0].code, 'MEDIA_ASSET_PROCESSING');
  await advance(5000);
  assert.equal(await status(), 'AVAILABLE');
  assert.match(idOf(await post(token, { content: { media: { id: urn, title: 'Moving' } } })), /^urn:li:ugcPost:/);
});

test('a large video is uploaded in 4 MB parts and stored whole', async (t) => {
  const { connect, rest, put, sandbox, post, advance } = await startLinkedin(t);
  const token = await connect();
  const bytes = Buffer.concat([mp4Of(60), Buffer.alloc(9_000_000, 7)]);
  const initializeUploadRequest = { owner: ada, fileSizeBytes: bytes.length };
  const begun = await rest('POST', '/rest/videos?action=initializeUpload', {
    token,
    body: { initializeUploadRequest },
  });
  const { video, uploadToken, uploadInstructions } = begun.body.value;
  assert.ok(uploadToken.length > 0);
  assert.deepEqual(
    uploadInstructions.map(({ firstByte, lastByte }: any) => [firstByte, lastByte]),
    [
      [0, 4_194_303],
      [4_194_304, 8_388_607],
      [8_388_608, bytes.length - 1],
    ],
  );
  const etags: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of [...uploadInstructions].reverse()) {
    const send = () => put(uploadUrl, bytes.subarray(firstByte, lastByte + 1));
    await send();
    etags.unshift((await send()).headers.get('etag') ?? '');
  }
  const finalize = (uploadedPartIds: string[]) => {
    const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
    return rest('POST', '/rest/videos?action=finalizeUpload', { token, body });
  };
  assert.equal((await finalize([...etags].reverse())).status, 400);
  assert.equal((await finalize(etags.slice(1))).status, 400);
  assert.equal((await finalize(etags)).status, 200);
  assert.equal((await finalize(etags)).status, 200, 'an answer may have been lost');
  await advance(5000);
  assert.equal((await post(token, { content: { media: { id: video } } })).status, 201);
  const [{ media }] = await sandbox.posts();
  assert.deepEqual(media, [
    { type: 'video', sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
});

test('publishes links, reshares and posts targeted by country', async (t) => {
  const { connect, post } = await startLinkedin(t);
  const token = await connect();
  const article = { source: 'https://example.com/a', title: 'example.com', description: 'Words' };
  const first = await post(token, { content: { article } });
  assert.equal(first.status, 201);
  const reshare = await post(token, { commentary: '', reshareContext: { parent: idOf(first) } });
  assert.equal(reshare.status, 201);
  const targetEntities = [{ geoLocations: ['urn:li:geo:103644278', 'urn:li:geo:103883259'] }];
  const distribution = { feedDistribution: 'MAIN_FEED', targetEntities, thirdPartyDistributionChannels: [] };
  assert.equal((await post(token, { distribution })).status, 201);
});

test('deleting a post is idempotent', async (t) => {
  const { connect, post, rest, sandbox } = await startLinkedin(t);
  const token = await connect();
  const urn = idOf(await post(token));
  const remove = () => rest('DELETE', `/rest/posts/${encodeURIComponent(urn)}`, { token });
  assert.equal((await remove()).status, 204);
  assert.equal((await remove()).status, 204);
  assert.notEqual((await sandbox.posts())[0].deletedAt, null);
  assert.equal((await post(token)).status, 201, 'what is deleted may be written again');
});

test('a comment is a post below its post', async (t) => {
  const { connect, post, rest, sandbox } = await startLinkedin(t);
  const token = await connect();
  const object = idOf(await post(token));
  const path = `/rest/socialActions/${encodeURIComponent(object)}/comments`;
  const comment = await rest('POST', path, { token, body: { actor: ada, object, message: { text: 'First (1)' } } });
  assert.equal(comment.status, 201);
  assert.equal(comment.body.commentUrn, `urn:li:comment:(${object},${comment.body.id})`);
  const [, entry] = await sandbox.posts();
  assert.partialDeepStrictEqual(entry, { id: comment.body.commentUrn, parentId: object, text: 'First (1)' });
});

test('lists own posts newest first, page by page, for accounts that may read them', async (t) => {
  const { connect, post, rest, sandbox } = await startLinkedin(t);
  const token = await connect('grace-hopper');
  for (const commentary of ['one', 'two', String.raw`three \#3`]) await post(token, { commentary });
  const author = 'urn:li:person:Grc0hppr_2';
  const list = async (more: Record<string, string>) => {
    const query = new URLSearchParams({ q: 'author', author, sortBy: 'CREATED', viewContext: 'AUTHOR', ...more });
    return rest('GET', `/rest/posts?${query.toString()}`, { token, headers: { 'x-restli-method': 'FINDER' } });
  };
  const first = (await list({ count: '2' })).body;
  assert.partialDeepStrictEqual(first.elements, [
    { commentary: String.raw`three \#3`, author, lifecycleState: 'PUBLISHED', visibility: 'PUBLIC' },
    { commentary: 'two' },
  ]);
  assert.equal(typeof first.elements[0].createdAt, 'number');
  const [{ rel, href }] = first.paging.links;
  assert.equal(rel, 'next');
  const second = (await rest('GET', href, { token })).body;
  assert.deepEqual(
    second.elements.map((each: any) => each.commentary),
    ['one'],
  );
  assert.deepEqual(second.paging.links, []);
  await sandbox.fault('listLag', { platform: 'linkedin' });
  assert.deepEqual((await list({})).body.elements, []);
});

test('enforces postsPerDay until midnight', async (t) => {
  const { connect, post, sandbox, advance } = await startLinkedin(t);
  const accounts = [{ name: 'busy-person', postsPerDay: 2 }];
  await sandbox.control('POST', 'accounts', { platform: 'linkedin', accounts });
  const token = await connect('busy-person');
  await advance(20 * 3_600_000);
  const statuses: number[] = [];
  for (const commentary of ['1', '2', '3']) statuses.push((await post(token, { commentary })).status);
  assert.deepEqual(statuses, [201, 201, 429]);
  await advance(4 * 3_600_000);
  assert.equal((await post(token, { commentary: '3' })).status, 201);
});

test('the same seed produces the same tokens', async (t) => {
  const [one, other] = [await startLinkedin(t), await startLinkedin(t)];
  assert.equal(await one.connect('new-person'), await other.connect('new-person'));
});
