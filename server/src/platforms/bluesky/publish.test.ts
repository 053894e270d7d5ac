import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Handle, Post } from '../adapter.ts';
import {
  answer,
  answerText,
  fakeCall,
  fakeMedia,
  fakePost,
  lost,
  notSent,
  type Respond,
} from '../shared/test/fake-call.ts';
import { noParts } from './handle.ts';
import { bluesky } from './index.ts';

const { publish } = bluesky;
const did = 'did:plc:abcdefghijklmnopqrstuvwx';
const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const blob = { $type: 'blob', ref: { $link: cid }, mimeType: 'image/jpeg', size: 3 };
const account: CallAccount = {
  providerAccountId: did,
  username: 'ada.bsky.test',
  grantedScopes: ['atproto'],
  tokens: { accessToken: 'ACCESS', refreshToken: 'REFRESH', isRefreshable: true },
  state: { pds: 'https://pds.example/base' },
};
const world = (respond: Respond) => fakeCall({ account, hosts: bluesky.hosts, respond });
const nameOf = (url: string) => url.replace(/^https:\/\/([^?]*\/xrpc\/)?/, '').replace(/\?.*$/, '');
const xrpcError = (error: string, message = 'words', status = 400) => answer({ error, message }, status);

async function prepareAll(respond: Respond, post: Post) {
  const { call, sent } = world(respond);
  const waits: number[] = [];
  let handle: Handle | undefined;
  for (let round = 0; round < 30; round++) {
    const step = await publish.prepare(call, post, handle);
    if (step.kind === 'wait') waits.push(step.afterMs);
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits, call };
    handle = JSON.parse(JSON.stringify(step.handle)) as Handle;
  }
  throw new Error('never ready');
}

async function readyHandle(post: Post = fakePost()): Promise<Handle> {
  const { step } = await prepareAll(() => xrpcError('Unexpected'), post);
  assert.ok(step.kind === 'ready');
  return step.handle;
}

test('images are uploaded one by one to the server of the account, and the record is fixed at the end', async () => {
  const { step, sent, call } = await prepareAll(
    () => answer({ blob }),
    fakePost({ media: [fakeMedia(), fakeMedia()] }),
  );
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ url }) => url),
    Array(2).fill('https://pds.example/base/xrpc/com.atproto.repo.uploadBlob'),
  );
  assert.deepEqual([sent[0]?.body?.contentType, sent[0]?.text], ['image/jpeg', 'abc']);
  const again = await publish.prepare(call, fakePost(), JSON.parse(JSON.stringify(step.handle)) as Handle);
  assert.deepEqual(again, { kind: 'ready', handle: step.handle });
});

test('mentions become DIDs; one that nobody has stays text, one that cannot be asked for is asked again', async () => {
  const post = fakePost({ text: 'Hi @bob.bsky.test and @none.bsky.test' });
  const { step, sent } = await prepareAll(
    ({ url }) =>
      url.includes('bob') ? answer({ did: 'did:plc:bob' }) : xrpcError('InvalidRequest', 'Unable to resolve'),
    post,
  );
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ url }) => nameOf(url)),
    Array(2).fill('com.atproto.identity.resolveHandle'),
  );
  const { facets } = (step.handle['final'] as { record: { facets: unknown[] } }).record;
  assert.deepEqual(facets, [
    {
      $type: 'app.bsky.richtext.facet',
      index: { byteStart: 3, byteEnd: 17 },
      features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' }],
    },
  ]);
  for (const reply of [lost, notSent, answerText('', 502)]) {
    assert.equal((await prepareAll(() => reply, post)).step.kind, 'notDone');
  }
});

test('the card of the first link, with a thumb', async () => {
  const html = '<title>T</title><meta property="og:image" content="https://x.example/i.png">';
  const respond: Respond = ({ url }) => {
    if (url === 'https://x.example/') return answerText(html, 200, { 'content-type': 'text/html; charset=utf-8' });
    if (url.endsWith('i.png')) {
      const picture = answerText('png', 200, { 'content-type': 'image/png' });
      return picture;
    }
    return answer({ blob });
  };
  const { step, sent } = await prepareAll(respond, fakePost({ text: 'https://x.example/' }));
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ method, url }) => `${method} ${nameOf(url)}`),
    ['GET x.example/', 'GET x.example/i.png', 'POST com.atproto.repo.uploadBlob'],
  );
  assert.equal(sent[0]?.redirectsMax, 3);
  assert.equal(sent[0].headers?.['authorization'], undefined);
  const { embed } = (step.handle['final'] as { record: { embed: object } }).record;
  assert.deepEqual(embed, {
    $type: 'app.bsky.embed.external',
    external: { uri: 'https://x.example/', title: 'T', description: '', thumb: blob },
  });
});

