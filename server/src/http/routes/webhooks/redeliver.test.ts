import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const redeliver = (call: Call, id: string) => call('POST', `/v1/webhook-deliveries/${id}/redeliver`);
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

async function delivered(fields: object = {}, existingUser?: TestUser) {
  const [user, sink] = [existingUser ?? (await t.newUser()), await startSink()];
  const webhook = await makeWebhook(user.call, { url: sink.url, ...fields });
  const { body } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  await t.app.drain();
  assert.equal(sink.received.length, 1);
  return { user, sink, webhookId: webhook.id, deliveryId: body.deliveryId as string };
}

async function deliveryOf(user: TestUser) {
  return (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries[0];
}

async function usedOf(user: TestUser): Promise<number> {
  const { body } = await user.call('GET', '/v1/usage');
  return body.caps.find((cap: { operation: string }) => cap.operation === 'webhook.trigger').used;
}

test('returns 202 and starts a new run: pending, due at once, earlier attempts still counted', async () => {
  const { user, sink, deliveryId } = await delivered();
  const before = await deliveryOf(user);
  await t.advance(minute);
  const { status, body } = await redeliver(user.call, deliveryId);
  assert.equal(status, 202);
  assert.equal(typeof body.message, 'string');
  const now = t.app.systemCtx.clock.now().toISOString();
  assert.deepEqual(body.delivery, { ...before, status: 'pending', deliveredAt: null, nextAttemptAt: now });
  await t.app.drain();
  assert.equal((await deliveryOf(user)).attemptCount, 2);
  assert.equal((await deliveryOf(user)).deliveredAt, now);
  const [first, second] = sink.received;
  assert.equal(second?.body, first?.body);
  assert.equal(second?.headers['x-service-event-id'], first?.headers['x-service-event-id']);
  assert.equal(second?.headers['x-service-delivery-id'], deliveryId);
  assert.notEqual(second.headers['x-service-timestamp'], first?.headers['x-service-timestamp']);
});

test('the new run has six attempts of its own', async () => {
  const { user, sink, deliveryId } = await delivered();
  sink.respondWith = 500;
  await redeliver(user.call, deliveryId);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await t.app.drain();
    await t.advance(6 * hour);
  }
  const delivery = await deliveryOf(user);
  assert.deepEqual([delivery.status, delivery.attemptCount, sink.received.length], ['failed', 7, 7]);
});

test('returns 202 for a failed delivery, repeatedly', async () => {
  const { user, sink, webhookId, deliveryId } = await delivered();
  for (let run = 2; run <= 3; run += 1) {
    await redeliver(user.call, deliveryId);
    await user.call('PUT', `/v1/webhooks/${webhookId}`, { body: { isActive: false } });
    assert.equal((await deliveryOf(user)).status, 'failed');
    await user.call('PUT', `/v1/webhooks/${webhookId}`, { body: { isActive: true } });
    assert.equal((await redeliver(user.call, deliveryId)).status, 202);
    await t.app.drain();
    assert.equal(sink.received.length, run);
  }
});

test('returns 409 deliveryInProgress while the delivery is pending or retrying', async () => {
  const { user, sink, deliveryId } = await delivered();
  await redeliver(user.call, deliveryId);
  const expected = { code: 'deliveryInProgress', param: null };
  assertError(await redeliver(user.call, deliveryId), 409, expected);
  sink.respondWith = 500;
  await t.app.drain();
  assert.equal((await deliveryOf(user)).status, 'retrying');
  assertError(await redeliver(user.call, deliveryId), 409, expected);
});

test('returns 409 webhookInactive when the endpoint is inactive or deleted', async () => {
  const { user, webhookId, deliveryId } = await delivered();
  await user.call('PUT', `/v1/webhooks/${webhookId}`, { body: { isActive: false } });
  const expected = { code: 'webhookInactive', param: null };
  assertError(await redeliver(user.call, deliveryId), 409, expected);
  await user.call('DELETE', `/v1/webhooks/${webhookId}`);
  assertError(await redeliver(user.call, deliveryId), 409, expected);
});

