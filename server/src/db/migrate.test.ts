import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { cloneTemplate, onServer, testServer } from '../../test/database.ts';
import { realClock } from '../kernel/time/clock.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const server = await testServer();
after(() => server.stop());

const files = readdirSync(new URL('./migrations/', import.meta.url)).sort();
const [firstFile = ''] = files;

async function migratedDatabase(): Promise<string> {
  const database = await cloneTemplate(server.url);
  after(() => database.drop());
  return database.url;
}

async function emptyDatabase(): Promise<string> {
  const url = await migratedDatabase();
  await run(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return url;
}

async function run(url: string, text: string): Promise<object[]> {
  return onServer(url, async (client) => (await client.query<object>(text)).rows);
}

test('applies every migration to an empty database in order and records its checksum', async () => {
  const url = await emptyDatabase();
  assert.deepEqual(await pendingMigrations(url), files);
  assert.deepEqual(await migrate(url, realClock), files);
  assert.deepEqual(await pendingMigrations(url), []);
  assert.deepEqual(
    await run(url, `SELECT name FROM schema_migrations WHERE checksum ~ '^[0-9a-f]{64}$' ORDER BY name`),
    files.map((name) => ({ name })),
  );
});

test('leaves a migrated database unchanged', async () => {
  const url = await migratedDatabase();
  const before = await run(url, 'SELECT * FROM schema_migrations');
  assert.deepEqual(await migrate(url, realClock), []);
  assert.deepEqual(await run(url, 'SELECT * FROM schema_migrations'), before);
});

test('one of several concurrent processes migrates and the others do nothing', async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, realClock)));
  assert.deepEqual(applied.flat(), files);
});

test('refuses a database with an unknown migration and names it', async () => {
  const url = await migratedDatabase();
  await run(url, `INSERT INTO schema_migrations VALUES ('9999-from-the-future.sql', 'x', herald_now())`);
  const namesIt = (error: unknown) => error instanceof StartFault && error.message.includes('9999-from-the-future.sql');
  await assert.rejects(migrate(url, realClock), namesIt);
  await assert.rejects(pendingMigrations(url), namesIt);
});

test('refuses a migration changed after it was applied and names it', async () => {
  const url = await migratedDatabase();
  await run(url, `UPDATE schema_migrations SET checksum = 'other' WHERE name = '${firstFile}'`);
  await assert.rejects(
    migrate(url, realClock),
    (error) => error instanceof StartFault && error.message.includes(`${firstFile} was changed`),
  );
});

test('applies and records a migration in one transaction', async () => {
  const url = await emptyDatabase();
  await run(url, 'CREATE TABLE schema_migrations (name text, checksum text CHECK (false), applied_at timestamptz)');
  await assert.rejects(migrate(url, realClock), new RegExp(`${firstFile} failed and was rolled back`));
  assert.deepEqual(await run(url, `SELECT to_regclass('users') AS users`), [{ users: null }]);
});

test('reports unavailable when the database is unreachable', async () => {
  await assert.rejects(migrate('postgres://127.0.0.1:1/none', realClock), { code: 'unavailable' });
});
