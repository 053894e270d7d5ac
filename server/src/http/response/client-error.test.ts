import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';

const t = await startTestApp();
await t.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = t.app.http.server.address() as AddressInfo;

type RawAnswer = { status: string; contentType: string | undefined; requestId: string | undefined; body: unknown };

/** Writes the bytes as they are and reads until the server closes the connection. */
async function send(...parts: string[]): Promise<RawAnswer> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.write(parts.join(''));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  socket.end();
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return {
    status: head.split('\r\n', 1)[0] ?? '',
    contentType: /^content-type: (.*)$/im.exec(head)?.[1],
    requestId: /^x-request-id: (.*)$/im.exec(head)?.[1],
    body: JSON.parse(body),
  };
}

test('bytes that are no HTTP get 400 as JSON', async () => {
  for (const bytes of [
    'garbage\r\n\r\n',
    '\u0016\u0003\u0001 hello\r\n\r\n',
    'BREW /tea HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const answer = await send(bytes);
    assert.equal(answer.status, 'HTTP/1.1 400 Bad Request');
    assert.equal(answer.contentType, 'application/json; charset=utf-8');
    assert.deepEqual(answer.body, { error: 'Malformed request' });
    assert.match(answer.requestId ?? '', /^req_[0-9a-z]{24}$/);
  }
});

test('a request with both a length and chunks is refused', async () => {
  const { status } = await send(
    'POST /v1/profiles HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  assert.equal(status, 'HTTP/1.1 400 Bad Request');
});

test('headers over 16 kB get 431 as JSON', async () => {
  const answer = await send(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
  assert.equal(answer.status, 'HTTP/1.1 431 Request Header Fields Too Large');
  assert.deepEqual(answer.body, { error: 'Request headers too large' });
});

test('headers under 16 kB pass', async () => {
  const long = `X-Long: ${'a'.repeat(15_000)}`;
  const { status } = await send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${long}\r\nConnection: close\r\n\r\n`);
  assert.equal(status, 'HTTP/1.1 200 OK');
});

test('the server goes on answering after refused connections', async () => {
  await send('garbage\r\n\r\n');
  const { status } = await send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.equal(status, 'HTTP/1.1 200 OK');
});

test('a body over 1 MiB sent in chunks, without a length, gets 413', async () => {
  const user = await t.newUser();
  const size = 1024 * 1024 + 1;
  const answer = await send(
    `POST /v1/profiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    `${size.toString(16)}\r\n${'x'.repeat(size)}`,
  );
  assert.equal(answer.status, 'HTTP/1.1 413 Payload Too Large');
  assert.deepEqual(answer.body, { error: 'Payload too large' });
});

test('a body of exactly 1 MiB in chunks is read', async () => {
  const user = await t.newUser();
  const json = JSON.stringify({ name: 'Shop' }).padEnd(1024 * 1024, ' ');
  const answer = await send(
    `POST /v1/profiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\nConnection: close\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`,
  );
  assert.equal(answer.status, 'HTTP/1.1 201 Created');
});

test('an unknown expectation gets 417 as JSON, and a missing Host is no fault', async () => {
  const expecting = await send('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
  assert.equal(expecting.status, 'HTTP/1.1 417 Expectation Failed');
  assert.match(expecting.requestId ?? '', /^req_/);
  const hostless = await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.equal(hostless.status, 'HTTP/1.1 200 OK');
});
