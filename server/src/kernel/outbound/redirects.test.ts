import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cidrPolicy } from './address-policy.ts';
import { createHttpClient, type Dial } from './http-client.ts';
import { dialTcp } from './dial.ts';
import { followRedirects } from './redirects.ts';
import type { OutboundRequest, OutboundResponse } from './request.ts';

const loopbackOnly: Dial = async (host, port, signal) => {
  if (!host.startsWith('127.')) throw new Error(`${host} is not dialled`);
  return await dialTcp(host, port, signal);
};

const limits = { timeoutMs: 5_000, connectTimeoutMs: 2_000, responseBytesMax: 100, overlong: 'cut' } as const;

function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, method: 'GET', redirectsMax: 3, ...limits, ...more };
}

async function follow(request: OutboundRequest, table: Record<string, string>, status = 302): Promise<Followed> {
  const sent: OutboundRequest[] = [];
  const send = (hop: OutboundRequest): Promise<OutboundResponse> => {
    sent.push(hop);
    const location = table[hop.url];
    const headers: Record<string, string> = location === undefined ? {} : { location };
    const responseStatus = location === undefined ? 200 : status;
    return Promise.resolve({ status: responseStatus, headers, body: Buffer.alloc(0), isCut: false, url: hop.url });
  };
  return { response: await followRedirects(request, send), sent };
}

type Followed = { response: OutboundResponse; sent: OutboundRequest[] };

test('sends each redirect as its own request, including relative locations', async () => {
  const table = { 'https://a.example/1': '2?x=y', 'https://a.example/2?x=y': '//b.example/3' };
  for (const status of [301, 302, 303, 307, 308]) {
    const { response, sent } = await follow(get('https://a.example/1'), table, status);
    assert.equal(response.status, 200);
    const urls = ['https://a.example/1', 'https://a.example/2?x=y', 'https://b.example/3'];
    assert.deepEqual(
      sent.map(({ url }) => url),
      urls,
    );
  }
});

test('returns the 3xx without redirectsMax, a location or a suitable method', async () => {
  const url = 'https://a.example/';
  const table = { [url]: '/b' };
  const unsaid: OutboundRequest = { url, method: 'GET', ...limits };
  for (const request of [unsaid, get(url, { redirectsMax: 0 }), get(url, { method: 'POST' })]) {
    assert.equal((await follow(request, table)).response.status, 302);
    assert.equal((await follow(request, table)).sent.length, 1);
  }
  assert.equal((await follow(get(url), table, 304)).response.status, 304);
});

test('follows as many redirects as allowed and fails at one more', async () => {
  const table = Object.fromEntries([0, 1, 2, 3].map((step) => [`https://a.example/${step}`, `/${step + 1}`]));
  assert.equal((await follow(get('https://a.example/1'), table)).response.url, 'https://a.example/4');
  await assert.rejects(follow(get('https://a.example/0'), table), { kind: 'redirect' });
  await assert.rejects(follow(get('https://a.example/'), { 'https://a.example/': '/' }), { kind: 'redirect' });
});

test('fails on a redirect from https to http or to an invalid URL', async () => {
  for (const location of ['http://a.example/', 'HTTP://127.0.0.1/', 'https://[', '//:0:0']) {
    await assert.rejects(follow(get('https://a.example/'), { 'https://a.example/': location }), { kind: 'redirect' });
  }
  assert.equal((await follow(get('http://a.example/'), { 'http://a.example/': 'https://a.example/' })).sent.length, 2);
});

test('drops credentials on another origin and does not restore them', async () => {
  const headers = { Authorization: 'a', Cookie: 'b', 'User-Agent': 'c' };
  const table = {
    'https://a.example/1': '/2',
    'https://a.example/2': 'https://a.example:8443/3',
    'https://a.example:8443/3': 'https://a.example/4',
  };
  const { sent } = await follow(get('https://a.example/1', { headers }), table);
  assert.deepEqual(
    sent.map((hop) => Object.keys(hop.headers ?? {}).length),
    [3, 3, 1, 1],
  );
});

test('rejects a redirect to a disallowed host before dialing', async (t) => {
  let canaryConnections = 0;
  const canary = createServer().on('connection', () => (canaryConnections += 1));
  await once(canary.listen(0, '127.0.0.1'), 'listening');
  const canaryPort = (canary.address() as AddressInfo).port;
  const server = createServer((request, response) => {
    const host = decodeURIComponent((request.url ?? '').slice(1));
    response.writeHead(302, { location: `${host}:${canaryPort}/` }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = (server.address() as AddressInfo).port;
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const policy = cidrPolicy([{ cidr: '127.0.0.1/32', ports: [port] }]);
  const client = createHttpClient({ policy, resolve, dial: loopbackOnly });
  t.after(async () => {
    await client.close();
    canary.close();
    server.close();
  });
  const hop = (to: string): Promise<OutboundResponse> =>
    client.safeFetch(get(`http://127.0.0.1:${port}/${encodeURIComponent(to)}`, { allowPublicHttp: true }));
  const literals = ['http://127.0.0.1', 'http://2130706433', 'http://0x7f.1', '//127.1', 'http://[::ffff:7f00:1]'];
  for (const to of [...literals, 'http://localhost', 'http://a@b.example', 'ftp://b.example', 'http://10.0.0.1']) {
    await assert.rejects(hop(to), { kind: 'urlNotAllowed' }, to);
  }
  await assert.rejects(hop('http://rebind.example'), { kind: 'addressBlocked' });
  await assert.rejects(hop('https://rebind.example'), { kind: 'addressBlocked' });
  assert.equal(canaryConnections, 0);
});
