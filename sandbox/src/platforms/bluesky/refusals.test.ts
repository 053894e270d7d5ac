import assert from 'node:assert/strict';
import { test } from 'node:test';
import { password, postCollection, startBluesky } from '../../../test/bluesky.ts';
import { mp4 } from '../../../test/media.ts';
import { avatarOf } from '../../core/pages/avatar.ts';
import { cidOfBytes } from './cid.ts';

const cid = cidOfBytes(Buffer.from('none'));
const blob = { $type: 'blob', ref: { $link: cid }, mimeType: 'image/png', size: 5 };
const image = { image: blob, alt: '' };
const images = (...items: object[]) => ({ $type: 'app.bsky.embed.images', images: items });
const facet = (
  byteStart: number,
  byteEnd: number,
  feature: object = { $type: 'app.bsky.richtext.facet#tag', tag: 'x' },
) => ({
  facets: [{ index: { byteStart, byteEnd }, features: [feature] }],
});
const missing = { uri: `at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/${postCollection}/3m2222222222a`, cid };

const wrong: [parts: object, message: string | RegExp][] = [
  [{ text: 'x'.repeat(301) }, 'grapheme too big (maximum 300, got 301) at $.record.text'],
  [{ text: '👩‍👩‍👧‍👦'.repeat(121) }, 'string too big (maximum 3000, got 3025) at $.record.text'],
  [{ text: 5 }, 'Expected string value type (got integer) at $.record.text'],
  [{ text: undefined }, 'Missing required key "text" at $.record'],
  [{ createdAt: undefined }, 'Missing required key "createdAt" at $.record'],
  [{ createdAt: '2026-01-01' }, 'Invalid datetime (got "2026-01-01") at $.record.createdAt'],
  [{ createdAt: '2026-01-01T00:00:00' }, /Invalid datetime/],
  [{ langs: ['en', 'de', 'fr', 'it'] }, 'array too big (maximum 3, got 4) at $.record.langs'],
  [{ langs: ['English'] }, 'Invalid language (got "English") at $.record.langs[0]'],
  [{ mentions: [] }, 'Unexpected key "mentions" at $.record'],
  [{ tags: ['x'.repeat(65)] }, 'grapheme too big (maximum 64, got 65) at $.record.tags[0]'],
  [{ text: 'abc', ...facet(0, 4) }, 'Range outside of the text at $.record.facets[0].index'],
  [{ text: 'abc', ...facet(2, 2) }, 'Range outside of the text at $.record.facets[0].index'],
  [{ text: 'aéb', ...facet(0, 2) }, 'Range splits a character at $.record.facets[0].index'],
  [{ text: 'abc', ...facet(-1, 2) }, 'integer too small (minimum 0, got -1) at $.record.facets[0].index.byteStart'],
  [{ text: 'abc', ...facet(0, 2, { tag: 'x' }) }, /Expected one of .*facet#link/],
  [{ text: 'abc', ...facet(0, 2, { $type: 'app.bsky.richtext.facet#link', uri: 'x' }) }, /Invalid uri \(got "x"\)/],
  [{ text: 'abc', ...facet(0, 2, { $type: 'app.bsky.richtext.facet#mention', did: 'ada' }) }, /Invalid did/],
  [{ embed: { images: [] } }, /Expected one of app\.bsky\.embed\.images/],
  [{ embed: images(image, image, image, image, image) }, 'array too big (maximum 4, got 5) at $.record.embed.images'],
  [{ embed: images({ image: blob }) }, 'Missing required key "alt" at $.record.embed.images[0]'],
  [{ embed: images({ image: { ...blob, $type: 'file' }, alt: '' }) }, /Expected a blob/],
  [{ embed: images({ ...image, aspectRatio: { width: 0, height: 1 } }) }, /integer too small/],
  [
    { embed: { $type: 'app.bsky.embed.external', external: { uri: 'https://x.example' } } },
    /Missing required key "title"/,
  ],
  [{ reply: { root: missing } }, 'Missing required key "parent" at $.record.reply'],
  [{ reply: { root: { ...missing, uri: 'https://bsky.app' }, parent: missing } }, /Invalid at-uri/],
];

test("rejects invalid posts with the schema's error messages", async (t) => {
  const { signIn, post, sandbox } = await startBluesky(t);
  const session = await signIn();
  for (const [parts, expected] of wrong) {
    const { status, body } = await post(session, parts);
    assert.deepEqual([status, body.error], [400, 'InvalidRequest'], JSON.stringify(parts));
    if (typeof expected === 'string') assert.equal(body.message, `Invalid ${postCollection} record: ${expected}`);
    else assert.match(body.message, expected);
  }
  const others: [parts: object, error: string, more?: object][] = [
    [{ embed: images(image) }, 'BlobNotFound'],
    [{ reply: { root: missing, parent: missing } }, 'InvalidRequest'],
    [{ embed: { $type: 'app.bsky.embed.record', record: missing } }, 'InvalidRequest'],
    [{ $type: 'app.bsky.feed.like' }, 'InvalidRequest'],
    [{}, 'InvalidRequest', { collection: 'app.bsky.feed.like' }],
    [{}, 'InvalidRequest', { rkey: 'my-post' }],
    [{}, 'InvalidRequest', { rkey: '3m2222222222' }],
    [{}, 'InvalidRequest', { rkey: 'z222222222222' }],
    [{}, 'InvalidRequest', { record: undefined }],
    [{}, 'InvalidRequest', { swap: 'x' }],
    [{}, 'AuthenticationRequired', { repo: 'grace.bsky.test' }],
  ];
  for (const [parts, error, more] of others) {
    assert.equal((await post(session, parts, more)).body.error, error, JSON.stringify([parts, more]));
  }
  assert.deepEqual(await sandbox.posts(), []);
});

test('rejects blobs that do not match their record', async (t) => {
  const { signIn, post, upload, bytes } = await startBluesky(t);
  const session = await signIn();
  const real = await upload(session, avatarOf('a'), 'image/png');
  const message = async (change: object) =>
    (await post(session, { embed: images({ image: { ...real, ...change }, alt: '' }) })).body;
  assert.equal((await message({ mimeType: 'image/jpeg' })).error, 'InvalidMimeType');
  assert.equal((await message({ size: 1 })).error, 'InvalidSize');
  const path = `${session.host}/xrpc/com.atproto.repo.uploadBlob`;
  const large = await bytes(path, Buffer.alloc(52_428_801), 'image/png', session.accessJwt);
  assert.deepEqual([large.status, large.body.error], [413, 'PayloadTooLarge']);
  assert.equal((await bytes(path, Buffer.alloc(0), 'image/png', session.accessJwt)).body.error, 'InvalidRequest');
  assert.equal(
    (await bytes(path, Buffer.from('{}'), 'application/json', session.accessJwt)).body.error,
    'InvalidRequest',
  );
  assert.equal((await bytes(path, avatarOf('a'), 'image/png')).status, 401);
});

test('rejects invalid sign-ins, tokens, hosts and parameters', async (t) => {
  const { procedure, query, signIn, sandbox } = await startBluesky(t);
  const session = await signIn();
  const { accessJwt, refreshJwt, did, host } = session;
  const elsewhere = ['morel', 'shimeji']
    .map((name) => `${name}.us-east.host.bsky.network`)
    .find((name) => name !== host);
  await sandbox.control('POST', 'accounts', {
    platform: 'bluesky',
    accounts: [
      { name: 'gone.bsky.test', isTakenDown: true },
      { name: 'revoked.bsky.test', isPasswordRevoked: true },
    ],
  });
  const create = (input: object, at?: string) => procedure('com.atproto.server.createSession', input, undefined, at);
  const profile = (token?: string, actor = did, at?: string) =>
    query('app.bsky.actor.getProfile', { actor }, token, at);
  const feed = (more: Record<string, string>) =>
    query('app.bsky.feed.getAuthorFeed', { actor: did, ...more }, accessJwt);
  const auth = (more: Record<string, string>) => query('com.atproto.server.getServiceAuth', more, accessJwt);
  const soon = String(Date.parse('2026-01-01') / 1000 + 7200);
  const identifier = 'ada.bsky.test';
  const cases: [response: ReturnType<typeof profile>, status: number, error: string][] = [
    [create({ identifier, password: 'wrong' }), 401, 'AuthenticationRequired'],
    [create({ identifier: 'ada.bsky.social', password }), 401, 'AuthenticationRequired'],
    [create({ identifier: '@ada.bsky.test', password }), 401, 'AuthenticationRequired'],
    [create({ identifier: 'revoked.bsky.test', password }), 401, 'AuthenticationRequired'],
    [create({ identifier: 'gone.bsky.test', password }), 401, 'AuthenticationRequired'],
    [create({ identifier, password }, elsewhere), 401, 'AuthenticationRequired'],
    [create({ identifier }), 400, 'InvalidRequest'],
    [create({ identifier, password, remember: true }), 400, 'InvalidRequest'],
    [create({ identifier, password }, 'pds.example.org'), 404, ''],
    [procedure('com.atproto.server.createSession'), 400, 'InvalidRequest'],
    [procedure('com.atproto.server.refreshSession', undefined, accessJwt), 400, 'InvalidToken'],
    [procedure('com.atproto.server.refreshSession', {}, refreshJwt), 400, 'InvalidRequest'],
    [procedure('com.atproto.server.refreshSession'), 401, 'AuthMissing'],
    [profile(), 401, 'AuthMissing'],
    [profile(refreshJwt), 400, 'InvalidToken'],
    [profile(`${accessJwt}x`), 400, 'InvalidToken'],
    [profile('nonsense'), 400, 'InvalidToken'],
    [profile(accessJwt, did, elsewhere), 400, 'InvalidToken'],
    [profile(accessJwt, 'nobody.bsky.test'), 400, 'InvalidRequest'],
    [profile(accessJwt, 'no actor'), 400, 'InvalidRequest'],
    [feed({ limit: '101' }), 400, 'InvalidRequest'],
    [feed({ limit: '0' }), 400, 'InvalidRequest'],
    [feed({ filter: 'likes' }), 400, 'InvalidRequest'],
    [feed({ cursor: 'x' }), 400, 'InvalidRequest'],
    [feed({ since: 'x' }), 400, 'InvalidRequest'],
    [auth({ aud: 'https://x.example' }), 400, 'InvalidRequest'],
    [auth({ aud: 'did:web:x.example', exp: '5' }), 400, 'BadExpiration'],
    [auth({ aud: 'did:web:x.example', lxm: 'a.b.c', exp: soon }), 400, 'BadExpiration'],
    [query('com.atproto.identity.resolveHandle', { handle: 'nobody.bsky.test' }), 400, 'InvalidRequest'],
    [query('com.atproto.identity.resolveHandle', { handle: 'nobody' }), 400, 'InvalidRequest'],
    [query('com.atproto.repo.listRecords', { repo: did }), 404, 'XRPCNotSupported'],
    [query('com.atproto.repo.createRecord', {}), 404, 'XRPCNotSupported'],
    [query('app.bsky.video.getJobStatus', { jobId: 'x' }, undefined, 'video.bsky.app'), 400, 'JobNotFound'],
  ];
  for (const [index, [response, status, error]] of cases.entries()) {
    const { status: responseStatus, body } = await response;
    assert.deepEqual([responseStatus, body.error ?? ''], [status, error], `case ${index}`);
  }
});

test('videos require a service token for the right server and method', async (t) => {
  const { signIn, query, bytes, sandbox } = await startBluesky(t);
  const session = await signIn();
  const right = { aud: `did:web:${session.host}`, lxm: 'com.atproto.repo.uploadBlob' };
  const pass = async (more: object = {}) =>
    (await query('com.atproto.server.getServiceAuth', { ...right, ...more }, session.accessJwt)).body.token;
  const path = (did: string) => `video.bsky.app/xrpc/app.bsky.video.uploadVideo?did=${did}&name=a.mp4`;
  const error = async (token?: string, body: Buffer = mp4, type = 'video/mp4', did = session.did) =>
    (await bytes(path(did), body, type, token)).body.error;
  assert.equal(await error(), 'AuthMissing');
  assert.equal(await error('nonsense'), 'BadJwt');
  assert.equal(await error(session.accessJwt), 'BadJwtIssuer');
  assert.equal(await error(await pass({ aud: 'did:web:video.bsky.app' })), 'BadJwtAudience');
  assert.equal(await error(await pass({ lxm: 'app.bsky.video.uploadVideo' })), 'BadJwtLexiconMethod');
  assert.equal(await error(await pass(), avatarOf('a')), 'InvalidRequest');
  assert.equal(await error(await pass(), mp4, 'video/quicktime'), 'InvalidRequest');
  assert.equal(await error(await pass(), mp4, 'video/mp4', 'did:plc:x'), 'AuthenticationRequired');
  const old = await pass();
  await sandbox.control('POST', 'clock', { advanceMs: 61_000 });
  assert.equal(await error(old), 'JwtExpired');
  const accounts = [{ name: 'ada.bsky.test', isEmailConfirmed: false }];
  await sandbox.control('POST', 'accounts', { platform: 'bluesky', accounts });
  assert.equal(await error(await pass()), 'unconfirmed_email');
});
