import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { cidrPolicy, serverPolicy } from './address-policy.ts';
import { manualClock } from '../time/clock.ts';
import {
  createHttpClient,
  OutboundFault,
  type Dial,
  type HttpClient,
  type HttpClientOptions,
  type OutboundFaultKind,
  type OutboundRequest,
} from './http-client.ts';
import { dialTcp } from './dial.ts';

const production = serverPolicy({ allowPrivateNetwork: false, allowLoopback: false });
const development = serverPolicy({ allowPrivateNetwork: false, allowLoopback: true });

/** Keeps tests on loopback even if the guard is broken. */
const loopbackOnly: Dial = async (host, port, signal) => {
  if (!host.startsWith('127.')) throw new Error(`${host} is not dialled`);
  return await dialTcp(host, port, signal);
};

function openClient(t: TestContext, options: Partial<HttpClientOptions> = {}): HttpClient {
  const client = createHttpClient({ policy: development, dial: loopbackOnly, ...options });
  t.after(() => client.close());
  return client;
}

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  const limits = { timeoutMs: 5_000, connectTimeoutMs: 2_000, responseBytesMax: 1_000, overlong: 'cut' } as const;
  return { url, method: 'GET', ...limits, ...more };
}

function post(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return get(url, { method: 'POST', body: Buffer.from('{}'), ...more });
}

async function portOf(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

type Local = { url: string; port: number; connections: () => number; requests: IncomingMessage[] };

async function serve(t: TestContext, listener: RequestListener): Promise<Local> {
  const requests: IncomingMessage[] = [];
  const server = createHttpServer((request, response) => {
    requests.push(request);
    request.resume();
    listener(request, response);
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const port = await portOf(t, server);
  return { url: `http://127.0.0.1:${port}/hook`, port, connections: () => connections, requests };
}

async function serveRaw(t: TestContext, handle: (socket: Socket, received: string) => void): Promise<Local> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    let received = '';
    socket.on('data', (chunk) => handle(socket, (received += chunk.toString())));
  });
  const port = await portOf(t, server);
  return { url: `http://127.0.0.1:${port}/hook`, port, connections: () => connections, requests: [] };
}

/** Connects to loopback, so that a broken guard shows. */
function notingDial(): { dial: Dial; dialled: string[] } {
  const dialled: string[] = [];
  const dial: Dial = (host, port, signal) => {
    dialled.push(host);
    return loopbackOnly(host, port, signal);
  };
  return { dial, dialled };
}

async function faultOf(work: Promise<unknown>, kind: OutboundFaultKind): Promise<OutboundFault> {
  const error: unknown = await work.then(
    () => assert.fail(`expected ${kind}, got an answer`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OutboundFault, String(error));
  assert.equal(error.kind, kind, error.message);
  return error;
}

test('sends the complete request and returns the complete response', async (t) => {
  const bodies: string[] = [];
  const local = await serve(t, (request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    response.writeHead(201, { 'X-One': 'a', 'Set-Cookie': ['b', 'c'] }).end('done');
  });
  const headers = { 'Content-Type': 'application/json', Host: 'other.example' };
  const response = await openClient(t).safeFetch(post(`${local.url}?a=b#c`, { headers }));
  assert.equal(response.status, 201);
  assert.deepEqual([response.headers['x-one'], response.headers['set-cookie']], ['a', 'b, c']);
  assert.deepEqual([response.body.toString(), response.isCut, response.url], ['done', false, `${local.url}?a=b#c`]);
  const [request] = local.requests;
  assert.deepEqual([request?.method, request?.url, bodies.join('')], ['POST', '/hook?a=b', '{}']);
  assert.equal(request?.headers.host, `127.0.0.1:${local.port}`);
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers['accept-encoding'], 'identity');
});

test('supports GET, HEAD and PUT, and returns a 3xx like any other response', async (t) => {
  const local = await serve(t, (request, response) => {
    response.writeHead(302, { location: 'https://127.0.0.1:1/', 'content-length': 4 });
    response.end(request.method === 'HEAD' ? '' : 'gone');
  });
  const client = openClient(t);
  for (const method of ['GET', 'HEAD', 'PUT'] as const) {
    const response = await client.safeFetch(get(local.url, { method, overlong: 'fail', responseBytesMax: 4 }));
    assert.deepEqual([response.status, response.body.toString()], [302, method === 'HEAD' ? '' : 'gone']);
  }
  assert.equal(local.requests.length, 3);
});

