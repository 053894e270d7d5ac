import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Outcome } from '../adapter.ts';
import { answer, answerText, fakeCall, fakeMedia, fakePost, lost } from '../shared/test/fake-call.ts';
import { draftChoice } from './creator.ts';
import { firstHandle, type Progress } from './handle.ts';
import { tiktok } from './index.ts';

const { publish } = tiktok;
const account: CallAccount = {
  providerAccountId: '-000x',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'AT', isRefreshable: true },
  state: { handle: null },
};
const world = (reply: PlatformReply, of = account) =>
  fakeCall({ account: of, hosts: tiktok.hosts, respond: () => reply });
const status = (data: string) => answerText(`{"data":${data},"error":{"code":"ok","message":""}}`);
const creator = { privacy: 'PUBLIC_TO_EVERYONE', profile: 'ada', comments: true, duet: true, stitch: true };
const accepted: Progress = { ...firstHandle(creator), publishId: 'v_pub~1', isSent: true };
const secret: Progress = { ...accepted, creator: { ...creator, privacy: 'SELF_ONLY' } };
const post = fakePost({ media: [fakeMedia({ type: 'video', sizeBytes: 10 })] });

async function poll(reply: PlatformReply, progress = accepted, of = account): Promise<Outcome> {
  assert.ok(publish.poll);
  return await publish.poll(world(reply, of).call, post, progress);
}

const complete = status('{"status":"PUBLISH_COMPLETE"}');
const named = status('{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7123456789012345678]}');
const draftDelivered = status('{"status":"SEND_TO_USER_INBOX"}');

test('a post is known by its id, digit by digit', async () => {
  const url = 'https://www.tiktok.com/@ada/video/7123456789012345678';
  assert.deepEqual(await poll(named), { kind: 'published', id: '7123456789012345678', url });
  const renamed = { ...account, state: { handle: 'ada.new' } };
  assert.partialDeepStrictEqual(await poll(named, accepted, renamed), { url: url.replace('@ada', '@ada.new') });
  const nameless = { ...accepted, creator: { ...creator, profile: null } };
  assert.deepEqual(await poll(named, nameless), { kind: 'published', id: '7123456789012345678' });
});

test('the id of a public post is waited for, not for ever; others never get one', async () => {
  let progress = accepted;
  let waitedMs = 0;
  let outcome = await poll(complete);
  while (outcome.kind === 'pending') {
    progress = outcome.handle as Progress;
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
    warnings: ['It waits as a draft in the inbox of the creator'],
  });
});

test('only TikTok’s own word says that it failed; trouble with asking becomes doubt', async () => {
  const failed = await poll(status('{"status":"FAILED","fail_reason":"duration_check_failed"}'));
  assert.partialDeepStrictEqual(failed, { kind: 'rejected', code: 'duration_check_failed' });
  const odd = [
    lost,
    answerText('', 500),
    status('{"status":5}'),
    answer({ error: { code: 'invalid_publish_id' } }, 400),
  ];
  for (const reply of odd) {
    assert.partialDeepStrictEqual(await poll(reply), { kind: 'pending', handle: { troubleCount: 1 } });
    assert.equal((await poll(reply, { ...accepted, troubleCount: 9 })).kind, 'unknown');
  }
  const expired = answer({ data: {}, error: { code: 'access_token_invalid', message: 'x' } }, 401);
  assert.equal((await poll(expired)).kind, 'disconnected');
  const working = await poll(status('{"status":"PROCESSING_UPLOAD"}'), { ...accepted, troubleCount: 9 });
  assert.partialDeepStrictEqual(working, { kind: 'pending', handle: { troubleCount: 0, pollCount: 1 } });
});

const sentAt = new Date('2026-10-01T12:00:00Z');

test('a video in doubt is settled by its status', async () => {
  const settle = async (reply: PlatformReply, progress = accepted, lateMs = 0) => {
    const { call, clock } = world(reply);
    clock.advance(lateMs);
    return await publish.settle(call, post, { handle: progress, sentAt });
  };
  assert.deepEqual(await settle(status('{"status":"PROCESSING_UPLOAD","uploaded_bytes":9}')), { kind: 'absent' });
  assert.deepEqual(await settle(status('{"status":"FAILED","fail_reason":"internal"}')), { kind: 'absent' });
  assert.partialDeepStrictEqual(await settle(named), { kind: 'found', id: '7123456789012345678' });
  assert.partialDeepStrictEqual(await settle(complete, secret), { kind: 'found', id: 'v_pub~1' });
  assert.partialDeepStrictEqual(await settle(complete, accepted, 600_000), { kind: 'found', id: 'v_pub~1' });
  const open = [status('{"status":"PROCESSING_UPLOAD","uploaded_bytes":10}'), complete, lost, answerText('', 500)];
  for (const reply of open) {
    assert.partialDeepStrictEqual(await settle(reply), { kind: 'inconclusive', canAskAgain: true });
  }
});

test('photos in doubt are looked for in the list, where they could be', async () => {
  const listed = (id: number, words: string, createTime = sentAt.getTime() / 1000 - 30) => ({
    id: `712345678901234567${id}`,
    create_time: createTime,
    video_description: words,
    share_url: `https://www.tiktok.com/@ada/photo/${id}?utm_source=x`,
  });
  const photos = fakePost({ media: [fakeMedia()], text: 'Two  of them' });
  const settle = async (videos: unknown, privacy: string | null = creator.privacy) => {
    const handle = firstHandle({ ...creator, privacy });
    const { call, sent } = world(answer({ data: { videos }, error: { code: 'ok', message: '' } }));
    return { settled: await publish.settle(call, photos, { handle, sentAt }), sent };
  };
  const others = [listed(2, 'One of them'), listed(3, 'Two of them', sentAt.getTime() / 1000 - 61), null, { id: 1 }];
  const found = await settle([...others, listed(1, 'Two of them')]);
  assert.deepEqual(found.settled, {
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

test('settings that contradict each other, and titles that are too long', () => {
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
