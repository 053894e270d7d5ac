import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call } from '../../../../test/harness.ts';
import { startSink, type Received } from '../../../../test/sink.ts';

const t = await startTestApp();
const hour = 3_600_000;
const promote = (call: Call, id: string) => call('POST', `/v1/webhooks/${id}/promote-secret`);
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

async function rotating() {
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url, secret: 'first' });
  const path = `/v1/webhooks/${id}`;
  return {
    user,
    id,
    give: async (secret: string) => (await user.call('PUT', path, { body: { secret } })).body.webhook.secretRotation,
    signers: async () => {
      await user.call('POST', `${path}/test`);
      await t.app.drain();
      return signersOf(sink.received.at(-1));
    },
  };
}

/** The secret of `x-service-signature`, and those of `webhook-signature` in order. */
function signersOf(received: Received | undefined) {
  assert.ok(received);
  const { headers, body } = received;
  const [id, at] = [String(headers['webhook-id']), String(headers['x-service-timestamp'])];
  const known = ['first', 'second', 'third'];
  const own = (secret: string) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const standard = (secret: string) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`;
  const list = String(headers['webhook-signature']).split(' ');
  return {
    own: known.find((secret) => own(secret) === headers['x-service-signature']),
    list: list.map((signature) => known.find((secret) => standard(secret) === signature)),
  };
}

test('signs with the new secret from the start, and the old one stays primary for 24 hours', async () => {
  const { give, signers } = await rotating();
  assert.deepEqual(await signers(), { own: 'first', list: ['first'] });
  const rotation = await give('second');
  assert.equal(Date.parse(rotation.promotesAt) - Date.parse(rotation.stagedAt), 24 * hour);
  assert.deepEqual(await signers(), { own: 'first', list: ['first', 'second'] });
  await t.advance(24 * hour - 1);
  assert.deepEqual(await signers(), { own: 'first', list: ['first', 'second'] });
  await t.advance(1);
  assert.deepEqual(await signers(), { own: 'second', list: ['second', 'first'] });
  await t.advance(24 * hour - 1);
  assert.deepEqual(await signers(), { own: 'second', list: ['second', 'first'] });
  await t.advance(1);
  assert.deepEqual(await signers(), { own: 'second', list: ['second'] });
});

test('promoting makes the new secret primary at once and keeps the old one valid for 24 hours', async () => {
  const { user, id, give, signers } = await rotating();
  await give('second');
  await t.advance(hour);
  const { status, body } = await promote(user.call, id);
  assert.equal(status, 200);
  assert.equal(typeof body.message, 'string');
  assert.deepEqual([body.webhook.hasSigningSecret, body.webhook.secretRotation], [true, null]);
  assert.equal(body.webhook.updatedAt, t.app.systemCtx.clock.now().toISOString());
  assert.deepEqual(await signers(), { own: 'second', list: ['second', 'first'] });
  await t.advance(24 * hour - 1);
  assert.deepEqual(await signers(), { own: 'second', list: ['second', 'first'] });
  await t.advance(1);
  assert.deepEqual(await signers(), { own: 'second', list: ['second'] });
});

test('another secret replaces the staged one and restarts the 24 hours', async () => {
  const { user, id, give, signers } = await rotating();
  await give('second');
  await t.advance(23 * hour);
  const rotation = await give('third');
  assert.equal(rotation.stagedAt, t.app.systemCtx.clock.now().toISOString());
  await t.advance(2 * hour);
  assert.deepEqual(await signers(), { own: 'first', list: ['first', 'third'] });
  await promote(user.call, id);
  assert.deepEqual(await signers(), { own: 'third', list: ['third', 'first'] });
});

test('a secret promoted by time becomes the old secret of the next rotation', async () => {
  const { give, signers } = await rotating();
  await give('second');
  await t.advance(30 * hour);
  await give('third');
  assert.deepEqual(await signers(), { own: 'second', list: ['second', 'third', 'first'] });
  await t.advance(24 * hour);
  assert.deepEqual(await signers(), { own: 'third', list: ['third', 'second'] });
});

test('signs a retry with the secrets valid at that time', async () => {
  const [user, sink] = [await t.newUser(), await startSink()];
  sink.respondWith = 500;
  const { id } = await makeWebhook(user.call, { url: sink.url, secret: 'first' });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  await promote(user.call, id);
  await t.advance(6000);
  await t.app.drain();
  assert.deepEqual(sink.received.map(signersOf), [
    { own: 'first', list: ['first'] },
    { own: 'second', list: ['second', 'first'] },
  ]);
});

test('returns 409 noRotationStaged without a staged secret', async () => {
  const { user, id, give } = await rotating();
  const bare = await makeWebhook(user.call);
  const expected = { code: 'noRotationStaged', param: null };
  assertError(await promote(user.call, bare.id), 409, expected);
  assertError(await promote(user.call, id), 409, expected);
  await give('second');
  await promote(user.call, id);
  assertError(await promote(user.call, id), 409, expected);
  await give('third');
  await t.advance(24 * hour);
  assertError(await promote(user.call, id), 409, expected);
});

test('returns 404 for an endpoint that is unknown, of another user or out of scope', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const foreign = await makeWebhook(other.call, { secret: 'first' });
  const [seen, unseen] = [
    await makeWebhook(user.call, { secret: 'first', ...selected(listed._id) }),
    await makeWebhook(user.call, { secret: 'first', ...selected(unlisted._id) }),
  ];
  for (const { id } of [seen, unseen]) await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  assertError(await promote(user.call, 'whk_unknown'), 404, { error: 'Not found' });
  assertError(await promote(user.call, foreign.id), 404, { error: 'Not found' });
  assertError(await promote(t.as(key), unseen.id), 404, { error: 'Not found' });
  assert.equal((await promote(t.as(key), seen.id)).status, 200);
});