test('keeps and reuses connections', async (t) => {
  const local = await serve(t, (_, response) => void response.end('ok'));
  const client = openClient(t);
  for (let index = 0; index < 20; index += 1) {
    await client.safeFetch(post(local.url));
    await turn();
  }
  assert.deepEqual([local.requests.length, local.connections()], [20, 1]);
  // A response arrives just before its connection is free, so two connections may alternate.
  for (let index = 0; index < 20; index += 1) await client.safeFetch(post(local.url));
  assert.ok(local.connections() <= 2);
});

test('opens at most 32 connections per origin and serves all waiting requests', async (t) => {
  const local = await serve(t, (_, response) => void setImmediate(() => response.end('ok')));
  const client = openClient(t);
  const responses = await Promise.all(Array.from({ length: 200 }, () => client.safeFetch(post(local.url))));
  assert.equal(responses.filter(({ status }) => status === 200).length, 200);
  assert.ok(local.connections() <= 32, String(local.connections()));
});

test('opens more connections per origin if the client needs them', async (t) => {
  const waiting: ServerResponse[] = [];
  const local = await serve(t, (_, response) => {
    waiting.push(response);
    if (waiting.length === 40) for (const one of waiting) one.end('ok');
  });
  const client = openClient(t, { connectionsMax: 40 });
  const responses = await Promise.all(Array.from({ length: 40 }, () => client.safeFetch(post(local.url))));
  assert.equal(responses.length, 40);
  assert.equal(local.connections(), 40);
});

test('does not reuse a connection that the server announced to close', async (t) => {
  const local = await serve(t, (_, response) => void response.setHeader('keep-alive', 'timeout=1').end('ok'));
  const client = openClient(t);
  for (let index = 0; index < 3; index += 1) await client.safeFetch(post(local.url));
  assert.equal(local.connections(), 3);
});

test('fails and does not repeat a request when a reused connection closes without a response', async (t) => {
  let seen = 0;
  const local = await serveRaw(t, (socket, received) => {
    seen = received.split('POST').length - 1;
    if (seen === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    else socket.end();
  });
  const client = openClient(t);
  await client.safeFetch(post(local.url));
  await turn();
  await faultOf(client.safeFetch(post(local.url)), 'connectionFailed');
  assert.deepEqual([seen, local.connections()], [2, 1]);
});

test('never dials an IP literal that is not allowed', async (t) => {
  const { dial, dialled } = notingDial();
  const canary = await serve(t, (_, response) => void response.end());
  const client = openClient(t, { policy: production, dial });
  const hosts = [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '[::ffff:7f00:1]',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
  ];
  for (const host of hosts) {
    await faultOf(client.safeFetch(post(`https://${host}:${canary.port}/`)), 'urlNotAllowed');
  }
  assert.deepEqual([dialled, canary.connections()], [[], 0]);
});

test('does not dial a name when one of its addresses is not allowed', async (t) => {
  const { dial, dialled } = notingDial();
  const publicOnes = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
  for (const address of ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '::ffff:93.184.215.14', 'not an address']) {
    const resolve = (): Promise<string[]> => Promise.resolve([...publicOnes, address]);
    const client = openClient(t, { policy: production, dial, resolve });
    await faultOf(client.safeFetch(post('https://mixed.example/')), 'addressBlocked');
  }
  assert.deepEqual(dialled, []);
});

test('resolves once per connection and blocks a name that is rebound to loopback', async (t) => {
  const { dial, dialled } = notingDial();
  const canary = await serve(t, (_, response) => void response.end());
  let resolved = 0;
  const resolve = (): Promise<string[]> => {
    resolved += 1;
    return Promise.resolve([resolved === 1 ? '93.184.215.14' : '127.0.0.1']);
  };
  const client = openClient(t, { policy: production, dial, resolve });
  const url = `https://rebind.example:${canary.port}/`;
  await faultOf(client.safeFetch(post(url)), 'connectionFailed');
  assert.deepEqual([resolved, dialled], [1, ['93.184.215.14']]);
  await faultOf(client.safeFetch(post(url)), 'addressBlocked');
  assert.deepEqual([resolved, dialled, canary.connections()], [2, ['93.184.215.14'], 0]);
});

