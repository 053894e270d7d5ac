import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../../test/database.ts';
import { makeProfile, makeWebhook } from '../../../test/factories.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { sendWaiting } from '../../../test/send-waiting.ts';
import { startSink } from '../../../test/sink.ts';
import { untilBlocked } from '../../../test/wait-for.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertEvents } from '../events/event-store.ts';
import { newEventRow } from '../events/new-event-row.ts';
import { addDeliveries } from './delivery/add-deliveries.ts';

const t = await startTestApp();
const valid = {
  name: 'Orders',
  url: 'https://hooks.example',
  events: ['post.published'],
  profileAccess: 'all_profiles',
};

function counts(statuses: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
}

async function together(count: number, call: () => Promise<{ status: number }>): Promise<Record<string, number>> {
  const responses = await Promise.all(Array.from({ length: count }, call));
  return counts(responses.map((response) => response.status));
}

async function useUp(user: TestUser, count: number): Promise<void> {
  await t.sql(
    `INSERT INTO hourly_uses (owner_id, operation, used_at)
     SELECT $1, 'webhook.trigger', herald_now() FROM generate_series(1, $2::int)`,
    [user.ownerId, count],
  );
}

async function endpoint(user: TestUser) {
  const sink = await startSink();
  return { sink, ...(await makeWebhook(user.call, { url: sink.url })) };
}

async function delivered(user: TestUser): Promise<string> {
  const { id } = await endpoint(user);
  const { body } = await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  return body.deliveryId;
}

async function emitPost(user: TestUser, until: Promise<void> = Promise.resolve()): Promise<void> {
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  await inTransaction({ ...t.app.systemCtx, caller }, async (ctx) => {
    const row = newEventRow(ctx, { type: 'post.published', resourceId: 'pst_1', data: { profileIds: [] } });
    insertEvents(ctx.db, [row]);
    addDeliveries(ctx, [row]);
    await sendWaiting(ctx.db);
    await until;
  });
}

function openDeliveries(user: TestUser) {
  return t.sql('SELECT delivery_id FROM open_deliveries WHERE owner_id = $1', [user.ownerId]);
}

test('accepts one of thirty concurrent creates at 24 endpoints', async () => {
  const user = await t.newUser();
  for (let n = 1; n <= 24; n += 1) await makeWebhook(user.call);
  const create = () => user.call('POST', '/v1/webhooks', { body: valid });
  assert.deepEqual(await together(30, create), { 201: 1, 409: 29 });
  const { body } = await user.call('GET', '/v1/webhooks');
  assert.equal(body.webhooks.length, 25);
});

test('one of twenty concurrent redeliveries starts a run and one use is counted', async () => {
  const user = await t.newUser();
  const id = await delivered(user);
  const redeliver = () => user.call('POST', `/v1/webhook-deliveries/${id}/redeliver`);
  assert.deepEqual(await together(20, redeliver), { 202: 1, 409: 19 });
  const [row] = await t.sql('SELECT count(*)::int AS uses FROM hourly_uses WHERE owner_id = $1', [user.ownerId]);
  assert.deepEqual(row, { uses: 2 }, 'the test event and the run');
});

test('returns 409 to redeliveries that lose to the one filling the cap', async () => {
  const user = await t.newUser();
  const id = await delivered(user);
  await useUp(user, 58);
  const redeliver = () => user.call('POST', `/v1/webhook-deliveries/${id}/redeliver`);
  assert.deepEqual(await together(20, redeliver), { 202: 1, 409: 19 });
});

test('accepts one of twenty concurrent test calls with one use left in the hour', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  await useUp(user, 59);
  assert.deepEqual(await together(20, () => user.call('POST', `/v1/webhooks/${id}/test`)), { 202: 1, 429: 19 });
});

test('accepts two of eight concurrent redeliveries with two uses left in the hour', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  const ids: string[] = [];
  for (let n = 1; n <= 8; n += 1) ids.push((await user.call('POST', `/v1/webhooks/${id}/test`)).body.deliveryId);
  await t.app.drain();
  await useUp(user, 50);
  const responses = await Promise.all(ids.map((one) => user.call('POST', `/v1/webhook-deliveries/${one}/redeliver`)));
  assert.deepEqual(counts(responses.map((response) => response.status)), { 202: 2, 429: 6 });
});

test('one of twenty concurrent promotions finds the staged secret', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call, { secret: 'first' });
  await user.call('PUT', `/v1/webhooks/${id}`, { body: { secret: 'second' } });
  const promote = () => user.call('POST', `/v1/webhooks/${id}/promote-secret`);
  assert.deepEqual(await together(20, promote), { 200: 1, 409: 19 });
});

test('concurrent updates of different fields are all kept', async () => {
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const path = `/v1/webhooks/${id}`;
  const changes = [
    { name: 'Other' },
    { url: 'https://other.example/' },
    { events: ['post.failed'] },
    { isActive: false },
  ];
  await Promise.all(changes.map((body) => user.call('PUT', path, { body })));
  const { webhook } = (await user.call('GET', path)).body;
  for (const change of changes) assert.deepEqual({ ...webhook, ...change }, webhook);
});

