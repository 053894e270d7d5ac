import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Post } from '../adapter.ts';
import {
  jsonReply,
  textReply,
  fakeCall,
  fakeMedia,
  fakePost,
  lost,
  notSent,
  type Respond,
} from '../shared/test/fake-call.ts';
import { noParts } from './publish-state.ts';
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
const fake = (respond: Respond) => fakeCall({ account, hosts: bluesky.hosts, respond });
const nameOf = (url: string) => url.replace(/^https:\/\/([^?]*\/xrpc\/)?/, '').replace(/\?.*$/, '');
const xrpcError = (error: string, message = 'words', status = 400) => jsonReply({ error, message }, status);

async function prepareAll(respond: Respond, post: Post) {
  const { call, sent } = fake(respond);
  const waits: number[] = [];
  let publishState: PublishState | undefined;
  for (let round = 0; round < 30; round++) {
    const step = await publish.prepare(call, post, publishState);
    if (step.kind === 'wait') waits.push(step.afterMs);
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits, call };
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

async function readyState(post: Post = fakePost()): Promise<PublishState> {
  const { step } = await prepareAll(() => xrpcError('Unexpected'), post);
  assert.ok(step.kind === 'ready');
  return step.publishState;
}

test('uploads images one by one to the account’s server, then fixes the record', async () => {
  const { step, sent, call } = await prepareAll(
    () => jsonReply({ blob }),
    fakePost({ media: [fakeMedia(), fakeMedia()] }),
  );
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ url }) => url),
    Array(2).fill('https://pds.example/base/xrpc/com.atproto.repo.uploadBlob'),
  );
  assert.deepEqual([sent[0]?.body?.contentType, sent[0]?.text], ['image/jpeg', 'abc']);
  const again = await publish.prepare(call, fakePost(), JSON.parse(JSON.stringify(step.publishState)) as PublishState);
  assert.deepEqual(again, { kind: 'ready', publishState: step.publishState });
});

test('resolves mentions, keeps unknown ones as text and retries failed look-ups', async () => {
  const post = fakePost({ text: 'Hi @bob.bsky.test and @none.bsky.test' });
  const { step, sent } = await prepareAll(
    ({ url }) =>
      url.includes('bob') ? jsonReply({ did: 'did:plc:bob' }) : xrpcError('InvalidRequest', 'Unable to resolve'),
    post,
  );
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ url }) => nameOf(url)),
    Array(2).fill('com.atproto.identity.resolveHandle'),
  );
  const { facets } = (step.publishState['final'] as { record: { facets: unknown[] } }).record;
  assert.deepEqual(facets, [
    {
      $type: 'app.bsky.richtext.facet',
      index: { byteStart: 3, byteEnd: 17 },
      features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:bob' }],
    },
  ]);
  for (const reply of [lost, notSent, textReply('', 502)]) {
    assert.equal((await prepareAll(() => reply, post)).step.kind, 'notDone');
  }
});

test('attaches the card of the first link with a thumbnail', async () => {
  const html = '<title>T</title><meta property="og:image" content="https://x.example/i.png">';
  const respond: Respond = ({ url }) => {
    if (url === 'https://x.example/') return textReply(html, 200, { 'content-type': 'text/html; charset=utf-8' });
    if (url.endsWith('i.png')) {
      const picture = textReply('png', 200, { 'content-type': 'image/png' });
      return picture;
    }
    return jsonReply({ blob });
  };
  const { step, sent } = await prepareAll(respond, fakePost({ text: 'https://x.example/' }));
  assert.ok(step.kind === 'ready');
  assert.deepEqual(
    sent.map(({ method, url }) => `${method} ${nameOf(url)}`),
    ['GET x.example/', 'GET x.example/i.png', 'POST com.atproto.repo.uploadBlob'],
  );
  assert.equal(sent[0]?.redirectsMax, 3);
  assert.equal(sent[0].headers?.['authorization'], undefined);
  const { embed } = (step.publishState['final'] as { record: { embed: object } }).record;
  assert.deepEqual(embed, {
    $type: 'app.bsky.embed.external',
    external: { uri: 'https://x.example/', title: 'T', description: '', thumb: blob },
  });
});

