import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, makeKey, makeProfile, makeWebhook } from '../../../../test/factories.ts';
import { startTestApp, type Call, type TestUser } from '../../../../test/harness.ts';
import { startSink } from '../../../../test/sink.ts';

const t = await startTestApp({ partitions: true });
const [second, day] = [1000, 86_400_000];
const selected = (...profileIds: string[]) => ({ profileAccess: 'selected_profiles', profileIds });
const get = (call: Call, id: string) => call('GET', `/v1/webhook-deliveries/${id}`);

async function trigger(user: TestUser, fields: object = {}) {
  const sink = await startSink();
  const webhook = await makeWebhook(user.call, { url: sink.url, ...fields });
  const { body } = await user.call('POST', `/v1/webhooks/${webhook.id}/test`);
  return { sink, webhookId: webhook.id, deliveryId: body.deliveryId as string };
}

test('returns the listed record with URL, body and every attempt, newest first', async () => {
  const user = await t.newUser();
  const { sink, deliveryId } = await trigger(user);
  sink.respondWith = (_, response) => response.writeHead(503).end('try later');
  await t.app.drain();
  const firstAt = t.app.systemCtx.clock.now().toISOString();
  await t.advance(6 * second);
  sink.respondWith = (_, response) => response.end('{"ok":true}');
  await t.app.drain();
  const { status, body } = await get(user.call, deliveryId);
  assert.equal(status, 200);
  const { url, body: sent, attempts, ...record } = body.delivery;
  assert.deepEqual(record, (await user.call('GET', '/v1/webhook-deliveries')).body.deliveries[0]);
  assert.equal(url, sink.url);
  assert.equal(sent, sink.received[0]?.body);
  assert.equal(typeof attempts[0].durationMs, 'number');
  const [newest, oldest] = attempts.map(({ durationMs: _, ...attempt }: { durationMs: number }) => attempt);
  assert.deepEqual(newest, {
    ...{ at: record.lastAttemptAt, httpStatus: 200, errorCode: null, responseExcerpt: '{"ok":true}' },
  });
  assert.deepEqual(oldest, {
    ...{ at: firstAt, httpStatus: 503, errorCode: 'httpError', responseExcerpt: 'try later' },
  });
});

test('has no attempts before the first one', async () => {
  const user = await t.newUser();
  const { deliveryId } = await trigger(user);
  const { delivery } = (await get(user.call, deliveryId)).body;
  assert.deepEqual([delivery.status, delivery.attempts], ['pending', []]);
  await t.app.drain();
});

test('stores no excerpt without a response', async () => {
  const user = await t.newUser();
  const { sink, deliveryId } = await trigger(user);
  sink.respondWith = (_, response) => response.destroy();
  await t.app.drain();
  const [attempt] = (await get(user.call, deliveryId)).body.delivery.attempts;
  assert.partialDeepStrictEqual(attempt, {
    ...{ httpStatus: null, errorCode: 'connectionFailed', responseExcerpt: null },
  });
});

test('stores hostile responses as text of at most 1,024 bytes', async () => {
  const user = await t.newUser();
  const { sink, deliveryId } = await trigger(user);
  sink.respondWith = (_, response) => response.end(Buffer.concat([Buffer.from([0, 0xff]), Buffer.alloc(5000, 'é')]));
  await t.app.drain();
  const { status, attempts } = (await get(user.call, deliveryId)).body.delivery;
  assert.equal(status, 'delivered');
  assert.equal(attempts[0].responseExcerpt, `\uFFFD\uFFFD${'é'.repeat(509)}`);
});

test('masks the signing secret and custom headers that the receiver echoes', async () => {
  const user = await t.newUser();
  const { sink, deliveryId } = await trigger(user, {
    secret: 'whsec_3b1f0c5a9d7e4286',
    customHeaders: [{ name: 'Authorization', value: 'Bearer 0123456789abcdef' }],
  });
  sink.respondWith = ({ headers }, response) =>
    response.end(`${JSON.stringify(headers)} 0123456789abcdef whsec_3b1f0c5a9d7e4286`);
  await t.app.drain();
  const { responseExcerpt } = (await get(user.call, deliveryId)).body.delivery.attempts[0];
  assert.match(responseExcerpt, /"authorization":"\*+"/);
  assert.match(responseExcerpt, / \*{16} \*{22}$/);
  assert.doesNotMatch(responseExcerpt, /0123456789|whsec_/);
});

test('lists the newest 100 attempts', async () => {
  const user = await t.newUser();
  const { deliveryId } = await trigger(user);
  await t.app.drain();
  await t.sql(
    `INSERT INTO webhook_attempts (owner_id, delivery_id, number, attempted_at, duration_ms, http_status)
     SELECT $1, $2, n, herald_now(), n, 500 FROM generate_series(2, 120) AS n`,
    [user.ownerId, deliveryId],
  );
  const { attempts } = (await get(user.call, deliveryId)).body.delivery;
  assert.deepEqual([attempts.length, attempts[0].durationMs, attempts[99].durationMs], [100, 120, 21]);
});

test('has no URL once the endpoint is deleted and no body once the event is deleted', async () => {
  const user = await t.newUser();
  const { sink, webhookId, deliveryId } = await trigger(user);
  await t.app.drain();
  await t.advance(29 * day);
  await user.call('POST', `/v1/webhook-deliveries/${deliveryId}/redeliver`);
  await t.app.drain();
  await t.advance(10 * day);
  await t.app.drain();
  assert.partialDeepStrictEqual((await get(user.call, deliveryId)).body.delivery, { url: sink.url, body: null });
  await user.call('DELETE', `/v1/webhooks/${webhookId}`);
  assert.partialDeepStrictEqual((await get(user.call, deliveryId)).body.delivery, { url: null, body: null });
});

test('returns 404 for a delivery that is unknown or of another user', async () => {
  const [user, other] = [await t.newUser(), await trigger(await t.newUser())];
  for (const id of ['whd_unknown', other.deliveryId]) {
    assertError(await get(user.call, id), 404, { error: 'Not found' });
  }
  await t.app.drain();
});

test('returns 404 to a limited key unless it sees every profile of an existing endpoint', async () => {
  const user = await t.newUser();
  const [listed, other] = [await makeProfile(user.call), await makeProfile(user.call)];
  const { key } = await makeKey(user.call, { scope: 'profiles', profileIds: [listed._id], permission: 'read' });
  const visible = await trigger(user, selected(listed._id));
  for (const fields of [{}, selected(other._id), selected(listed._id, other._id)]) {
    const { deliveryId } = await trigger(user, fields);
    assertError(await get(t.as(key), deliveryId), 404, { error: 'Not found' });
  }
  assert.equal((await get(t.as(key), visible.deliveryId)).status, 200);
  await user.call('DELETE', `/v1/webhooks/${visible.webhookId}`);
  assertError(await get(t.as(key), visible.deliveryId), 404, { error: 'Not found' });
});