test('an event committed after its endpoint was disabled or deleted leaves no open delivery', async () => {
  const end = { disabled: ['PUT', { body: { isActive: false } }], deleted: ['DELETE', {}] } as const;
  for (const [method, request] of Object.values(end)) {
    const user = await t.newUser();
    const { id, sink } = await endpoint(user);
    const { promise, resolve } = Promise.withResolvers<void>();
    const emitted = emitPost(user, promise);
    const { status, text } = await user.call(method, `/v1/webhooks/${id}`, request);
    assert.equal(status, 200, text);
    resolve();
    await emitted;
    await t.app.drain();
    assert.deepEqual(await openDeliveries(user), []);
    assert.equal(sink.received.length, 0);
  }
});

test('events concurrent with the disabling of their endpoint leave no open delivery', async () => {
  const user = await t.newUser();
  for (let round = 1; round <= 10; round += 1) {
    const { id, sink } = await endpoint(user);
    sink.respondWith = 500;
    const emits = Array.from({ length: 5 }, () => emitPost(user));
    const disable = user.call('PUT', `/v1/webhooks/${id}`, { body: { isActive: false } });
    const [response] = await Promise.all([disable, t.app.drain(), ...emits]);
    assert.equal(response.status, 200, response.text);
    await t.app.drain();
    assert.deepEqual(await openDeliveries(user), []);
  }
});

test('does not retry a delivery attempted while its endpoint is disabled or deleted', async () => {
  const ends = {
    endpointDisabled: `UPDATE webhook_endpoints SET is_active = false, disabled_reason = 'user_disabled' WHERE id = $1`,
    endpointDeleted: 'DELETE FROM webhook_endpoints WHERE id = $1',
  };
  for (const [because, statement] of Object.entries(ends)) {
    const user = await t.newUser();
    const { id, sink } = await endpoint(user);
    sink.respondWith = 500;
    await onServer(t.databaseUrl, async (rival) => {
      await rival.query('BEGIN');
      await rival.query(statement, [id]);
      await emitPost(user);
      const drained = t.app.drain();
      await untilBlocked(t);
      await rival.query('COMMIT');
      await drained;
    });
    const [delivery] = (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries;
    const { status, lastErrorCode, lastHttpStatus, nextAttemptAt } = delivery;
    assert.deepEqual([status, lastErrorCode, lastHttpStatus, nextAttemptAt], ['failed', because, 500, null]);
  }
});

test('an attempt in flight while its endpoint is disabled does not reopen the delivery', async () => {
  const user = await t.newUser();
  const { id, sink } = await endpoint(user);
  sink.respondWith = (_request, response) => {
    void user
      .call('PUT', `/v1/webhooks/${id}`, { body: { isActive: false } })
      .then(() => response.writeHead(500).end());
  };
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  assert.deepEqual(await openDeliveries(user), []);
  const [delivery] = (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries;
  assert.deepEqual([delivery.status, delivery.lastErrorCode], ['failed', 'endpointDisabled']);
});

test('an attempt that succeeds after its endpoint was disabled is reported as delivered', async () => {
  const user = await t.newUser();
  const { id, sink } = await endpoint(user);
  sink.respondWith = (_request, response) => {
    void user
      .call('PUT', `/v1/webhooks/${id}`, { body: { isActive: false } })
      .then(() => response.writeHead(200).end());
  };
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  const [delivery] = (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries;
  assert.deepEqual([delivery.status, delivery.lastErrorCode, delivery.nextAttemptAt], ['delivered', null, null]);
});

test('settling waits for a concurrent change of the endpoint without locking its deliveries', async () => {
  const user = await t.newUser();
  const { id } = await endpoint(user);
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT id FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [id]);
    const drained = t.app.drain();
    await untilBlocked(t);
    // Shorter than `deadlock_timeout`.
    await rival.query(`SET LOCAL lock_timeout = '500ms'`);
    await rival.query(
      `WITH ended AS (UPDATE open_deliveries SET next_attempt_at = NULL WHERE endpoint_id = $1)
       UPDATE webhook_deliveries SET status = 'failed' WHERE endpoint_id = $1`,
      [id],
    );
    await rival.query('COMMIT');
    await drained;
  });
});

test('returns 404 when the profile of an endpoint is deleted concurrently, on create and on update', async () => {
  const user = await t.newUser();
  const { _id } = await makeProfile(user.call);
  const webhook = await makeWebhook(user.call);
  const access = { profileAccess: 'selected_profiles', profileIds: [_id] };
  await onServer(t.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('DELETE FROM profiles WHERE id = $1', [_id]);
    const created = user.call('POST', '/v1/webhooks', { body: { ...valid, ...access } });
    await untilBlocked(t);
    const updated = user.call('PUT', `/v1/webhooks/${webhook.id}`, { body: access });
    await untilBlocked(t, 2);
    await rival.query('COMMIT');
    const statuses = [(await created).status, (await updated).status];
    assert.deepEqual(statuses, [404, 404]);
  });
});
