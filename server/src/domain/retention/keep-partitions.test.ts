import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../../test/database.ts';
import { makeWebhook } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { startSink } from '../../../test/sink.ts';
import { keepPartitions } from './keep-partitions.ts';

const day = 24 * 3_600_000;
// The test clock starts on Monday, 2 March 2026.
const t = await startTestApp({ partitions: true });

async function partitionsOf(table: string, { sql }: Pick<TestApp, 'sql'> = t): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const sweep = ({ app } = t): Promise<void> =>
  keepPartitions({ ...app.systemCtx, stopping: new AbortController().signal });

async function placesOf(table: string, { sql }: Pick<TestApp, 'sql'> = t): Promise<string[]> {
  return (await sql<{ name: string }>(`SELECT tableoid::regclass::text AS name FROM ${table} ORDER BY 1`)).map(
    ({ name }) => name,
  );
}

async function deliver(app: TestApp): Promise<{ redeliver(): Promise<void> }> {
  const [user, sink] = [await app.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  const { body } = await user.call('POST', `/v1/webhooks/${id}/test`);
  await app.app.drain();
  return {
    redeliver: async () => {
      const { status } = await user.call('POST', `/v1/webhook-deliveries/${body.deliveryId}/redeliver`);
      assert.equal(status, 202);
    },
  };
}

test('creates the partitions of this week or quarter and of the next two', async () => {
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    const names = ['20260302', '20260309', '20260316', 'rest'].map((part) => `${table}_${part}`);
    assert.deepEqual(await partitionsOf(table), names);
  }
  for (const table of ['metric_days', 'account_metric_days', 'follower_days']) {
    const names = ['20260101', '20260401', '20260701', 'rest'].map((part) => `${table}_${part}`);
    assert.deepEqual(await partitionsOf(table), names);
  }
});

test('sweeps at the same time do the work once', async () => {
  const app = await startTestApp({ partitions: true });
  await app.advance(7 * day);
  await Promise.all([1, 2, 3, 4].map(() => sweep(app)));
  await sweep(app);
  assert.deepEqual((await partitionsOf('events', app)).slice(-2), ['events_20260323', 'events_rest']);
  assert.ok(!app.log.some((line) => line.includes('could not be changed')));
});

test('rows are stored in the partition of their time, which is dropped once all of it is old', async () => {
  const app = await startTestApp({ partitions: true });
  await deliver(app);
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    assert.deepEqual(await placesOf(table, app), [`${table}_20260302`]);
  }
  // The week ends on 9 March; events are kept for 31 days after it, deliveries for 32.
  await app.advance(37 * day);
  await sweep(app);
  assert.deepEqual(await placesOf('events', app), ['events_20260302']);
  await app.advance(day);
  await sweep(app);
  assert.deepEqual(await placesOf('events', app), []);
  assert.deepEqual(await placesOf('webhook_deliveries', app), ['webhook_deliveries_20260302']);
  await app.advance(day);
  await sweep(app);
  assert.deepEqual([await placesOf('webhook_deliveries', app), await placesOf('webhook_attempts', app)], [[], []]);
});

test('drops several partitions at once after a long standstill', async () => {
  const app = await startTestApp({ partitions: true });
  await deliver(app);
  await app.advance(7 * day);
  await deliver(app);
  await app.advance(60 * day);
  await sweep(app);
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) {
    assert.deepEqual(await placesOf(table, app), [], table);
    const names = ['20260504', '20260511', '20260518', 'rest'].map((part) => `${table}_${part}`);
    assert.deepEqual(await partitionsOf(table, app), names);
  }
});

test('a delivery that was repeated outlives its partition with its attempts, until it is old itself', async () => {
  const app = await startTestApp({ partitions: true });
  const { redeliver } = await deliver(app);
  await app.advance(29 * day);
  await redeliver();
  await app.app.drain();
  await app.advance(15 * day);
  await app.app.drain();
  assert.deepEqual(await placesOf('webhook_deliveries', app), ['webhook_deliveries_rest']);
  assert.deepEqual(await placesOf('webhook_attempts', app), ['webhook_attempts_rest', 'webhook_attempts_rest']);
  await app.advance(16 * day);
  await app.app.drain();
  await app.app.drain();
  assert.deepEqual([await placesOf('webhook_deliveries', app), await placesOf('webhook_attempts', app)], [[], []]);
});

test('a delivery that was attempted late outlives its partition, too', async () => {
  const app = await startTestApp({ partitions: true });
  const [user, sink] = [await app.newUser(), await startSink()];
  const { id } = await makeWebhook(user.call, { url: sink.url });
  await user.call('POST', `/v1/webhooks/${id}/test`);
  // No worker runs meanwhile.
  await app.advance(25 * day);
  await app.app.drain();
  assert.equal(sink.received.length, 1);
  await app.advance(20 * day);
  await app.app.drain();
  assert.deepEqual(await placesOf('webhook_deliveries', app), ['webhook_deliveries_rest']);
  const { body } = await user.call('GET', '/v1/webhook-deliveries');
  assert.equal(body.deliveries.length, 1);
});

test('leaves a table alone while a request uses it for long, and does the work later', async () => {
  const app = await startTestApp({ partitions: true });
  await app.advance(7 * day);
  await onServer(app.databaseUrl, async (rival) => {
    await rival.query('BEGIN');
    await rival.query('SELECT 1 FROM events');
    await sweep(app);
    await rival.query('COMMIT');
  });
  assert.ok(app.log.some((line) => line.includes('partitions could not be changed')));
  assert.equal((await partitionsOf('events', app)).length, 4);
  assert.equal((await partitionsOf('webhook_deliveries', app)).length, 5);
  await sweep(app);
  assert.equal((await partitionsOf('events', app)).length, 5);
});

test('rows of a week without a partition are kept apart, and no partition is created for that week', async () => {
  const app = await startTestApp({ partitions: true });
  await app.advance(28 * day);
  const { ownerId } = await app.newUser();
  await app.sql(
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
     VALUES ($1, $2, 'post.published', 'pst_1', '{}', '{}', true, herald_now())`,
    [app.app.systemCtx.ids.make('event'), ownerId],
  );
  await sweep(app);
  assert.deepEqual(await placesOf('events', app), ['events_rest']);
  const names = ['20260302', '20260309', '20260316', '20260406', '20260413', 'rest'].map((part) => `events_${part}`);
  assert.deepEqual(await partitionsOf('events', app), names);
});
