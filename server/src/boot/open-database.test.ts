import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import { startTestPooler } from '../../test/pooler.ts';
import { createLog } from '../kernel/log.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';

const { databaseUrl } = await startTestApp();

const open = (environment: Record<string, string>) =>
  openDatabase({ ...readConfig(environment), log: createLog('silent'), holderName: 'test' });

test('refuses a pooler as the only database URL', async () => {
  await using pooler = await startTestPooler(databaseUrl);
  await assert.rejects(open({ DATABASE_URL: pooler.url }), {
    message:
      'DATABASE_URL leads to a connection pooler: also set HERALD_DATABASE_DIRECT_URL to the URL of PostgreSQL itself.',
  });
});

test('refuses a direct URL that leads to a pooler', async () => {
  await using pooler = await startTestPooler(databaseUrl);
  await assert.rejects(open({ DATABASE_URL: databaseUrl, HERALD_DATABASE_DIRECT_URL: pooler.url }), {
    message: 'HERALD_DATABASE_DIRECT_URL leads to a connection pooler: set it to the URL of PostgreSQL itself.',
  });
});

test('refuses a direct URL of another database', async () => {
  const other = new URL(databaseUrl);
  other.pathname = '/postgres';
  await assert.rejects(open({ DATABASE_URL: databaseUrl, HERALD_DATABASE_DIRECT_URL: other.href }), {
    message: /DATABASE_URL and HERALD_DATABASE_DIRECT_URL lead to different databases: let both lead to the same one\./,
  });
});

test('names the direct URL when it cannot be reached, without showing its password', async () => {
  const unreachable = 'postgres://herald:hidden@127.0.0.1:1/none';
  await assert.rejects(open({ DATABASE_URL: databaseUrl, HERALD_DATABASE_DIRECT_URL: unreachable }), (error: Error) => {
    assert.match(error.message, /^The database cannot be reached at HERALD_DATABASE_DIRECT_URL: .*ECONNREFUSED/);
    assert.ok(!error.message.includes('hidden'));
    return true;
  });
});
