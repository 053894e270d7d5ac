import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { batchRows } from './retention-store.ts';

const t = await startTestApp();
const count = batchRows * 2 + 7;

const insertEvents = (ownerId: string, prefix: string, age: string) =>
  t.sql(
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
     SELECT $2 || n, $1, 'post.published', 'pst_1', '{}', '{}', true, herald_now() - $3::interval
       FROM generate_series(1, $4::int) AS n`,
    [ownerId, prefix, age, count],
  );

const insertDeliveries = (ownerId: string, status: 'delivered' | 'pending') =>
  t.sql(
    `WITH added AS (
       INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status, attempt_count,
                                       event_created_at, created_at)
       SELECT 'whd_' || $2 || n, $1, 'whk_1', 'evt_old' || n, 'post.published', 'pst_1', $2, 1, herald_now(),
              herald_now() - interval '40 days' FROM generate_series(1, 5) AS n
       RETURNING id, event_id
     )
     INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at)
     SELECT id, $1, 'whk_1', event_id, 1, herald_now() + interval '1 day' FROM added WHERE $2 = 'pending'`,
    [ownerId, status],
  );

const idsOf = async (table: 'events' | 'webhook_deliveries'): Promise<string[]> =>
  (await t.sql<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);

test('deletes all old rows in one sweep, and keeps what is young or still needed', async () => {
  const { ownerId } = await t.newUser();
  await insertEvents(ownerId, 'evt_old', '32 days');
  await insertEvents(ownerId, 'evt_young', '30 days');
  await insertDeliveries(ownerId, 'delivered');
  await insertDeliveries(ownerId, 'pending');
  await t.app.drain();
  const events = await idsOf('events');
  const needed = [1, 2, 3, 4, 5].map((n) => `evt_old${n}`);
  assert.deepEqual(
    events.filter((id) => id.startsWith('evt_old')),
    needed,
  );
  assert.equal(events.length - needed.length, count);
  assert.deepEqual(
    await idsOf('webhook_deliveries'),
    [1, 2, 3, 4, 5].map((n) => `whd_pending${n}`),
  );
});

test('deletes ended deliveries from the queue once no attempt is in flight', async () => {
  const { ownerId } = await t.newUser();
  await t.sql(
    `INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, claim_token, lease_until)
     SELECT 'whd_' || ended.name, $1, 'whk_1', 'evt_1', 1, 'token', herald_now() + ended.lease
       FROM (VALUES ('dead', interval '-1 second'), ('inFlight', interval '1 minute')) AS ended (name, lease)`,
    [ownerId],
  );
  await t.app.drain();
  const rows = await t.sql<{ id: string }>('SELECT delivery_id AS id FROM open_deliveries WHERE owner_id = $1', [
    ownerId,
  ]);
  assert.deepEqual(rows, [{ id: 'whd_inFlight' }]);
});
