import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../test/harness.ts';
import { createLog } from '../kernel/log.ts';
import { createDatabase } from './client.ts';

const t = await startTestApp();
await t.sql(
  'CREATE TABLE kinds (id text PRIMARY KEY, changed_at timestamptz, tags text[], detail json, amount bigint)',
);
// One connection, which prepares each statement in its first run.
const { db, close } = createDatabase({ url: t.databaseUrl, poolSize: 1, log: createLog('silent') });
after(close);

test('a prepared statement returns the same rows as its first run', async () => {
  const at = new Date('2026-03-02T09:00:00.123Z');
  await t.sql('INSERT INTO kinds VALUES ($1, $2, $3, $4, 9007199254740993), ($5, NULL, NULL, NULL, NULL)', [
    'with "quotes", é and 🙂',
    at,
    ['a', 'b,c'],
    JSON.stringify({ nestedKey: { other_key: [1, null] } }),
    'nulls',
  ]);
  const read = async () =>
    (await sql`SELECT k.*, ${'x'}::bytea AS raw_bytes FROM kinds k ORDER BY id`.execute(db)).rows;
  const first = await read();
  assert.deepEqual(first, [
    { id: 'nulls', changedAt: null, tags: null, detail: null, amount: null, rawBytes: Buffer.from('x') },
    {
      id: 'with "quotes", é and 🙂',
      changedAt: at,
      tags: ['a', 'b,c'],
      detail: { nestedKey: { other_key: [1, null] } },
      amount: '9007199254740993',
      rawBytes: Buffer.from('x'),
    },
  ]);
  assert.deepEqual(await read(), first);
});

test('a prepared statement reports how many rows it changed', async () => {
  const change = async (id: string) =>
    (await sql`UPDATE kinds SET amount = 1 WHERE id = ${id}`.execute(db)).numAffectedRows;
  assert.deepEqual([await change('nulls'), await change('nulls'), await change('none')], [1n, 1n, 0n]);
});

test('an error of a prepared statement has its code, and the connection is used again', async () => {
  const insert = (id: string) => sql`INSERT INTO kinds (id) VALUES (${id})`.execute(db);
  const pid = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)).rows[0]?.pid;
  const before = await pid();
  await insert('one');
  await assert.rejects(insert('one'), { code: '23505', constraint: 'kinds_pkey' });
  await insert('two');
  assert.equal(await pid(), before);
});

test('refuses a plan whose columns have changed instead of mixing them up, and works on a new connection', async () => {
  const read = async () => (await sql`SELECT * FROM kinds WHERE id = ${'two'}`.execute(db)).rows;
  await read();
  await t.sql('ALTER TABLE kinds ADD COLUMN added_later text');
  await assert.rejects(read(), { code: 'unavailable' });
  assert.deepEqual(Object.keys((await read())[0] ?? {}).at(-1), 'addedLater');
});
