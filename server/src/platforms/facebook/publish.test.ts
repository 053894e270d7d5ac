import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount, PublishState, Media, Post } from '../adapter.ts';
import { jsonReply, fakeCall, fakeMedia, fakePost, lost, type Respond } from '../shared/test/fake-call.ts';
import { noParts, type Parts } from './publish-state.ts';
import { facebook } from './index.ts';

const account: CallAccount = {
  providerAccountId: '42',
  username: 'page',
  grantedScopes: [],
  tokens: { accessToken: 'TOKEN', isRefreshable: false },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts: facebook.hosts, apiVersion: 'v26.0', respond });
const { publish, unpublish, externalPosts } = facebook;
assert.ok(unpublish && externalPosts && publish.poll);

const upright: Partial<Media> = { type: 'video', durationMs: 5000, width: 720, height: 1280 };
const reelPost = fakePost({ media: [fakeMedia(upright)] });
const reel = (more: Partial<Parts> = {}): PublishState => ({
  ...noParts(reelPost),
  video: '7',
  isUploaded: true,
  ...more,
});
const graphError = (code: number, subcode?: number) =>
  jsonReply({ error: { code, error_subcode: subcode, message: 'no' } }, 400);
const status = (fields: object) => jsonReply({ id: '7', status: fields });

test('publishes every qualifying video as a reel, whose ID is known before', async () => {
  const kinds: [Partial<Media>, string][] = [
    [upright, 'reel'],
    [{ ...upright, durationMs: 91_000 }, 'video'],
    [{ ...upright, durationMs: 2000 }, 'video'],
    [{ ...upright, width: 1280, height: 720 }, 'video'],
    [{ ...upright, width: 360, height: 640 }, 'video'],
    [{ type: 'video' }, 'video'],
  ];
  for (const [facts, kind] of kinds) assert.equal(noParts(fakePost({ media: [fakeMedia(facts)] })).kind, kind);
});

test('uploads photos before the request that creates the post', async () => {
  const { call, sent } = fake(({ url }) => jsonReply({ id: url.endsWith('/photos') ? `9${sent.length}` : '42_1' }));
  const post = fakePost({ text: '', media: [fakeMedia({ url: 'https://herald.example/a' }), fakeMedia()] });
  let publishState: PublishState | undefined;
  for (let count = 0; count < 2; count += 1) {
    const step = await publish.prepare(call, post, publishState);
    assert.ok(step.kind === 'again');
    publishState = step.publishState;
  }
  const ready = await publish.prepare(call, post, publishState);
  assert.ok(ready.kind === 'ready');
  assert.equal(sent.length, 2);
  assert.deepEqual(Object.fromEntries(sent[0]?.form ?? []), { url: 'https://herald.example/a', published: 'false' });
  assert.deepEqual(await publish.send(call, post, ready.publishState), { kind: 'published', id: '42_1' });
  assert.deepEqual(Object.fromEntries(sent[2]?.form ?? []), {
    published: 'true',
    'attached_media[0]': '{"media_fbid":"91"}',
    'attached_media[1]': '{"media_fbid":"92"}',
  });
});

test('sends the token only to the configured upload host', async () => {
  const { call, sent } = fake(({ url }) =>
    url.endsWith('/video_reels')
      ? jsonReply({ video_id: '7', upload_url: 'https://evil.example/video-upload/7' })
      : jsonReply({ success: true }),
  );
  const begun = await publish.prepare(call, reelPost, undefined);
  assert.ok(begun.kind === 'again');
  assert.equal((await publish.prepare(call, reelPost, begun.publishState)).kind, 'again');
  assert.equal(sent[1]?.url, 'https://rupload.facebook.com/video-upload/v26.0/7');
  assert.deepEqual(sent[1].headers, { authorization: 'OAuth TOKEN', file_url: 'https://herald.example/video' });
});

test('continues after a refused upload when Facebook already has the video', async () => {
  const refusal = jsonReply({ debug_info: { retriable: false, type: 'BadFile', message: 'no' } }, 400);
  const attempt = async (stage: object) => {
    const { call } = fake(({ url }) => (url.includes('rupload') ? refusal : status(stage)));
    return await publish.prepare(call, reelPost, reel({ isUploaded: false }));
  };
  assert.equal((await attempt({ uploading_phase: { status: 'complete' } })).kind, 'again');
  const refused = await attempt({ uploading_phase: { status: 'not_started' } });
  assert.deepEqual(refused, { kind: 'rejected', code: 'BadFile', message: 'no', platformError: 'no' });
});

