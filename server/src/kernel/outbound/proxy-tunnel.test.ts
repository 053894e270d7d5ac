import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { serverPolicy } from './address-policy.ts';
import { manualClock } from '../time/clock.ts';
import { createHttpClient, type Dial, type HttpClientOptions, type OutboundResponse } from './http-client.ts';
import { dialTcp } from './dial.ts';

type Proxy = { url: URL; heads: string[] };

async function openProxy(t: TestContext, reply: (socket: Socket, head: string) => void): Promise<Proxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', (chunk) => {
      heads.push(chunk.toString());
      reply(socket, chunk.toString());
    });
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), heads };
}

function grant(socket: Socket): void {
  socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ntunnel'));
  socket.write('HTTP/1.1 200 Connection established\r\nVia: proxy\r\n\r\n');
}

const loopbackOnly: Dial = async (host, port, signal) => {
  if (!host.startsWith('127.')) throw new Error(`${host} is not dialled`);
  return await dialTcp(host, port, signal);
};

async function fetchThrough(t: TestContext, url: string, more: Partial<HttpClientOptions>): Promise<OutboundResponse> {
  const policy = serverPolicy({ allowPrivateNetwork: false, allowLoopback: false });
  const resolve = (): Promise<string[]> => Promise.resolve(['93.184.215.14']);
  const client = createHttpClient({ policy, resolve, dial: loopbackOnly, ...more });
  t.after(() => client.close());
  const limits = { timeoutMs: 5_000, connectTimeoutMs: 2_000, responseBytesMax: 100, overlong: 'cut' } as const;
  return await client.safeFetch({ url, method: 'GET', allowPublicHttp: true, ...limits });
}

test('sends the vetted address and the credentials of the proxy URL to the proxy', async (t) => {
  const proxy = await openProxy(t, grant);
  proxy.url.username = 'us%40er';
  proxy.url.password = 'pä:ss';
  const response = await fetchThrough(t, 'http://hooks.example/', { egressProxy: proxy.url });
  assert.equal(response.body.toString(), 'tunnel');
  const credentials = Buffer.from('us@er:pä:ss').toString('base64');
  assert.deepEqual(proxy.heads, [
    `CONNECT 93.184.215.14:80 HTTP/1.1\r\nHost: 93.184.215.14:80\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`,
  ]);
});

test('sends an IPv6 address in brackets, and no credentials when there are none', async (t) => {
  const proxy = await openProxy(t, grant);
  await fetchThrough(t, 'http://[2606:4700::1111]:8080/', { egressProxy: proxy.url });
  assert.deepEqual(proxy.heads, ['CONNECT [2606:4700::1111]:8080 HTTP/1.1\r\nHost: [2606:4700::1111]:8080\r\n\r\n']);
});

test('dials only the proxy, and nothing for a blocked address', async (t) => {
  const proxy = await openProxy(t, grant);
  const dialled: string[] = [];
  const dial: Dial = (host, port, signal) => {
    dialled.push(`${host}:${port}`);
    return dialTcp('127.0.0.1', Number(proxy.url.port), signal);
  };
  const egressProxy = new URL('http://proxy.internal:3128');
  await fetchThrough(t, 'http://hooks.example/', { egressProxy, dial });
  assert.deepEqual(dialled, ['proxy.internal:3128']);
  const resolve = (): Promise<string[]> => Promise.resolve(['93.184.215.14', '10.0.0.1']);
  const blocked = fetchThrough(t, 'http://hooks.example/', { egressProxy, dial, resolve });
  await assert.rejects(blocked, { kind: 'addressBlocked' });
  await assert.rejects(fetchThrough(t, 'http://127.1/', { egressProxy, dial }), { kind: 'urlNotAllowed' });
  assert.deepEqual([dialled.length, proxy.heads.length], [1, 1]);
});

test('reports connectionFailed for a proxy that refuses, closes, floods or sends data early', async (t) => {
  const responses = {
    refused: 'HTTP/1.1 403 Forbidden\r\n\r\n',
    unauthorized: 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
    closed: '',
    nonsense: 'hello\r\n\r\n',
    flood: `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}`,
    early: 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  };
  for (const [name, response] of Object.entries(responses)) {
    const proxy = await openProxy(t, (socket) => (name === 'flood' ? socket.write(response) : socket.end(response)));
    proxy.url.password = 'hidden';
    const work = fetchThrough(t, 'http://hooks.example/', { egressProxy: proxy.url });
    const isRight = (error: Error & { kind?: string }): boolean =>
      error.kind === 'connectionFailed' && /proxy/.test(error.message) && !error.message.includes('hidden');
    await assert.rejects(work, isRight, name);
  }
});

test('times out on a silent proxy and closes the connection', async (t) => {
  const clock = manualClock(new Date(0));
  const closed = Promise.withResolvers<unknown>();
  const proxy = await openProxy(t, (socket) => {
    socket.on('close', closed.resolve);
    clock.advance(2_000);
  });
  await assert.rejects(fetchThrough(t, 'http://a.example/', { egressProxy: proxy.url, clock }), { kind: 'timeout' });
  await closed.promise;
});

test('rejects a proxy URL with another scheme', () => {
  const policy = serverPolicy({ allowPrivateNetwork: false, allowLoopback: false });
  assert.throws(
    () => createHttpClient({ policy, egressProxy: new URL('socks5://127.0.0.1:1080') }),
    /http:\/\/host:port/,
  );
});
