import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProgram, type Child } from './children.ts';

export type Herald = Pick<Child, 'pid' | 'stop'> & { url: string };

const main = fileURLToPath(new URL('../server/src/main.mjs', import.meta.url));
const startWithinMs = 60_000;
const pollMs = 10;

export async function startHerald(
  { folder, apiKey }: { folder: string; apiKey: string },
  settings: Readonly<Record<string, string>> = {},
): Promise<Herald> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = startProgram([main], {
    // Not the checkout, which may contain a developer's `.env`.
    cwd: folder,
    env: { PATH, HOME, HERALD_DATA_DIR: `${folder}/data`, HERALD_API_KEY: apiKey, PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const untilMs = performance.now() + startWithinMs;
  while (!(await isUp(url))) {
    if (child.hasEnded()) throw new Error('Herald ended instead of starting');
    if (performance.now() > untilMs) throw new Error('Herald did not start within a minute');
    await sleep(pollMs);
  }
  return { pid: child.pid, url, stop: child.stop };
}

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`);
    await response.text();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
