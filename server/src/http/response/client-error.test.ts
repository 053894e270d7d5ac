import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startTestApp } from '../../../test/harness.ts';
import { waitFor } from '../../../test/wait-for.ts';

const t = await startTestApp();
await t.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = t.app.http.server.address() as AddressInfo;

type RawResponse = { status: string; contentType: string | undefined; requestId: string | undefined; body: unknown };

async function send(...parts: string[]): Promise<RawResponse> {
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

test('returns 400 as JSON for bytes that are not HTTP', async () => {
  for (const bytes of [
    'garbage\r\n\r\n',
    '\u0016\u0003\u0001 hello\r\n\r\n',
    'BREW /tea HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const response = await send(bytes);
    assert.equal(response.status, 'HTTP/1.1 400 Bad Request');
    assert.equal(response.contentType, 'application/json; charset=utf-8');
    assert.deepEqual(response.body, { error: 'Malformed request' });
    assert.match(response.requestId ?? '', /^req_[0-9a-z]{24}$/);
  }
});

test('returns 400 for a request with both Content-Length and chunked encoding', async () => {
  const { status } = await send(
    'POST /v1/profiles HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  assert.equal(status, 'HTTP/1.1 400 Bad Request');
});

test('returns 431 as JSON for headers over 16 kB', async () => {
  const response = await send(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
  assert.equal(response.status, 'HTTP/1.1 431 Request Header Fields Too Large');
  assert.deepEqual(response.body, { error: 'Request headers too large' });
});

test('accepts headers under 16 kB', async () => {
  const long = `X-Long: ${'a'.repeat(15_000)}`;
  const { status } = await send(`GET /healthz HTTP/1.1\r\nHost: x\r\n${long}\r\nConnection: close\r\n\r\n`);
  assert.equal(status, 'HTTP/1.1 200 OK');
});

test('keeps serving after rejected connections', async () => {
  await send('garbage\r\n\r\n');
  const { status } = await send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  assert.equal(status, 'HTTP/1.1 200 OK');
});

test('returns 413 for a chunked body over 1 MiB', async () => {
  const user = await t.newUser();
  const size = 1024 * 1024 + 1;
  const response = await send(
    `POST /v1/profiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    `${size.toString(16)}\r\n${'x'.repeat(size)}`,
  );
  assert.equal(response.status, 'HTTP/1.1 413 Payload Too Large');
  assert.deepEqual(response.body, { error: 'Payload too large' });
});

test('accepts a chunked body of exactly 1 MiB', async () => {
  const user = await t.newUser();
  const json = JSON.stringify({ name: 'Shop' }).padEnd(1024 * 1024, ' ');
  const response = await send(
    `POST /v1/profiles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\nConnection: close\r\n`,
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`,
  );
  assert.equal(response.status, 'HTTP/1.1 201 Created');
});

test('returns 417 as JSON for an unknown Expect header and accepts a missing Host header', async () => {
  const expecting = await send('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
  assert.equal(expecting.status, 'HTTP/1.1 417 Expectation Failed');
  assert.match(expecting.requestId ?? '', /^req_/);
  const hostless = await send('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.equal(hostless.status, 'HTTP/1.1 200 OK');
});

test('a client that disconnects while it sends its body is not an internal error', async () => {
  const user = await t.newUser();
  const requests = [
    ['POST /v1/profiles', 'application/json', '{"name":'],
    ['POST /v1/posts/bulk-upload', 'text/csv', 'post_content,platforms'],
  ] as const;
  for (const [line, contentType, body] of requests) {
    const { length } = t.log;
    const socket = connect({ host: '127.0.0.1', port });
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.key}\r\n`);
    socket.write(`Content-Type: ${contentType}\r\nContent-Length: 1000\r\n\r\n${body}`);
    await waitFor('the request', async () => (await connections()) > 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await waitFor('its end', async () => (await connections()) === 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const faults = t.log.slice(length).filter((text) => ['error', 'fatal'].includes(JSON.parse(text).level));
    assert.deepEqual(faults, []);
  }
  const { text } = await t.call('GET', '/metrics');
  assert.doesNotMatch(text, /status="5\d\d"/);
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    t.app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
