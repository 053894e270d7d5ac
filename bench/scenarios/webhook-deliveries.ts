import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { nextMessage, startModule } from '../children.ts';
import { startHerald } from '../herald.ts';
import type { RateScenario } from '../scenario.ts';
import { connect } from '../stage.ts';
import { makeOwners, removeOwners, type Owner } from '../webhooks/owners.ts';
import type { PostResult } from '../webhooks/post-worker.ts';
import type { SinkFacts } from '../webhooks/sink-worker.ts';

const atOnce = 32;
const bodyBytes = 230;
const endWithinMs = 120_000;

export const webhookDeliveries: RateScenario = {
  kind: 'rate',
  name: 'webhook-deliveries',
  about:
    'Signed deliveries to 20 endpoints of 20 owners on loopback, until the last outcome is written. The floor posts ' +
    'the same number of bodies of the same size with undici alone, 32 at a time like Herald.',
  unit: 'deliveries',
  ratioMin: 0.5,
  open: async (stage, { seconds }) => {
    const count = seconds < 5 ? 500 : 10_000;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const sink = startModule('./webhooks/sink-worker.ts', []);
    const { ports } = (await nextMessage(sink, 'the sink', 10_000)) as { ports: number[] };
    const poster = startModule('./webhooks/post-worker.ts', []);
    const owners = await makeOwners(db, herald.url, ports);
    const counted = async (): Promise<Exclude<SinkFacts, { ports: number[] }>> => {
      const message = nextMessage(sink, 'the sink', 10_000);
      sink.process.send({ kind: 'count' });
      return (await message) as Exclude<SinkFacts, { ports: number[] }>;
    };
    return {
      floor: async () => {
        const message = nextMessage(poster, 'the floor', endWithinMs);
        poster.process.send({ ports, count, atOnce, bodyBytes });
        const { perSecond } = (await message) as PostResult;
        const { count: arrived } = await counted();
        if (arrived !== count) throw new Error(`${arrived} of ${count} posts arrived`);
        return perSecond;
      },
      herald: async () => {
        await pileUp(db, owners, count);
        const endedMs = await waitForEnd(db);
        const { count: arrived, firstMs } = await counted();
        if (arrived !== count) throw new Error(`${arrived} of ${count} deliveries arrived`);
        await db.query('DELETE FROM webhook_deliveries');
        await db.query('DELETE FROM events');
        for (const table of ['events', 'webhook_deliveries', 'webhook_attempts']) await db.query(`VACUUM ${table}`);
        await db.query('CHECKPOINT');
        return count / ((endedMs - firstMs) / 1000);
      },
      close: async () => {
        await Promise.all([sink.stop(), poster.stop()]);
        await removeOwners(db);
        await db.end();
        await herald.stop();
      },
    };
  },
};

/** Written in one transaction, so that the engine's next poll finds everything at once. */
async function pileUp(db: pg.Client, owners: readonly Owner[], count: number): Promise<void> {
  const ids = owners.map((owner) => owner.id);
  const endpoints = owners.map((owner) => owner.webhookId);
  await db.query('BEGIN');
  await db.query(
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
     SELECT 'evt_bench' || n, ($1::text[])[1 + n % 20], 'post.published', 'bench', '{}',
            convert_to(rpad('{"id":"evt_bench' || n || '","data":"', ${bodyBytes - 2}, 'x') || '"}', 'UTF8'), true, now()
       FROM generate_series(1, $2::int) n`,
    [ids, count],
  );
  await db.query(
    `INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status,
                                     attempt_count, run_attempt_count, next_attempt_at, event_created_at, created_at)
     SELECT 'whd_bench' || n, ($1::text[])[1 + n % 20], ($2::text[])[1 + n % 20], 'evt_bench' || n, 'post.published',
            'bench', 'pending', 0, 0, now(), now(), now() FROM generate_series(1, $3::int) n`,
    [ids, endpoints, count],
  );
  await db.query('COMMIT');
  await db.query('ANALYZE webhook_deliveries');
}

async function waitForEnd(db: pg.Client): Promise<number> {
  const deadlineMs = performance.now() + endWithinMs;
  for (;;) {
    const { rows } = await db.query<{ open: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL) AS open',
    );
    if (rows[0]?.open === false) return Date.now();
    if (performance.now() > deadlineMs) throw new Error('the deliveries did not end');
    await sleep(10);
  }
}
