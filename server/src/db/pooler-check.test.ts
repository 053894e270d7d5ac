import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';
import { checkPooler } from './pooler-check.ts';

const t = await startTestApp();

const withTimeouts = (names: readonly string[]): string => {
  const url = new URL(t.databaseUrl);
  url.searchParams.set('options', names.map((name) => `-c ${name}=7000`).join(' '));
  return url.href;
};

test('warns about each timeout that connections through the pooler lack', async () => {
  const { faults, warnings } = await checkPooler(t.databaseUrl, t.databaseUrl);
  assert.deepEqual(faults, []);
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? '', /no statement_timeout: run ALTER ROLE .* SET statement_timeout = 5000,/);
  assert.match(warnings[1] ?? '', /SET idle_in_transaction_session_timeout = 15000,/);
});

test('accepts timeouts of the operator', async () => {
  const url = withTimeouts(['statement_timeout', 'idle_in_transaction_session_timeout']);
  assert.deepEqual(await checkPooler(url, t.databaseUrl), { faults: [], warnings: [] });
});
