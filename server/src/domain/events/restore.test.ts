import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cloneTemplate, onServer, startTestEngine } from '../../../test/database.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { testSealKeys } from '../../../test/seal-keys.ts';
import { createApp, type App } from '../../app.ts';
import { readConfig } from '../../boot/config.ts';
import { inTransaction } from '../../db/transaction.ts';
import { manualClock } from '../../kernel/time/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { seededRandom } from '../../kernel/crypto/random.ts';
import { insertEvents } from './event-store.ts';
import { newEventRow } from './new-event-row.ts';

const t = await startTestApp();

type Page = { events: { id: string }[]; nextCursor: string; hasMore: boolean };

/** Starts Herald on a new cluster, whose transaction IDs start from the beginning. */
async function startElsewhere(): Promise<{ app: App; url: string }> {
  const engine = await startTestEngine();
  const ends: (() => Promise<void>)[] = [() => engine.stop()];
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const database = await cloneTemplate(engine.url);
  const { config, secrets } = readConfig({});
  const app = createApp({
    config,
    secrets,
    sealKeys: testSealKeys,
    databaseUrl: database.url,
    log: createLog('error'),
    clock: manualClock(t.app.systemCtx.clock.now()),
    random: seededRandom('elsewhere'),
  });
  ends.push(() => app.close());
  return { app, url: database.url };
}

async function copyTo(url: string): Promise<void> {
  for (const table of ['users', 'profiles', 'api_keys', 'event_feeds', 'events']) {
    const [row] = await t.sql<{ rows: string }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(copied)), '[]')::text AS rows FROM ${table} AS copied`,
    );
    await onServer(url, (client) =>
      client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
        row?.rows,
      ]),
    );
  }
}

async function happen({ systemCtx }: App, user: TestUser): Promise<string> {
  const caller = { kind: 'system', ownerId: user.ownerId } as const;
  return inTransaction({ ...systemCtx, caller }, async (ctx) => {
    const row = newEventRow(ctx, { type: 'post.published', resourceId: 'pst_1', data: { profileIds: [] } });
    insertEvents(ctx.db, [row]);
    return row.id;
  });
}

async function read({ http }: App, user: TestUser, query: Record<string, string> = {}) {
  const response = await http.inject({
    method: 'GET',
    url: `/v1/events?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${user.key}` },
  });
  assert.equal(response.statusCode, 200, response.payload);
  const page = response.json<Page>();
  return { ...page, ids: page.events.map((event) => event.id) };
}

test('after a copy to another cluster, a cursor continues without gaps or repeats and sees new events', async () => {
  const user = await t.newUser();
  for (let n = 1; n <= 5; n += 1) await happen(t.app, user);
  const before = await read(t.app, user, { limit: '3' });
  const placed = await read(t.app, user);
  assert.equal(placed.ids.length, 5);
  // Unread events have no feed position yet when the copy is made.
  const unplaced = [await happen(t.app, user), await happen(t.app, user)];

  const elsewhere = await startElsewhere();
  await copyTo(elsewhere.url);
  const { app } = elsewhere;
  const rest = await read(app, user, { after: before.nextCursor });
  assert.deepEqual(rest.ids.slice(0, 2), placed.ids.slice(3));
  assert.deepEqual(rest.ids.slice(2), unplaced.toSorted());

  const added = await happen(app, user);
  assert.deepEqual((await read(app, user, { after: rest.nextCursor })).ids, [added]);
  const all = await read(app, user);
  assert.deepEqual(all.ids, [...placed.ids, ...unplaced.toSorted(), added]);
  assert.deepEqual(all.events.slice(0, 5), placed.events, 'the envelopes are the same');
});
