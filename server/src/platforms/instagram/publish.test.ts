import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformReply } from '../../kernel/outbound/platform-http.ts';
import type { CallAccount, PublishState, Post, Step } from '../adapter.ts';
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
import { noContainers } from '../meta/container-state.ts';
import { instagram } from './index.ts';

const { publish } = instagram;
const account: CallAccount = {
  providerAccountId: '17841',
  username: 'ada',
  grantedScopes: [],
  tokens: { accessToken: 'IGAA', isRefreshable: true },
  state: {},
};
const fake = (respond: Respond) => fakeCall({ account, hosts: instagram.hosts, apiVersion: 'v26.0', respond });
const image = fakeMedia();
const video = fakeMedia({ type: 'video' });
const quota = jsonReply({ data: [{ config: { quota_total: 100 }, quota_usage: 3 }] });
const ready = { ...noContainers(0), container: '7' };
const graphError = (code: number, subcode?: number, status = 400) =>
  jsonReply(
    { error: { code, message: 'words', ...(subcode === undefined ? {} : { error_subcode: subcode }) } },
    status,
  );

/** Publish states go through JSON, as when stored. */
async function prepareAll(respond: Respond, post: Post, first?: PublishState) {
  const { call, sent } = fake(respond);
  const waits: number[] = [];
  let publishState = first;
  for (let round = 0; round < 50; round++) {
    const before = sent.length;
    const step: Step = await publish.prepare(call, post, publishState);
    assert.equal(sent.length, before + 1, 'one request each time');
    if (step.kind !== 'again' && step.kind !== 'wait') return { step, sent, waits };
    if (step.kind === 'wait') waits.push(step.afterMs);
    publishState = JSON.parse(JSON.stringify(step.publishState)) as PublishState;
  }
  throw new Error('never ready');
}

const paths = (sent: { method: string; url: string }[]) =>
  sent.map(({ method, url }) => `${method} ${url.replace('https://graph.instagram.com/v26.0/', '')}`);