test('whatever is wrong with a page, the post goes out without its card', async () => {
  const html = { 'content-type': 'text/html' };
  const post = fakePost({ text: 'https://x.example/' });
  for (const reply of [
    lost,
    notSent,
    answerText('', 200, html),
    answerText('<title>x</title>', 404, html),
    answer({}),
    answerText('x', 200, { 'content-type': 'image/png' }),
  ]) {
    const { step } = await prepareAll(() => reply, post);
    assert.ok(step.kind === 'ready');
    assert.equal((step.handle['final'] as { record: { embed?: object } }).record.embed, undefined);
  }
  const { sent } = await prepareAll(() => lost, { ...post, settings: { disableLinkCard: true } });
  assert.equal(sent.length, 0);
});

const job = (more: object) => ({ jobId: 'j1', did, state: 'JOB_STATE_ENCODING', ...more });
const videoPost = fakePost({ media: [fakeMedia({ type: 'video' })] });
const videoNetwork = (upload: PlatformReply, polls: PlatformReply[], limits: object = {}): Respond => {
  let count = 0;
  return ({ url }) => {
    if (url.includes('getServiceAuth')) return answer({ token: 'SERVICE' });
    if (url.includes('getUploadLimits')) return answer({ canUpload: true, ...limits });
    if (url.includes('uploadVideo')) return upload;
    return polls[count++] ?? answer(job({}));
  };
};

test('a video goes to the video service with a token for it, and its work is followed', async () => {
  const polls = [answer({ jobStatus: job({}) }), answer(job({ state: 'JOB_STATE_COMPLETED', blob }))];
  const { step, sent, waits } = await prepareAll(
    videoNetwork(answer(job({ state: 'JOB_STATE_CREATED' })), polls),
    videoPost,
  );
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ url }) => nameOf(url)),
    [
      'com.atproto.server.getServiceAuth',
      'app.bsky.video.getUploadLimits',
      'com.atproto.server.getServiceAuth',
      'app.bsky.video.uploadVideo',
      'app.bsky.video.getJobStatus',
      'app.bsky.video.getJobStatus',
    ],
  );
  const tokens = [sent[0], sent[2]].map((request) => new URL(request?.url ?? '').searchParams);
  assert.deepEqual(
    tokens.map((query) => [query.get('aud'), query.get('lxm')]),
    [
      ['did:web:video.bsky.app', 'app.bsky.video.getUploadLimits'],
      ['did:web:pds.example', 'com.atproto.repo.uploadBlob'],
    ],
  );
  for (const index of [1, 3]) assert.equal(sent[index]?.headers?.['authorization'], 'Bearer SERVICE');
  assert.ok(!JSON.stringify(step.handle).includes('SERVICE'), 'no token lies in a handle');
  assert.deepEqual(waits, [2000, 4000]);
});

test('the limits of the video service decide before anything is uploaded', async () => {
  const cases: [limits: object, outcome: object][] = [
    [{ remainingDailyVideos: 0 }, { kind: 'rateLimited', retryAfterMs: 3_600_000 }],
    [{ canUpload: false, remainingDailyBytes: 0 }, { kind: 'rateLimited' }],
    [{ remainingDailyBytes: 2 }, { kind: 'rejected', code: 'remainingDailyBytes' }],
    [
      { canUpload: false, error: 'unconfirmed_email', message: 'Confirm your email' },
      { kind: 'rejected', code: 'unconfirmed_email', message: 'Confirm your email' },
    ],
    [{ canUpload: 'yes' }, { kind: 'notDone' }],
  ];
  for (const [limits, outcome] of cases) {
    const { step, sent } = await prepareAll(videoNetwork(lost, [], limits), videoPost);
    assert.partialDeepStrictEqual(step, outcome, JSON.stringify(limits));
    assert.ok(!sent.some(({ url }) => url.includes('uploadVideo')));
  }
});

test('a video that is known already is taken from the refusal', async () => {
  const known = job({ state: 'JOB_STATE_FAILED', error: 'already_exists', blob });
  for (const upload of [answer(known, 409), answer({ jobStatus: known }, 200)]) {
    assert.equal((await prepareAll(videoNetwork(upload, []), videoPost)).step.kind, 'ready');
  }
  const without = answer(job({ state: 'JOB_STATE_COMPLETED', error: 'already_exists' }), 409);
  const { step } = await prepareAll(videoNetwork(without, [answer(job({ blob }))]), videoPost);
  assert.equal(step.kind, 'ready');
});

