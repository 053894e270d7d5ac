import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, Handle, Post, Step } from '../adapter.ts';
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
import { noContainers } from '../meta/container-handle.ts';
import { instagram } from './index.ts';

const { publish } = instagram;
const account: CallAccount = {
  providerAccountId: '17841',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'IGAA', isRefreshable: true },
  state: {},
};
const world = (respond: Respond) => fakeCall({ account, hosts: instagram.hosts, apiVersion: 'v26.0', respond });
const image = fakeMedia();
const video = fakeMedia({ type: 'video' });
const quota = answer({ data: [{ config: { quota_total: 100 }, quota_usage: 3 }] });
const ready = { ...noContainers(0), container: '7' };
const graphError = (code: number, subcode?: number, status = 400) =>
  answer({ error: { code, message: 'words', ...(subcode === undefined ? {} : { error_subcode: subcode }) } }, status);

/** Through JSON each time, as handles are kept. */
async function prepareAll(respond: Respond, post: Post, first?: Handle) {
  const { call, sent } = world(respond);
  const waits: number[] = [];
  let handle = first;
  for (let round = 0; round < 50; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, post, handle);
    assert.equal(sent.length, before + 1, 'one request each time');
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits };
    if (step.kind === 'wait') waits.push(step.afterMs);
    handle = JSON.parse(JSON.stringify(step.handle)) as Handle;
  }
  throw new Error('never ready');
}

const paths = (sent: { method: string; url: string }[]) =>
  sent.map(({ method, url }) => `${method} ${url.replace('https://graph.instagram.com/v26.0/', '')}`);

test('a carousel: the room left, each part, each part finished, the whole, the whole finished', async () => {
  let made = 0;
  const polls = new Map<string, number>();
  const { step, sent, waits } = await prepareAll(
    ({ url, method }) => {
      if (url.includes('content_publishing_limit')) return quota;
      if (method === 'POST') return answer({ id: String(++made) });
      const count = polls.get(url) ?? 0;
      polls.set(url, count + 1);
      return answer({ status_code: count < 2 && url.includes('/2?') ? 'IN_PROGRESS' : 'FINISHED' });
    },
    fakePost({ media: [image, video] }),
  );
  assert.equal(step.kind, 'ready');
  const status = '?fields=status_code%2Cstatus';
  assert.deepEqual(paths(sent), [
    'GET 17841/content_publishing_limit?fields=config%2Cquota_usage',
    'POST 17841/media',
    'POST 17841/media',
    `GET 1${status}`,
    `GET 2${status}`,
    `GET 2${status}`,
    `GET 2${status}`,
    'POST 17841/media',
    `GET 3${status}`,
  ]);
  assert.deepEqual(waits, [5000, 10_000]);
  assert.equal(sent[7]?.form.get('children'), '1,2');
  assert.ok(sent.every(({ headers, url }) => headers?.['authorization'] === 'Bearer IGAA' && !url.includes('IGAA')));
});

test('waits grow, and end at half a minute for images and a minute for videos', async () => {
  const slow: Respond = ({ url, method }) => {
    if (url.includes('content_publishing_limit')) return quota;
    return answer(method === 'POST' ? { id: '1' } : { status_code: 'IN_PROGRESS' });
  };
  for (const [media, expected] of [
    [image, [2000, 4000, 8000, 16_000, 30_000, 30_000]],
    [video, [5000, 10_000, 20_000, 40_000, 60_000, 60_000]],
  ] as const) {
    const { call } = world(slow);
    let handle: Handle = { ...ready };
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      const step = await publish.prepare(call, fakePost({ media: [media] }), handle);
      assert.ok(step.kind === 'wait');
      waits.push(step.afterMs);
      handle = step.handle;
    }
    assert.deepEqual(waits, expected);
  }
});

test('the daily room: used up waits, unreadable is tried again, figures not named do not limit', async () => {
  const first = async (reply: PlatformReply) =>
    await publish.prepare(world(() => reply).call, fakePost({ media: [image] }), undefined);
  assert.equal((await first(answer({ data: [{ config: { quota_total: 50 }, quota_usage: 50 }] }))).kind, 'rateLimited');
  assert.equal((await first(answer({ data: 5 }))).kind, 'notDone');
  assert.equal((await first(answer({ data: [] }))).kind, 'again');
});

