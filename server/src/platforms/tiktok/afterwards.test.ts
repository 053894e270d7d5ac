import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Outcome } from '../adapter.ts';
import { jsonReply, textReply, fakeCall, fakeMedia, fakePost, lost } from '../shared/test/fake-call.ts';
import { draftChoice } from './creator.ts';
import { firstState, type Progress } from './publish-state.ts';
import { tiktok } from './index.ts';

const { publish } = tiktok;
const account: CallAccount = {
  providerAccountId: '-000x',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: { handle: null },
};
const fake = (reply: PlatformReply, of = account) =>
  fakeCall({ account: of, hosts: tiktok.hosts, respond: () => reply });
const status = (data: string) => textReply(`{"data":${data},"error":{"code":"ok","message":""}}`);
const creator = { privacy: 'PUBLIC_TO_EVERYONE', profile: 'ada', comments: true, duet: true, stitch: true };
const accepted: Progress = { ...firstState(creator), publishId: 'v_pub~1', isSent: true };
const secret: Progress = { ...accepted, creator: { ...creator, privacy: 'SELF_ONLY' } };
const post = fakePost({ media: [fakeMedia({ type: 'video', sizeBytes: 10 })] });

async function poll(reply: PlatformReply, progress = accepted, of = account): Promise<Outcome> {
  assert.ok(publish.poll);
  return await publish.poll(fake(reply, of).call, post, progress);
}

const complete = status('{"status":"PUBLISH_COMPLETE"}');
const named = status('{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7123456789012345678]}');
const draftDelivered = status('{"status":"SEND_TO_USER_INBOX"}');

test('keeps every digit of a post ID', async () => {
  const url = 'https://www.tiktok.com/@ada/video/7123456789012345678';
  assert.deepEqual(await poll(named), { kind: 'published', id: '7123456789012345678', url });
  const renamed = { ...account, state: { handle: 'ada.new' } };
  assert.partialDeepStrictEqual(await poll(named, accepted, renamed), { url: url.replace('@ada', '@ada.new') });
  const nameless = { ...accepted, creator: { ...creator, profile: null } };
  assert.deepEqual(await poll(named, nameless), { kind: 'published', id: '7123456789012345678' });
});

test('waits a limited time for the ID of a public post and never for others', async () => {
  let progress = accepted;
  let waitedMs = 0;
  let outcome = await poll(complete);
  while (outcome.kind === 'pending') {
    progress = outcome.publishState as Progress;
    waitedMs += outcome.pollAfterMs;
    outcome = await poll(complete, progress);
  }
  assert.equal(waitedMs, 120_000);
  assert.partialDeepStrictEqual(outcome, { kind: 'published', id: 'v_pub~1', url: 'https://www.tiktok.com/@ada' });
  assert.partialDeepStrictEqual(await poll(complete, secret), { kind: 'published', id: 'v_pub~1' });
  const draft = await poll(draftDelivered, { ...accepted, creator: draftChoice });
  assert.deepEqual(draft, {
    kind: 'published',
    id: 'v_pub~1',
    warnings: ['The post is a draft in the inbox of the creator'],
  });
});

test('fails only when TikTok reports it; repeated failed polls become unknown', async () => {
  const failed = await poll(status('{"status":"FAILED","fail_reason":"duration_check_failed"}'));
  assert.partialDeepStrictEqual(failed, { kind: 'rejected', code: 'duration_check_failed' });
  const odd = [
    lost,
    textReply('', 500),
    status('{"status":5}'),
    jsonReply({ error: { code: 'invalid_publish_id' } }, 400),
  ];
  for (const reply of odd) {
    assert.partialDeepStrictEqual(await poll(reply), { kind: 'pending', publishState: { troubleCount: 1 } });
    assert.equal((await poll(reply, { ...accepted, troubleCount: 9 })).kind, 'unknown');
  }
  const expired = jsonReply({ data: {}, error: { code: 'access_token_invalid', message: 'x' } }, 401);
  assert.equal((await poll(expired)).kind, 'disconnected');
  const working = await poll(status('{"status":"PROCESSING_UPLOAD"}'), { ...accepted, troubleCount: 9 });
  assert.partialDeepStrictEqual(working, { kind: 'pending', publishState: { troubleCount: 0, pollCount: 1 } });
});

