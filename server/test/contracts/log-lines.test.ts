import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKey, makeWebhook } from '../factories.ts';
import { startTestApp, type TestUser } from '../harness.ts';
import { makePost, makeTarget, type Target } from '../data/posts.ts';
import { startSink } from '../sink.ts';

const t = await startTestApp({ sandbox: true });
const second = 1000;

type Line = Record<string, unknown>;

async function written(msg: string, run: () => Promise<unknown>): Promise<Line[]> {
  const before = t.log.length;
  await run();
  const lines = t.log.slice(before).map((line) => JSON.parse(line) as Line);
  for (const { time } of lines) assert.equal(new Date(String(time)).toISOString(), time);
  return lines.filter((line) => line['msg'] === msg).map(({ time: _time, msg: _msg, ...line }) => line);
}

async function withTarget(platform: string): Promise<{ user: TestUser; target: Target }> {
  const user = await t.newUser();
  return { user, target: await makeTarget(user.call, platform) };
}

async function publish(user: TestUser, target: Target): Promise<string> {
  const post = await makePost(user.call, { isDraft: undefined, publishNow: true, platforms: [target] });
  await t.app.drain();
  return post._id;
}

test('a request is one line with its ID, the owner and the key', async () => {
  const user = await t.newUser();
  const [key] = await t.sql<{ id: string }>('SELECT id FROM api_keys WHERE owner_id = $1', [user.ownerId]);
  const headers = { 'x-request-id': 'a-request' };
  const [line, ...others] = await written('request', () => user.call('GET', '/v1/profiles', { headers }));
  assert.deepEqual(others, []);
  const { seconds, ...facts } = line ?? {};
  assert.equal(typeof seconds, 'number');
  assert.deepEqual(facts, {
    level: 'info',
    requestId: 'a-request',
    ownerId: user.ownerId,
    keyId: key?.id,
    method: 'GET',
    route: '/v1/profiles',
    status: 200,
  });
});

test('a refused request names the key as soon as it is known, and nothing without a valid key', async () => {
  const user = await t.newUser();
  const reader = await makeKey(user.call, { permission: 'read' });
  const [refused] = await written('request', () => t.as(reader.key)('POST', '/v1/profiles', { body: { name: 'A' } }));
  assert.deepEqual([refused?.['status'], refused?.['ownerId'], refused?.['keyId']], [403, user.ownerId, reader.id]);
  const [stranger] = await written('request', () => t.call('GET', '/v1/profiles'));
  assert.equal(stranger?.['status'], 401);
  assert.deepEqual([stranger['ownerId'], stranger['keyId']], [undefined, undefined]);
});

test('a published post is one line, also after a lost response', async () => {
  const { user, target } = await withTarget('bluesky');
  await t.sandbox.fault('bluesky', 'lostResponse', { operation: 'createRecord' });
  let postId = '';
  const [line, ...others] = await written('post published', async () => {
    postId = await publish(user, target);
    await t.advance(6 * second);
    await t.app.drain();
  });
  assert.deepEqual(others, []);
  const { url, ...facts } = line ?? {};
  assert.match(String(url), /^https:/);
  assert.deepEqual(facts, { level: 'info', ownerId: user.ownerId, postId, ...target, attempts: 1 });
});

test('a failed post is one line with its code and reason', async () => {
  const { user, target } = await withTarget('telegram');
  const body = { ok: false, error_code: 400, description: 'Bad Request: message is too strange' };
  await t.sandbox.fault('telegram', 'response', { operation: 'sendMessage', status: 400, body });
  let postId = '';
  const [line, ...others] = await written('post failed', async () => (postId = await publish(user, target)));
  assert.deepEqual(others, []);
  const { reason, code, ...facts } = line ?? {};
  assert.deepEqual([typeof reason, code], ['string', 'platformRejected']);
  assert.deepEqual(facts, { level: 'warn', ownerId: user.ownerId, postId, ...target, attempts: 1 });
});

test('a missed post is one line', async () => {
  const { user, target } = await withTarget('telegram');
  const at = new Date(t.app.systemCtx.clock.now().getTime() + 90 * second).toISOString();
  const lateness = { maxMinutes: 5, otherwise: 'skip' };
  const post = await makePost(user.call, { isDraft: undefined, scheduledFor: at, lateness, platforms: [target] });
  const lines = await written('post missed', async () => {
    await t.advance(90 * second + 20 * 60 * second);
    await t.app.drain();
  });
  const facts = { ownerId: user.ownerId, postId: post._id, lateMinutes: 20, outcome: 'skip' };
  assert.deepEqual(lines, [{ level: 'warn', ...facts }]);
});

test('an account that needs reconnection is one line', async () => {
  const { user, target } = await withTarget('bluesky');
  await t.sandbox.fault('bluesky', 'tokenRevoked', { operation: 'createRecord' });
  const [line, ...others] = await written('account needs reconnection', () => publish(user, target));
  assert.deepEqual(others, []);
  const { reason, fault, ...facts } = line ?? {};
  assert.deepEqual([typeof reason, typeof fault], ['string', 'string']);
  assert.deepEqual(facts, { level: 'warn', ownerId: user.ownerId, ...target });
});

test('a disabled webhook is one line', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  const webhook = await makeWebhook(user.call, { url: sink.url });
  sink.respondWith = 410;
  const lines = await written('webhook disabled', async () => {
    await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
    await t.app.drain();
  });
  assert.deepEqual(lines, [{ level: 'warn', ownerId: user.ownerId, webhookId: webhook.id, reason: 'gone' }]);
});
