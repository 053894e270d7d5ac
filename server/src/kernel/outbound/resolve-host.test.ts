import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveHost } from './resolve-host.ts';

test('resolves localhost and its subdomains to loopback without DNS', async () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost']) {
    assert.deepEqual(await resolveHost(host), ['127.0.0.1', '::1']);
  }
});

test('rejects an unknown name instead of returning an empty list', async () => {
  await assert.rejects(resolveHost('nobody.invalid'), { name: 'Error' });
});
