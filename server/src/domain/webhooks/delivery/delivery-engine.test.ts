import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { startSink, type Sink } from '../../../../test/sink.ts';

const t = await startTestApp();
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

async function sent(fields: Record<string, unknown> = {}) {
  const [user, sink] = [await t.newUser(), await startSink()];
  const webhook = await makeWebhook(user.call, { url: sink.url, ...fields });
  const { status, body, text } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  assert.equal(status, 202, text);
  return { user, sink, webhook, eventId: body.eventId as string, deliveryId: body.deliveryId as string };
}

async function deliveryOf(user: TestUser) {
  const { body } = await user.call('GET', '/v1/webhook-deliveries');
  assert.equal(body.deliveries.length, 1);
  return body.deliveries[0];
}

async function endpointOf(user: TestUser) {
  const { body } = await user.call('GET', '/v1/webhooks');
  return body.webhooks[0];
}

test('a test event arrives with the documented headers and body', async () => {
  const { user, sink, webhook, eventId, deliveryId } = await sent({
    customHeaders: [{ name: 'X-Tenant', value: 'a b' }],
  });
  await t.app.drain();
  assert.equal(sink.received.length, 1);
  const [request] = sink.received;
  assert.ok(request);
  assert.equal(request.method, 'POST');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Herald-Webhooks/1.0',
    'x-service-event': 'webhook.test',
    'x-service-event-id': eventId,
    'x-service-delivery-id': deliveryId,
    'x-service-timestamp': '1772442000',
    'x-tenant': 'a b',
  };
  for (const [name, value] of Object.entries(headers)) assert.equal(request.headers[name], value, name);
  for (const name of ['x-service-signature', 'webhook-id', 'webhook-signature']) assert.ok(!(name in request.headers));
  assert.equal(
    request.body,
    JSON.stringify({
      id: eventId,
      type: 'webhook.test',
      apiVersion: 'v1',
      createdAt: '2026-03-02T09:00:00.000Z',
      data: { webhook: { id: webhook.id, name: 'Orders' }, message: 'Test event', profileIds: [] },
    }),
  );
  const delivery = await deliveryOf(user);
  assert.deepEqual(
    { ...delivery, lastDurationMs: 0 },
    {
      deliveryId,
      webhookId: webhook.id,
      event: 'webhook.test',
      eventId,
      resourceId: webhook.id,
      status: 'delivered',
      attemptCount: 1,
      lastHttpStatus: 200,
      lastErrorCode: null,
      lastDurationMs: 0,
      createdAt: '2026-03-02T09:00:00.000Z',
      lastAttemptAt: '2026-03-02T09:00:00.000Z',
      deliveredAt: '2026-03-02T09:00:00.000Z',
      nextAttemptAt: null,
    },
  );
  assert.equal((await endpointOf(user)).lastDeliveredAt, '2026-03-02T09:00:00.000Z');
});

