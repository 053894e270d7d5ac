import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, defaultProfile, makeAccount, makeKey, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { makePost, makeTarget, readPost, words } from '../../../../test/data/posts.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp({ sandbox: true });
const inAnHour = '2026-03-02T10:00:00.000Z';
const create = (user: { call: typeof t.call }, body: object, headers: Record<string, string> = {}) =>
  user.call('POST', '/v1/posts', { body, headers });

test('a draft requires no field and is returned with every default', async () => {
  const user = await t.newUser();
  const { status, body } = await create(user, { isDraft: true });
  assert.equal(status, 201);
  assert.equal(body.message, 'Draft created successfully');
  const { _id, ...post } = body.post;
  assert.match(_id, /^pst_[0-9a-z]{24}$/);
  const at = '2026-03-02T09:00:00.000Z';
  assert.deepEqual(post, {
    title: '',
    content: '',
    status: 'draft',
    scheduledFor: null,
    timezone: 'UTC',
    queueId: null,
    platforms: [],
    mediaItems: [],
    tags: [],
    hashtags: [],
    mentions: [],
    metadata: null,
    lateness: { maxMinutes: 1440, otherwise: 'hold' },
    createdAt: at,
    updatedAt: at,
    publishedAt: null,
  });
  assert.deepEqual(await readPost(user.call, _id), body.post);
});

test('a scheduled post stores every field and emits post.scheduled', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const settings = { parseMode: 'html', protectContent: true };
  const { status, body } = await create(user, {
    ...{ title: 'T', content: 'Hello', scheduledFor: '2026-03-02T12:30', timezone: 'Europe/Berlin' },
    ...{ tags: ['a'], hashtags: ['#art'], mentions: ['@ada'], metadata: { z: 1, a: { b: null } } },
    lateness: { otherwise: 'skip' },
    platforms: [
      { ...target, customContent: 'For Telegram', settings: { ...settings, other: 1, disableLinkPreview: null } },
    ],
  });
  assert.equal(status, 201);
  const { post } = body;
  assert.equal(post.status, 'scheduled');
  assert.equal(post.scheduledFor, '2026-03-02T11:30:00.000Z');
  assert.deepEqual([post.hashtags, post.mentions, post.tags], [['art'], ['ada'], ['a']]);
  assert.equal(JSON.stringify(post.metadata), '{"z":1,"a":{"b":null}}');
  assert.deepEqual(post.lateness, { maxMinutes: 1440, otherwise: 'skip' });
  assert.equal(post.platforms[0].status, 'scheduled');
  assert.equal(post.platforms[0].customContent, 'For Telegram');
  assert.deepEqual(post.platforms[0].settings, settings);
  assert.deepEqual(await readPost(user.call, post._id), post);
  const { body: feed } = await user.call('GET', '/v1/events?type=post.scheduled');
  assert.deepEqual(feed.events[0].data.post, post);
});

test('returns 400 naming the first invalid field', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const platforms = [target];
  const faults: [object, string | null][] = [
    [{ content: 'x' }, null],
    [{ isDraft: true, publishNow: true }, 'publishNow'],
    [{ publishNow: true }, 'platforms'],
    [{ publishNow: true, platforms: [] }, 'platforms'],
    [{ isDraft: true, queueId: 'que_1' }, 'queueId'],
    [{ content: 'x', scheduledFor: '2026-03-02T09:00:59Z', platforms }, 'scheduledFor'],
    [{ content: 'x', scheduledFor: '2027-03-03T09:00:01Z', platforms }, 'scheduledFor'],
    [{ isDraft: true, timezone: 'Nowhere' }, 'timezone'],
    [{ isDraft: true, content: 'x'.repeat(65_001) }, 'content'],
    [{ isDraft: true, hashtags: ['#'] }, 'hashtags[0]'],
    [{ isDraft: true, metadata: { a: 'x'.repeat(17_000) } }, 'metadata'],
    [{ isDraft: true, platforms: [{ ...target, platform: 'myspace' }] }, 'platforms[0].platform'],
    [{ isDraft: true, platforms: [{ ...target, platform: 'bluesky' }] }, 'platforms[0].platform'],
    [{ isDraft: true, platforms: [{ ...target, accountId: 'acc_unknown' }] }, 'platforms[0].accountId'],
    [{ isDraft: true, platforms: [target, target] }, 'platforms[1].accountId'],
    [{ queuedFromProfile: 'prf_unknown', platforms, content: 'x' }, 'queuedFromProfile'],
  ];
  for (const [body, param] of faults) {
    assertError(await create(user, body), 400, { code: 'validation', param, type: 'invalid_request_error' });
  }
});

