import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp } from '../../test/harness.ts';
import { createLog } from '../kernel/log.ts';
import { createDatabase, type Db } from './client.ts';

const t = await startTestApp();

/** With one connection, the next query shows whether it was reused. */
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

test('closes a connection whose query timed out and does not reuse it', async () => {
  const separator = t.databaseUrl.includes('?') ? '&' : '?';
  const db = openOne(`${separator}query_timeout=200`);
  const pid = await backendOf(db);
  await assert.rejects(sql`SELECT pg_sleep(1)`.execute(db), { code: 'unavailable' });
  assert.notEqual(await backendOf(db), pid);
});

test('closes a connection to a server that became read-only and does not reuse it', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  await assert.rejects(raise(db, '25006'), { code: 'unavailable' });
  assert.notEqual(await backendOf(db), pid);
});

test('replaces a connection that the server terminated', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  const sleeping = assert.rejects(sql`SELECT pg_sleep(5)`.execute(db), { code: 'unavailable' });
  await t.sql('SELECT pg_terminate_backend($1)', [pid]);
  await sleeping;
  assert.notEqual(await backendOf(db), pid);
});

test('reuses a connection after a failed statement', async () => {
  const db = openOne();
  const pid = await backendOf(db);
  await assert.rejects(raise(db, '23514'), { code: '23514' });
  assert.equal(await backendOf(db), pid);
});
