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

test('a running worker delivers what a request emits, and signs off when it stops', async () => {
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
  assert.deepEqual(await t.sql('SELECT id FROM graphile_worker.jobs'), []);
});

test('jobs that a dead worker had taken are freed by its pool id and run elsewhere', async () => {
  const t = await startTestApp();
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.sql(`INSERT INTO workers VALUES ('wrk_dead', 'pool-dead', herald_now(), herald_now())`);
  await t.sql(`UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now(), attempts = 1`);
  const locked = () => t.sql(`SELECT id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL`);
  await t.advance(20_000);
  await t.app.drain();
  assert.equal((await locked()).length, 1, 'a worker may be silent for twenty seconds');
  await t.advance(1);
  await t.app.drain();
  assert.equal((await locked()).length, 0);
  assert.deepEqual(await t.sql('SELECT id FROM workers'), []);
  assert.deepEqual(await t.sql('SELECT id FROM graphile_worker.jobs'), [], 'the freed job has run');
});

test('the jobs of a worker that lives are left alone', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call, { url: 'http://127.0.0.1:1/' });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.advance(60_000);
  await t.sql(`INSERT INTO workers VALUES ('wrk_alive', 'pool-alive', herald_now(), herald_now())`);
  await t.sql(`UPDATE graphile_worker._private_jobs SET locked_by = 'pool-alive', locked_at = now(), attempts = 1`);
  await t.app.drain();
  assert.equal((await t.sql(`SELECT id FROM graphile_worker.jobs WHERE locked_by = 'pool-alive'`)).length, 1);
});

test('a rolled-back transaction leaves neither event nor delivery nor job', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  const { id } = await makeWebhook(user.call);
  const { emitTo } = await import('./domain/events/emit.ts');
  const ctx = { ...t.app.world, caller: { kind: 'system', ownerId: user.ownerId } as const };
  const data = { webhook: { id, name: 'Orders' }, message: 'Test event', profileIds: [] };
  await assert.rejects(
    inTransaction(ctx, async (ctx) => {
      await emitTo(ctx, id, { type: 'webhook.test', resourceId: id, data });
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  for (const table of ['events', 'webhook_deliveries', 'graphile_worker.jobs']) {
    assert.deepEqual(await t.sql(`SELECT id FROM ${table}`), [], table);
  }
});

test('old events, deliveries and uses are purged, what is younger stays', async () => {
  const t = await startTestApp();
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
  await t.advance(2 * day);
  await t.app.drain();
  assert.deepEqual(await counts(), [1, 1, 1, 0]);
});

test('an event stays for as long as one of its deliveries is open', async () => {
  const t = await startTestApp();
  const [user, sink] = [await t.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  await t.advance(40 * 24 * 60 * 60 * 1000);
  await t.app.drain();
  assert.equal(sink.received.length, 1, 'after forty days of standstill');
  await t.app.drain();
  assert.deepEqual(await t.sql('SELECT id FROM events'), []);
});