test('a video that cannot be used is refused at once, a stumble of the service is tried three times', async () => {
  const failed = (failureCode: string) => answer(job({ state: 'JOB_STATE_FAILED', failureCode, message: 'no' }));
  const bad = await prepareAll(videoNetwork(failed('validation_failure'), []), videoPost);
  assert.deepEqual(bad.step, {
    kind: 'rejected',
    code: 'validation_failure',
    message: 'no',
    platformError: 'validation_failure: no',
  });
  const passing = await prepareAll(videoNetwork(failed('generic_failure'), []), videoPost);
  assert.equal(passing.step.kind, 'rejected');
  assert.equal(passing.sent.filter(({ url }) => url.includes('uploadVideo')).length, 3);
});

test('the final call has the key of the handle, and a repeat is the same to the byte', async () => {
  const handle = await readyHandle();
  const { key } = handle['final'] as { key: string };
  const uri = `at://${did}/app.bsky.feed.post/${key}`;
  const { call, sent, clock } = world(() => answer({ uri, cid }));
  const expected = { kind: 'published', id: uri, url: `https://bsky.app/profile/ada.bsky.test/post/${key}` };
  assert.deepEqual(await publish.send(call, fakePost(), handle), expected);
  clock.advance(90_000);
  await publish.send(call, fakePost(), JSON.parse(JSON.stringify(handle)) as Handle);
  assert.equal(sent.length, 2);
  assert.equal(sent[0]?.text, sent[1]?.text);
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), {
    repo: did,
    collection: 'app.bsky.feed.post',
    rkey: key,
    record: { $type: 'app.bsky.feed.post', text: 'Hello', createdAt: '2026-10-01T12:00:00.000Z' },
  });
});

test('what the answer to the final call means', async () => {
  const handle = await readyHandle();
  const send = async (reply: PlatformReply) => await publish.send(world(() => reply).call, fakePost(), handle);
  const cases: [PlatformReply, string][] = [
    [notSent, 'notDone'],
    [lost, 'unknown'],
    [answerText('', 200), 'unknown'],
    [answerText('<html>', 200), 'unknown'],
    [answer({ uri: 5, cid }), 'unknown'],
    [answer({ uri: `at://${did}/app.bsky.feed.post/another`, cid }), 'unknown'],
    [answerText('', 204), 'unknown'],
    [answerText('', 302), 'unknown'],
    [xrpcError('InternalServerError', 'x', 500), 'unknown'],
    [xrpcError('UpstreamFailure', 'x', 502), 'unknown'],
    [answerText('x', 999), 'unknown'],
    [answerText('<html>', 404), 'unknown'],
    [xrpcError('InvalidRequest', 'grapheme too big'), 'rejected'],
    [xrpcError('ExpiredToken'), 'disconnected'],
    [xrpcError('AccountTakedown', 'x', 401), 'disconnected'],
    [xrpcError('AccountNotFound', 'Account not found', 403), 'disconnected'],
    [xrpcError('InvalidRequest', 'Record already exists'), 'published'],
    [xrpcError('InvalidRequest', 'There is already a value at key: app.bsky.feed.post/3k'), 'published'],
  ];
  for (const [reply, kind] of cases) assert.equal((await send(reply)).kind, kind, JSON.stringify(reply));
  const reset = String(Date.UTC(2026, 9, 1, 12, 5) / 1000);
  const limited = await send(answer({ error: 'RateLimitExceeded', message: 'x' }, 429, { 'ratelimit-reset': reset }));
  assert.deepEqual(limited, { kind: 'rateLimited', retryAfterMs: 300_000 });
});

test('after a lost answer the record is looked up by its key', async () => {
  const handle = await readyHandle();
  const { key } = handle['final'] as { key: string };
  const uri = `at://${did}/app.bsky.feed.post/${key}`;
  const settle = async (respond: Respond) => {
    const { call, sent } = world(respond);
    return { settled: await publish.settle(call, fakePost(), { handle, sentAt: new Date(0) }), sent };
  };
  const record = { uri, cid, value: { $type: 'app.bsky.feed.post' } };
  assert.equal((await settle(() => answer(record))).settled.kind, 'found');
  assert.deepEqual((await settle(() => xrpcError('RecordNotFound'))).settled, { kind: 'absent' });
  for (const reply of [
    lost,
    notSent,
    answerText('', 404),
    xrpcError('InvalidRequest'),
    xrpcError('RecordNotFound', 'x', 500),
    answer({ ...record, uri: `${uri}x` }),
    answer({}),
  ]) {
    const { settled } = await settle(() => reply);
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(reply));
  }
  const expired = await settle(({ headers }) =>
    headers?.['authorization'] === undefined ? answer(record) : xrpcError('ExpiredToken'),
  );
  assert.equal(expired.settled.kind, 'found');
});

