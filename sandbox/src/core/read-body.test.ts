import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '../../test/harness.ts';
import { toy } from '../../test/toy-network.ts';

const path = '/toy/toy.example/things';

test('a body over the limit is refused whole, with and without its length told', async (t) => {
  const sandbox = await startSandbox(t, { networks: [toy] });
  const large = Buffer.alloc(3_000_000, 'x');
  const form = new FormData();
  form.set('file', new Blob([large]), 'a.bin');
  const stream = new Blob([large]).stream();
  const bodies: RequestInit[] = [{ body: large }, { body: form }, { body: stream, duplex: 'half' }];
  for (const init of bodies) {
    const answer = await sandbox.request(path, { method: 'POST', ...init });
    assert.deepEqual([answer.status, answer.body], [413, { toy: 'too large' }]);
  }
});

test('torn multipart bodies are unreadable, and the sandbox goes on', async (t) => {
  const sandbox = await startSandbox(t, { networks: [toy] });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const torn = await sandbox.request(path, { method: 'POST', headers, body: '--b\r\nContent-Disp' });
  assert.deepEqual(torn.body, { toy: 'unreadable' });
  assert.equal((await sandbox.request(path, { method: 'POST' })).status, 200);
});