test('a container that failed is made anew when that can help, and no more than three times', async () => {
  const failing =
    (status: object): Respond =>
    ({ method }) =>
      answer(method === 'POST' ? { id: '9' } : status);
  const post = fakePost({ media: [video] });
  const passing = await prepareAll(failing({ status_code: 'ERROR', status: 'Error: 2207053 unknown' }), post, ready);
  assert.equal(passing.step.kind, 'rejected');
  assert.equal(passing.sent.filter(({ method }) => method === 'POST').length, 3);
  const expired = await prepareAll(failing({ status_code: 'EXPIRED' }), post, ready);
  assert.equal(expired.sent.filter(({ method }) => method === 'POST').length, 3);
  const bad = await prepareAll(failing({ status_code: 'ERROR', status: 'Error: 2207026 bad format' }), post, ready);
  assert.deepEqual(bad.step, {
    kind: 'rejected',
    code: '2207026',
    message: 'Error: 2207026 bad format',
    platformError: 'Error: 2207026 bad format',
  });
});

test('a carousel whose parts have expired gets new ones', async () => {
  let made = 10;
  let isFirst = true;
  const handle = {
    ...noContainers(2),
    children: [
      { id: '1', isFinished: true },
      { id: '2', isFinished: true },
    ],
  };
  const { step, sent } = await prepareAll(
    ({ method, form }) => {
      if (method === 'GET') return answer({ status_code: 'FINISHED' });
      if (form.has('children') && isFirst) {
        isFirst = false;
        return graphError(24, 2207006);
      }
      return answer({ id: String(++made) });
    },
    fakePost({ media: [image, image] }),
    handle,
  );
  assert.equal(step.kind, 'ready');
  assert.equal(sent.findLast(({ method }) => method === 'POST')?.form.get('children'), '11,12');
});

test('a container that turns out to be published is never published again', async () => {
  const { step } = await prepareAll(() => answer({ status_code: 'PUBLISHED' }), fakePost({ media: [image] }), ready);
  assert.ok(step.kind === 'ready');
  const { call, sent } = world(() => answer({ id: '5' }));
  assert.equal((await publish.send(call, fakePost(), step.handle)).kind, 'unknown');
  assert.equal(sent.length, 0);
});

const send = async (reply: PlatformReply) => {
  const { call, sent } = world(() => reply);
  const outcome = await publish.send(call, fakePost({ media: [image] }), ready);
  assert.deepEqual(paths(sent), ['POST 17841/media_publish']);
  assert.equal(sent[0]?.text, 'creation_id=7');
  return outcome;
};

test('what the answer to the final call means', async () => {
  assert.deepEqual(await send(answer({ id: '18001' })), { kind: 'published', id: '18001' });
  // Ids that no number can hold arrive as digits.
  assert.deepEqual(await send(answerText('{"id":17900000000000000001}')), {
    kind: 'published',
    id: '17900000000000000001',
  });
  const cases: [PlatformReply, string][] = [
    [notSent, 'notDone'],
    [lost, 'unknown'],
    [answerText('oops', 200), 'unknown'],
    [answer({ ok: true }), 'unknown'],
    [answerText('bad gateway', 502), 'unknown'],
    [graphError(9007, 2207027), 'notDone'],
    [graphError(24, 2207006), 'preparationLost'],
    [graphError(4, 2207051), 'rejected'],
    [graphError(4), 'rateLimited'],
    [graphError(9, 2207042), 'rateLimited'],
    [graphError(-1, 2207001), 'unknown'],
    [graphError(2), 'unknown'],
    [graphError(777), 'unknown'],
    [graphError(190, undefined, 500), 'unknown'],
    [graphError(190), 'disconnected'],
    [graphError(190, 458), 'disconnected'],
    [graphError(10), 'scopeMissing'],
    [graphError(25, 2207050), 'rejected'],
    [graphError(36_003, 2207009), 'rejected'],
  ];
  for (const [reply, kind] of cases) assert.equal((await send(reply)).kind, kind, JSON.stringify(reply));
});

const sentAt = new Date('2026-10-01T12:00:00Z');
const settle = async (status: string, list: unknown, post = fakePost({ media: [image] })) => {
  const { call, sent } = world(({ url }) => answer(url.includes('/7?') ? { status_code: status } : list));
  const settled = await publish.settle(call, post, { handle: ready, sentAt });
  return { settled, sent };
};
const item = (id: string, more: object = {}) => ({
  id,
  caption: 'Hello',
  media_type: 'IMAGE',
  timestamp: '2026-10-01T12:00:05+0000',
  permalink: `https://www.instagram.com/p/${id}/`,
  ...more,
});

test('the container says whether it was published', async () => {
  for (const status of ['FINISHED', 'ERROR', 'EXPIRED']) {
    assert.deepEqual((await settle(status, { data: [item('1')] })).settled, { kind: 'absent' });
  }
  const working = (await settle('IN_PROGRESS', { data: [] })).settled;
  assert.ok(working.kind === 'inconclusive' && working.canAskAgain);
});

