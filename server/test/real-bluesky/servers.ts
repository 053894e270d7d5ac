import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Installation } from './install.ts';
import type { Stopper } from './stopper.ts';

export type Pds = { origin: string; adminPassword: string; jwtSecret: string; did: string };

const startMsMax = 60_000;
const logCharsMax = 20_000;

export async function startPlc(installation: Installation, stopper: Stopper): Promise<string> {
  const port = await freePort();
  await start('plc.cjs', { PORT: String(port), LOG_ENABLED: 'false' }, { installation, stopper });
  const origin = `http://127.0.0.1:${port}`;
  await becomeHealthy(`${origin}/_health`);
  return origin;
}

type Choice = { plcUrl: string; appViewUrl?: string };

export async function startPds(installation: Installation, stopper: Stopper, choice: Choice): Promise<Pds> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'herald-real-bluesky-data-'));
  stopper.add(() => rmSync(data, { recursive: true, force: true }));
  const secret = (): string => randomBytes(32).toString('hex');
  const [adminPassword, jwtSecret] = [secret(), secret()];
  const did = `did:web:localhost%3A${port}`;
  const environment = {
    PDS_PORT: String(port),
    PDS_HOSTNAME: 'localhost',
    PDS_SERVICE_DID: did,
    PDS_SERVICE_HANDLE_DOMAINS: '.test',
    PDS_DEV_MODE: 'true',
    PDS_DATA_DIRECTORY: data,
    PDS_BLOBSTORE_DISK_LOCATION: join(data, 'blobs'),
    PDS_BLOBSTORE_DISK_TMP_LOCATION: join(data, 'blobs-unfinished'),
    PDS_DID_PLC_URL: choice.plcUrl,
    PDS_ENABLE_DID_DOC_WITH_SESSION: 'true',
    PDS_RATE_LIMITS_ENABLED: 'true',
    PDS_ADMIN_PASSWORD: adminPassword,
    PDS_JWT_SECRET: jwtSecret,
    PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: secret(),
    ...(choice.appViewUrl === undefined
      ? {}
      : { PDS_BSKY_APP_VIEW_URL: choice.appViewUrl, PDS_BSKY_APP_VIEW_DID: 'did:web:appview.test' }),
    LOG_ENABLED: 'false',
  };
  await start('pds.cjs', environment, { installation, stopper });
  const origin = `http://127.0.0.1:${port}`;
  await becomeHealthy(`${origin}/xrpc/_health`);
  return { origin, adminPassword, jwtSecret, did };
}

type Means = { installation: Installation; stopper: Stopper };

/** If this process dies, the IPC channel closes and ends the child. */
async function start(script: string, environment: Record<string, string>, means: Means): Promise<void> {
  const { folder, node, path } = means.installation;
  const preload = join(import.meta.dirname, 'loopback-only.cjs');
  const child = spawn(node, ['--require', preload, join(import.meta.dirname, script)], {
    cwd: folder,
    env: { PATH: path, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.on('error', () => resolve()).on('exit', () => resolve()));
  means.stopper.add(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text = `${text}${chunk.toString()}`.slice(-logCharsMax)));
  }
  const ready = new Promise<'ready'>((resolve) => child.on('message', () => resolve('ready')));
  const late = new Promise<void>((resolve) => setTimeout(resolve, startMsMax).unref());
  if ((await Promise.race([ready, ended, late])) !== 'ready') throw new Error(`${script} did not start:\n${text}`);
}

async function becomeHealthy(url: string): Promise<void> {
  for (const endsAt = performance.now() + startMsMax; performance.now() < endsAt;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not respond`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
