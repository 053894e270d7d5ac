import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startBalancer } from './balancer.ts';
import { waitUntil } from '../wait.ts';

type Backend = AsyncDisposable & { baseUrl: string; bodies: string[]; stop(): void };

async function startBackend(name: string): Promise<Backend> {
  const bodies: string[] = [];
  let isReady = true;
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(isReady ? 200 : 503).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      response.writeHead(201, { 'x-backend': name }).end(`${request.method} ${request.url} ${body}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    stop: () => void (isReady = false),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(url: string, body: string): Promise<{ status: number; backend: string | null; text: string }> {
  const response = await fetch(`${url}/v1/posts?limit=5`, { method: 'POST', body });
  return { status: response.status, backend: response.headers.get('x-backend'), text: await response.text() };
}

test('takes turns between ready processes, and passes requests and responses on unchanged', async () => {
  await using first = await startBackend('first');
  await using second = await startBackend('second');
  await using balancer = await startBalancer({ checkMs: 10 });
  for (const { baseUrl } of [first, second]) balancer.add(baseUrl);
  await waitUntil('both ready', 5000, () => balancer.inUse().length === 2);
  const replies = [];
  for (const body of ['a', 'b', 'c', 'd']) replies.push(await send(balancer.url, body));
  assert.deepEqual(replies[0], { status: 201, backend: replies[0]?.backend, text: 'POST /v1/posts?limit=5 a' });
  assert.deepEqual([first.bodies.length, second.bodies.length], [2, 2]);
});

test('takes out a process that is not ready, and responds with 503 without any', async () => {
  const changes: string[] = [];
  await using first = await startBackend('first');
  await using second = await startBackend('second');
  await using balancer = await startBalancer({
    checkMs: 10,
    onChange: (baseUrl, isReady) => changes.push(`${baseUrl} ${isReady}`),
  });
  for (const { baseUrl } of [first, second]) balancer.add(baseUrl);
  await waitUntil('both ready', 5000, () => balancer.inUse().length === 2);
  first.stop();
  await waitUntil('one left', 5000, () => balancer.inUse().length === 1);
  for (const body of ['a', 'b']) assert.equal((await send(balancer.url, body)).backend, 'second');
  balancer.remove(second.baseUrl);
  assert.equal((await send(balancer.url, 'c')).status, 503);
  assert.equal(changes.at(-1), `${first.baseUrl} false`);
});

test('sends a request to the next process when one refuses connections, once', async () => {
  await using first = await startBackend('first');
  const second = await startBackend('second');
  // The next check comes too late.
  await using balancer = await startBalancer({ checkMs: 60_000 });
  for (const { baseUrl } of [first, second]) balancer.add(baseUrl);
  await waitUntil('both ready', 5000, () => balancer.inUse().length === 2);
  await second[Symbol.asyncDispose]();
  for (const body of ['a', 'b', 'c']) assert.equal((await send(balancer.url, body)).backend, 'first');
  assert.deepEqual(first.bodies, ['a', 'b', 'c']);
  assert.deepEqual(balancer.inUse(), [first.baseUrl]);
});