test('"the newest item on the account" is not taken for ours', async () => {
  const found = await settle('PUBLISHED', {
    data: [item('3', { caption: 'Other' }), item('2'), item('1', { timestamp: '2026-10-01T11:00:00+0000' })],
  });
  assert.deepEqual(found.settled, { kind: 'found', id: '2', url: 'https://www.instagram.com/p/2/' });
  for (const data of [
    [],
    [item('3', { caption: 'Other' })],
    [item('2'), item('3')],
    [item('4', { media_type: 'VIDEO' })],
    'x',
    [null, 5, {}],
  ]) {
    const { settled } = await settle('PUBLISHED', { data });
    assert.ok(settled.kind === 'inconclusive' && settled.canAskAgain, JSON.stringify(data));
  }
});

test('a carousel is known by the number of its parts, a story in the list of stories', async () => {
  const children = { data: [{}, {}] };
  const carousel = item('5', { media_type: 'CAROUSEL_ALBUM', children });
  const two = fakePost({ media: [image, image] });
  assert.equal((await settle('PUBLISHED', { data: [carousel] }, two)).settled.kind, 'found');
  const three = fakePost({ media: [image, image, image] });
  assert.equal((await settle('PUBLISHED', { data: [carousel] }, three)).settled.kind, 'inconclusive');
  const story = await settle(
    'PUBLISHED',
    { data: [item('6', { caption: undefined })] },
    fakePost({ media: [image], settings: { postType: 'story' } }),
  );
  assert.equal(story.settled.kind, 'found');
  assert.match(story.sent[1]?.url ?? '', /17841\/stories/);
});

test('the first comment follows the post, and never a story', async () => {
  const { call, sent } = world(() => answer({ id: '99' }));
  const post = fakePost({ media: [image], settings: { firstComment: 'First!' } });
  assert.deepEqual(publish.followUps?.list(post), ['firstComment']);
  const firstComment = { name: 'firstComment', index: 0, postId: '5', previousId: '5' };
  const outcome = await publish.followUps.send(call, post, firstComment, undefined);
  assert.deepEqual(outcome, { kind: 'published', id: '99' });
  assert.deepEqual([paths(sent), sent[0]?.form.get('message')], [['POST 5/comments'], 'First!']);
  assert.deepEqual(publish.followUps.list({ ...post, settings: { ...post.settings, postType: 'story' } }), []);
});

test('recent posts: what cannot be read is left out', async () => {
  const data = [
    item('1'),
    null,
    { id: {} },
    item('2', { timestamp: 'x' }),
    item('3', { caption: null, media_url: 'javascript:x' }),
  ];
  const { call } = world(() => answer({ data }));
  const recent = await instagram.recentPosts?.(call, { limit: 5 });
  assert.ok(recent?.kind === 'posts');
  assert.deepEqual(
    recent.posts.map(({ platformPostId, content }) => [platformPostId, content]),
    [
      ['1', 'Hello'],
      ['3', ''],
    ],
  );
  assert.equal(recent.posts[1]?.mediaItems[0]?.url, undefined);
});

test('a handle of another version is a bug, not a guess', async () => {
  const { call } = world(() => answer({}));
  await assert.rejects(publish.prepare(call, fakePost({ media: [image] }), { ...ready, v: 2 }), /version 2/);
});

test('hostile answers: nothing throws, and nothing counts as published', async () => {
  const keys = fc.constantFrom(
    'id',
    'status_code',
    'status',
    'data',
    'error',
    'code',
    'error_subcode',
    'timestamp',
    'children',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, -1, 1.5, 'PUBLISHED', '../x', 'a b'),
      fc.array(tie('any')),
      fc.dictionary(keys, tie('any')),
    ),
  })).any;
  const status = fc.constantFrom(200, 201, 204, 302, 400, 403, 429, 500, 599);
  await fc.assert(
    fc.asyncProperty(value, status, async (json, code) => {
      const { call } = world(() => answer(json, code));
      const post = fakePost({ media: [image, video] });
      for (const handle of [
        undefined,
        noContainers(2),
        { ...noContainers(1), children: [{ id: '1', isFinished: false }] },
        ready,
      ]) {
        await publish.prepare(call, post, handle);
      }
      const isNamed = isJsonObject(json) && json['id'] === 'PUBLISHED';
      assert.ok(isNamed || (await publish.send(call, post, ready)).kind !== 'published');
      assert.notEqual((await publish.settle(call, post, { handle: ready, sentAt })).kind, 'found');
      await publish.permalink?.(call, '5');
      await instagram.recentPosts?.(call, { limit: 5 });
    }),
    { numRuns: 300 },
  );
});
