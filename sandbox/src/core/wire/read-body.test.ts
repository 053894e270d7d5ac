import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { botToken, startSandbox } from '../../../test/harness.ts';
import { toy } from '../../../test/toy-platform.ts';

const path = '/toy/toy.example/things';
const sendMessage = `/telegram/api.telegram.org/bot${botToken}/sendMessage`;

test('returns 413 for a body over the limit, with and without content-length', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  const large = Buffer.alloc(3_000_000, 'x');
  const form = new FormData();
  form.set('file', new Blob([large]), 'a.bin');
  const stream = new Blob([large]).stream();
  const bodies: RequestInit[] = [{ body: large }, { body: form }, { body: stream, duplex: 'half' }];
  for (const init of bodies) {
    const response = await sandbox.request(path, { method: 'POST', ...init });
    assert.deepEqual([response.status, response.body], [413, { toy: 'too large' }]);
  }
});

test('reports truncated multipart bodies as unreadable and keeps serving', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy] });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const torn = await sandbox.request(path, { method: 'POST', headers, body: '--b\r\nContent-Disp' });
  assert.deepEqual(torn.body, { toy: 'unreadable' });
  assert.equal((await sandbox.request(path, { method: 'POST' })).status, 200);
});

test('stops reading a multipart body whose fields have no end', async (t) => {
  const sandbox = await startSandbox(t);
  const part = Buffer.from(`--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n${'x'.repeat(60_000)}\r\n`);
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sentBytes += part.length;
      if (sentBytes < 200_000_000) controller.enqueue(part);
      else controller.close();
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await sandbox.request(sendMessage, { method: 'POST', headers, body, duplex: 'half' });
  assert.equal(response.status, 413);
  assert.ok(sentBytes < 30_000_000, `${sentBytes} bytes were sent before the refusal`);
});

test('returns 413 for JSON over 1 MiB', async (t) => {
  const sandbox = await startSandbox(t);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ chat_id: 1, text: 'x'.repeat(1_200_000) });
  assert.equal((await sandbox.request(sendMessage, { method: 'POST', headers, body })).status, 413);
});

test('disconnects a client that sends its body too slowly', async (t) => {
  const sandbox = await startSandbox(t, { platforms: [toy], paceWindowMs: 100 });
  const { port } = new URL(sandbox.origin);
  const socket = connect(Number(port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.write(`POST /sandbox${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n`);
  const drip = setInterval(() => socket.write('x'), 20);
  await closed;
  clearInterval(drip);
  assert.ok(socket.bytesWritten < 150);
});