test('a scheduled post must pass the rules of every platform, a draft need not', async () => {
  const user = await t.newUser();
  const platforms = [await makeTarget(user.call, 'telegram'), await makeTarget(user.call, 'bluesky')];
  const content = 'x'.repeat(301);
  assert.equal((await create(user, { content, platforms, isDraft: true })).status, 201);
  const response = await create(user, { content, platforms, scheduledFor: inAnHour });
  assertError(response, 400, { code: 'validation', param: 'content' });
  assert.match(response.body.error, /^bluesky: /);
  const [issue] = response.body.issues;
  assert.deepEqual([issue.rule, issue.limit, issue.actual, issue.platform], ['textLength', 300, 301, 'bluesky']);
  const custom = [platforms[0], { ...platforms[1], customContent: content }];
  const own = await create(user, { content: 'x', platforms: custom, scheduledFor: inAnHour });
  assertError(own, 400, { code: 'validation', param: 'platforms[1].customContent' });
});

test('returns 424 for a disconnected account and 403 for one outside the scope of the key', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  await t.sql("UPDATE accounts SET status = 'needsReauth', fault = 'tokenDead' WHERE id = $1", [target.accountId]);
  const dead = await create(user, { content: 'x', publishNow: true, platforms: [target] });
  assertError(dead, 424, { code: 'connectionDead', platform: 'telegram' });
  assert.equal((await create(user, { isDraft: true, platforms: [target] })).status, 201);
  const other = await makeProfile(user.call);
  const limited = t.as((await makeKey(user.call, { scope: 'profiles', profileIds: [other._id] })).key);
  assertError(await create({ call: limited }, { isDraft: true, platforms: [target] }), 403, { code: 'forbidden' });
  const profile = await defaultProfile(user.call);
  const foreign = await create(
    { call: limited },
    { queuedFromProfile: profile._id, platforms: [target], content: 'x' },
  );
  assertError(foreign, 403, { code: 'forbidden' });
});

test('the same x-request-id returns the existing post for 24 hours, and 409 after its deletion', async () => {
  const user = await t.newUser();
  const headers = { 'x-request-id': 'order 7'.replace(' ', '-') };
  const first = await create(user, { isDraft: true, content: 'one' }, headers);
  assert.equal(first.status, 201);
  const again = await create(user, { scheduledFor: 'nonsense' }, headers);
  assert.equal(again.status, 200);
  assert.deepEqual(again.body.existingPost, first.body.post);
  assert.equal((await create(await t.newUser(), { isDraft: true }, headers)).status, 201, 'another user’s name');
  assertError(await create(user, { isDraft: true }, { 'x-request-id': 'ünï' }), 400, { param: 'x-request-id' });
  const limited = t.as(
    (await makeKey(user.call, { scope: 'profiles', profileIds: [(await makeProfile(user.call))._id] })).key,
  );
  assertError(await create({ call: limited }, { isDraft: true }, headers), 409, { code: 'requestIdTaken' });
  await user.call('DELETE', `/v1/posts/${first.body.post._id}`);
  assertError(await create(user, { isDraft: true }, headers), 409, { code: 'requestIdTaken', param: 'x-request-id' });
  await t.advance(24 * 3_600_000 + 1000);
  assert.equal((await create(user, { isDraft: true }, headers)).status, 201);
});