test('a kept connection stays with its vetted address, whatever the name resolves to later', async (t) => {
  const local = await serve(t, (_, response) => void response.end('ok'));
  let resolved = 0;
  const resolve = (): Promise<string[]> => Promise.resolve((resolved += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
  const policy = cidrPolicy([{ cidr: '127.0.0.1/32', ports: [local.port] }]);
  const client = openClient(t, { policy, resolve });
  const url = `http://hooks.example:${local.port}/`;
  for (let index = 0; index < 3; index += 1) {
    await client.safeFetch(post(url));
    await turn();
  }
  assert.deepEqual([resolved, local.connections()], [1, 1]);
  assert.equal(local.requests[0]?.headers.host, `hooks.example:${local.port}`);
});

test('a name allowed without TLS because it is local must resolve to a local address', async (t) => {
  const { dial, dialled } = notingDial();
  const client = openClient(t, { dial, resolve: () => Promise.resolve(['93.184.215.14']) });
  await faultOf(client.safeFetch(post('http://localhost:8080/')), 'addressBlocked');
  await faultOf(client.safeFetch(post('https://localhost:22/')), 'addressBlocked');
  assert.deepEqual(dialled, []);
  await faultOf(client.safeFetch(post('https://localhost:8080/', { allowPublicHttp: true })), 'connectionFailed');
  await faultOf(client.safeFetch(post('http://localhost:8080/')), 'addressBlocked');
  await faultOf(client.safeFetch(post('http://localhost:8080/', { allowPublicHttp: true })), 'connectionFailed');
  assert.deepEqual(dialled, ['93.184.215.14', '93.184.215.14']);
});

test('tries the next vetted address when one refuses', async (t) => {
  const local = await serve(t, (_, response) => void response.end('ok'));
  const { dial, dialled } = notingDial();
  const resolve = (): Promise<string[]> => Promise.resolve(['93.184.215.14', '127.0.0.1']);
  const response = await openClient(t, { dial, resolve }).safeFetch(
    post(`http://localhost:${local.port}/`, { allowPublicHttp: true }),
  );
  assert.deepEqual([response.status, dialled], [200, ['93.184.215.14', '127.0.0.1']]);
});

test('rejects a connection to an unexpected address before sending a byte', async (t) => {
  let received = '';
  const local = await serveRaw(t, (_, text) => (received = text));
  const dial: Dial = (_host, _port, signal) => dialTcp('127.0.0.1', local.port, signal);
  const client = openClient(t, { policy: production, dial });
  await faultOf(client.safeFetch(post('http://93.184.215.14:8080/', { allowPublicHttp: true })), 'addressBlocked');
  assert.equal(received, '');
});

test('resolves names with the system resolver by default', async (t) => {
  const local = await serve(t, (_, response) => void response.end('ok'));
  assert.equal((await openClient(t).safeFetch(post(`http://localhost:${local.port}/`))).status, 200);
});

test('reports dnsFailed for names that do not resolve', async (t) => {
  const broken = Object.assign(new Error('queryA ENOTFOUND hidden.example'), { code: 'ENOTFOUND' });
  const failing = openClient(t, { resolve: () => Promise.reject(broken) });
  const fault = await faultOf(failing.safeFetch(post('https://hidden.example/')), 'dnsFailed');
  assert.match(fault.message, /ENOTFOUND/);
  const empty = openClient(t, { resolve: () => Promise.resolve([]) });
  await faultOf(empty.safeFetch(post('https://hidden.example/')), 'dnsFailed');
});

test('reports a refused port and resets before or during the response as connectionFailed, without retrying', async (t) => {
  const client = openClient(t);
  const server = createServer();
  const port = await portOf(t, server);
  server.close();
  await once(server, 'close');
  await faultOf(client.safeFetch(post(`http://127.0.0.1:${port}/`)), 'connectionFailed');
  for (const head of ['', 'HTTP/1.1 200', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf']) {
    const local = await serveRaw(t, (socket) => {
      if (head === '') socket.resetAndDestroy();
      else socket.write(head, () => socket.resetAndDestroy());
    });
    await faultOf(client.safeFetch(post(local.url)), 'connectionFailed');
    assert.equal(local.connections(), 1);
  }
});

test('reports responses that are not HTTP as connectionFailed and keeps their content out of the message', async (t) => {
  for (const text of ['hidden\r\n\r\n', 'HTTP/1.1 101 Switching\r\nUpgrade: hidden\r\n\r\n', 'HTTP/9.9 hidden']) {
    const local = await serveRaw(t, (socket) => socket.end(text));
    const fault = await faultOf(openClient(t).safeFetch(post(local.url)), 'connectionFailed');
    assert.ok(!JSON.stringify([fault.message, fault.cause ?? null]).includes('hidden'));
  }
});

test('times out when the server sends no headers', async (t) => {
  const clock = manualClock(new Date(0));
  const local = await serve(t, () => clock.advance(5_000));
  const fault = await faultOf(openClient(t, { clock }).safeFetch(post(local.url)), 'timeout');
  assert.match(fault.message, /5000 ms/);
});

test('times out when the body trickles forever', async (t) => {
  const clock = manualClock(new Date(0));
  const closed = Promise.withResolvers<void>();
  const local = await serve(t, (_, response) => {
    response.on('close', closed.resolve).write('a');
    const drip = setInterval(() => {
      response.write('a');
      clock.advance(500);
    }, 1);
    response.on('close', () => clearInterval(drip));
  });
  await faultOf(openClient(t, { clock }).safeFetch(post(local.url)), 'timeout');
  await closed.promise;
});

test('connecting and resolving have their own timeout', async () => {
  for (const step of ['dial', 'resolve'] as const) {
    const clock = manualClock(new Date(0));
    const hang = (): Promise<never> => {
      setImmediate(() => clock.advance(2_000));
      return new Promise(() => undefined);
    };
    const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
    const client = createHttpClient({ policy: development, dial: loopbackOnly, clock, resolve, [step]: hang });
    const fault = await faultOf(client.safeFetch(post('https://hooks.example/')), 'timeout');
    assert.match(fault.message, /2000 ms/);
    await client.close();
  }
});

test('leaves half of the connect timeout to the next address when the first does not respond', async (t) => {
  const clock = manualClock(new Date(0));
  const local = await serve(t, (_, response) => void response.end('ok'));
  const { dial } = notingDial();
  const swallowing: Dial = (host, port, signal) => {
    if (host === '127.0.0.1') return dial(host, port, signal);
    setImmediate(() => clock.advance(1_000));
    return new Promise(() => undefined);
  };
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.2', '127.0.0.1']);
  const client = openClient(t, { clock, dial: swallowing, resolve });
  assert.equal((await client.safeFetch(post(`http://localhost:${local.port}/`))).status, 200);
});

test('the caller can abort before and during a request', async (t) => {
  const stop = new AbortController();
  const local = await serve(t, () => stop.abort());
  const client = openClient(t);
  await faultOf(client.safeFetch(post(local.url, { signal: stop.signal })), 'aborted');
  await faultOf(client.safeFetch(post(local.url, { signal: stop.signal })), 'aborted');
  assert.equal(local.requests.length, 1);
});

test('never sends a request aborted while it waits for a connection', async (t) => {
  const local = await serve(t, (_, response) => void response.end('ok'));
  const gate = Promise.withResolvers<string[]>();
  const client = openClient(t, { resolve: () => gate.promise });
  const stop = new AbortController();
  const url = `http://localhost:${local.port}/`;
  const fault = faultOf(client.safeFetch(post(url, { signal: stop.signal })), 'aborted');
  stop.abort();
  await fault;
  gate.resolve(['127.0.0.1']);
  assert.equal((await client.safeFetch(post(url))).status, 200);
  assert.equal(local.requests.length, 1);
});

test('cuts an endless body at the limit or fails, and reads little more than that', async (t) => {
  const mebibyte = Buffer.alloc(1 << 20, 'a');
  for (const overlong of ['cut', 'fail'] as const) {
    const closed = Promise.withResolvers<number>();
    const local = await serveRaw(t, (socket) => {
      const pump = (): void => {
        while (!socket.destroyed && socket.write(mebibyte)) continue;
      };
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.on('drain', pump).on('close', () => closed.resolve(socket.bytesWritten - socket.writableLength));
      pump();
    });
    const work = openClient(t).safeFetch(post(local.url, { overlong, responseBytesMax: 100_000 }));
    if (overlong === 'fail') await faultOf(work, 'tooLarge');
    else assert.deepEqual([(await work).body.length, (await work).isCut], [100_000, true]);
    // Above the client's limit, because both kernels buffer too.
    assert.ok((await closed.promise) < 32 * mebibyte.length);
  }
});

test('accepts a body of exactly the limit and rejects a longer one by its content-length', async (t) => {
  const local = await serve(t, (request, response) => {
    if (request.url === '/whole') return void response.end('abcd');
    response.writeHead(200, { 'content-length': 5 }).flushHeaders();
  });
  const client = openClient(t);
  const limits = { responseBytesMax: 4, overlong: 'fail' } as const;
  const uncut = await client.safeFetch(post(`http://127.0.0.1:${local.port}/whole`, limits));
  assert.deepEqual([uncut.body.toString(), uncut.isCut], ['abcd', false]);
  await faultOf(client.safeFetch(post(local.url, limits)), 'tooLarge');
});

test('accepts headers up to 16 KiB and rejects longer or endless ones', async (t) => {
  const line = `X-${'a'.repeat(500)}: hidden\r\n`;
  const respondWith = async (lines: number): Promise<string> => {
    const local = await serveRaw(t, (socket) => socket.end(`HTTP/1.1 204 No\r\n${line.repeat(lines)}\r\n`));
    return local.url;
  };
  const client = openClient(t);
  assert.equal((await client.safeFetch(post(await respondWith(30)))).status, 204);
  await faultOf(client.safeFetch(post(await respondWith(34))), 'tooLarge');
  const endless = await serveRaw(t, (socket) => {
    const pump = (): void => {
      while (!socket.destroyed && socket.write(line)) continue;
    };
    socket.write('HTTP/1.1 200 OK\r\n');
    socket.on('drain', pump);
    pump();
  });
  const fault = await faultOf(client.safeFetch(post(endless.url)), 'tooLarge');
  assert.ok(!fault.message.includes('hidden'));
});

test('returns a compressed body unchanged', async (t) => {
  const packed = gzipSync('a'.repeat(100_000));
  const local = await serve(t, (_, response) => void response.setHeader('content-encoding', 'gzip').end(packed));
  const response = await openClient(t).safeFetch(post(local.url, { headers: { 'Accept-Encoding': 'gzip' } }));
  assert.deepEqual(response.body, packed);
  assert.equal(local.requests[0]?.headers['accept-encoding'], 'gzip');
});

test('ignores proxy environment variables', async (t) => {
  const canary = await serve(t, (_, response) => void response.end());
  const local = await serve(t, (_, response) => void response.end('direct'));
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
    const before = process.env[name];
    process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${canary.port}`;
    t.after(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
  assert.equal((await openClient(t).safeFetch(post(local.url))).body.toString(), 'direct');
  assert.equal(canary.connections(), 0);
});

test('a closed client starts no request', async (t) => {
  const local = await serve(t, (_, response) => void response.end());
  const client = openClient(t);
  await client.safeFetch(post(local.url));
  await client.close();
  await faultOf(client.safeFetch(post(local.url)), 'aborted');
  await faultOf(client.safeFetch(post(local.url, { connectTimeoutMs: 1 })), 'aborted');
});

test('throws for a header that cannot be sent and keeps its value out of the message', async (t) => {
  const { dial, dialled } = notingDial();
  const work = openClient(t, { dial }).safeFetch(
    post('https://127.0.0.1/', { headers: { 'x-a': 'hidden\r\nx-b: c' } }),
  );
  await assert.rejects(work, (error: Error) => !(error instanceof OutboundFault) && !error.message.includes('hidden'));
  assert.deepEqual(dialled, []);
});
