import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startTestApp } from '../../test/harness.ts';

test('408 for a body that has not arrived after half a minute', async () => {
  const t = await startTestApp();
  const user = await t.newUser();
  await t.app.http.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((t.app.http.server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['POST /v1/profiles HTTP/1.1', 'Host: herald', `Authorization: Bearer ${user.key}`];
  const kind = ['Content-Type: application/json', 'Content-Length: 100'];
  socket.write([...head, ...kind, '', '{"name":'].join('\r\n'));
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  // The head must have been read before time moves on.
  await t.call('GET', '/healthz');
  const seen = { isAnswered: false };
  void answered.then(() => (seen.isAnswered = true));
  for (let count = 0; count < 50 && !seen.isAnswered; count += 1) {
    await t.advance(30_000);
    await t.call('GET', '/healthz');
  }
  const [text] = await answered;
  assert.match(text.toString(), /^HTTP\/1\.1 408 Request Timeout[\s\S]*"error":"Request timeout"/);
  socket.destroy();
});
