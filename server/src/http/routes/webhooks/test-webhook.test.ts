import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp();
const [second, minute] = [1000, 60_000];
const trigger = (call: Call, id: string) => call('POST', `/v1/webhooks/${id}/test`);
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });

/** On loopback, because other tests here may drain. */
async function endpoint(user: TestUser, fields: object = {}) {
  const sink = await startSink();
  return { sink, ...(await makeWebhook(user.call, { url: sink.url, ...fields })) };
}

async function useUp(user: TestUser, count: number): Promise<void> {
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'webhook.trigger', herald_now() FROM generate_series(1, $2::int)`,
    [user.ownerId, count],
  );
}

async function capOf(user: TestUser) {
  const { body } = await user.call('GET', '/v1/usage');
  return body.caps.find((cap: { operation: string }) => cap.operation === 'webhook.trigger');
}

test('returns 202 with the event and delivery IDs and delivers to this endpoint only, whatever its events', async () => {
  const user = await t.newUser();
  const [one, other] = [
    await endpoint(user, { events: ['contact.created'] }),
    await endpoint(user, { events: ['webhook.test'] }),
  ];
  const { status, body } = await trigger(user.call, one.id);
  assert.equal(status, 202);
  assert.equal(typeof body.message, 'string');
  await t.app.drain();
  assert.deepEqual([one.sink.received.length, other.sink.received.length], [1, 0]);
  const headers = one.sink.received[0]?.headers;
  assert.deepEqual(
    [headers?.['x-service-event'], headers?.['x-service-event-id'], headers?.['x-service-delivery-id']],
    ['webhook.test', body.eventId, body.deliveryId],
  );
});

test('returns 202 for an endpoint left without profiles', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const { id, sink } = await endpoint(user, selected(_id));
  await user.call('DELETE', `/v1/profiles/${_id}`);
  assert.equal((await trigger(user.call, id)).status, 202);
  await t.app.drain();
  assert.equal(sink.received.length, 1);
});

test('returns 409 webhookInactive while the endpoint is inactive', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user, { isActive: false });
  assertError(await trigger(user.call, id), 409, { code: 'webhookInactive', param: null });
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { isActive: true } });
  assert.equal((await trigger(user.call, id)).status, 202);
});

test('returns 404 for an endpoint that is unknown, of another user or out of scope', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const [listed, unlisted] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id] });
  const foreign = await endpoint(other);
  const [all, seen, unseen] = [
    await endpoint(user),
    await endpoint(user, selected(listed._id)),
    await endpoint(user, selected(unlisted._id)),
  ];
  for (const id of ['whk_unknown', foreign.id]) assertError(await trigger(user.call, id), 404, { error: 'Not found' });
  for (const { id } of [all, unseen]) assertError(await trigger(t.as(key), id), 404, { error: 'Not found' });
  assert.equal((await trigger(t.as(key), seen.id)).status, 202);
});

test('returns 429 with the seconds until the oldest use expires, exactly one hour after it', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  assert.equal((await trigger(user.call, id)).status, 202);
  await t.advance(10 * minute + 500);
  await useUp(user, 59);
  const refused = await trigger(user.call, id);
  assertError(refused, 429, { error: 'rate_limited', retryAfter: 50 * 60 });
  assert.equal(refused.headers['retry-after'], String(50 * 60));
  await t.advance(50 * minute - 501);
  const late = await trigger(user.call, id);
  assertError(late, 429, { error: 'rate_limited', retryAfter: 1 });
  await t.advance(1);
  assert.equal((await trigger(user.call, id)).status, 202);
  assertError(await trigger(user.call, id), 429, { retryAfter: 10 * 60 + 1 });
});

test('all keys, test events and redeliveries of a user share one cap, and other users are unaffected', async () => {
  const [user, other] = [await t.newUser(), await t.newUser()];
  const { _id } = await makeProfile(user.call);
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [_id] });
  const { id } = await endpoint(user, selected(_id));
  const { body } = await trigger(user.call, id);
  await t.app.drain();
  await useUp(user, 58);
  assert.equal((await trigger(t.as(key), id)).status, 202);
  assert.equal((await trigger(user.call, id)).status, 429);
  assert.equal((await user.call('POST', `/v1/webhook-deliveries/${body.deliveryId}/redeliver`)).status, 429);
  assert.equal((await trigger(other.call, (await endpoint(other)).id)).status, 202);
});

test('returns 404 and 409 before 429, and such calls do not count towards the cap', async () => {
  const user = await t.newUser();
  const [active, inactive] = [await endpoint(user), await endpoint(user, { isActive: false })];
  for (let n = 1; n <= 3; n += 1) {
    assert.equal((await trigger(user.call, inactive.id)).status, 409);
    assert.equal((await trigger(user.call, 'whk_unknown')).status, 404);
  }
  assert.deepEqual(await capOf(user), { operation: 'webhook.trigger', limit: 60, used: 0, resetAt: null });
  await useUp(user, 60);
  assert.equal((await trigger(user.call, inactive.id)).status, 409);
  assert.equal((await trigger(user.call, 'whk_unknown')).status, 404);
  for (let n = 1; n <= 3; n += 1) assert.equal((await trigger(user.call, active.id)).status, 429);
  assert.equal((await capOf(user)).used, 60);
});

test('usage reports the uses and when the cap is fully available again', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  await trigger(user.call, id);
  await t.advance(20 * minute);
  await trigger(user.call, id);
  const wholeAt = new Date(t.app.systemCtx.clock.now().getTime() + 60 * minute).toISOString();
  assert.deepEqual(await capOf(user), { operation: 'webhook.trigger', limit: 60, used: 2, resetAt: wholeAt });
  await t.advance(40 * minute);
  assert.deepEqual(await capOf(user), { operation: 'webhook.trigger', limit: 60, used: 1, resetAt: wholeAt });
  await t.advance(20 * minute);
  assert.deepEqual(await capOf(user), { operation: 'webhook.trigger', limit: 60, used: 0, resetAt: null });
});

test('a rejected call creates neither event nor delivery', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  await useUp(user, 60);
  await trigger(user.call, id);
  await t.advance(second);
  const [row] = await t.sql<{ events: number; deliveries: number }>(
    `SELECT (SELECT count(*)::int FROM events WHERE owner_id = $1) AS events,
            (SELECT count(*)::int FROM webhook_deliveries WHERE owner_id = $1) AS deliveries`,
    [user.ownerId],
  );
  assert.deepEqual(row, { events: 0, deliveries: 0 });
});