test('publishes without a card when the page cannot be read', async () => {
  const html = { 'content-type': 'text/html' };
  const post = fakePost({ text: 'https://x.example/' });
  for (const reply of [
    lost,
    notSent,
    textReply('', 200, html),
    textReply('<title>x</title>', 404, html),
    jsonReply({}),
    textReply('x', 200, { 'content-type': 'image/png' }),
  ]) {
    const { step } = await prepareAll(() => reply, post);
    assert.ok(step.kind === 'ready');
    assert.equal((step.publishState['final'] as { record: { embed?: object } }).record.embed, undefined);
  }
  const { sent } = await prepareAll(() => lost, { ...post, settings: { disableLinkCard: true } });
  assert.equal(sent.length, 0);
});

const job = (more: object) => ({ jobId: 'j1', did, state: 'JOB_STATE_ENCODING', ...more });
const videoPost = fakePost({ media: [fakeMedia({ type: 'video' })] });
const videoPlatform = (upload: PlatformReply, polls: PlatformReply[], limits: object = {}): Respond => {
  let count = 0;
  return ({ url }) => {
    if (url.includes('getServiceAuth')) return jsonReply({ token: 'SERVICE' });
    if (url.includes('getUploadLimits')) return jsonReply({ canUpload: true, ...limits });
    if (url.includes('uploadVideo')) return upload;
    return polls[count++] ?? jsonReply(job({}));
  };
};

test('uploads a video with a service token and polls its job', async () => {
  const polls = [jsonReply({ jobStatus: job({}) }), jsonReply(job({ state: 'JOB_STATE_COMPLETED', blob }))];
  const { step, sent, waits } = await prepareAll(
    videoPlatform(jsonReply(job({ state: 'JOB_STATE_CREATED' })), polls),
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
  assert.ok(!JSON.stringify(step.publishState).includes('SERVICE'), 'no token is in a publish state');
  assert.deepEqual(waits, [2000, 4000]);
});

test('checks the limits of the video service before the upload', async () => {
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
    const { step, sent } = await prepareAll(videoPlatform(lost, [], limits), videoPost);
    assert.partialDeepStrictEqual(step, outcome, JSON.stringify(limits));
    assert.ok(!sent.some(({ url }) => url.includes('uploadVideo')));
  }
});

test('uses the job in the error when the service already has the video', async () => {
  const known = job({ state: 'JOB_STATE_FAILED', error: 'already_exists', blob });
  for (const upload of [jsonReply(known, 409), jsonReply({ jobStatus: known }, 200)]) {
    assert.equal((await prepareAll(videoPlatform(upload, []), videoPost)).step.kind, 'ready');
  }
  const without = jsonReply(job({ state: 'JOB_STATE_COMPLETED', error: 'already_exists' }), 409);
  const { step } = await prepareAll(videoPlatform(without, [jsonReply(job({ blob }))]), videoPost);
  assert.equal(step.kind, 'ready');
});

test('rejects an invalid video at once and retries a failing service', async () => {
  const failed = (failureCode: string) => jsonReply(job({ state: 'JOB_STATE_FAILED', failureCode, message: 'no' }));
  const bad = await prepareAll(videoPlatform(failed('validation_failure'), []), videoPost);
  assert.deepEqual(bad.step, {
    kind: 'rejected',
    code: 'validation_failure',
    message: 'no',
    platformError: 'validation_failure: no',
  });
  const passing = await prepareAll(videoPlatform(failed('generic_failure'), []), videoPost);
  assert.equal(passing.step.kind, 'rejected');
  assert.equal(passing.sent.filter(({ url }) => url.includes('uploadVideo')).length, 3);
});

test('sends the key of the publish state and repeats an identical request', async () => {
  const publishState = await readyState();
  const { key } = publishState['final'] as { key: string };
  const uri = `at://${did}/app.bsky.feed.post/${key}`;
  const { call, sent, clock } = fake(() => jsonReply({ uri, cid }));
  const expected = { kind: 'published', id: uri, url: `https://bsky.app/profile/ada.bsky.test/post/${key}` };
  assert.deepEqual(await publish.send(call, fakePost(), publishState), expected);
  clock.advance(90_000);
  await publish.send(call, fakePost(), JSON.parse(JSON.stringify(publishState)) as PublishState);
  assert.equal(sent.length, 2);
  assert.equal(sent[0]?.text, sent[1]?.text);
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), {
    repo: did,
    collection: 'app.bsky.feed.post',
    rkey: key,
    record: { $type: 'app.bsky.feed.post', text: 'Hello', createdAt: '2026-10-01T12:00:00.000Z' },
  });
});

