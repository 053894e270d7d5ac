import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { noCounts } from '../../../test/no-counts.ts';
import { operatorPolicy } from './address-policy.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { createPlatformHttp, sandboxAddress } from './platform-http.ts';
import { parsePlatformJson } from './platform-json.ts';

const trusted = createHttpClient({ policy: operatorPolicy });
after(() => trusted.close());
const refusing: HttpClient = {
  safeFetch: () => Promise.reject(new Error('the guarded client was asked')),
  close: () => Promise.resolve(),
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const towards = (sandboxUrl: string | undefined, origins: string[] = []) =>
  createPlatformHttp({
    platform: 'net',
    guarded: refusing,
    trusted,
    trustedOrigins: new Set(origins),
    sandboxUrl,
    counts: noCounts,
  });

test('sends a call for a sandbox account to the sandbox, whatever its host', async () => {
  const seen: string[] = [];
  const origin = await serve((request, response) => {
    seen.push(request.url ?? '');
    response.end('{}');
  });
  const http = towards(`${origin}/sandbox`, ['https://real.example']);
  for (const url of ['https://real.example/v1/me?a=b%2Fc', 'https://elsewhere.example:8443/x', 'http://10.0.0.1/y']) {
    assert.equal((await http.send({ method: 'GET', url })).kind, 'response');
  }
  assert.deepEqual(seen, [
    '/sandbox/net/real.example/v1/me?a=b%2Fc',
    '/sandbox/net/elsewhere.example:8443/x',
    '/sandbox/net/10.0.0.1/y',
  ]);
});

test('a path cannot escape its host segment in the sandbox URL', () => {
  const base = 'http://127.0.0.1:1/sandbox';
  assert.equal(sandboxAddress(base, 'net', 'https://a.example/../../control/x'), `${base}/net/a.example/control/x`);
});

test('calls operator-configured hosts directly and all others through the guarded client', async () => {
  const origin = await serve((_request, response) => response.end('{"ok":true}'));
  const http = towards(undefined, [origin]);
  assert.deepEqual((await http.send({ method: 'GET', url: `${origin}/x` })).kind, 'response');
  await assert.rejects(http.send({ method: 'GET', url: 'https://other.example/' }), /guarded client was asked/);
});

test('reports notSent for a refused connection and noResponse for a lost response', async () => {
  const closedUrl = await serve(() => undefined);
  const closing = await serve((request) => request.socket.destroy());
  const { port } = new URL(closedUrl);
  const free = `http://127.0.0.1:${port}`;
  assert.equal((await towards(undefined, [closing]).send({ method: 'POST', url: closing })).kind, 'noResponse');
  const hanging = towards(undefined, [free]);
  assert.equal((await hanging.send({ method: 'POST', url: free, timeoutMs: 50 })).kind, 'noResponse');
  const nobody = 'http://127.0.0.1:1';
  assert.equal((await towards(undefined, [nobody]).send({ method: 'POST', url: nobody })).kind, 'notSent');
});

test('reports noResponse for a body over five megabytes', async () => {
  const origin = await serve((_request, response) => response.end(Buffer.alloc(5_000_001, 'x')));
  assert.equal((await towards(undefined, [origin]).send({ method: 'GET', url: origin })).kind, 'noResponse');
});

test('sends a streamed body completely, with its length', async () => {
  let [length, bytes] = ['', 0];
  const origin = await serve((request, response) => {
    length = request.headers['content-length'] ?? '';
    request.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end());
  });
  async function* parts() {
    for (let n = 0; n < 30; n += 1) yield Buffer.alloc(100_000, n);
  }
  const body = { contentType: 'video/mp4', sizeBytes: 3_000_000, open: parts };
  const reply = await towards(undefined, [origin]).send({ method: 'POST', url: origin, body });
  assert.equal(reply.kind, 'response');
  assert.deepEqual([length, bytes], ['3000000', 3_000_000]);
});

test('keeps integers beyond the safe range as strings, at any depth', () => {
  const text = '{"id":7321847237418237411,"list":[-9007199254740993,9007199254740991],"half":0.5,"big":1e300}';
  assert.deepEqual(parsePlatformJson(text), {
    id: '7321847237418237411',
    list: ['-9007199254740993', 9007199254740991],
    half: 0.5,
    big: 1e300,
  });
  assert.equal(parsePlatformJson('<html>'), undefined);
});