test('is ready when the reel is processed or when processing waits for publishing', async () => {
  const step = async (fields: object, parts: Partial<Parts> = {}) => {
    const { call } = fake(() => status(fields));
    return await publish.prepare(call, reelPost, reel(parts));
  };
  const uploaded = { uploading_phase: { status: 'complete' }, processing_phase: { status: 'not_started' } };
  assert.equal((await step({ processing_phase: { status: 'complete' } })).kind, 'ready');
  assert.equal((await step({ processing_phase: { status: 'in_progress' } }, { pollCount: 4 })).kind, 'wait');
  assert.equal((await step(uploaded)).kind, 'wait');
  assert.equal((await step(uploaded, { pollCount: 3 })).kind, 'ready');
  const failed = await step({ processing_phase: { status: 'error', errors: [{ message: 'too dark' }] } });
  assert.deepEqual(failed.kind === 'rejected' && failed.message, 'too dark');
  const renewed = await step({ video_status: 'expired' });
  assert.ok(renewed.kind === 'wait' && renewed.publishState['video'] === null);
  assert.equal((await step({ video_status: 'expired' }, { renewalCount: 3 })).kind, 'rejected');
});

test('never sends a published reel again', async () => {
  const { call, sent } = fake(() => status({ publishing_phase: { status: 'complete' } }));
  const step = await publish.prepare(call, reelPost, reel());
  assert.ok(step.kind === 'ready');
  assert.equal((await publish.send(call, reelPost, step.publishState)).kind, 'unknown');
  assert.equal(sent.length, 1);
  const settled = await publish.settle(call, reelPost, { publishState: step.publishState, sentAt: new Date() });
  assert.deepEqual(settled, { kind: 'found', id: '7' });
});

