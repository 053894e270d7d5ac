import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { cloneTemplate, onServer, testServer } from '../../test/database.ts';
import { realClock } from '../kernel/time/clock.ts';
import { applyMigrations, migrate } from './migrate.ts';

const server = await testServer();
after(() => server.stop());

const folder = new URL('./migrations/', import.meta.url);
const checksumOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(new URL(name, folder)))
    .digest('hex');

async function databaseBefore(migration: string): Promise<string> {
  const { url, drop } = await cloneTemplate(server.url);
  after(drop);
  const files = readdirSync(folder).sort();
  const applied = files.slice(0, files.indexOf(migration)).map((name) => ({ name, checksum: checksumOf(name) }));
  await onServer(url, async (client) => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await applyMigrations(client, applied, realClock);
  });
  return url;
}

const run = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  onServer(url, async (client) => (await client.query<Row>(text)).rows);

test('open deliveries become the queue, and old rows stay readable in partitioned tables', async () => {
  const url = await databaseBefore('0031-open-deliveries.sql');
  await run(url, "INSERT INTO users (id, name, plan, created_at) VALUES ('usr_1', 'Old', 'self-hosted', now())");
  await run(
    url,
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, feed_position, created_at)
     VALUES ('evt_0mm000001', 'usr_1', 'post.published', 'pst_1', '{}', '{}', true, 1, now())`,
  );
  await run(
    url,
    `INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status, attempt_count,
                                     run_attempt_count, next_attempt_at, claim_token, lease_until, event_created_at,
                                     last_attempt_at, created_at)
     VALUES ('whd_0mm000001', 'usr_1', 'whk_1', 'evt_0mm000001', 'post.published', 'pst_1', 'retrying', 3, 3, '2030-01-01Z',
             'token', '2030-01-02Z', now(), now(), now()),
            ('whd_0mm000002', 'usr_1', 'whk_1', 'evt_0mm000001', 'post.published', 'pst_1', 'delivered', 2, 1, NULL,
             NULL, NULL, now(), now(), now()),
            ('whd_0mm000003', 'usr_1', 'whk_1', 'evt_0mm000001', 'post.published', 'pst_1', 'delivered', 1, 1, NULL,
             NULL, NULL, now(), now(), now() - interval '3 days')`,
  );
  await run(
    url,
    `INSERT INTO webhook_attempts (owner_id, delivery_id, number, attempted_at, duration_ms)
     SELECT 'usr_1', 'whd_0mm000001', n, now(), 5 FROM generate_series(1, 3) AS n`,
  );
  await migrate(url, realClock);
  assert.deepEqual(await run(url, 'SELECT * FROM open_deliveries'), [
    {
      delivery_id: 'whd_0mm000001',
      owner_id: 'usr_1',
      endpoint_id: 'whk_1',
      event_id: 'evt_0mm000001',
      run_attempt_count: 3,
      next_attempt_at: new Date('2030-01-01'),
      claim_token: 'token',
      lease_until: new Date('2030-01-02'),
    },
  ]);
  assert.deepEqual(
    await run(
      url,
      `SELECT d.id, d.is_kept_longer, d.tableoid::regclass::text AS place, count(a.*)::int AS attempts
         FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id GROUP BY d.id, 2, 3 ORDER BY d.id`,
    ),
    [
      { id: 'whd_0mm000001', is_kept_longer: false, place: 'webhook_deliveries_before', attempts: 3 },
      { id: 'whd_0mm000002', is_kept_longer: true, place: 'webhook_deliveries_before', attempts: 0 },
      { id: 'whd_0mm000003', is_kept_longer: true, place: 'webhook_deliveries_before', attempts: 0 },
    ],
  );
  assert.deepEqual(await run(url, 'SELECT feed_position, tableoid::regclass::text AS place FROM events'), [
    { feed_position: '1', place: 'events_before' },
  ]);
  await run(url, 'DELETE FROM users');
  assert.deepEqual(await run(url, 'SELECT 1 FROM events UNION ALL SELECT 1 FROM webhook_attempts'), []);
});

test('upgrades a database with the other version of two migrations', async () => {
  const url = await databaseBefore('0036-deliveries-kept-longer.sql');
  const checksums = {
    '0031-open-deliveries.sql': '0f850b75590a0d09ade3dca4ab1f5b03b1811e315a767e7d6abaa94044103abe',
    '0035-partitions.sql': '4990da3ef5e0b0458e03771ac7d13a1ca2b572ba489f424cff6ecde564986c15',
  };
  for (const [name, checksum] of Object.entries(checksums)) {
    await run(url, `UPDATE schema_migrations SET checksum = '${checksum}' WHERE name = '${name}'`);
  }
  await run(url, 'ALTER TABLE webhook_deliveries RENAME COLUMN is_redelivered TO is_kept_longer');
  await run(url, 'ALTER INDEX webhook_deliveries_redelivered_idx RENAME TO webhook_deliveries_kept_longer_idx');
  await migrate(url, realClock);
  assert.deepEqual(await run(url, 'SELECT is_kept_longer FROM webhook_deliveries'), []);
});

test('upgrades a database with the first version of 0036', async () => {
  const url = await databaseBefore('0037-pending-media.sql');
  const checksum = 'aebf451360dc6eaa46538cace37260924344fd83051c3a05ab4266d2c3816225';
  await run(url, `UPDATE schema_migrations SET checksum = '${checksum}' WHERE name LIKE '0036%'`);
  await migrate(url, realClock);
  assert.deepEqual(await run(url, 'SELECT is_kept_longer FROM webhook_deliveries'), []);
});
