import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../test/harness.ts';
import { createLog } from '../kernel/log.ts';
import { createDatabase, type Db } from './client.ts';

const t = await startTestApp();

/** A pool of one connection, so that the next query shows whether it was reused. */
function openOne(parameters = ''): Db {
  const log = createLog('error', { write: () => undefined });
  const database = createDatabase({ url: `${t.databaseUrl}${parameters}`, poolSize: 1, log });
  after(() => database.close());
  return database.db;
}

async function backendOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

const raise = (db: Db, state: string) => sql.raw(`DO 'BEGIN RAISE SQLSTATE ''${state}''; END'`).execute(db);

test('a connection whose query timed out is closed and not reused', async () => {
  const separator = t.databaseUrl.includes('?') ? '&' : '?';
  const db = openOne(`${separator}query_timeout=200`);
  const pid = await backendOf(db);
  await assert.rejects(sql`SELECT pg_sleep(1)`.execute(db), { code: 'unavailable' });
  assert.notEqual(await backendOf(db), pid);
});

test('a connection to a server that became read-only is closed and not reused', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  await assert.rejects(raise(db, '25006'), { code: 'unavailable' });
  assert.notEqual(await backendOf(db), pid);
});

test('a connection that the server ended is replaced', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  const sleeping = assert.rejects(sql`SELECT pg_sleep(5)`.execute(db), { code: 'unavailable' });
  await t.sql('SELECT pg_terminate_backend($1)', [pid]);
  await sleeping;
  assert.notEqual(await backendOf(db), pid);
});

test('a connection whose statement merely failed is reused', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  await assert.rejects(raise(db, '23514'), { code: '23514' });
  assert.equal(await backendOf(db), pid);
});