test('increases the waits and keeps the publish state unchanged at the maximum', async () => {
  const { call } = fake(() => status({ processing_phase: { status: 'in_progress' } }));
  const waits: number[] = [];
  let publishState: PublishState = reel();
  for (let count = 0; count < 7; count += 1) {
    const step = await publish.prepare(call, reelPost, publishState);
    assert.ok(step.kind === 'wait');
    if (count === 6) assert.deepEqual(step.publishState, publishState);
    waits.push(step.afterMs);
    publishState = step.publishState;
  }
  assert.deepEqual(waits, [5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

test('fails an accepted video only when Facebook reports it', async () => {
  const { poll } = publish;
  assert.ok(poll);
  const ask = async (respond: Respond, parts: Partial<Parts> = {}) =>
    await poll(fake(respond).call, reelPost, reel(parts));
  assert.deepEqual(await ask(() => status({ publishing_phase: { publish_status: 'published' } })), {
    kind: 'published',
    id: '7',
  });
  assert.equal((await ask(() => status({ video_status: 'error' }))).kind, 'rejected');
  for (const trouble of [lost, graphError(190, 463), graphError(4), graphError(100, 33), jsonReply({})]) {
    assert.equal((await ask(() => trouble)).kind, 'pending');
    assert.equal((await ask(() => trouble, { troubleCount: 9 })).kind, 'unknown');
  }
  const calm = await ask(() => status({ processing_phase: { status: 'in_progress' } }), { troubleCount: 9 });
  assert.ok(calm.kind === 'pending' && calm.publishState['troubleCount'] === 0);
});

test('treats only a listed error of the irrevocable request as certain', async () => {
  const outcomes: [number, number | undefined, string][] = [
    [506, undefined, 'rejected'],
    [368, 1_390_008, 'rateLimited'],
    [200, 1_404_078, 'rejected'],
    [200, undefined, 'scopeMissing'],
    [100, 1_366_046, 'rejected'],
    [190, 460, 'disconnected'],
    [80_001, undefined, 'rateLimited'],
    [1, undefined, 'unknown'],
    [100, 1_609_010, 'unknown'],
    [987, undefined, 'unknown'],
  ];
  const post = fakePost();
  for (const [code, subcode, kind] of outcomes) {
    const { call } = fake(() => graphError(code, subcode));
    const outcome = await publish.send(call, post, noParts(post));
    assert.equal(outcome.kind, kind, `${code}/${subcode ?? ''}`);
  }
});

type Item = { id: string; message?: string; created_time: string; attachments?: object };

test('settles by a unique match of time, text and media count', async () => {
  const sentAt = new Date('2026-10-01T12:00:00Z');
  const item = (more: Partial<Item> = {}): Item => ({
    id: '42_1',
    message: 'Hello  https://l.facebook.com/x',
    created_time: '2026-10-01T12:00:05+0000',
    ...more,
  });
  const post = fakePost({ text: 'Hello https://example.com' });
  const settle = async (items: readonly Item[], searchedPost: Post = post) => {
    const { call } = fake(() => jsonReply({ data: items }));
    return await publish.settle(call, searchedPost, { publishState: { ...noParts(searchedPost) }, sentAt });
  };
  assert.deepEqual(await settle([item()]), { kind: 'found', id: '42_1' });
  const preview = { data: [{ media_type: 'link' }] };
  assert.equal((await settle([item({ attachments: preview })])).kind, 'found');
  const misses = [
    [],
    [item({ created_time: '2026-10-01T11:58:59+0000' })],
    [item({ message: 'Hello you' })],
    [item({ attachments: { data: [{ media_type: 'photo' }] } })],
    [item(), item({ id: '42_2' })],
  ];
  for (const items of misses) {
    const settled = await settle(items);
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(items));
  }
  const two = {
    data: [{ media_type: 'album', subattachments: { data: [{ media_type: 'photo' }, { media_type: 'photo' }] } }],
  };
  const album = fakePost({ text: 'Hello', media: [fakeMedia(), fakeMedia()] });
  assert.equal((await settle([item({ attachments: two })], album)).kind, 'found');
});

test('completes permalinks without a host and keeps others', async () => {
  const read = async (permalink_url: unknown) => {
    const { call } = fake(() => jsonReply({ id: '7', permalink_url }));
    return await publish.permalink?.(call, '7');
  };
  assert.equal(await read('/reel/7/'), 'https://www.facebook.com/reel/7/');
  assert.equal(await read('https://www.facebook.com/42_1'), 'https://www.facebook.com/42_1');
  for (const wrong of ['//evil.example/x', 'javascript:alert(1)', '', 5, null])
    assert.equal(await read(wrong), undefined);
});

test('reports a post that is already deleted as gone', async () => {
  const remove = async (respond: Respond) => (await unpublish(fake(respond).call, { id: '42_1' })).kind;
  assert.equal(await remove(() => jsonReply({ success: true })), 'gone');
  assert.equal(await remove(() => graphError(100, 33)), 'gone');
  assert.equal(await remove(() => jsonReply({ success: false })), 'unknown');
  assert.equal(await remove(() => graphError(200)), 'scopeMissing');
});

test('lists posts and reels once each, newest first', async () => {
  const at = (second: number) => `2026-10-01T12:00:0${second}+0000`;
  const posts = [
    { id: '42_3', message: 'text', created_time: at(3), permalink_url: 'https://www.facebook.com/42_3' },
    { id: '42_2', message: 'reel', created_time: at(2), permalink_url: 'https://www.facebook.com/reel/7/' },
  ];
  const reels = [{ id: '7', description: 'reel', created_time: at(2), permalink_url: '/reel/7/', picture: null }];
  const { call } = fake(({ url }) => jsonReply({ data: url.includes('/video_reels') ? reels : posts }));
  const listed = await externalPosts.list(call, { limit: 10 });
  assert.ok(listed.kind === 'posts');
  assert.deepEqual(
    listed.posts.map((one) => [one.platformPostId, one.content, one.mediaItems.length]),
    [
      ['42_3', 'text', 0],
      ['7', 'reel', 1],
    ],
  );
  const few = await externalPosts.list(call, { limit: 1 });
  assert.equal(few.kind === 'posts' && few.posts.length, 1);
});

test('refuses a link together with media', () => {
  const rules = (post: Post) => publish.check(post).map(({ field }) => field);
  const link = 'https://example.com';
  assert.deepEqual(rules(fakePost({ settings: { link } })), []);
  assert.deepEqual(rules(fakePost({ settings: { link }, media: [fakeMedia()] })), ['settings.link']);
  for (const wrong of ['example.com', 'https://', 'ftp://x', 5]) {
    assert.deepEqual(rules(fakePost({ settings: { link: wrong } })), ['settings.link'], String(wrong));
  }
});

test('accepts ten photos or one video and no other files', () => {
  const rules = (media: Media[]) => publish.check(fakePost({ media })).map(({ rule }) => rule);
  const photos = (count: number) => Array.from({ length: count }, () => fakeMedia());
  const video = fakeMedia({ type: 'video', durationMs: 5000 });
  assert.deepEqual(rules(photos(10)), []);
  assert.deepEqual(rules(photos(11)), ['mediaCount']);
  assert.deepEqual(rules([video]), []);
  assert.deepEqual(rules([video, video]), ['mediaCount']);
  assert.deepEqual(rules([video, fakeMedia()]), ['mediaMix']);
  assert.deepEqual(rules([fakeMedia({ sizeBytes: 10_000_001 })]), ['mediaSize']);
  assert.deepEqual(rules([fakeMedia({ type: 'document', contentType: 'application/pdf' })]), ['mediaType']);
});
