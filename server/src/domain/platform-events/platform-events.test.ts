import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { assertError, makeAccount } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { makePost, readPost } from '../../../test/data/posts.ts';

// Listens, because the sandbox posts its events to Herald.
const t = await startTestApp({ sandbox: true, listens: true });

type Subscribed = { user: TestUser; accountId: string; providerId: string; platform: string };

let count = 0;

async function subscribe(platform = 'facebook'): Promise<Subscribed> {
  const user = await t.newUser();
  const account = await makeAccount(user.call, { platform, account: `events.${(count += 1)}` });
  await t.app.drain();
  return { user, accountId: account._id, providerId: account.providerAccountId, platform };
}

const secretOf = (platform: string): string => `sandbox-${platform}-secret`;

function post(platform: string, body: string, secret = secretOf(platform)) {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return t.call('POST', `/v1/platform-webhooks/${platform}`, { payload: body, headers });
}

type FacebookComment = { verb?: string; id?: string; text?: string; from?: object; time?: number };

function feedEvent(providerId: string, { verb = 'add', id = '1_2', text = 'Hello', ...more }: FacebookComment): string {
  const { from = { id: '99', name: 'Fan' }, time = t.app.systemCtx.clock.now().getTime() / 1000 } = more;
  const value = { item: 'comment', verb, comment_id: id, post_id: `${providerId}_1`, message: text, from };
  const change = { field: 'feed', value: { ...value, parent_id: `${providerId}_1`, created_time: time } };
  return JSON.stringify({ object: 'page', entry: [{ id: providerId, time: Math.floor(time), changes: [change] }] });
}

const received = async ({ user }: Subscribed) =>
  (await user.call('GET', '/v1/events?type=comment.received&limit=200')).body.events.map(({ data }: any) => data);

const stored = (accountId: string) =>
  t.sql<{ id: string; deleted: boolean; text: string | null }>(
    `SELECT id, deleted_at IS NOT NULL AS deleted, comment->>'message' AS text
       FROM comments WHERE account_id = $1 ORDER BY id`,
    [accountId],
  );

test('returns the challenge of a handshake with the right token only', async () => {
  const path = (token: string, mode = 'subscribe', challenge = '1158201444') =>
    `/v1/platform-webhooks/instagram?hub.mode=${mode}&hub.challenge=${challenge}&hub.verify_token=${token}`;
  const { status, text, headers } = await t.call('GET', path('sandbox-instagram-verify-token'));
  assert.deepEqual([status, text, headers['content-type']], [200, '1158201444', 'text/plain']);
  const wrong = [
    path('wrong'),
    path('sandbox-instagram-verify-token', 'unsubscribe'),
    path('sandbox-instagram-verify-token', 'subscribe', '%3Cscript%3E'),
    '/v1/platform-webhooks/instagram',
  ];
  for (const one of wrong) assertError(await t.call('GET', one), 401, { error: 'Unauthorized' });
});

test('returns 404 for platforms that send no events and for unknown ones', async () => {
  for (const platform of ['telegram', 'nowhere', 'constructor']) {
    assertError(await t.call('GET', `/v1/platform-webhooks/${platform}`), 404, { error: 'Not found' });
    assertError(await post(platform, '{}'), 404, { error: 'Not found' });
  }
});

test('stores a signed event once while it waits, and processes it into a comment', async () => {
  const page = await subscribe();
  const body = feedEvent(page.providerId, { id: '1_7', text: 'Grüße 🎉' });
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await post('facebook', body)).status, 200);
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 1);
  await t.app.drain();
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 0);
  const [data, ...more] = await received(page);
  assert.equal(more.length, 0);
  assert.deepEqual([data.comment.id, data.comment.message, data.comment.from.name], ['1_7', 'Grüße 🎉', 'Fan']);
  assert.deepEqual(data.post, { _id: null, platformPostId: `${page.providerId}_1` });
});

test('an event that is sent again after it was processed changes nothing', async () => {
  const page = await subscribe();
  const body = feedEvent(page.providerId, {});
  for (let turn = 0; turn < 3; turn += 1) {
    await post('facebook', body);
    await t.app.drain();
  }
  assert.equal((await received(page)).length, 1);
});

test('refuses forged, unsigned and changed events, and malformed ones change nothing', async () => {
  const page = await subscribe();
  const body = feedEvent(page.providerId, {});
  assertError(await post('facebook', body, 'guessed'), 401, { error: 'Unauthorized' });
  assertError(await post('instagram', body, secretOf('facebook')), 401, { error: 'Unauthorized' });
  const headers = { 'content-type': 'application/json' };
  const unsigned = await t.call('POST', '/v1/platform-webhooks/facebook', { payload: body, headers });
  assertError(unsigned, 401, { error: 'Unauthorized' });
  const signature = `sha256=${createHmac('sha256', secretOf('facebook')).update(body).digest('hex')}`;
  const changed = await t.call('POST', '/v1/platform-webhooks/facebook', {
    payload: `${body} `,
    headers: { ...headers, 'x-hub-signature-256': signature },
  });
  assertError(changed, 401, { error: 'Unauthorized' });
  const malformed = [
    '',
    'nonsense',
    '[]',
    'null',
    '{"object":"page"}',
    '{"object":"page","entry":[null,1,{"id":{}},{"id":"1","time":1,"changes":"x"}]}',
    body.replace('"feed"', '"likes"'),
    body.replace(page.providerId, '../../admin'),
    body.replaceAll('1_2', '1/../2'),
    '['.repeat(100_000),
  ];
  for (const one of malformed) assert.equal((await post('facebook', one)).status, 200, one.slice(0, 50));
  await t.app.drain();
  assert.deepEqual(await stored(page.accountId), []);
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 0);
});

