import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { waitFor } from '../../../test/wait-for.ts';
import { cidrPolicy } from './address-policy.ts';
import { createHttpClient, OutboundFault, type OutboundRequest, type OutboundResponse } from './http-client.ts';

type Received = { response: OutboundResponse; chunks: Buffer[] };

async function receive(
  t: TestContext,
  listener: RequestListener,
  more: Partial<OutboundRequest> = {},
): Promise<Received> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createHttpClient({ policy: cidrPolicy([{ cidr: '127.0.0.1/32', ports: [port] }]) });
  t.after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const chunks: Buffer[] = [];
  const response = await client.safeFetch({
    ...{ url: `http://127.0.0.1:${port}/`, method: 'GET', timeoutMs: 5_000, connectTimeoutMs: 2_000 },
    responseBytesMax: 1000,
    overlong: 'fail',
    receive: async (body) => {
      for await (const chunk of body) chunks.push(Buffer.from(chunk));
    },
    ...more,
  });
  return { response, chunks };
}

test('streams the body of a 200 to the receiver, and of no other response', async (t) => {
  const { response, chunks } = await receive(t, (_, response) => response.end('a'.repeat(1000)));
  assert.equal(Buffer.concat(chunks).length, 1000);
  assert.equal(response.body.length, 0);
  const other = await receive(t, (_, response) => response.writeHead(404).end('not here'));
  assert.equal(other.response.body.toString(), 'not here');
  assert.deepEqual(other.chunks, []);
});

test('fails one byte over the limit and when the connection breaks', async (t) => {
  const kinds: [RequestListener, string][] = [
    [(_, response) => void response.write('a'.repeat(1001)), 'tooLarge'],
    [(_, response) => void response.writeHead(200, { 'content-length': '1001' }).end(), 'tooLarge'],
    [(_, response) => void response.write('a', () => response.destroy()), 'connectionFailed'],
  ];
  for (const [listener, kind] of kinds) {
    await assert.rejects(receive(t, listener), (error) => error instanceof OutboundFault && error.kind === kind, kind);
  }
});

test('times out on a body that never ends', async (t) => {
  const silent: RequestListener = (_, response) => void response.write('a');
  await assert.rejects(receive(t, silent, { timeoutMs: 100 }), /no response within 100 ms/);
});

test('keeps the connections of responses that were read, and closes that of one that was not', async (t) => {
  const sockets = new Set<Socket>();
  const respond: RequestListener = (request, response) => {
    sockets.add(request.socket);
    if (request.url === '/endless') response.write('a');
    else response.end('a'.repeat(1000));
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createHttpClient({ policy: cidrPolicy([{ cidr: '127.0.0.1/32', ports: [port] }]) });
  t.after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const get = (path: string, receive: NonNullable<OutboundRequest['receive']>): Promise<OutboundResponse> =>
    client.safeFetch({
      ...{ url: `http://127.0.0.1:${port}${path}`, method: 'GET', timeoutMs: 5_000, connectTimeoutMs: 2_000 },
      ...{ responseBytesMax: 1000, overlong: 'fail', receive },
    });
  const readAll = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of body) assert.equal(chunk.length, 1000);
  };
  for (let count = 0; count < 6; count += 1) await get('/', readAll);
  assert.ok(sockets.size <= 2, `${sockets.size} connections`);
  await get('/endless', async () => undefined);
  await waitFor('the end of a connection', async () => [...sockets].some((socket) => socket.destroyed));
});

test('ends the stream of a request body that is not sent', async () => {
  let hasEnded = false;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.from('a');
    } finally {
      hasEnded = true;
    }
  };
  const client = createHttpClient({ policy: cidrPolicy([]), resolve: () => Promise.reject(new Error('no such host')) });
  const request = {
    ...({ url: 'https://example.com/', method: 'POST', timeoutMs: 5_000, connectTimeoutMs: 2_000 } as const),
  };
  const started = body();
  await started.next();
  const sending = client.safeFetch({ ...request, responseBytesMax: 10, overlong: 'cut', body: started });
  await assert.rejects(sending, (error) => error instanceof OutboundFault && error.kind === 'dnsFailed');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasEnded, true);
  await client.close();
});

test('passes on the error the receiver throws', async (t) => {
  const thrown = new RangeError('mine');
  const failing = receive(t, (_, response) => response.end('a'), {
    receive: async () => {
      throw thrown;
    },
  });
  await assert.rejects(failing, (error) => error === thrown);
});