const sentAt = new Date('2026-10-01T12:00:00Z');

test('settles an unknown video by its status', async () => {
  const settle = async (reply: PlatformReply, progress = accepted, lateMs = 0) => {
    const { call, clock } = fake(reply);
    clock.advance(lateMs);
    return await publish.settle(call, post, { publishState: progress, sentAt });
  };
  assert.deepEqual(await settle(status('{"status":"PROCESSING_UPLOAD","uploaded_bytes":9}')), { kind: 'absent' });
  assert.deepEqual(await settle(status('{"status":"FAILED","fail_reason":"internal"}')), { kind: 'absent' });
  assert.partialDeepStrictEqual(await settle(named), { kind: 'found', id: '7123456789012345678' });
  assert.partialDeepStrictEqual(await settle(complete, secret), { kind: 'found', id: 'v_pub~1' });
  assert.partialDeepStrictEqual(await settle(complete, accepted, 600_000), { kind: 'found', id: 'v_pub~1' });
  const open = [status('{"status":"PROCESSING_UPLOAD","uploaded_bytes":10}'), complete, lost, textReply('', 500)];
  for (const reply of open) {
    assert.partialDeepStrictEqual(await settle(reply), { kind: 'inconclusive', canAskAgain: true });
  }
});

test('searches the list for unknown photo posts that could be listed', async () => {
  const listed = (id: number, words: string, createTime = sentAt.getTime() / 1000 - 30) => ({
    id: `712345678901234567${id}`,
    create_time: createTime,
    video_description: words,
    share_url: `https://www.tiktok.com/@ada/photo/${id}?utm_source=x`,
  });
  const photos = fakePost({ media: [fakeMedia()], text: 'Two  of them' });
  const settle = async (videos: unknown, privacy: string | null = creator.privacy) => {
    const publishState = firstState({ ...creator, privacy });
    const { call, sent } = fake(jsonReply({ data: { videos }, error: { code: 'ok', message: '' } }));
    return { settled: await publish.settle(call, photos, { publishState, sentAt }), sent };
  };
  const others = [listed(2, 'One of them'), listed(3, 'Two of them', sentAt.getTime() / 1000 - 61), null, { id: 1 }];
  const result = await settle([...others, listed(1, 'Two of them')]);
  assert.deepEqual(result.settled, {
    kind: 'found',
    id: '7123456789012345671',
    url: 'https://www.tiktok.com/@ada/photo/1',
  });
  for (const videos of [others, [listed(1, 'Two of them'), listed(4, 'Two of them')], 'none']) {
    const { settled } = await settle(videos);
    assert.partialDeepStrictEqual(settled, { kind: 'inconclusive', canAskAgain: true });
  }
  for (const privacy of ['SELF_ONLY', null]) {
    const { settled, sent } = await settle([], privacy);
    assert.partialDeepStrictEqual(settled, { kind: 'inconclusive', canAskAgain: false });
    assert.equal(sent.length, 0);
  }
});

test('reports contradicting settings and titles that are too long', () => {
  const issues = (parts: object) => publish.check(fakePost({ media: [fakeMedia()], ...parts })).map(({ rule }) => rule);
  assert.deepEqual(issues({ settings: { allowDuet: true, disableDuet: false } }), []);
  assert.deepEqual(issues({ settings: { allowDuet: true, disableDuet: true } }), ['settings']);
  assert.deepEqual(issues({ title: 'x'.repeat(91) }), ['titleLength']);
  assert.deepEqual(issues({ title: 'x'.repeat(91), settings: { uploadAsDraft: true } }), ['titleLength']);
  assert.deepEqual(issues({ text: 'x'.repeat(4000) }), []);
  const video = fakeMedia({ type: 'video' });
  assert.deepEqual(issues({ media: [video], title: 'x'.repeat(91), text: 'x'.repeat(2200) }), []);
  assert.deepEqual(issues({ media: [video], text: 'x'.repeat(2201) }), ['textLength']);
  assert.deepEqual(issues({ media: [] }), ['mediaRequired']);
});
