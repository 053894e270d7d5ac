import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Step } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost, type Sent } from '../shared/test/fake-call.ts';
import { hosts } from './call.ts';
import { publish } from './publish.ts';
import { partBytes } from './upload.ts';

const uri = 'https://youtube.googleapis.com/resumable/upload/youtube/v3/videos?upload_id=U1';
const account: CallAccount = {
  providerAccountId: 'UC1',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: { uploads: 'UU1' },
};
const total = 2 * partBytes + 1000;
const large = fakeMedia({
  type: 'video',
  sizeBytes: total,
  open: async function* ({ start, end } = { start: 0, end: total }) {
    yield await Promise.resolve(Buffer.alloc(end - start));
  },
});
const post = fakePost({ text: 'Words', title: 'A title', media: [large] });

type Trouble = (sent: { first: number; last: number }) => { reply?: PlatformReply; keeps?: number } | undefined;

function platform(trouble: Trouble = () => undefined, videos: object[] = []) {
  const state = { stored: 0, isGone: false, begun: 0 };
  const progress = (): PlatformReply => {
    if (state.stored === total) return jsonReply({ id: 'V1', status: { uploadStatus: 'uploaded' } });
    return textReply('', 308, state.stored === 0 ? {} : { range: `bytes=0-${state.stored - 1}` });
  };
  const respond = ({ url, headers = {} }: Sent): PlatformReply => {
    if (url.includes('/playlistItems')) return jsonReply({ items: videos });
    if (url.includes('uploadType=resumable')) {
      Object.assign(state, { stored: 0, isGone: false, begun: state.begun + 1 });
      return textReply('', 200, { location: uri });
    }
    if (state.isGone) return textReply('Not Found', 404);
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? [];
    if (first === undefined) return progress();
    const range = { first: Number(first), last: Number(last) };
    assert.ok(range.first <= state.stored, 'a hole');
    const { reply, keeps = range.last + 1 } = trouble(range) ?? {};
    state.stored = Math.max(state.stored, keeps);
    return reply ?? progress();
  };
  return { ...fakeCall({ account, hosts, respond }), state };
}

async function steps(call: Parameters<typeof publish.prepare>[0], from?: PublishState) {
  const kinds: Step['kind'][] = [];
  let publishState = from;
  for (let count = 0; count < 20; count += 1) {
    const step = await publish.prepare(call, post, publishState);
    kinds.push(step.kind);
    if (!('publishState' in step)) return { kinds, publishState, step };
    publishState = step.publishState;
    if (step.kind === 'ready') return { kinds, publishState, step };
  }
  return assert.fail('never ready');
}

const rangesOf = (sent: readonly Sent[]) => sent.flatMap(({ headers = {} }) => headers['content-range'] ?? []);

test('prepares all parts but the last, which is sent', async () => {
  const { call, sent } = platform();
  const { kinds, publishState } = await steps(call);
  assert.deepEqual(kinds, ['again', 'again', 'again', 'ready']);
  assert.ok(publishState);
  const outcome = await publish.send(call, post, publishState);
  assert.deepEqual(outcome, { kind: 'published', id: 'V1', url: 'https://www.youtube.com/watch?v=V1' });
  assert.deepEqual(rangesOf(sent), [
    `bytes 0-${partBytes - 1}/${total}`,
    `bytes ${partBytes}-${2 * partBytes - 1}/${total}`,
    `bytes */${total}`,
    `bytes ${2 * partBytes}-${total - 1}/${total}`,
  ]);
});

test('resumes from the reported offset after a lost response', async () => {
  let isLost = false;
  const { call, sent } = platform(({ first }) => {
    if (first !== partBytes || isLost) return undefined;
    isLost = true;
    return { reply: lost, keeps: partBytes + 262_144 };
  });
  const { kinds, publishState } = await steps(call);
  assert.equal(kinds.at(-1), 'ready');
  assert.ok(publishState);
  assert.equal((await publish.send(call, post, publishState)).kind, 'published');
  assert.deepEqual(rangesOf(sent).slice(1, 4), [
    `bytes ${partBytes}-${2 * partBytes - 1}/${total}`,
    `bytes */${total}`,
    `bytes ${partBytes + 262_144}-${total - 1}/${total}`,
  ]);
});

