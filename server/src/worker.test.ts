import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeWebhook } from '../test/factories.ts';
import { startTestApp } from '../test/harness.ts';
import { startSink } from '../test/sink.ts';
import { inTransaction } from './db/transaction.ts';
import { realClock } from './kernel/time/clock.ts';

async function until<Value>(read: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  for (let left = 400; left > 0; left -= 1) {
    const value = await read();
    if (value !== undefined) return value;
    await realClock.sleep(25);
  }
  throw new Error('it did not happen within ten seconds');
}

test('a running worker delivers emitted events and removes its row when it stops', async () => {
  const t = await startTestApp({ clock: 'real' });
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  t.app.worker.start();
  await until(async () => ((await t.sql('SELECT 1 FROM workers')).length === 1 ? true : undefined));
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await until(() => (sink.received.length === 1 ? true : undefined));
  const ready = await t.call('GET', '/readyz');
  assert.ok(ready.body.checks.heartbeatSecondsAgo <= 5);
  await t.app.worker.stop();
  assert.deepEqual(await t.sql('SELECT id FROM workers'), []);
});

test('a rolled-back transaction leaves neither event nor delivery', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const { emitTo } = await import('./domain/events/emit.ts');
  const ctx = { ...t.app.systemCtx, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const data = { webhook: { id, name: 'Orders' }, message: 'Test event', profileIds: [] };
  await assert.rejects(
    inTransaction(ctx, async (ctx) => {
      await emitTo(ctx, id, { type: 'webhook.test', resourceId: id, data });
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  for (const table of ['events', 'webhook_deliveries']) {
    assert.deepEqual(await t.sql(`SELECT id FROM ${table}`), [], table);
  }
});

test('purges old events, deliveries and uses and keeps recent ones', async () => {
  const t = await startTestApp({ partitions: true });
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  const counts = async () =>
    Promise.all(
      ['events', 'webhook_deliveries', 'webhook_attempts', 'hourly_uses'].map(
        async (table) => (await t.sql(`SELECT 1 FROM ${table}`)).length,
      ),
    );
  const day = 24 * 60 * 60 * 1000;
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  assert.deepEqual(await counts(), [1, 1, 1, 1]);
  await t.advance(60 * 60 * 1000);
  await t.app.drain();
  assert.deepEqual(await counts(), [1, 1, 1, 0]);
  await t.advance(29 * day);
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.app.drain();
  assert.deepEqual(await counts(), [2, 2, 2, 1]);
  await t.advance(11 * day);
  await t.app.drain();
  assert.deepEqual(await counts(), [1, 1, 1, 0]);
});

test('keeps an event as long as one of its deliveries is open', async () => {
  const t = await startTestApp({ partitions: true });
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.advance(40 * 24 * 60 * 60 * 1000);
  await t.app.drain();
  assert.equal(sink.received.length, 1, 'after forty days of standstill');
  await t.app.drain();
  assert.deepEqual(await t.sql('SELECT id FROM events'), []);
});
