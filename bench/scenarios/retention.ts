import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startHerald } from '../herald.ts';
import { startLoader } from '../load.ts';
import { firstOwner } from '../posts/pile-up.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';
import { postCreate } from './post-create.ts';

const weekMs = 7 * 86_400_000;
const weeks = 4;
const dropWithinMs = 30_000;

export const retention: FigureScenario = {
  kind: 'figure',
  name: 'retention',
  about:
    'The p95 of creating posts while a month of 1,000,000 events is deleted, divided by the p95 before; 8 connections.',
  unit: 'times',
  figureMax: 2,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const partitions = await fillOldWeeks(db, isSmoke ? 20_000 : 1_000_000);
    const loader = startLoader();
    const { method, path, body, status } = postCreate.herald;
    const headers = { ...keyHeader(stage.apiKey), 'content-type': 'application/json' };
    const order = { url: `${herald.url}${path}`, method, headers, body, status };
    const p95 = async (): Promise<number> =>
      (await loader.run({ ...order, connections: 8, seconds: isSmoke ? 1 : 5 })).p95Ms;
    await p95();
    const before = await p95();
    await db.query(`SELECT pg_notify('herald_wake_up', 'partitions ')`);
    const meanwhile = await p95();
    await waitUntilDropped(db, partitions);
    await loader.stop();
    for (const table of ['posts', 'events']) await db.query(`DELETE FROM ${table}`);
    await db.end();
    await herald.stop();
    return meanwhile / before;
  },
};

async function fillOldWeeks(db: pg.Client, count: number): Promise<string[]> {
  const ownerId = await firstOwner(db);
  const names: string[] = [];
  await db.query('DROP TABLE IF EXISTS events_before');
  for (let week = 0; week < weeks; week += 1) {
    const start = Date.now() - (10 - week) * weekMs;
    const [from, to] = [firstId(start), firstId(start + weekMs)];
    const name = `events_old_${week}`;
    await db.query(`CREATE TABLE ${name} PARTITION OF events FOR VALUES FROM ('${from}') TO ('${to}')`);
    await db.query(
      `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, feed_position, created_at)
       SELECT $1 || lpad(n::text, 15, '0'), $2, 'post.published', 'bench', '{}', convert_to(repeat('x', 400), 'UTF8'), true,
              n, $3 FROM generate_series(1, $4::int) n`,
      [from, ownerId, new Date(start), count / weeks],
    );
    names.push(name);
  }
  return names;
}

/** IDs begin with their creation time. */
function firstId(atMs: number): string {
  return `evt_${atMs.toString(36).padStart(9, '0')}`;
}

async function waitUntilDropped(db: pg.Client, names: readonly string[]): Promise<void> {
  const deadlineMs = performance.now() + dropWithinMs;
  for (;;) {
    const { rows } = await db.query(`SELECT 1 FROM pg_class WHERE relname = ANY($1)`, [names]);
    if (rows.length === 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${rows.length} partitions were not dropped`);
    await sleep(50);
  }
}
