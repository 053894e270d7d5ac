import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Step } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, notSent } from '../shared/test/fake-call.ts';
import type { Respond } from '../shared/test/fake-call.ts';
import { noUploads } from './publish-state.ts';
import { x } from './index.ts';

const { publish } = x;
const account: CallAccount = {
  providerAccountId: '7',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: false },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts: x.hosts, respond });
const created = (id = '1900000000000000001') => jsonReply({ data: { id, text: 'Hello' } }, 201);
const problem = (status: number, type: string, detail: string, headers = {}) =>
  jsonReply({ title: 'Trouble', type, detail, status }, status, headers);

test('tells certain from unknown outcomes after sending', async () => {
  const reset = String(Date.parse('2026-10-01T12:05:00Z') / 1000);
  const scopeMissing = { kind: 'scopeMissing', scopes: x.connect.scopes.publish };
  const ours = 'https://api.x.com/2/problems';
  const cases: [PlatformReply, object][] = [
    [notSent, { kind: 'notDone' }],
    [lost, { kind: 'unknown' }],
    [textReply('', 500), { kind: 'unknown' }],
    [problem(503, 'about:blank', 'Service Unavailable'), { kind: 'unknown' }],
    [textReply('', 201), { kind: 'unknown' }],
    [jsonReply({ data: { id: 5 } }, 201), { kind: 'unknown' }],
    [jsonReply({ errors: [{ detail: 'half' }] }), { kind: 'unknown' }],
    [problem(418, 'about:blank', 'A teapot'), { kind: 'unknown' }],
    [problem(401, 'about:blank', 'Unauthorized'), { kind: 'disconnected', cause: 'tokenExpired' }],
    [problem(403, `${ours}/unsupported-authentication`, 'x'), { kind: 'disconnected', cause: 'tokenDead' }],
    [problem(403, 'about:blank', 'Forbidden'), scopeMissing],
    [
      problem(429, 'about:blank', 'Too Many Requests', { 'x-rate-limit-reset': reset }),
      { kind: 'rateLimited', retryAfterMs: 300_000 },
    ],
    [problem(429, 'about:blank', 'x', { 'x-rate-limit-reset': '5' }), { kind: 'rateLimited', retryAfterMs: undefined }],
    [problem(403, 'about:blank', 'duplicate content'), { kind: 'rejected', code: '403', message: 'duplicate content' }],
    [problem(400, `${ours}/invalid-request`, 'x'), { kind: 'rejected', code: 'invalid-request' }],
    [jsonReply({ errors: [{ code: 187, message: 'Older words' }] }, 403), { kind: 'rejected', message: 'Older words' }],
  ];
  for (const [reply, expected] of cases) {
    const outcome = await publish.send(fake(() => reply).call, fakePost(), noUploads);
    assert.partialDeepStrictEqual(outcome, expected, JSON.stringify([reply, outcome]));
  }
});

test('replies with each thread item to the one before, with its own media', async () => {
  const { call, sent } = fake(() => created());
  const thread = ['Two', 'Three'].map((text) => ({ text, media: [] }));
  const post = fakePost({ text: 'One', thread, settings: { replySettings: 'following' } });
  await publish.send(call, post, noUploads);
  const { followUps } = publish;
  assert.ok(followUps?.prepare);
  assert.deepEqual(followUps.list(post), ['threadItems[1]', 'threadItems[2]']);
  const outcomes = [];
  for (const [index, previousId] of ['11', '12'].entries()) {
    const position = { name: '', index, postId: '11', previousId };
    const publishState = { ...noUploads, ready: index === 0 ? [] : ['77'] };
    outcomes.push(await followUps.send(call, post, position, publishState));
  }
  assert.deepEqual(
    sent.map(({ text }) => JSON.parse(text) as unknown),
    [
      { text: 'One', reply_settings: 'following' },
      { text: 'Two', reply: { in_reply_to_tweet_id: '11' } },
      { text: 'Three', reply: { in_reply_to_tweet_id: '12' }, media: { media_ids: ['77'] } },
    ],
  );
  const url = 'https://x.com/ada/status/1900000000000000001';
  assert.deepEqual(outcomes[1], { kind: 'published', id: '1900000000000000001', url });
});

const megabyte = 1024 * 1024;
const bytes = Buffer.concat([Buffer.alloc(megabyte, 'a'), Buffer.alloc(megabyte, 'b'), Buffer.from('c')]);
const video = fakeMedia({
  type: 'video',
  sizeBytes: bytes.length,
  open: async function* (range = { start: 0, end: bytes.length }) {
    yield await Promise.resolve(bytes.subarray(range.start, range.end));
  },
});

async function prepareAll(respond: Respond) {
  const { call, sent } = fake(respond);
  const waits: number[] = [];
  let publishState: PublishState | undefined;
  for (let round = 0; round < 20; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, fakePost({ media: [video] }), publishState);
    assert.ok(sent.length <= before + 1, 'one request each time');
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits };
    if (step.kind === 'wait') waits.push(step.afterMs);
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

