import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp } from '../../../test/harness.ts';

const t = await startTestApp();
await t.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = t.app.http.server.address() as AddressInfo;

async function refused(head: readonly string[], body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write([...head, 'Host: herald', 'Content-Length: 1000', '', body].join('\r\n'));
  const [response] = (await once(socket, 'data')) as [Buffer];
  assert.match(response.toString(), /^HTTP\/1\.1 40[13] /);
  return socket;
}

const heads = [
  ['PUT /v1/media/uploads/nonsense HTTP/1.1', 'Content-Type: image/gif'],
  ['POST /v1/media/upload-direct HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b'],
  ['POST /v1/profiles HTTP/1.1', 'Content-Type: application/json'],
];

for (const head of heads) {
  test(`${head[0]}: closes the connection of a rejected client that stops sending`, async () => {
    const socket = await refused(head, 'half');
    const closed = once(socket, 'close');
    const seen = { isClosed: false };
    void closed.then(() => (seen.isClosed = true));
    for (let count = 0; count < 50 && !seen.isClosed; count += 1) {
      await t.advance(5000);
      await t.call('GET', '/healthz');
    }
    assert.ok(seen.isClosed, 'the connection is closed');
  });

  test(`${head[0]}: keeps the connection usable when a rejected client sends the rest of its body`, async () => {
    const socket = await refused(head, 'half');
    socket.write('x'.repeat(996));
    socket.write('GET /healthz HTTP/1.1\r\nHost: herald\r\n\r\n');
    const [response] = (await once(socket, 'data')) as [Buffer];
    assert.match(response.toString(), /^HTTP\/1\.1 200 /);
    socket.destroy();
  });
}

test('keeps the connection usable when a client rejected during an upload sends the rest', async () => {
  const user = await t.newUser();
  const announced = { filename: 'dot.gif', contentType: 'image/gif', size: 10 };
  const { body } = await user.call('POST', '/v1/media/presign', { body: announced });
  const socket = connect(port, '127.0.0.1');
  const seen: string[] = [];
  socket.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  const head = [`PUT ${new URL(body.uploadUrl).pathname} HTTP/1.1`, 'Host: herald', 'Content-Type: image/gif'];
  socket.write([...head, 'Content-Length: 30000000', '', ''].join('\r\n'));
  await new Promise((resolve) => socket.write(Buffer.alloc(30_000_000), resolve));
  socket.write('GET /healthz HTTP/1.1\r\nHost: herald\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  assert.match(seen.join(''), /^HTTP\/1\.1 400 [^]*larger than 10 bytes[^]*HTTP\/1\.1 200 /);
});

for (const framing of ['Transfer-Encoding: chunked', 'Content-Length: 1000000000']) {
  test(`${framing}: stops reading a rejected body that does not end`, async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(['POST /v1/profiles HTTP/1.1', 'Host: herald', framing, '', ''].join('\r\n'));
    const piece = Buffer.concat([Buffer.from('fff8\r\n'), Buffer.alloc(0xff_f8), Buffer.from('\r\n')]);
    const sendMax = 200_000_000;
    const send = async (): Promise<void> => {
      while (!socket.destroyed && socket.bytesWritten < sendMax)
        await new Promise((resolve) => socket.write(piece, resolve));
    };
    void send();
    // The clock stands still, so only the number of bytes can stop the server from reading.
    await untilUnchanged(() => socket.bytesWritten);
    assert.ok(socket.bytesWritten < 64_000_000, `${socket.bytesWritten} bytes were taken`);
    await t.advance(5000);
    await closed;
  });
}

async function untilUnchanged(read: () => number): Promise<void> {
  for (let seen = -1; seen !== read();) {
    seen = read();
    await sleep(500);
  }
}
