import { mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query, withDatabase } from './query.ts';
import { createSupervisor, type Child, type Supervisor } from './programs/supervisor.ts';

export type User = { ownerId: string; key: string };
export type Api = {
  child: Child;
  baseUrl: string;
  users: User[];
  user: User;
  call: Call;
};
/** `Body` is not validated. */
export type Call = <Body>(user: User, method: string, path: string, body?: unknown) => Promise<ApiResponse<Body>>;
export type ApiResponse<Body> = { status: number; body: Body };

export type Testbed = {
  supervisor: Supervisor;
  openDatabase(): Promise<CaseDatabase>;
  /** Copies like a disk snapshot; closes connections to the original. */
  copyDatabase(original: CaseDatabase): Promise<CaseDatabase>;
  /** Herald's supervisor restarts PostgreSQL. */
  killEngine(): Promise<void>;
  close(): Promise<void>;
};

export type CaseDatabase = {
  url: string;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  startApi(options: object): Promise<Api>;
  startWorker(options: object): Child;
  startSandbox(): Promise<SandboxProcess>;
  startS3(): Promise<S3Process>;
};

type S3Process = { endpoint: string; environment: Record<string, string>; stop(): Promise<void> };

/** In a process that survives every kill. */
export type SandboxProcess = {
  url: string;
  control<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** Sets where the sandbox fetches media from Herald's public URL. */
  reach(baseUrl: string): void;
  stop(): Promise<void>;
};

export async function openTestbed(): Promise<Testbed> {
  const supervisor = createSupervisor();
  const folder = mkdtempSync(join(tmpdir(), 'herald-rel-'));
  chmodSync(folder, 0o755);
  const engine = supervisor.start('engine', { role: 'engine', folder });
  const { url } = (await engine.waitForEvent('ready')) as unknown as { url: string };
  const serverUrl = withDatabase(url, 'postgres');
  let count = 0;
  return {
    supervisor,
    openDatabase: async () => {
      const name = `case_${(count += 1)}`;
      await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`);
      await query(withDatabase(url, name), 'CREATE EXTENSION amcheck');
      return openCase(supervisor, withDatabase(url, name));
    },
    copyDatabase: async (original) => {
      const from = new URL(original.url).pathname.slice(1);
      const name = `case_${(count += 1)}`;
      await query(serverUrl, `ALTER DATABASE ${from} ALLOW_CONNECTIONS false`);
      await query(serverUrl, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
      await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${from}`);
      for (const one of [from, name]) await query(serverUrl, `ALTER DATABASE ${one} ALLOW_CONNECTIONS true`);
      return openCase(supervisor, withDatabase(url, name));
    },
    killEngine: async () => {
      const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      process.kill(pid, 'SIGKILL');
    },
    close: async () => {
      await supervisor.stopAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openCase(supervisor: Supervisor, databaseUrl: string): CaseDatabase {
  return {
    url: databaseUrl,
    sql: (text, values = []) => query(databaseUrl, text, values),
    startApi: async (options) => {
      const child = supervisor.start('api', { role: 'api', databaseUrl, ...options });
      const ready = (await child.waitForEvent('ready')) as unknown as { baseUrl: string; users: User[] };
      return {
        child,
        ...ready,
        get user() {
          const [user] = ready.users;
          if (user === undefined) throw new Error('this API was started without users');
          return user;
        },
        call: callerOf(ready.baseUrl),
      };
    },
    startWorker: (options) => supervisor.start('worker', { role: 'worker', databaseUrl, ...options }),
    startSandbox: async () => {
      const child = supervisor.start('sandbox', { role: 'sandbox' });
      const { url } = (await child.waitForEvent('ready')) as unknown as { url: string };
      return { url, control: controlOf(url), reach: child.write, stop: child.stop };
    },
    startS3: async () => {
      const child = supervisor.start('s3', { role: 's3' });
      const ready = (await child.waitForEvent('ready')) as unknown as Record<
        'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey',
        string
      >;
      const environment = {
        HERALD_S3_ENDPOINT: ready.endpoint,
        HERALD_S3_BUCKET: ready.bucket,
        HERALD_S3_ACCESS_KEY_ID: ready.accessKeyId,
        HERALD_S3_SECRET_ACCESS_KEY: ready.secretAccessKey,
        HERALD_S3_PATH_STYLE: 'true',
      };
      return { endpoint: ready.endpoint, environment, stop: child.stop };
    },
  };
}

export function controlOf(url: string): SandboxProcess['control'] {
  return async <Body>(method: string, path: string, body?: object) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}/control/${path}`, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
}

export function callerOf(baseUrl: string): Call {
  // The suites dial only loopback.
  if (new URL(baseUrl).hostname !== '127.0.0.1') throw new Error(`${baseUrl} is not on loopback`);
  return async <Body>(user: User, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${user.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
}