test('maps each response of the final request to an outcome', async () => {
  const publishState = await readyState();
  const send = async (reply: PlatformReply) => await publish.send(fake(() => reply).call, fakePost(), publishState);
  const cases: [PlatformReply, string][] = [
    [notSent, 'notDone'],
    [lost, 'unknown'],
    [textReply('', 200), 'unknown'],
    [textReply('<html>', 200), 'unknown'],
    [jsonReply({ uri: 5, cid }), 'unknown'],
    [jsonReply({ uri: `at://${did}/app.bsky.feed.post/another`, cid }), 'unknown'],
    [textReply('', 204), 'unknown'],
    [textReply('', 302), 'unknown'],
    [xrpcError('InternalServerError', 'x', 500), 'unknown'],
    [xrpcError('UpstreamFailure', 'x', 502), 'unknown'],
    [textReply('x', 999), 'unknown'],
    [textReply('<html>', 404), 'unknown'],
    [xrpcError('InvalidRequest', 'grapheme too big'), 'rejected'],
    [xrpcError('ExpiredToken'), 'disconnected'],
    [xrpcError('AccountTakedown', 'x', 401), 'disconnected'],
    [xrpcError('AccountNotFound', 'Account not found', 403), 'disconnected'],
    [xrpcError('InvalidRequest', 'Record already exists'), 'published'],
    [xrpcError('InvalidRequest', 'There is already a value at key: app.bsky.feed.post/3k'), 'published'],
  ];
  for (const [reply, kind] of cases) assert.equal((await send(reply)).kind, kind, JSON.stringify(reply));
  const reset = String(Date.UTC(2026, 9, 1, 12, 5) / 1000);
  const limited = await send(
    jsonReply({ error: 'RateLimitExceeded', message: 'x' }, 429, { 'ratelimit-reset': reset }),
  );
  assert.deepEqual(limited, { kind: 'rateLimited', retryAfterMs: 300_000 });
});

test('looks up the record by its key after a lost response', async () => {
  const publishState = await readyState();
  const { key } = publishState['final'] as { key: string };
  const uri = `at://${did}/app.bsky.feed.post/${key}`;
  const settle = async (respond: Respond) => {
    const { call, sent } = fake(respond);
    return { settled: await publish.settle(call, fakePost(), { publishState, sentAt: new Date(0) }), sent };
  };
  const record = { uri, cid, value: { $type: 'app.bsky.feed.post' } };
  assert.equal((await settle(() => jsonReply(record))).settled.kind, 'found');
  assert.deepEqual((await settle(() => xrpcError('RecordNotFound'))).settled, { kind: 'absent' });
  for (const reply of [
    lost,
    notSent,
    textReply('', 404),
    xrpcError('InvalidRequest'),
    xrpcError('RecordNotFound', 'x', 500),
    jsonReply({ ...record, uri: `${uri}x` }),
    jsonReply({}),
  ]) {
    const { settled } = await settle(() => reply);
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(reply));
  }
  const expired = await settle(({ headers }) =>
    headers?.['authorization'] === undefined ? jsonReply(record) : xrpcError('ExpiredToken'),
  );
  assert.equal(expired.settled.kind, 'found');
});

test('reports a record that is already deleted as gone', async () => {
  const id = `at://${did}/app.bsky.feed.post/3kabcdefghijk`;
  const unpublish = async (reply: PlatformReply) => {
    const { call, sent } = fake(() => reply);
    return { outcome: await bluesky.unpublish?.(call, { id }), sent };
  };
  const { outcome, sent } = await unpublish(jsonReply({}));
  assert.equal(outcome?.kind, 'gone');
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), {
    repo: did,
    collection: 'app.bsky.feed.post',
    rkey: '3kabcdefghijk',
  });
  assert.equal((await unpublish(xrpcError('RecordNotFound'))).outcome?.kind, 'gone');
  assert.equal((await unpublish(lost)).outcome?.kind, 'unknown');
  assert.equal((await unpublish(notSent)).outcome?.kind, 'notDone');
});