test('uploads a video in parts of a megabyte and waits as long as X asks', async () => {
  const states = [
    { state: 'in_progress', check_after_secs: 7 },
    { state: 'in_progress', check_after_secs: 100_000 },
    { state: 'in_progress' },
    { state: 'succeeded' },
  ];
  const platform: Respond = ({ url }) => {
    if (url.endsWith('/append')) return jsonReply({ data: { expires_at: 1 } });
    if (url.endsWith('/initialize')) return jsonReply({ data: { id: '5' } });
    if (url.endsWith('/finalize')) {
      return jsonReply({ data: { id: '5', processing_info: { state: 'pending', check_after_secs: 0 } } });
    }
    return jsonReply({ data: { id: '5', processing_info: states.shift() } });
  };
  const { step, sent, waits } = await prepareAll(platform);
  assert.ok(step.kind === 'ready');
  assert.deepEqual(step.publishState['ready'], ['5']);
  assert.deepEqual(waits, [1000, 7000, 60_000, 5000]);
  const parts = sent.filter(({ url }) => url.endsWith('/media/upload/5/append'));
  const pieces = parts.map(({ text }) => /name="segment_index"\s+(\d)[^]*\r\n\r\n(a+|b+|c)\r\n/.exec(text));
  assert.deepEqual(
    pieces.map((piece) => [piece?.[1], piece?.[2]?.length, piece?.[2]?.charAt(0)]),
    [
      ['0', megabyte, 'a'],
      ['1', megabyte, 'b'],
      ['2', 1, 'c'],
    ],
  );
  assert.deepEqual(JSON.parse(sent[0]?.text ?? ''), {
    media_type: 'video/mp4',
    total_bytes: bytes.length,
    media_category: 'tweet_video',
  });
});

test('restarts an upload that X no longer knows', async () => {
  let begun = 0;
  const platform: Respond = ({ url }) => {
    if (url.endsWith('/initialize')) return jsonReply({ data: { id: String((begun += 1)) } });
    if (url.endsWith('/1/append')) return problem(404, 'about:blank', 'Not Found');
    return jsonReply({ data: { id: '2' } });
  };
  const { step } = await prepareAll(platform);
  assert.ok(step.kind === 'ready');
  assert.deepEqual([begun, step.publishState['ready']], [2, ['2']]);
});

test('rejects a video that cannot be processed with the platform’s message', async () => {
  const failed = { state: 'failed', error: { message: 'Duration too long' } };
  const { step } = await prepareAll(() => jsonReply({ data: { id: '5', processing_info: failed } }));
  assert.partialDeepStrictEqual(step, { kind: 'rejected', message: 'Duration too long' });
});

test('accepts an uploaded part whose response has no body', async () => {
  const platform: Respond = ({ url }) => {
    if (url.endsWith('/initialize')) return jsonReply({ data: { id: '5' } });
    return url.endsWith('/append') ? textReply('', 204) : jsonReply({ data: { id: '5' } });
  };
  const { step } = await prepareAll(platform);
  assert.ok(step.kind === 'ready');
  assert.deepEqual(step.publishState['ready'], ['5']);
});

test('asks for post.fields, and for tweet.fields from the first refusal on', async () => {
  const hosts = { ...x.hosts, api: 'https://api.old.example' };
  const requestedNames: string[] = [];
  const respond: Respond = ({ url }) => {
    const names = [...new URL(url).searchParams.keys()].filter((name) => /^(post|tweet)\.fields$/.test(name));
    requestedNames.push(...names);
    const message = 'The query parameter [post.fields] is not one of [id,max_results,tweet.fields]';
    const type = 'https://api.x.com/2/problems/invalid-request';
    const refused = { errors: [{ parameters: {}, message }], title: 'Invalid Request', detail: 'One or more', type };
    return names.includes('post.fields') ? jsonReply(refused, 400) : jsonReply({ meta: { result_count: 0 } });
  };
  const { call } = fakeCall({ account, hosts, respond });
  const empty = { kind: 'posts', posts: [] };
  assert.deepEqual(await x.externalPosts?.list(call, { limit: 10 }), empty);
  assert.deepEqual(await x.externalPosts?.list(call, { limit: 10 }), empty);
  assert.deepEqual(requestedNames, ['post.fields', 'tweet.fields', 'tweet.fields']);
});

test('restores the original text of listed posts', async () => {
  const urls = [
    { url: 'https://t.co/1', expanded_url: 'https://example.com/?a=1&b=$&' },
    { url: 'https://t.co/2', expanded_url: 'javascript:alert(1)' },
    { url: 'https://elsewhere.example', expanded_url: 'https://example.com' },
    { url: 'https://t.co/3', expanded_url: 'https://x.com/ada/status/1/photo/1', media_key: '3_1' },
    'nonsense',
  ];
  const text = 'Q&amp;A &amp;lt; https://t.co/1 https://t.co/2 https://t.co/3';
  const tweet = { id: '1', text, created_at: '2026-10-01T11:00:00.000Z', entities: { urls } };
  const { call } = fake(() => jsonReply({ data: [tweet, { id: 2 }, null, { ...tweet, created_at: 'never' }] }));
  const listed = await x.externalPosts?.list(call, { limit: 10 });
  assert.ok(listed?.kind === 'posts');
  assert.deepEqual(
    listed.posts.map(({ content }) => content),
    ['Q&A &lt; https://example.com/?a=1&b=$& https://t.co/2'],
  );
});
