import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveHost } from './resolve-host.ts';

test('localhost and names below it are loopback, whatever a name server says', async () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost']) {
    assert.deepEqual(await resolveHost(host), ['127.0.0.1', '::1']);
  }
});

test('a name that nobody knows is an error and no empty list', async () => {
  await assert.rejects(resolveHost('nobody.invalid'), { name: 'Error' });
});
