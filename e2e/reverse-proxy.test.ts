import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  checkout,
  freePort,
  launch,
  startHerald,
  stopHerald,
  temporaryFolder,
  waitFor,
  type Herald,
} from './herald.ts';
import { mpegStart } from './uploading.ts';

// Changes only the ports and the certificate of deploy/Caddyfile.
const folder = temporaryFolder();
after(() => rmSync(folder, { recursive: true, force: true }));
const [heraldPort, httpPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
const publicUrl = `https://localhost:${httpsPort}`;
const key = `hrd_live_${'ab'.repeat(32)}`;
const certificateFile = join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt');

let herald: Herald;
let caddy: ReturnType<typeof launch>;

const startBehindProxy = (): Promise<Herald> =>
  startHerald({
    dataDir: join(folder, 'data'),
    env: {
      HERALD_ENV: 'production',
      HERALD_PUBLIC_URL: publicUrl,
      HERALD_API_KEY: key,
      HERALD_TOKEN_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      HERALD_TRUSTED_PROXIES: '127.0.0.1',
      HERALD_AUTH_FAILURES_PER_MINUTE: '5',
      HERALD_DRAIN_SECONDS: '0',
      PORT: String(heraldPort),
    },
  });

before(async () => {
  herald = await startBehindProxy();
  const configFile = join(folder, 'Caddyfile');
  const options = `http_port ${httpPort}\nhttps_port ${httpsPort}\nadmin off\nskip_install_trust`;
  writeFileSync(configFile, `{\n${options}\n}\nimport ${join(checkout, 'deploy', 'Caddyfile')}\n`);
  caddy = launch({
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', configFile],
    env: {
      HERALD_PUBLIC_URL: publicUrl,
      HERALD_UPSTREAM: `127.0.0.1:${heraldPort}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  await waitFor(() => (existsSync(certificateFile) ? true : undefined), { because: caddy.output, forMs: 30_000 });
  await waitFor(async () => ((await get('/healthz').catch(() => undefined))?.status === 200 ? true : undefined), {
    because: caddy.output,
  });
});

after(async () => {
  caddy.child.kill('SIGTERM');
  await caddy.ended;
  await stopHerald(herald);
});

type Reply = { status: number; text: string };

/** `fetch` cannot verify with a certificate of one's own. */
async function call(path: string, options: RequestOptions, body?: Buffer): Promise<Reply> {
  const outgoing = request(`${publicUrl}${path}`, { ca: readFileSync(certificateFile), ...options });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> => call(path, { headers });
const authorization = `Bearer ${key}`;

test('serves the API with a certificate that verifies', async () => {
  const { status, text } = await get('/v1/profiles', { authorization });
  assert.equal(status, 200);
  assert.match(text, /"Default"/);
});

test('http:// leads to https://', async () => {
  const response = await fetch(`http://localhost:${httpPort}/docs`, { redirect: 'manual' });
  assert.equal(response.status, 308);
  assert.match(response.headers.get('location') ?? '', /^https:\/\/localhost/);
});

test('an upload of 20 MB and a long poll pass', async () => {
  const sizeBytes = 20_000_000;
  const file = { filename: 'video.mpg', contentType: 'video/mpeg', size: sizeBytes };
  const headers = { authorization, 'content-type': 'application/json' };
  const created = await call('/v1/media/presign', { method: 'POST', headers }, Buffer.from(JSON.stringify(file)));
  const { uploadUrl } = JSON.parse(created.text) as { uploadUrl: string };
  assert.ok(uploadUrl.startsWith(publicUrl), created.text);
  const bytes = Buffer.alloc(sizeBytes);
  mpegStart.copy(bytes);
  const path = uploadUrl.slice(publicUrl.length);
  const { status } = await call(path, { method: 'PUT', headers: { 'content-type': file.contentType } }, bytes);
  assert.equal(status, 200);
  const events = await get('/v1/events?wait=2', { authorization });
  assert.equal(events.status, 200, events.text);
});

test('metrics stay closed, although the proxy is on the same machine', async () => {
  assert.notEqual((await get('/metrics')).status, 200);
  assert.equal((await fetch(`http://127.0.0.1:${heraldPort}/metrics`)).status, 200);
});

test('requests wait while Herald restarts', async () => {
  await stopHerald(herald);
  const waiting = get('/v1/profiles', { authorization });
  herald = await startBehindProxy();
  assert.equal((await waiting).status, 200);
});

test('a forged X-Forwarded-For does not evade the limit on failed authentications', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    statuses.push(
      (await get('/v1/profiles', { authorization: 'Bearer wrong', 'x-forwarded-for': `203.0.113.${index}` })).status,
    );
  }
  assert.deepEqual(statuses.slice(0, 5), [401, 401, 401, 401, 401]);
  assert.equal(statuses.at(-1), 429);
});
