import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount, Handle, Media, Post } from '../adapter.ts';
import { answer, fakeCall, fakeMedia, fakePost, lost, type Respond } from '../shared/test/fake-call.ts';
import { noParts, type Parts } from './handle.ts';
import { facebook } from './index.ts';

const account: CallAccount = {
  providerAccountId: '42',
  username: 'page',
  grantedScopes: [],
  tokens: { accessToken: 'TOKEN', isRefreshable: false },
  state: {},
};
const world = (respond: Respond) => fakeCall({ account, hosts: facebook.hosts, apiVersion: 'v26.0', respond });
const { publish, unpublish, recentPosts } = facebook;
assert.ok(unpublish && recentPosts && publish.poll);

const upright: Partial<Media> = { type: 'video', durationMs: 5000, width: 720, height: 1280 };
const reelPost = fakePost({ media: [fakeMedia(upright)] });
const reel = (more: Partial<Parts> = {}): Handle => ({ ...noParts(reelPost), video: '7', isUploaded: true, ...more });
const graphError = (code: number, subcode?: number) =>
  answer({ error: { code, error_subcode: subcode, message: 'no' } }, 400);
const status = (given: object) => answer({ id: '7', status: given });

test('whatever may be a reel goes by an id that is known before', async () => {
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

test('photos are fetched before the one call that makes the post', async () => {
  const { call, sent } = world(({ url }) => answer({ id: url.endsWith('/photos') ? `9${sent.length}` : '42_1' }));
  const post = fakePost({ text: '', media: [fakeMedia({ url: 'https://herald.example/a' }), fakeMedia()] });
  let handle: Handle | undefined;
  for (let count = 0; count < 2; count += 1) {
    const step = await publish.prepare(call, post, handle);
    assert.ok(step.kind === 'again');
    handle = step.handle;
  }
  const ready = await publish.prepare(call, post, handle);
  assert.ok(ready.kind === 'ready');
  assert.equal(sent.length, 2);
  assert.deepEqual(Object.fromEntries(sent[0]?.form ?? []), { url: 'https://herald.example/a', published: 'false' });
  assert.deepEqual(await publish.send(call, post, ready.handle), { kind: 'published', id: '42_1' });
  assert.deepEqual(Object.fromEntries(sent[2]?.form ?? []), {
    published: 'true',
    'attached_media[0]': '{"media_fbid":"91"}',
    'attached_media[1]': '{"media_fbid":"92"}',
  });
});

test('the token goes to the upload host of the configuration, whatever an answer names', async () => {
  const { call, sent } = world(({ url }) =>
    url.endsWith('/video_reels')
      ? answer({ video_id: '7', upload_url: 'https://evil.example/video-upload/7' })
      : answer({ success: true }),
  );
  const begun = await publish.prepare(call, reelPost, undefined);
  assert.ok(begun.kind === 'again');
  assert.equal((await publish.prepare(call, reelPost, begun.handle)).kind, 'again');
  assert.equal(sent[1]?.url, 'https://rupload.facebook.com/video-upload/v26.0/7');
  assert.deepEqual(sent[1].headers, { authorization: 'OAuth TOKEN', file_url: 'https://herald.example/video' });
});

test('an upload that is refused is there all the same when the video says so', async () => {
  const refusal = answer({ debug_info: { retriable: false, type: 'BadFile', message: 'no' } }, 400);
  const attempt = async (stage: object) => {
    const { call } = world(({ url }) => (url.includes('rupload') ? refusal : status(stage)));
    return await publish.prepare(call, reelPost, reel({ isUploaded: false }));
  };
  assert.equal((await attempt({ uploading_phase: { status: 'complete' } })).kind, 'again');
  const refused = await attempt({ uploading_phase: { status: 'not_started' } });
  assert.deepEqual(refused, { kind: 'rejected', code: 'BadFile', message: 'no', platformError: 'no' });
});

test('a reel is ready when it is processed, or when nothing happens before it is published', async () => {
  const step = async (given: object, parts: Partial<Parts> = {}) => {
    const { call } = world(() => status(given));
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
  assert.ok(renewed.kind === 'wait' && renewed.handle['video'] === null);
  assert.equal((await step({ video_status: 'expired' }, { renewalCount: 3 })).kind, 'rejected');
});

test('a reel that is out already is never sent again', async () => {
  const { call, sent } = world(() => status({ publishing_phase: { status: 'complete' } }));
  const step = await publish.prepare(call, reelPost, reel());
  assert.ok(step.kind === 'ready');
  assert.equal((await publish.send(call, reelPost, step.handle)).kind, 'unknown');
  assert.equal(sent.length, 1);
  const settled = await publish.settle(call, reelPost, { handle: step.handle, sentAt: new Date() });
  assert.deepEqual(settled, { kind: 'found', id: '7' });
});

test('waits grow, and the handle stays the same when they no longer do', async () => {
  const { call } = world(() => status({ processing_phase: { status: 'in_progress' } }));
  const waits: number[] = [];
  let handle: Handle = reel();
  for (let count = 0; count < 7; count += 1) {
    const step = await publish.prepare(call, reelPost, handle);
    assert.ok(step.kind === 'wait');
    if (count === 6) assert.deepEqual(step.handle, handle);
    waits.push(step.afterMs);
    handle = step.handle;
  }
  assert.deepEqual(waits, [5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

test('what Facebook has accepted fails by its own word alone', async () => {
  const { poll } = publish;
  assert.ok(poll);
  const ask = async (respond: Respond, parts: Partial<Parts> = {}) =>
    await poll(world(respond).call, reelPost, reel(parts));
  assert.deepEqual(await ask(() => status({ publishing_phase: { publish_status: 'published' } })), {
    kind: 'published',
    id: '7',
  });
  assert.equal((await ask(() => status({ video_status: 'error' }))).kind, 'rejected');
  for (const trouble of [lost, graphError(190, 463), graphError(4), graphError(100, 33), answer({})]) {
    assert.equal((await ask(() => trouble)).kind, 'pending');
    assert.equal((await ask(() => trouble, { troubleCount: 9 })).kind, 'unknown');
  }
  const calm = await ask(() => status({ processing_phase: { status: 'in_progress' } }), { troubleCount: 9 });
  assert.ok(calm.kind === 'pending' && calm.handle['troubleCount'] === 0);
});

test('only a listed refusal of the irrevocable call is certain', async () => {
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
    const { call } = world(() => graphError(code, subcode));
    const outcome = await publish.send(call, post, noParts(post));
    assert.equal(outcome.kind, kind, `${code}/${subcode ?? ''}`);
  }
});

type Item = { id: string; message?: string; created_time: string; attachments?: object };

test('a list settles by account, time, text and number of media, and by one match alone', async () => {
  const sentAt = new Date('2026-10-01T12:00:00Z');
  const item = (more: Partial<Item> = {}): Item => ({
    id: '42_1',
    message: 'Hello  https://l.facebook.com/x',
    created_time: '2026-10-01T12:00:05+0000',
    ...more,
  });
  const post = fakePost({ text: 'Hello https://example.com' });
  const settle = async (items: readonly Item[], given: Post = post) => {
    const { call } = world(() => answer({ data: items }));
    return await publish.settle(call, given, { handle: { ...noParts(given) }, sentAt });
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

test('an address without its site gets one, and others are left alone', async () => {
  const read = async (permalink_url: unknown) => {
    const { call } = world(() => answer({ id: '7', permalink_url }));
    return await publish.permalink?.(call, '7');
  };
  assert.equal(await read('/reel/7/'), 'https://www.facebook.com/reel/7/');
  assert.equal(await read('https://www.facebook.com/42_1'), 'https://www.facebook.com/42_1');
  for (const wrong of ['//evil.example/x', 'javascript:alert(1)', '', 5, null])
    assert.equal(await read(wrong), undefined);
});

test('what is gone already is gone', async () => {
  const remove = async (respond: Respond) => (await unpublish(world(respond).call, { id: '42_1' })).kind;
  assert.equal(await remove(() => answer({ success: true })), 'gone');
  assert.equal(await remove(() => graphError(100, 33)), 'gone');
  assert.equal(await remove(() => answer({ success: false })), 'unknown');
  assert.equal(await remove(() => graphError(200)), 'scopeMissing');
});

test('posts and reels come in one list, each once, newest first', async () => {
  const at = (second: number) => `2026-10-01T12:00:0${second}+0000`;
  const posts = [
    { id: '42_3', message: 'text', created_time: at(3), permalink_url: 'https://www.facebook.com/42_3' },
    { id: '42_2', message: 'reel', created_time: at(2), permalink_url: 'https://www.facebook.com/reel/7/' },
  ];
  const reels = [{ id: '7', description: 'reel', created_time: at(2), permalink_url: '/reel/7/', picture: null }];
  const { call } = world(({ url }) => answer({ data: url.includes('/video_reels') ? reels : posts }));
  const listed = await recentPosts(call, { limit: 10 });
  assert.ok(listed.kind === 'posts');
  assert.deepEqual(
    listed.posts.map((one) => [one.platformPostId, one.content, one.mediaItems.length]),
    [
      ['42_3', 'text', 0],
      ['7', 'reel', 1],
    ],
  );
  const few = await recentPosts(call, { limit: 1 });
  assert.equal(few.kind === 'posts' && few.posts.length, 1);
});

test('a link stands alone', () => {
  const rules = (post: Post) => publish.check(post).map(({ field }) => field);
  const link = 'https://example.com';
  assert.deepEqual(rules(fakePost({ settings: { link } })), []);
  assert.deepEqual(rules(fakePost({ settings: { link }, media: [fakeMedia()] })), ['settings.link']);
  for (const wrong of ['example.com', 'https://', 'ftp://x', 5]) {
    assert.deepEqual(rules(fakePost({ settings: { link: wrong } })), ['settings.link'], String(wrong));
  }
});

test('ten photos or one video, and no other files', () => {
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