test('prepares a carousel: quota, each part, each part finished, container, container finished', async () => {
  let lastId = 0;
  const polls = new Map<string, number>();
  const { step, sent, waits } = await prepareAll(
    ({ url, method }) => {
      if (url.includes('content_publishing_limit')) return quota;
      if (method === 'POST') return jsonReply({ id: String(++lastId) });
      const count = polls.get(url) ?? 0;
      polls.set(url, count + 1);
      return jsonReply({ status_code: count < 2 && url.includes('/2?') ? 'IN_PROGRESS' : 'FINISHED' });
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

test('increases the waits up to half a minute for images and a minute for videos', async () => {
  const slow: Respond = ({ url, method }) => {
    if (url.includes('content_publishing_limit')) return quota;
    return jsonReply(method === 'POST' ? { id: '1' } : { status_code: 'IN_PROGRESS' });
  };
  for (const [media, expected] of [
    [image, [2000, 4000, 8000, 16_000, 30_000, 30_000]],
    [video, [5000, 10_000, 20_000, 40_000, 60_000, 60_000]],
  ] as const) {
    const { call } = fake(slow);
    let publishState: PublishState = { ...ready };
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      const step = await publish.prepare(call, fakePost({ media: [media] }), publishState);
      assert.ok(step.kind === 'wait');
      waits.push(step.afterMs);
      publishState = step.publishState;
    }
    assert.deepEqual(waits, expected);
  }
});

test('waits for an exhausted quota, retries an unreadable one and ignores missing figures', async () => {
  const first = async (reply: PlatformReply) =>
    await publish.prepare(fake(() => reply).call, fakePost({ media: [image] }), undefined);
  assert.equal(
    (await first(jsonReply({ data: [{ config: { quota_total: 50 }, quota_usage: 50 }] }))).kind,
    'rateLimited',
  );
  assert.equal((await first(jsonReply({ data: 5 }))).kind, 'notDone');
  assert.equal((await first(jsonReply({ data: [] }))).kind, 'again');
});

test('creates a failed container again when that can help, at most three times', async () => {
  const failing =
    (status: object): Respond =>
    ({ method }) =>
      jsonReply(method === 'POST' ? { id: '9' } : status);
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

test('creates the parts of a carousel again when they have expired', async () => {
  let count = 10;
  let isFirst = true;
  const publishState = {
    ...noContainers(2),
    children: [
      { id: '1', isFinished: true },
      { id: '2', isFinished: true },
    ],
  };
  const { step, sent } = await prepareAll(
    ({ method, form }) => {
      if (method === 'GET') return jsonReply({ status_code: 'FINISHED' });
      if (form.has('children') && isFirst) {
        isFirst = false;
        return graphError(24, 2207006);
      }
      return jsonReply({ id: String(++count) });
    },
    fakePost({ media: [image, image] }),
    publishState,
  );
  assert.equal(step.kind, 'ready');
  assert.equal(sent.findLast(({ method }) => method === 'POST')?.form.get('children'), '11,12');
});

test('never publishes a container that is already published', async () => {
  const { step } = await prepareAll(() => jsonReply({ status_code: 'PUBLISHED' }), fakePost({ media: [image] }), ready);
  assert.ok(step.kind === 'ready');
  const { call, sent } = fake(() => jsonReply({ id: '5' }));
  assert.equal((await publish.send(call, fakePost(), step.publishState)).kind, 'unknown');
  assert.equal(sent.length, 0);
});

const send = async (reply: PlatformReply) => {
  const { call, sent } = fake(() => reply);
  const outcome = await publish.send(call, fakePost({ media: [image] }), ready);
  assert.deepEqual(paths(sent), ['POST 17841/media_publish']);
  assert.equal(sent[0]?.text, 'creation_id=7');
  return outcome;
};

test('maps each response of the final request to an outcome', async () => {
  assert.deepEqual(await send(jsonReply({ id: '18001' })), { kind: 'published', id: '18001' });
  // IDs larger than a number can hold.
  assert.deepEqual(await send(textReply('{"id":17900000000000000001}')), {
    kind: 'published',
    id: '17900000000000000001',
  });
  const cases: [PlatformReply, string][] = [
    [notSent, 'notDone'],
    [lost, 'unknown'],
    [textReply('oops', 200), 'unknown'],
    [jsonReply({ ok: true }), 'unknown'],
    [textReply('bad gateway', 502), 'unknown'],
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
  const { call, sent } = fake(({ url }) => jsonReply(url.includes('/7?') ? { status_code: status } : list));
  const settled = await publish.settle(call, post, { publishState: ready, sentAt });
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

test('settles by the status of the container', async () => {
  for (const status of ['FINISHED', 'ERROR', 'EXPIRED']) {
    assert.deepEqual((await settle(status, { data: [item('1')] })).settled, { kind: 'absent' });
  }
  const working = (await settle('IN_PROGRESS', { data: [] })).settled;
  assert.ok(working.kind === 'inconclusive' && working.canAskAgain);
});

test('does not match the newest post of the account without comparing it', async () => {
  const result = await settle('PUBLISHED', {
    data: [item('3', { caption: 'Other' }), item('2'), item('1', { timestamp: '2026-10-01T11:00:00+0000' })],
  });
  assert.deepEqual(result.settled, { kind: 'found', id: '2', url: 'https://www.instagram.com/p/2/' });
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

test('matches a carousel by its number of parts and a story in the list of stories', async () => {
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

test('comments on a post but never on a story', async () => {
  const { call, sent } = fake(() => jsonReply({ id: '99' }));
  const post = fakePost({ media: [image], settings: { firstComment: 'First!' } });
  assert.deepEqual(publish.followUps?.list(post), ['firstComment']);
  const firstComment = { name: 'firstComment', index: 0, postId: '5', previousId: '5' };
  const outcome = await publish.followUps.send(call, post, firstComment, undefined);
  assert.deepEqual(outcome, { kind: 'published', id: '99' });
  assert.deepEqual([paths(sent), sent[0]?.form.get('message')], [['POST 5/comments'], 'First!']);
  assert.deepEqual(publish.followUps.list({ ...post, settings: { ...post.settings, postType: 'story' } }), []);
});

test('lists recent posts without items that cannot be parsed', async () => {
  const data = [
    item('1'),
    null,
    { id: {} },
    item('2', { timestamp: 'x' }),
    item('3', { caption: null, media_url: 'javascript:x' }),
  ];
  const { call } = fake(() => jsonReply({ data }));
  const recent = await instagram.externalPosts?.list(call, { limit: 5 });
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

test('throws for a publishState of another version', async () => {
  const { call } = fake(() => jsonReply({}));
  await assert.rejects(publish.prepare(call, fakePost({ media: [image] }), { ...ready, v: 2 }), /version 2/);
});

test('never throws for hostile responses or counts them as published', async () => {
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
      const { call } = fake(() => jsonReply(json, code));
      const post = fakePost({ media: [image, video] });
      for (const publishState of [
        undefined,
        noContainers(2),
        { ...noContainers(1), children: [{ id: '1', isFinished: false }] },
        ready,
      ]) {
        await publish.prepare(call, post, publishState);
      }
      const isNamed = isJsonObject(json) && json['id'] === 'PUBLISHED';
      assert.ok(isNamed || (await publish.send(call, post, ready)).kind !== 'published');
      assert.notEqual((await publish.settle(call, post, { publishState: ready, sentAt })).kind, 'found');
      await publish.permalink?.(call, '5');
      await instagram.externalPosts?.list(call, { limit: 5 });
    }),
    { numRuns: 300 },
  );
});