test('lists recent posts without reposts and posts of others', async () => {
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
  const { call } = fake(() => jsonReply({ feed }));
  const recent = await bluesky.externalPosts?.list(call, { limit: 10 });
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

test('throws for a publish state of another version', async () => {
  await assert.rejects(publish.prepare(fake(() => lost).call, fakePost(), { ...noParts, v: 2 }), /version 2/);
});

test('never throws for hostile responses or counts them as published', async () => {
  const publishState = await readyState();
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
      const { call } = fake(() => jsonReply(json, code));
      await publish.prepare(call, fakePost({ text: '@a.bsky.test https://x.example' }), undefined);
      await publish.prepare(call, fakePost({ text: '@a.bsky.test' }), undefined);
      await publish.prepare(call, fakePost({ media: [fakeMedia()] }), undefined);
      await publish.prepare(call, videoPost, undefined);
      await publish.prepare(call, videoPost, { ...noParts, jobId: 'j' });
      assert.notEqual((await publish.send(call, fakePost(), publishState)).kind, 'published');
      assert.notEqual((await publish.settle(call, fakePost(), { publishState, sentAt: new Date(0) })).kind, 'found');
      await bluesky.externalPosts?.list(call, { limit: 5 });
    }),
    { numRuns: 60 },
  );
});

const reference = (key: string) => ({ uri: `at://${did}/app.bsky.feed.post/${key}`, cid });
const recordAt = (key: string, fields: object = {}) =>
  jsonReply({ ...reference(key), value: { $type: 'app.bsky.feed.post', text: 'Before', ...fields } });

async function prepareItem(respond: Respond, post: Post, index: number) {
  const { call, sent } = fake(respond);
  const { followUps } = publish;
  assert.ok(followUps?.prepare);
  const position = { name: '', index, postId: reference('root').uri, previousId: reference('before').uri };
  const step = await followUps.prepare(call, post, position, undefined);
  return { step, sent };
}

test('an item of a thread replies to the one before it, and names the first as the root', async () => {
  const thread = ['Two', 'Three'].map((text) => ({ text, media: [] }));
  const post = fakePost({ text: 'One', thread, settings: { languages: ['en'], altTexts: ['Of the first'] } });
  assert.deepEqual(publish.followUps?.list(post), ['threadItems[1]', 'threadItems[2]']);
  const second = await prepareItem(() => recordAt('before'), post, 0);
  assert.deepEqual(
    second.sent.map(({ url }) => nameOf(url)),
    ['com.atproto.repo.getRecord'],
  );
  assert.partialDeepStrictEqual(second.step, {
    kind: 'ready',
    publishState: {
      final: {
        record: { text: 'Two', langs: ['en'], reply: { root: reference('before'), parent: reference('before') } },
      },
    },
  });
  const reply = { root: reference('root'), parent: reference('root') };
  const third = await prepareItem(() => recordAt('before', { reply }), post, 1);
  assert.partialDeepStrictEqual(third.step, {
    publishState: {
      final: { record: { text: 'Three', reply: { root: reference('root'), parent: reference('before') } } },
    },
  });
});

test('an item whose predecessor cannot be read is not sent', async () => {
  const post = fakePost({ thread: [{ text: 'Two', media: [] }] });
  for (const [response, kind] of [
    [xrpcError('RecordNotFound'), 'rejected'],
    [lost, 'notDone'],
  ] as const) {
    const { step } = await prepareItem(() => response, post, 0);
    assert.equal(step.kind, kind, JSON.stringify(step));
  }
});

test('every item of a thread has the limits of a post', () => {
  const fits = 'a'.repeat(300);
  const itemsOf = (text: string) => fakePost({ text: fits, thread: [{ text, media: [] }] });
  assert.deepEqual(publish.check(itemsOf(fits)), []);
  assert.partialDeepStrictEqual(publish.check(itemsOf(`${fits}a`)), [
    { rule: 'textLength', severity: 'error', field: 'settings.threadItems[1].content', limit: 300, actual: 301 },
  ]);
  const family = '👩‍👩‍👧‍👦'.repeat(140);
  assert.partialDeepStrictEqual(publish.check(itemsOf(family)), [
    { rule: 'textLength', field: 'settings.threadItems[1].content', limit: 3000, actual: 3500 },
  ]);
});