test('returns 409 deliveryExpired once the event is 30 days old, although the delivery is still listed', async () => {
  const { user, deliveryId } = await delivered();
  await t.advance(30 * day - 1);
  assert.equal((await redeliver(user.call, deliveryId)).status, 202);
  await t.app.drain();
  await t.advance(2);
  assertError(await redeliver(user.call, deliveryId), 409, { code: 'deliveryExpired', param: null });
  await t.app.drain();
  assert.equal((await deliveryOf(user)).deliveryId, deliveryId);
});

test('a run started just before expiry keeps the event body for all six attempts', async () => {
  const { user, sink, deliveryId } = await delivered();
  await t.advance(30 * day - 1);
  sink.respondWith = 500;
  await redeliver(user.call, deliveryId);
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await t.app.drain();
    const { nextAttemptAt } = await deliveryOf(user);
    if (nextAttemptAt !== null) await t.advance(Date.parse(nextAttemptAt) - t.app.systemCtx.clock.now().getTime());
  }
  assert.deepEqual([(await deliveryOf(user)).status, sink.received.length], ['failed', 7]);
});

test('returns 404 for a delivery that is unknown or of another user', async () => {
  const [user, other] = [await t.newUser(), await delivered()];
  for (const id of ['whd_unknown', other.deliveryId]) {
    assertError(await redeliver(user.call, id), 404, { error: 'Not found' });
  }
});

test('a limited key can redeliver within its scope and gets 404 otherwise, also for deleted endpoints', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const seen = await delivered(selected(listed._id), user);
  for (const fields of [{}, selected(other._id), selected(listed._id, other._id)]) {
    const { deliveryId } = await delivered(fields, user);
    assertError(await redeliver(t.as(key), deliveryId), 404, { error: 'Not found' });
  }
  assert.equal((await redeliver(t.as(key), seen.deliveryId)).status, 202);
  await user.call('DELETE', `/v1/webhooks/${seen.webhookId}`);
  assertError(await redeliver(t.as(key), seen.deliveryId), 404, { error: 'Not found' });
});

test('returns 404 to a limited key once the only profile of the endpoint is deleted', async () => {
  const user = await t.newUser();
  const [deletedProfile, remainingProfile] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, {
    scope: 'profiles',
    profileIds: [deletedProfile._id, remainingProfile._id],
  });
  const { deliveryId } = await delivered(selected(deletedProfile._id), user);
  await user.call('DELETE', `/v1/profiles/${deletedProfile._id}`);
  assertError(await redeliver(t.as(key), deliveryId), 404, { error: 'Not found' });
});

test('returns 429 with Retry-After beyond 60 per hour; rejected calls do not count or change the delivery', async () => {
  const { user, deliveryId } = await delivered();
  assertError(await redeliver(user.call, 'whd_unknown'), 404, {});
  assert.equal(await usedOf(user), 1, 'the test event');
  await t.advance(10 * minute);
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'webhook.trigger', herald_now() FROM generate_series(1, 59)`,
    [user.ownerId],
  );
  const before = await deliveryOf(user);
  const response = await redeliver(user.call, deliveryId);
  assertError(response, 429, { error: 'rate_limited', retryAfter: 3000 });
  assert.equal(response.headers['retry-after'], '3000');
  assert.deepEqual(await deliveryOf(user), before);
  assert.equal(await usedOf(user), 60);
  await t.advance(50 * minute);
  assert.equal((await redeliver(user.call, deliveryId)).status, 202);
  assert.equal(await usedOf(user), 60);
});

test('returns 409 rather than 429 when both apply', async () => {
  const { user, webhookId, deliveryId } = await delivered();
  await redeliver(user.call, deliveryId);
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'webhook.trigger', herald_now() FROM generate_series(1, 60)`,
    [user.ownerId],
  );
  assertError(await redeliver(user.call, deliveryId), 409, { code: 'deliveryInProgress' });
  await user.call('PUT', `/v1/webhooks/${webhookId}`, { body: { isActive: false } });
  assertError(await redeliver(user.call, deliveryId), 409, { code: 'webhookInactive' });
});
