import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { postCollection, startBluesky } from '../../../test/bluesky.ts';
import { mp4, pngOf } from '../../../test/media.ts';
import { avatarOf } from '../../core/pages/avatar.ts';
import { cidOfBytes, cidOfRecord } from './cid.ts';

const hour = 3600 * 1000;
const at = (milliseconds: number) => new Date(Date.parse('2026-01-01') + milliseconds).toISOString();

test('computes the real content identifiers', () => {
  const hello = cidOfBytes(Buffer.from('hello world'));
  assert.equal(hello, 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e');
  assert.equal(cidOfRecord({}), 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua');
  const ordered = 'bafyreigvslezjmzwumq6uhhtdy3wj73r6qzsihogifleiqsipvwxktvir4';
  assert.equal(cidOfRecord({ bb: [true, null], a: 1 }), ordered);
  const linked = 'bafyreige6nzphzgw2r4t5th3ual6cm5n4rohqv5ytuyxjeqa47evn44jxi';
  assert.equal(cidOfRecord({ l: { $link: hello } }), linked);
});

test('any sandbox handle can sign in, and the DID document names its personal server', async (t) => {
  const { procedure, signIn } = await startBluesky(t);
  const session = await signIn('new-one.bsky.test');
  assert.match(session.did, /^did:plc:[a-z2-7]{24}$/);
  assert.match(session.host, /\.host\.bsky\.network$/);
  const [header = '', claims = ''] = session.accessJwt
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  assert.equal(JSON.parse(header).typ, 'at+jwt');
  assert.partialDeepStrictEqual(JSON.parse(claims), {
    scope: 'com.atproto.appPass',
    sub: session.did,
    aud: `did:web:${session.host}`,
    iat: Date.parse('2026-01-01') / 1000,
    exp: (Date.parse('2026-01-01') + 2 * hour) / 1000,
  });
  const again = await procedure('com.atproto.server.createSession', {
    identifier: session.did,
    password: 'sand-boxx-pass-word',
  });
  assert.equal(again.body.handle, 'new-one.bsky.test');
  assert.equal(again.headers.get('ratelimit-policy'), '30;w=300');
});

test('refresh tokens rotate, and a used one stays valid for a short time', async (t) => {
  const { procedure, signIn, query, advance } = await startBluesky(t);
  const session = await signIn();
  const refresh = (token: string) => procedure('com.atproto.server.refreshSession', undefined, token);
  await advance(2 * hour);
  const stale = await query('app.bsky.actor.getProfile', { actor: session.did }, session.accessJwt);
  assert.deepEqual([stale.status, stale.body], [400, { error: 'ExpiredToken', message: 'Token has expired' }]);
  const { body } = await refresh(session.refreshJwt);
  assert.deepEqual([body.did, body.handle, body.active], [session.did, session.handle, true]);
  assert.notEqual(body.refreshJwt, session.refreshJwt);
  assert.equal((await query('app.bsky.actor.getProfile', { actor: session.did }, body.accessJwt)).status, 200);
  assert.equal((await refresh(session.refreshJwt)).status, 200);
  await advance(2 * hour + 1000);
  const reused = await refresh(session.refreshJwt);
  assert.deepEqual([reused.status, reused.body.error], [400, 'ExpiredToken']);
  const next = await refresh(body.refreshJwt);
  assert.equal(next.status, 200);
  const ended = await procedure('com.atproto.server.deleteSession', undefined, next.body.refreshJwt);
  assert.deepEqual([ended.status, ended.body], [200, '']);
  assert.equal((await refresh(next.body.refreshJwt)).body.error, 'ExpiredToken');
});

test('a post under a chosen key can be read, listed and deleted', async (t) => {
  const { query, procedure, signIn, post, sandbox } = await startBluesky(t);
  const session = await signIn();
  const rkey = '3m2222222222a';
  const uri = `at://${session.did}/${postCollection}/${rkey}`;
  const key = { repo: session.did, collection: postCollection, rkey };
  assert.deepEqual((await query('com.atproto.repo.getRecord', key)).body, {
    error: 'RecordNotFound',
    message: `Could not locate record: ${uri}`,
  });
  const response = await post(session, { langs: ['en', 'pt-BR'] }, { rkey });
  assert.deepEqual([response.body.uri, response.body.validationStatus], [uri, 'valid']);
  assert.match(response.body.commit.rev, /^[2-7a-z]{13}$/);
  assert.equal(response.headers.get('ratelimit-remaining'), '4997');
  const read = await query('com.atproto.repo.getRecord', key);
  assert.deepEqual([read.body.uri, read.body.cid, read.body.value.text], [uri, response.body.cid, 'Hello']);
  const repeated = await post(session, {}, { rkey });
  assert.deepEqual([repeated.status, repeated.body.error], [500, 'InternalServerError']);
  const reply = { root: { uri, cid: response.body.cid }, parent: { uri, cid: response.body.cid } };
  const comment = await post(session, { text: 'First', reply });
  assert.equal(comment.status, 200);
  const [first, second] = await sandbox.posts('?platform=bluesky&account=ada.bsky.test');
  assert.partialDeepStrictEqual(first, { id: uri, url: `https://bsky.app/profile/ada.bsky.test/post/${rkey}` });
  assert.equal(second.parentId, uri);
  const remove = () => procedure('com.atproto.repo.deleteRecord', key, session.accessJwt);
  assert.equal('commit' in (await remove()).body, true);
  assert.deepEqual((await remove()).body, {});
  assert.notEqual((await sandbox.posts())[0].deletedAt, null);
});

test('returns InternalServerError for an existing record, or 400 with namesExistingRecord', async (t) => {
  const { signIn, post, sandbox } = await startBluesky(t);
  const session = await signIn();
  const again = () => post(session, {}, { rkey: '3m2222222222a' });
  await again();
  assert.deepEqual((await again()).body, { error: 'InternalServerError', message: 'Internal Server Error' });
  const accounts = [{ name: 'ada.bsky.test', namesExistingRecord: true }];
  await sandbox.control('POST', 'accounts', { platform: 'bluesky', accounts });
  assert.equal((await again()).status, 400);
  assert.equal((await sandbox.posts()).length, 1);
});

test('accepts images, a video, a link card, a quote and facets', async (t) => {
  const { signIn, post, upload, query, sandbox } = await startBluesky(t);
  const session = await signIn();
  const png = avatarOf('a');
  const image = await upload(session, png, 'image/png');
  assert.deepEqual(image, {
    $type: 'blob',
    ref: { $link: cidOfBytes(png) },
    mimeType: 'image/png',
    size: png.length,
  });
  const video = await upload(session, mp4, 'video/mp4');
  const aspectRatio = { width: 1, height: 1 };
  const images = {
    $type: 'app.bsky.embed.images',
    images: [
      { image, alt: 'A', aspectRatio },
      { image, alt: '' },
    ],
  };
  const external = { uri: 'https://example.com/a', title: 'T', description: 'D', thumb: image };
  const gallery = {
    $type: 'app.bsky.embed.gallery',
    items: [{ $type: 'app.bsky.embed.gallery#image', image, alt: '', aspectRatio }],
  };
  const first = await post(session, { embed: images });
  const record = { uri: first.body.uri, cid: first.body.cid };
  const embeds = [
    gallery,
    { $type: 'app.bsky.embed.video', video, alt: 'V', aspectRatio },
    { $type: 'app.bsky.embed.external', external },
    { $type: 'app.bsky.embed.record', record },
    { $type: 'app.bsky.embed.recordWithMedia', record: { record }, media: images },
  ];
  for (const embed of embeds) {
    const response = await post(session, { embed });
    assert.equal(response.status, 200, JSON.stringify(response.body));
  }
  const text = 'é @grace #tag https://x.example';
  const grace = await query('com.atproto.identity.resolveHandle', { handle: 'grace.bsky.test' });
  const facets = [
    {
      index: { byteStart: 3, byteEnd: 9 },
      features: [{ $type: 'app.bsky.richtext.facet#mention', did: grace.body.did }],
    },
    { index: { byteStart: 10, byteEnd: 14 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'tag' }] },
    {
      index: { byteStart: 15, byteEnd: 32 },
      features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://x.example' }],
    },
  ];
  assert.equal((await post(session, { text, facets, tags: ['x'] })).status, 200);
  const posts = await sandbox.posts();
  assert.deepEqual(
    posts.map((each) => each.media.map((media: any) => media.type).join()),
    ['image,image', 'image', 'video', '', '', 'image,image', ''],
  );
  assert.equal(posts[0].media[0].sha256, createHash('sha256').update(png).digest('hex'));
});

test('lists the feed newest first, page by page, with filters and lag', async (t) => {
  const { signIn, post, query, advance, sandbox } = await startBluesky(t);
  const session = await signIn();
  const texts = ['one', 'two', 'three'];
  const posts: any[] = [];
  for (const text of texts) {
    posts.push((await post(session, { text, createdAt: at(0) })).body);
    await advance(10_000);
  }
  const reference = { uri: posts[0].uri, cid: posts[0].cid };
  await post(session, { text: 'reply', reply: { root: reference, parent: reference }, createdAt: at(20_000) });
  const profile = await query('app.bsky.actor.getProfile', { actor: session.handle }, session.accessJwt, session.host);
  assert.partialDeepStrictEqual(profile.body, { did: session.did, displayName: 'Ada', postsCount: 4 });
  const feed = async (more: Record<string, string> = {}) =>
    (await query('app.bsky.feed.getAuthorFeed', { actor: session.did, ...more }, session.accessJwt)).body;
  const textsOf = (page: any) => page.feed.map((item: any) => item.post.record.text);
  const all = await feed();
  assert.deepEqual(textsOf(all), ['reply', 'three', 'two', 'one']);
  assert.equal(all.feed[0].reply.parent.uri, posts[0].uri);
  assert.equal(all.feed[3].post.replyCount, 1);
  assert.equal('cursor' in all, false);
  const first = await feed({ filter: 'posts_no_replies', limit: '2' });
  assert.deepEqual(textsOf(first), ['three', 'two']);
  assert.deepEqual(textsOf(await feed({ filter: 'posts_no_replies', limit: '2', cursor: first.cursor })), ['one']);
  await sandbox.fault('listLag', { platform: 'bluesky', value: 15_000 });
  assert.deepEqual(textsOf(await feed()), ['two', 'one']);
});

test('the video service reports the remaining daily limits', async (t) => {
  const { signIn, query, sandbox } = await startBluesky(t);
  const accounts = [{ name: 'ada.bsky.test', videosPerDay: 2, videoBytesPerDay: 1000 }];
  await sandbox.control('POST', 'accounts', { platform: 'bluesky', accounts });
  const session = await signIn('ada.bsky.test');
  const nsid = 'app.bsky.video.getUploadLimits';
  const limits = async (lxm: string) => {
    const wish = { aud: 'did:web:video.bsky.app', lxm };
    const { token } = (await query('com.atproto.server.getServiceAuth', wish, session.accessJwt)).body;
    return (await query(nsid, {}, token, 'video.bsky.app')).body;
  };
  assert.deepEqual(await limits(nsid), { canUpload: true, remainingDailyVideos: 2, remainingDailyBytes: 1000 });
  assert.equal((await limits('com.atproto.repo.uploadBlob')).error, 'BadJwtLexiconMethod');
});

test('uploads a video through the video service', async (t) => {
  const { signIn, query, bytes, post, advance, sandbox } = await startBluesky(t);
  for (const handle of ['ada.bsky.test', 'grace.bsky.test']) {
    const session = await signIn(handle);
    const exp = String(Date.parse('2026-01-01') / 1000 + 1800);
    const wish = { aud: `did:web:${session.host}`, lxm: 'com.atproto.repo.uploadBlob', exp };
    const { token } = (await query('com.atproto.server.getServiceAuth', wish, session.accessJwt)).body;
    const path = `video.bsky.app/xrpc/app.bsky.video.uploadVideo?did=${session.did}&name=a.mp4`;
    const upload = async () => (await bytes(path, mp4, 'video/mp4', token)).body;
    const opened = (body: any) => (handle === 'ada.bsky.test' ? body : body.jobStatus);
    const { jobId, state } = opened(await upload());
    assert.equal(state, 'JOB_STATE_CREATED');
    const status = async () =>
      (await query('app.bsky.video.getJobStatus', { jobId }, undefined, 'video.bsky.app')).body;
    await advance(2000);
    assert.equal((await status()).jobStatus.state, 'JOB_STATE_ENCODED');
    const embed = {
      $type: 'app.bsky.embed.video',
      video: { $type: 'blob', ref: { $link: cidOfBytes(mp4) }, mimeType: 'video/mp4', size: mp4.length },
    };
    assert.equal((await post(session, { embed })).body.error, 'BlobNotFound');
    assert.equal(opened(await upload()).error, 'already_exists');
    await advance(3000);
    const { blob, state: last } = (await status()).jobStatus;
    assert.equal(last, 'JOB_STATE_COMPLETED');
    assert.partialDeepStrictEqual(opened(await upload()), { error: 'already_exists', blob, jobId });
    assert.equal((await post(session, { embed: { ...embed, video: blob } })).status, 200);
    const other = Buffer.concat([mp4, Buffer.from(handle)]);
    await sandbox.fault('processingFailed', { platform: 'bluesky', account: handle });
    const failed = opened((await bytes(path, other, 'video/mp4', token)).body);
    await advance(5000);
    const end = await query('app.bsky.video.getJobStatus', { jobId: failed.jobId }, undefined, 'video.bsky.app');
    assert.equal(end.body.jobStatus.state, 'JOB_STATE_FAILED');
  }
});

test('serves pages for link cards on every other host', async (t) => {
  const { sandbox } = await startBluesky(t);
  const page = await sandbox.request('/bluesky/example.com/a%20b/<x>?q=1');
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(page.body, /property="og:title" content="[^"<]+ on example\.com"/);
  assert.match(page.body, /og:description/);
  const [, image = ''] = /og:image" content="https:\/\/([^"]+)"/.exec(page.body) ?? [];
  const picture = await fetch(`${sandbox.origin}/sandbox/bluesky/${image}`);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), avatarOf('example.com'));
  assert.equal((await sandbox.request('/bluesky/example.com/')).status, 200);
  assert.equal((await sandbox.request('/bluesky/example.com')).status, 200);
  assert.equal((await sandbox.request('/bluesky/example.com/', { method: 'POST', body: 'x' })).status, 404);
  assert.equal((await sandbox.request('/bluesky/bsky.social/about')).body.error, 'NotFound');
});

test('enforces a smaller size limit for thumbnails than for images', async (t) => {
  const { signIn, post, upload } = await startBluesky(t);
  const session = await signIn();
  const padded = (size: number) => Buffer.concat([pngOf(1, 1), Buffer.alloc(size - pngOf(1, 1).length)]);
  const error = async (embed: object) => (await post(session, { embed })).body.error;
  const thumb = await upload(session, padded(1_000_001), 'image/png');
  const external = { uri: 'https://example.com', title: '', description: '', thumb };
  assert.equal(await error({ $type: 'app.bsky.embed.external', external }), 'BlobTooLarge');
  const image = await upload(session, padded(2_000_001), 'image/png');
  assert.equal(await error({ $type: 'app.bsky.embed.images', images: [{ image, alt: '' }] }), 'BlobTooLarge');
  const video = await upload(session, padded(200), 'video/mp4');
  assert.equal(video.mimeType, 'image/png');
  assert.equal(await error({ $type: 'app.bsky.embed.video', video }), 'InvalidMimeType');
});
