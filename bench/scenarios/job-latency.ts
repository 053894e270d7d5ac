import { setTimeout as sleep } from 'node:timers/promises';
import { nextMessage, startModule } from '../children.ts';
import { startHerald } from '../herald.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';
import { makeOwners, removeOwners } from '../webhooks/owners.ts';

const eventsPerOwner = 10;

export const jobLatency: FigureScenario = {
  kind: 'figure',
  name: 'job-latency',
  about:
    'The time from creating an event to the start of its first attempt: commit, wake-up and claim. The median of 200 ' +
    'test events, one after the other, on an idle Herald.',
  unit: 'ms',
  figureMax: 50,
  floor: null,
  herald: async (stage) => {
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const sink = startModule('./webhooks/sink-worker.ts', []);
    const { ports } = (await nextMessage(sink, 'the sink', 10_000)) as { ports: number[] };
    const owners = await makeOwners(db, herald.url, ports);
    for (let round = 1; round <= eventsPerOwner; round += 1) {
      for (const { key, webhookId } of owners) {
        const headers = keyHeader(key);
        const response = await fetch(`${herald.url}/v1/webhooks/${webhookId}/test`, { method: 'POST', headers });
        await response.text();
        if (response.status !== 202) throw new Error(`a test event was refused with ${response.status}`);
        await sleep(5);
      }
    }
    await sleep(500);
    const { rows } = await db.query<{ count: number; median: number }>(
      `SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (
                ORDER BY extract(epoch FROM a.attempted_at - d.created_at))::float8 * 1000 AS median
         FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE a.number = 1`,
    );
    if (rows[0]?.count !== owners.length * eventsPerOwner) throw new Error('not every test event was delivered');
    await removeOwners(db);
    await db.end();
    await sink.stop();
    await herald.stop();
    return rows[0].median;
  },
};