test('deleting: what is gone already counts as done', async () => {
  const id = `at://${did}/app.bsky.feed.post/3kabcdefghijk`;
  const unpublish = async (reply: PlatformReply) => {
    const { call, sent } = world(() => reply);
    return { gone: await bluesky.unpublish?.(call, { id }), sent };
  };
  const { gone, sent } = await unpublish(answer({}));
  assert.equal(gone?.kind, 'gone');
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), {
    repo: did,
    collection: 'app.bsky.feed.post',
    rkey: '3kabcdefghijk',
  });
  assert.equal((await unpublish(xrpcError('RecordNotFound'))).gone?.kind, 'gone');
  assert.equal((await unpublish(lost)).gone?.kind, 'unknown');
  assert.equal((await unpublish(notSent)).gone?.kind, 'notDone');
});

test('recent posts: reposts and posts of others are left out', async () => {
  const post = (key: string, more: object = {}) => ({
    uri: `at://${did}/app.bsky.feed.post/${key}`,
    cid,
    author: { did, handle: 'ada.bsky.test' },
    record: { $type: 'app.bsky.feed.post', text: key, createdAt: '2026-09-01T00:00:00Z' },
    indexedAt: '2026-09-01T00:00:01Z',
    ...more,
  });
  const embed = {
    $type: 'app.bsky.embed.images#view',
    images: [{ fullsize: 'https://cdn.example/f', thumb: 'https://cdn.example/t', alt: '' }],
  };
  const reason = {
    $type: 'app.bsky.feed.defs#reasonRepost',
    by: { did, handle: 'ada.bsky.test' },
    indexedAt: '2026-09-01T00:00:01Z',
  };
  const feed = [
    { post: post('3ka', { embed }) },
    { post: post('3kb'), reason },
    { post: post('3kc', { author: { did: 'did:plc:other', handle: 'o.bsky.test' } }) },
  ];
  const { call } = world(() => answer({ feed }));
  const recent = await bluesky.recentPosts?.(call, { limit: 10 });
  assert.deepEqual(recent, {
    kind: 'posts',
    posts: [
      {
        platformPostId: `at://${did}/app.bsky.feed.post/3ka`,
        platformPostUrl: 'https://bsky.app/profile/ada.bsky.test/post/3ka',
        content: '3ka',
        publishedAt: new Date('2026-09-01T00:00:00Z'),
        mediaItems: [{ type: 'image', url: 'https://cdn.example/f', thumbnail: 'https://cdn.example/t' }],
      },
    ],
  });
});

test('a handle of another version is a bug, not a guess', async () => {
  await assert.rejects(publish.prepare(world(() => lost).call, fakePost(), { ...noParts, v: 2 }), /version 2/);
});

test('hostile answers: nothing throws, and nothing counts as published', async () => {
  const handle = await readyHandle();
  const keys = fc.constantFrom(
    'uri',
    'cid',
    'value',
    'blob',
    'ref',
    '$link',
    '$type',
    'error',
    'message',
    'jobId',
    'state',
    'jobStatus',
    'token',
    'feed',
    'did',
    '__proto__',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, -1, 1.5, 'blob', 'at://x', 'did:plc:x', cid, 'ExpiredToken'),
      fc.array(tie('any')),
      fc.dictionary(keys, tie('any')),
    ),
  })).any;
  const status = fc.constantFrom(100, 200, 201, 204, 302, 400, 401, 404, 409, 429, 500, 700);
  await fc.assert(
    fc.asyncProperty(value, status, async (json, code) => {
      const { call } = world(() => answer(json, code));
      await publish.prepare(call, fakePost({ text: '@a.bsky.test https://x.example' }), undefined);
      await publish.prepare(call, fakePost({ text: '@a.bsky.test' }), undefined);
      await publish.prepare(call, fakePost({ media: [fakeMedia()] }), undefined);
      await publish.prepare(call, videoPost, undefined);
      await publish.prepare(call, videoPost, { ...noParts, jobId: 'j' });
      assert.notEqual((await publish.send(call, fakePost(), handle)).kind, 'published');
      assert.notEqual((await publish.settle(call, fakePost(), { handle, sentAt: new Date(0) })).kind, 'found');
      await bluesky.recentPosts?.(call, { limit: 5 });
    }),
    { numRuns: 60 },
  );
});
