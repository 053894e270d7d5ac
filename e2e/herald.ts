import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';

export const checkout = dirname(import.meta.dirname);

export type Herald = {
  child: ChildProcess;
  pid: number;
  baseUrl: string;
  /** Printed only at the first start. */
  key: string | undefined;
  output(): string;
  /** Exit code, or name of the signal. */
  ended: Promise<number | string>;
  get(path: string, key?: string): Promise<Response>;
  post(path: string, key: string, body: unknown): Promise<Response>;
};

export type StartOptions = {
  dataDir?: string;
  env?: Record<string, string>;
  cwd?: string;
  command?: string[];
  /** Runs in its own process group, which gets signals as from a terminal. */
  isTerminal?: boolean;
  user?: { uid: number; gid: number };
};

/** The user who runs PostgreSQL for root can enter it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'herald-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

const running = new Set<ChildProcess>();

// A failed test would otherwise leave processes that keep its file from ending. Runs before the hooks of the test file, so
// Herald gets to stop its PostgreSQL.
after(async () => {
  for (const child of running) child.kill('SIGTERM');
  const deadline = Date.now() + 30_000;
  while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const child of running) child.kill('SIGKILL');
});

export function launch(options: StartOptions): {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | string>;
} {
  const asStarted = [process.execPath, 'server/src/main.mjs'];
  const [program = '', ...args] = options.command ?? asStarted;
  const child = spawn(program, args, {
    cwd: options.cwd ?? checkout,
    env: environment(options),
    detached: options.isTerminal === true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.user,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const ended = new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return { child, output: () => chunks.join(''), ended };
}

export async function startHerald(options: StartOptions = {}): Promise<Herald> {
  const { child, output, ended } = launch(options);
  const baseUrl = await waitFor(() => /API +(http\S+)/.exec(output())?.[1], {
    giveUp: () => child.exitCode !== null,
    because: output,
    forMs: 60_000,
  });
  return {
    child,
    pid: child.pid ?? 0,
    baseUrl,
    key: /API key +(hrd_live_[0-9a-f]{64})/.exec(output())?.[1],
    output,
    ended,
    get: (path, key) =>
      fetch(`${baseUrl}${path}`, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } }),
    post: (path, key, body) =>
      fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** For tests that must know the port in advance: in production, the banner has only the public URL. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export async function stopHerald(herald: Herald): Promise<number | string> {
  herald.child.kill('SIGTERM');
  return herald.ended;
}

type Patience = { forMs?: number; giveUp?: () => boolean; because?: () => string };

export async function waitFor<Value>(
  read: () => Value | undefined | Promise<Value | undefined>,
  { forMs = 15_000, giveUp = () => false, because = () => '' }: Patience = {},
): Promise<Value> {
  const deadline = Date.now() + forMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline || giveUp()) throw new Error(`it did not happen within ${forMs} ms: ${because()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function environment({ dataDir, env, user }: StartOptions): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(HERALD_|DATABASE_URL|PORT$|HOST$|NODE_TEST_CONTEXT$|npm_(?!config_))/.test(name),
  );
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    PORT: '0',
    HERALD_STATE_DIR: join(tmpdir(), 'herald-e2e-state'),
    ...(dataDir === undefined ? {} : { HERALD_DATA_DIR: dataDir }),
    ...(user === undefined ? {} : { USER: 'nobody' }),
    ...env,
  };
}
