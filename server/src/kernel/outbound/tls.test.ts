import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { cidrPolicy } from './address-policy.ts';
import { manualClock } from '../time/clock.ts';
import { createHttpClient, OutboundFault, type Dial, type HttpClient, type HttpClientOptions } from './http-client.ts';
import { dialTcp } from './dial.ts';

// Test key for hooks.example.test and 127.0.0.1, valid until 2120; not a secret.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgD5gmIYrALlOKaD+0
mUuLtdLuudst1EnKasmeSZp2ibihRANCAASMygXfbXiGVO2QL1QNgJF3KfIUE1Op
RTrhADuTY1bj2V87o+lVkM4sD0PRvnhn9Gy9/OKDHJmFs+ARpNU6hbvo
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBYzCCAQmgAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJob29rcy5l
eGFtcGxlLnRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEmhvb2tzLmV4YW1wbGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABIzKBd9teIZU7ZAvVA2AkXcp8hQTU6lFOuEAO5NjVuPZXzuj6VWQziwP
Q9G+eGf0bL384oMcmYWz4BGk1TqFu+ijODA2MA8GA1UdEwEB/wQFMAMBAf8wIwYD
VR0RBBwwGoISaG9va3MuZXhhbXBsZS50ZXN0hwR/AAABMAoGCCqGSM49BAMCA0gA
MEUCIQCugh1/AkGIZIMHIVdbX04nVMqT9v540R9DA5Ny2LqqmAIgQSPCwVp9UCZo
uSVVjVThfERF3K6/b2Gqea/5bCMq9i4=
-----END CERTIFICATE-----
`;

const loopbackOnly: Dial = async (host, port, signal) => {
  if (!host.startsWith('127.')) throw new Error(`${host} is not dialled`);
  return await dialTcp(host, port, signal);
};

type Seen = { servername: string | false | null; host: string | undefined };
type Local = { port: number; seen: Seen[] };

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function serveTls(t: TestContext): Promise<Local> {
  const seen: Seen[] = [];
  const server = createHttpsServer({ key, cert }, (request, response) => {
    const socket = request.socket as TLSSocket & { servername: string | false | null };
    seen.push({ servername: socket.servername, host: request.headers.host });
    response.end(request.httpVersion);
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(t, server), seen };
}

function openClient(t: TestContext, port: number, more: Partial<HttpClientOptions> = {}): HttpClient {
  const policy = cidrPolicy([{ cidr: '127.0.0.1/32', ports: [port] }]);
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const client = createHttpClient({ policy, resolve, dial: loopbackOnly, ca: cert, ...more });
  t.after(() => client.close());
  return client;
}

async function fetchBody(client: HttpClient, url: string): Promise<string> {
  const limits = { timeoutMs: 5_000, connectTimeoutMs: 2_000, responseBytesMax: 100, overlong: 'cut' } as const;
  return (await client.safeFetch({ url, method: 'GET', ...limits })).body.toString();
}

const isFault =
  (kind: string) =>
  (error: unknown): boolean =>
    error instanceof OutboundFault && error.kind === kind;

test('sends the host name of the URL as SNI and Host, over HTTP/1.1', async (t) => {
  const { port, seen } = await serveTls(t);
  assert.equal(await fetchBody(openClient(t, port), `https://hooks.example.test:${port}/`), '1.1');
  assert.deepEqual(seen, [{ servername: 'hooks.example.test', host: `hooks.example.test:${port}` }]);
});

test('omits the trailing dot of the host name from SNI', async (t) => {
  const { port, seen } = await serveTls(t);
  await fetchBody(openClient(t, port), `https://hooks.example.test.:${port}/`);
  assert.equal(seen[0]?.servername, 'hooks.example.test');
});

test('checks an IP address against the certificate and sends no SNI', async (t) => {
  const { port, seen } = await serveTls(t);
  await fetchBody(openClient(t, port), `https://127.0.0.1:${port}/`);
  assert.deepEqual(seen, [{ servername: false, host: `127.0.0.1:${port}` }]);
});

test('rejects an untrusted certificate or one for another name before sending a request', async (t) => {
  const { port, seen } = await serveTls(t);
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const policy = cidrPolicy([{ cidr: '127.0.0.1', ports: [port] }]);
  const untrusting = createHttpClient({ policy, resolve, dial: loopbackOnly });
  t.after(() => untrusting.close());
  await assert.rejects(fetchBody(untrusting, `https://hooks.example.test:${port}/`), isFault('tlsFailed'));
  const trusting = openClient(t, port);
  await assert.rejects(fetchBody(trusting, `https://other.example.test:${port}/`), isFault('tlsFailed'));
  assert.deepEqual(seen, []);
});

test('the environment cannot disable certificate checks', async (t) => {
  const { port } = await serveTls(t);
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  t.after(() => Reflect.deleteProperty(process.env, 'NODE_TLS_REJECT_UNAUTHORIZED'));
  await assert.rejects(fetchBody(openClient(t, port), `https://other.example.test:${port}/`), isFault('tlsFailed'));
});

test('reports tlsFailed for a server without TLS and connectionFailed for one that hangs up', async (t) => {
  const chatty = await listen(
    t,
    createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  );
  await assert.rejects(fetchBody(openClient(t, chatty), `https://127.0.0.1:${chatty}/`), isFault('tlsFailed'));
  const silent = await listen(
    t,
    createServer((socket) => socket.once('data', () => socket.destroy())),
  );
  await assert.rejects(fetchBody(openClient(t, silent), `https://127.0.0.1:${silent}/`), isFault('connectionFailed'));
});

test('times out on a hanging handshake', async (t) => {
  const clock = manualClock(new Date(0));
  const port = await listen(
    t,
    createServer((socket) => socket.once('data', () => clock.advance(2_000))),
  );
  await assert.rejects(fetchBody(openClient(t, port, { clock }), `https://127.0.0.1:${port}/`), isFault('timeout'));
});

test('TLS is end to end through a proxy', async (t) => {
  const { port, seen } = await serveTls(t);
  const requestLines: string[] = [];
  const proxy = createServer((socket) => {
    socket.once('data', (head) => {
      requestLines.push(head.toString().split('\r\n')[0] ?? '');
      const upstream = connect({ host: '127.0.0.1', port }, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    });
  });
  const egressProxy = new URL(`http://127.0.0.1:${await listen(t, proxy)}`);
  const client = openClient(t, port, { egressProxy });
  assert.equal(await fetchBody(client, `https://hooks.example.test:${port}/`), '1.1');
  assert.deepEqual(requestLines, [`CONNECT 127.0.0.1:${port} HTTP/1.1`]);
  assert.equal(seen[0]?.servername, 'hooks.example.test');
  await assert.rejects(fetchBody(client, `https://other.example.test:${port}/`), isFault('tlsFailed'));
});
