import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { nextMessage, startModule } from '../children.ts';
import { startHerald } from '../herald.ts';
import { startMeter } from '../processor-time.ts';
import type { RateScenario } from '../scenario.ts';
import { connect, databaseUrl } from '../stage.ts';
import { deliveryTables, makeOwners, removeOwners, type Owner } from '../webhooks/owners.ts';
import type { PostOrder, PostResult } from '../webhooks/post-worker.ts';
import type { SinkFacts, SinkOrder } from '../webhooks/sink-worker.ts';

const atOnce = 32;
const bodyBytes = 230;
const endWithinMs = 120_000;

export const webhookDeliveries: RateScenario = {
  kind: 'rate',
  name: 'webhook-deliveries',
  about:
    'Signed deliveries to 20 endpoints of 20 owners on loopback, until the last outcome is written. The floor ' +
    'reads them, posts them with undici, 32 at a time like Herald, and commits the outcomes of 100 at a time.',
  unit: 'deliveries',
  ratioMin: 0.35,
  open: async (stage, { seconds }) => {
    const count = seconds < 5 ? 500 : 10_000;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const sink = startModule('./webhooks/sink-worker.ts', []);
    const { ports } = (await nextMessage(sink, 'the sink', 10_000)) as { ports: number[] };
    const poster = startModule('./webhooks/post-worker.ts', []);
    const owners = await makeOwners(db, herald.url, ports);
    const ask = async (order: SinkOrder, withinMs: number): Promise<Exclude<SinkFacts, { ports: number[] }>> => {
      const message = nextMessage(sink, 'the sink', withinMs);
      sink.process.send(order);
      return (await message) as Exclude<SinkFacts, { ports: number[] }>;
    };
    const counted = () => ask({ kind: 'count' }, 10_000);
    return {
      floor: async () => {
        // Not due, so that Herald leaves them to the floor.
        await pileUp(db, owners, { count, nextAttemptAt: `now() + interval '1 day'` });
        const message = nextMessage(poster, 'the floor', endWithinMs);
        const portOf = Object.fromEntries(owners.map(({ webhookId }, index) => [webhookId, ports[index] ?? 0]));
        const meter = startMeter(poster.pid, stage.folder);
        const order = { databaseUrl: databaseUrl(stage.folder), ports: portOf, atOnce };
        poster.process.send(order satisfies PostOrder);
        const { perSecond } = (await message) as PostResult;
        const figures = { perSecond, ...meter.stop(count) };
        const { count: arrived } = await counted();
        if (arrived !== count) throw new Error(`${arrived} of ${count} posts arrived`);
        await empty(db);
        return figures;
      },
      herald: async () => {
        // Due after all are written, so that writing is not measured.
        await pileUp(db, owners, { count, nextAttemptAt: `now() + interval '5 seconds'` });
        const meter = startMeter(herald.pid, stage.folder);
        // Until then, each look at the database would read dead rows of ended deliveries, at the expense of Herald.
        await ask({ kind: 'wait', arrivals: count }, endWithinMs);
        const endedMs = await waitForEnd(db);
        const processorTime = meter.stop(count);
        const { count: arrived, firstMs } = await counted();
        if (arrived !== count) throw new Error(`${arrived} of ${count} deliveries arrived`);
        await empty(db);
        return { perSecond: count / ((endedMs - firstMs) / 1000), ...processorTime };
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

type Pile = {
  count: number;
  /** SQL. */
  nextAttemptAt: string;
};

/** All are due at the same instant, so that the engine's next poll finds everything at once. */
async function pileUp(db: pg.Client, owners: readonly Owner[], { count, nextAttemptAt }: Pile): Promise<void> {
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
    `WITH added AS (
       INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status,
                                       attempt_count, event_created_at, created_at)
       SELECT 'whd_bench' || n, ($1::text[])[1 + n % 20], ($2::text[])[1 + n % 20], 'evt_bench' || n, 'post.published',
              'bench', 'pending', 0, now(), now() FROM generate_series(1, $3::int) n
       RETURNING id, owner_id, endpoint_id, event_id
     )
     INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at)
     SELECT added.*, 0, ${nextAttemptAt} FROM added`,
    [ids, endpoints, count],
  );
  await db.query('COMMIT');
  await db.query('ANALYZE webhook_deliveries');
  await db.query('ANALYZE open_deliveries');
}

async function empty(db: pg.Client): Promise<void> {
  for (const table of deliveryTables) await db.query(`DELETE FROM ${table}`);
  for (const table of deliveryTables) await db.query(`VACUUM ${table}`);
  await db.query('CHECKPOINT');
}

async function waitForEnd(db: pg.Client): Promise<number> {
  const deadlineMs = performance.now() + endWithinMs;
  for (;;) {
    const { rows } = await db.query<{ open: boolean }>('SELECT EXISTS (SELECT 1 FROM open_deliveries) AS open');
    if (rows[0]?.open === false) return Date.now();
    if (performance.now() > deadlineMs) throw new Error('the deliveries did not end');
    await sleep(10);
  }
}