test('retries later when YouTube receives nothing of a part', async () => {
  const trouble = jsonReply({ error: { code: 503, message: 'Backend Error' } }, 503);
  const { call, sent } = platform(() => ({ reply: trouble, keeps: 0 }));
  const { kinds, step } = await steps(call);
  assert.deepEqual(kinds, ['again', 'notDone']);
  assert.equal(step.kind, 'notDone');
  assert.equal(sent.length, 3);
});

test('restarts an upload that is gone while nothing was sent', async () => {
  const { call, state } = platform();
  const { publishState } = await steps(call);
  state.isGone = true;
  const { kinds } = await steps(call, publishState);
  assert.deepEqual([kinds.at(-1), state.begun], ['ready', 2]);
});

test('only asks for the progress when YouTube has all bytes', async () => {
  const { call, state, sent } = platform();
  state.stored = total;
  const outcome = await publish.send(call, post, { v: 1, uri, offset: total });
  assert.equal(outcome.kind, 'published');
  assert.deepEqual(rangesOf(sent), [`bytes */${total}`]);
});

test('ignores an offset beyond the end of the file', async () => {
  const reply = textReply('', 308, { range: `bytes=0-${total}` });
  const { call } = fakeCall({ account, hosts, respond: () => reply });
  const step = await publish.prepare(call, post, { v: 1, uri, offset: 0 });
  assert.equal(step.kind, 'notDone');
});

const item = (videoId: string, at: string, title = 'A title') => ({
  snippet: { publishedAt: at, title, description: 'Words' },
  contentDetails: { videoId },
});

test('searches the list of videos when the upload is gone after sending', async () => {
  const publishState = { v: 1, uri, offset: 2 * partBytes };
  const sentAt = new Date('2026-10-01T12:00:00Z');
  const settle = async (videos: object[]) => {
    const { call, state } = platform(undefined, videos);
    state.isGone = true;
    assert.equal((await publish.send(call, post, publishState)).kind, 'unknown');
    return await publish.settle(call, post, { publishState, sentAt });
  };
  const ours = item('V1', '2026-10-01T12:00:05Z');
  assert.partialDeepStrictEqual(await settle([item('V2', '2026-10-01T12:00:07Z', 'Another'), ours]), {
    kind: 'found',
    id: 'V1',
  });
  for (const videos of [[], [item('V1', '2026-10-01T11:58:00Z')], [ours, item('V3', '2026-10-01T12:00:09Z')]]) {
    const settled = await settle(videos);
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(settled));
  }
});

test('rejects a video that YouTube refuses in the same response', async () => {
  const status = { uploadStatus: 'rejected', rejectionReason: 'duplicate' };
  const { call } = fakeCall({ account, hosts, respond: () => jsonReply({ id: 'V1', status }) });
  const outcome = await publish.send(call, post, { v: 1, uri, offset: 2 * partBytes });
  assert.ok(outcome.kind === 'rejected' && outcome.code === 'duplicate', JSON.stringify(outcome));
});

test('waits until midnight for a daily limit and a minute for a rate limit', async () => {
  const of = async (reason: string, status = 403) => {
    const body = { error: { code: status, message: 'No', errors: [{ reason }] } };
    const { call } = fakeCall({ account, hosts, respond: () => jsonReply(body, status) });
    return await publish.prepare(call, post, undefined);
  };
  const untilMidnight = 19 * 3_600_000;
  assert.deepEqual(await of('uploadLimitExceeded', 400), { kind: 'rateLimited', retryAfterMs: untilMidnight });
  assert.deepEqual(await of('userRateLimitExceeded'), { kind: 'rateLimited', retryAfterMs: 60_000 });
  assert.equal((await of('invalidTitle', 400)).kind, 'rejected');
  assert.equal((await of('insufficientPermissions')).kind, 'scopeMissing');
});
