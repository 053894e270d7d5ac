import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
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

test('a receiver gets the body of a 200 as it comes, and of no other answer', async (t) => {
  const { response, chunks } = await receive(t, (_, answer) => answer.end('a'.repeat(1000)));
  assert.equal(Buffer.concat(chunks).length, 1000);
  assert.equal(response.body.length, 0);
  const other = await receive(t, (_, answer) => answer.writeHead(404).end('not here'));
  assert.equal(other.response.body.toString(), 'not here');
  assert.deepEqual(other.chunks, []);
});

test('one byte over the limit ends it, and so does a connection that breaks', async (t) => {
  const kinds: [RequestListener, string][] = [
    [(_, answer) => void answer.write('a'.repeat(1001)), 'tooLarge'],
    [(_, answer) => void answer.writeHead(200, { 'content-length': '1001' }).end(), 'tooLarge'],
    [(_, answer) => void answer.write('a', () => answer.destroy()), 'connectionFailed'],
  ];
  for (const [listener, kind] of kinds) {
    await assert.rejects(receive(t, listener), (error) => error instanceof OutboundFault && error.kind === kind, kind);
  }
});

test('a body that never ends runs into the time limit', async (t) => {
  const silent: RequestListener = (_, answer) => void answer.write('a');
  await assert.rejects(receive(t, silent, { timeoutMs: 100 }), /no answer within 100 ms/);
});

test('what the receiver throws comes out as it is', async (t) => {
  const thrown = new RangeError('mine');
  const failing = receive(t, (_, answer) => answer.end('a'), {
    receive: async () => {
      throw thrown;
    },
  });
  await assert.rejects(failing, (error) => error === thrown);
});