test('both signatures verify when the endpoint has a secret', async () => {
  const { sink, eventId } = await sent({ secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==' });
  await t.app.drain();
  const [request] = sink.received;
  assert.ok(request);
  const { headers, body } = request;
  const stamp = String(headers['x-service-timestamp']);
  const hex = createHmac('sha256', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==').update(`${stamp}.${body}`).digest('hex');
  assert.equal(headers['x-service-signature'], `v1=${hex}`);
  assert.equal(headers['webhook-id'], eventId);
  assert.equal(headers['webhook-timestamp'], stamp);
  const base64 = createHmac('sha256', '0123456789abcdef').update(`${eventId}.${stamp}.${body}`).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${base64}`);
});

test('makes six attempts with the documented waits plus up to 10%, then fails the delivery', async () => {
  const { user, sink } = await sent();
  sink.respondWith = 500;
  const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour];
  await t.app.drain();
  for (const [index, wait] of waits.entries()) {
    const delivery = await deliveryOf(user);
    assert.equal(delivery.status, 'retrying');
    assert.equal(delivery.attemptCount, index + 1);
    assert.equal(delivery.lastErrorCode, 'httpError');
    assert.equal(delivery.lastHttpStatus, 500);
    const waitMs = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt);
    assert.ok(waitMs >= wait && waitMs <= wait * 1.1, `${waitMs} after ${wait}`);
    await t.advance(waitMs - 1);
    await t.app.drain();
    assert.equal(sink.received.length, index + 1, 'not a millisecond early');
    await t.advance(1);
    await t.app.drain();
    assert.equal(sink.received.length, index + 2);
  }
  const delivery = await deliveryOf(user);
  assert.equal(delivery.status, 'failed');
  assert.equal(delivery.nextAttemptAt, null);
  assert.equal(new Set(sink.received.map((one) => one.body)).size, 1, 'the same bytes each time');
  assert.equal(new Set(sink.received.map((one) => one.headers['x-service-timestamp'])).size, 6, 'a fresh timestamp');
  assert.equal((await endpointOf(user)).consecutiveFailures, 1);
});

test('Retry-After lengthens a wait up to twice its length and never shortens it', async () => {
  for (const [retryAfter, expected] of [
    ['7', 7],
    ['3600', 10],
    ['1', 5],
    ['nonsense', 5],
  ] as const) {
    const { user, sink } = await sent();
    sink.respondWith = (_request, response) => void response.writeHead(503, { 'retry-after': retryAfter }).end();
    await t.app.drain();
    const delivery = await deliveryOf(user);
    const waitMs = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.lastAttemptAt);
    assert.ok(waitMs >= expected * second && waitMs <= expected * second * 1.1, `${retryAfter}: ${waitMs}`);
  }
});

test('410 fails the delivery and disables the endpoint at once', async () => {
  const { user, sink } = await sent();
  sink.respondWith = 410;
  await t.app.drain();
  const delivery = await deliveryOf(user);
  assert.deepEqual([delivery.status, delivery.lastErrorCode, delivery.lastHttpStatus], ['failed', 'gone', 410]);
  const endpoint = await endpointOf(user);
  assert.deepEqual([endpoint.isActive, endpoint.disabledReason], [false, 'gone']);
});

test('treats a redirect as a failure and does not follow it', async () => {
  const { user, sink } = await sent();
  const other = await startSink();
  sink.respondWith = (_request, response) => void response.writeHead(302, { location: other.url }).end();
  await t.app.drain();
  const delivery = await deliveryOf(user);
  assert.deepEqual([delivery.status, delivery.lastErrorCode, delivery.lastHttpStatus], ['retrying', 'redirect', 302]);
  assert.equal(other.received.length, 0);
});

async function fail(sink: Sink, user: TestUser, webhookId: string, times: number): Promise<void> {
  sink.respondWith = 500;
  for (let n = 0; n < times; n += 1) {
    await user.call('POST', `/v1/webhooks/${webhookId}/test`);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await t.app.drain();
      await t.advance(6 * hour);
    }
  }
}

test('ten exhausted deliveries in a row disable the endpoint and fail its open deliveries', async () => {
  const { user, sink, webhook } = await sent();
  await t.app.drain();
  await fail(sink, user, webhook.id, 9);
  assert.deepEqual([(await endpointOf(user)).isActive, (await endpointOf(user)).consecutiveFailures], [true, 9]);
  const open = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  await t.sql(
    `UPDATE open_deliveries SET next_attempt_at = next_attempt_at + interval '90 days' WHERE delivery_id = $1`,
    [open.body.deliveryId],
  );
  await fail(sink, user, webhook.id, 1);
  const endpoint = await endpointOf(user);
  assert.deepEqual([endpoint.isActive, endpoint.disabledReason], [false, 'auto_consecutive_failures']);
  const { body } = await user.call('GET', '/v1/webhook-deliveries');
  const ended = body.deliveries.find((one: { deliveryId: string }) => one.deliveryId === open.body.deliveryId);
  assert.deepEqual([ended.status, ended.lastErrorCode, ended.attemptCount], ['failed', 'endpointDisabled', 0]);
});

test('a success resets consecutiveFailures', async () => {
  const { user, sink, webhook } = await sent();
  await fail(sink, user, webhook.id, 2);
  sink.respondWith = 204;
  await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  await t.app.drain();
  assert.equal((await endpointOf(user)).consecutiveFailures, 0);
});

test('fails a delivery without sending it when its endpoint was deleted concurrently', async () => {
  const { user, sink, webhook, deliveryId } = await sent();
  await user.call('DELETE', `/v1/webhooks/${webhook.id}`);
  await t.sql(
    `WITH reopened AS (UPDATE open_deliveries SET next_attempt_at = herald_now() WHERE delivery_id = $1)
     UPDATE webhook_deliveries SET status = 'pending', last_error_code = NULL WHERE id = $1`,
    [deliveryId],
  );
  await t.app.drain();
  assert.equal(sink.received.length, 0);
  const delivery = await deliveryOf(user);
  assert.deepEqual([delivery.status, delivery.lastErrorCode, delivery.attemptCount], ['failed', 'endpointDeleted', 0]);
});

test('sends a delivery claimed by a killed worker once its lease expires', async () => {
  const { sink, deliveryId } = await sent();
  await t.sql(
    `UPDATE open_deliveries SET claim_token = 'dead', lease_until = herald_now() + interval '20 seconds' WHERE delivery_id = $1`,
    [deliveryId],
  );
  await t.app.drain();
  assert.equal(sink.received.length, 0);
  await t.advance(20 * second);
  await t.app.drain();
  assert.equal(sink.received.length, 1);
});

test('an attempt that lost its claim writes nothing', async () => {
  const { user, sink, deliveryId } = await sent();
  const { promise, resolve } = Promise.withResolvers<void>();
  sink.respondWith = (_request, response) => {
    void t
      .sql(
        `UPDATE open_deliveries SET claim_token = 'rival', lease_until = herald_now() + interval '1 minute' WHERE delivery_id = $1`,
        [deliveryId],
      )
      .then(() => response.writeHead(500).end())
      .then(() => resolve());
  };
  await Promise.all([t.app.drain(), promise]);
  const delivery = await deliveryOf(user);
  assert.deepEqual([delivery.status, delivery.attemptCount], ['pending', 0]);
});

test('records every attempt, and a redelivery adds to them with the same event body', async () => {
  const { user, sink, deliveryId } = await sent();
  sink.respondWith = 500;
  await t.app.drain();
  sink.respondWith = 200;
  await t.advance(6 * second);
  await t.app.drain();
  const { status } = await user.call('POST', `/v1/webhook-deliveries/${deliveryId}/redeliver`);
  assert.equal(status, 202);
  await t.app.drain();
  const rows = await t.sql<{ number: number; http_status: number }>(
    'SELECT number, http_status FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number',
    [deliveryId],
  );
  assert.deepEqual(rows, [
    { number: 1, http_status: 500 },
    { number: 2, http_status: 200 },
    { number: 3, http_status: 200 },
  ]);
  assert.equal((await deliveryOf(user)).attemptCount, 3);
  assert.equal(new Set(sink.received.map((one) => one.body)).size, 1);
});
