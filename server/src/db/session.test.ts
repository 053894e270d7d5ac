import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import { openSession } from './session.ts';

test('long work is not bound by the timeouts of its role', async () => {
  const t = await startTestApp();
  const url = new URL(t.databaseUrl);
  url.searchParams.set('options', '-c statement_timeout=50');
  const session = await openSession(url.href);
  try {
    const { rows } = await session.query<{ done: boolean }>('SELECT pg_sleep(0.2), true AS done');
    assert.equal(rows[0]?.done, true);
  } finally {
    await session.end();
  }
});
