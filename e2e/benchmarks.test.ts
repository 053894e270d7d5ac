import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from './herald.ts';

// About three minutes alone.
test('every benchmark runs at smoke size', { timeout: 840_000 }, async () => {
  const { ended, output } = launch({ command: [process.execPath, 'bench/run.ts', '--smoke'] });
  assert.equal(await ended, 0, output().slice(-4000));
  for (const name of ['profiles-list', 'profile-create', 'start-time', 'idle-memory']) {
    assert.match(output(), new RegExp(name));
  }
});

test('the growth of every endpoint is measured at smoke size', { timeout: 420_000 }, async () => {
  const { ended, output } = launch({ command: [process.execPath, 'bench/growth/run.ts', '--smoke'] });
  assert.equal(await ended, 0, output().slice(-4000));
  assert.match(output(), /times {2}GET \/v1\/posts\n/);
  assert.match(output(), /First 0.5 s/);
});