test('returns 409 for the same content on the same account within 24 hours, unless allowDuplicate is set', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const content = words();
  const now = Date.parse('2026-03-02T09:00:00Z') + 24 * 3_600_000 + 1000;
  const at = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
  const schedule = (hours: number, more: object = {}) =>
    create(user, { content, platforms: [target], scheduledFor: at(hours), ...more });
  const first = await schedule(1);
  assert.equal(first.status, 201, first.text);
  const existingPostId = first.body.post._id;
  const same = await schedule(25, { content: `  ${content.replace(' ', '\n')} ` });
  assertError(same, 409, { code: 'duplicateContent', existingPostId });
  assert.equal((await schedule(25.01)).status, 201, 'a day later it is news');
  assert.equal((await schedule(2, { allowDuplicate: true })).status, 201);
  assert.equal((await schedule(2, { hashtags: ['other'] })).status, 201);
  assert.equal((await schedule(2, { isDraft: true, scheduledFor: undefined })).status, 201, 'drafts are not checked');
  const now2 = await create(user, { content, platforms: [target], publishNow: true });
  assertError(now2, 409, { code: 'duplicateContent' });
});

test('attaches files and copies those hosted elsewhere', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const site = await startSink();
  const { pngOf } = await import('../../../../test/conformance/media-files.ts');
  site.respondWith = (_, response) => void response.writeHead(200).end(pngOf('picture'));
  const url = new URL('/cat.png', site.url).href;
  const mediaItems = [{ url, title: 'A cat' }, { url }];
  const post = await makePost(user.call, { mediaItems, platforms: [target], isDraft: undefined, scheduledFor: soon() });
  assert.equal(post['mediaItems'].length, 1);
  const [item] = post['mediaItems'];
  assert.deepEqual([item.type, item.title], ['image', 'A cat']);
  assert.match(item.url, /\/media\/[a-z0-9-]+$/);
  site.respondWith = 404;
  const response = await create(user, { isDraft: true, mediaItems: [{ url }] });
  assertError(response, 400, { code: 'mediaUnavailable', param: 'mediaItems[0].url' });
  const inside = await create(user, { isDraft: true, mediaItems: [{ url: 'http://10.0.0.1/x.png' }] });
  assertError(inside, 400, { code: 'urlNotAllowed', param: 'mediaItems[0].url' });
  const again = await create(user, { isDraft: true, mediaItems: [{ url: item.url }] });
  assert.equal(again.body.post.mediaItems[0].url, item.url, 'what is here already is not copied again');
});

test('queuedFromProfile takes the next free slots of the queue', async () => {
  const user = await t.newUser();
  const target = await makeTarget(user.call);
  const { _id: profileId } = await defaultProfile(user.call);
  const slots = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, time: '12:00' }));
  const body = { profileId, timezone: 'Europe/Berlin', slots };
  const queue = (await user.call('POST', '/v1/queue/slots', { body })).body;
  const posts = [];
  for (let count = 0; count < 3; count += 1) {
    posts.push(await makePost(user.call, { isDraft: undefined, queuedFromProfile: profileId, platforms: [target] }));
  }
  assert.deepEqual(
    posts.map(({ scheduledFor }) => scheduledFor),
    queue.nextSlots.slice(0, 3),
  );
  assert.equal(posts[0]?.['queueId'], queue.schedule._id);
  assert.equal(posts[0]?.['timezone'], 'Europe/Berlin');
  const wrong = await create(user, {
    content: words(),
    queuedFromProfile: profileId,
    queueId: 'que_x',
    platforms: [target],
  });
  assertError(wrong, 400, { code: 'queueNotFound' });
});

test('publishNow queues the post at once', async () => {
  const user = await t.newUser();
  const account = await makeAccount(user.call);
  const platforms = [{ platform: 'telegram', accountId: account._id }];
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms });
  assert.deepEqual([post.status, post.platforms[0].status, post.scheduledFor], ['queued', 'pending', null]);
});

function soon(): string {
  return new Date(t.app.systemCtx.clock.now().getTime() + 3_600_000).toISOString();
}