test('returns 413 for a body over 1 MiB', async () => {
  assertError(await post('facebook', 'x'.repeat(1024 * 1024 + 1)), 413, { error: 'Payload too large' });
});

test('a deletion that arrives before the comment wins, in any order', async () => {
  const page = await subscribe();
  const add = feedEvent(page.providerId, { id: '1_8' });
  const remove = feedEvent(page.providerId, { id: '1_8', verb: 'remove' });
  for (const body of [remove, add, remove, add]) {
    await post('facebook', body);
    await t.app.drain();
  }
  assert.deepEqual(await stored(page.accountId), [{ id: '1_8', deleted: true, text: null }]);
  assert.deepEqual(await received(page), []);
});

test('own comments and those from before the account was connected are stored but not reported', async () => {
  const page = await subscribe();
  await post('facebook', feedEvent(page.providerId, { id: '1_3', from: { id: page.providerId, name: 'Us' } }));
  await post('facebook', feedEvent(page.providerId, { id: '1_4', time: 1_700_000_000 }));
  await t.app.drain();
  assert.deepEqual(
    (await stored(page.accountId)).map(({ id }) => id),
    ['1_3', '1_4'],
  );
  assert.deepEqual(await received(page), []);
});

test('two users who connected the same account both receive the event, and nobody else does', async () => {
  const first = await subscribe();
  const name = `events.${count}`;
  const user = await t.newUser();
  const { _id: accountId } = await makeAccount(user.call, { platform: 'facebook', account: name });
  const second = { ...first, user, accountId };
  const stranger = await subscribe();
  await post('facebook', feedEvent(first.providerId, {}));
  await t.app.drain();
  assert.deepEqual([(await received(first)).length, (await received(second)).length], [1, 1]);
  assert.deepEqual(await received(stranger), []);
});

test('an event that cannot be processed yet is tried again', async () => {
  const page = await subscribe();
  await t.sandbox.fault('facebook', 'errorBefore', { operation: 'getComment' });
  await post('facebook', feedEvent(page.providerId, { id: '5_14440000000001', verb: 'hide' }));
  await t.app.drain();
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 1);
  await t.advance(2000);
  await t.app.drain();
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 0);
  assert.deepEqual(await stored(page.accountId), [{ id: '5_14440000000001', deleted: true, text: null }]);
});

test('gives up an event after ten attempts', async () => {
  const page = await subscribe();
  await t.sandbox.fault('facebook', 'errorBefore', { operation: 'getComment', times: 50 });
  await post('facebook', feedEvent(page.providerId, { id: '6_14440000000001', verb: 'hide' }));
  for (let attempt = 0; attempt < 10; attempt += 1) {
    assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 1, `after ${attempt} attempts`);
    await t.app.drain();
    await t.advance(3_700_000);
  }
  assert.equal((await t.sql('SELECT 1 FROM platform_events')).length, 0);
  await t.sandbox.control('DELETE', 'faults');
});

test('the sandbox sends a signed event for a comment of a follower, and Herald reports it', async () => {
  const page = await subscribe();
  const platforms = [{ platform: 'facebook', accountId: page.accountId }];
  const { _id: id } = await makePost(page.user.call, { isDraft: undefined, publishNow: true, platforms });
  await t.app.drain();
  const [target] = (await readPost(page.user.call, id)).platforms;
  const comment = { platform: 'facebook', account: page.providerId, post: target.platformPostId };
  const { comment: added } = await t.sandbox.control('POST', 'comments', { ...comment, person: 'fan.one', text: 'Hi' });
  await waitFor('an event', async () => (await t.sql('SELECT 1 FROM platform_events')).length === 1);
  await t.app.drain();
  const [data] = await received(page);
  assert.deepEqual([data.comment.id, data.comment.message, data.post._id], [added.id, 'Hi', id]);
});

test('subscribes a connected account, and tries again when the platform is unavailable', async () => {
  const user = await t.newUser();
  await t.sandbox.fault('facebook', 'errorBefore', { operation: 'subscribe' });
  const { _id: id } = await makeAccount(user.call, { platform: 'facebook', account: `events.${(count += 1)}` });
  const isDue = async () =>
    (await t.sql('SELECT 1 FROM accounts WHERE id = $1 AND subscribe_at IS NOT NULL', [id])).length;
  await t.app.drain();
  assert.equal(await isDue(), 1);
  await t.advance(10 * 60_000);
  await t.app.drain();
  assert.equal(await isDue(), 0);
});
