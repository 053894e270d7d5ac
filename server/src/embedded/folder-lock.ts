import { realpathSync } from 'node:fs';
import pg from 'pg';
import type { Clock } from '../kernel/time/clock.ts';
import { clusterDir, engineRole, readPassword } from './cluster.ts';

type EngineAddress = { dataFolder: string; port: number };

export type LockAttempt =
  { kind: 'taken'; holder: string } | { kind: 'held'; client: pg.Client } | { kind: 'unreachable' };

const lockKey = 4010_0000;

/** Database `postgres` holds the lock; everything else uses `herald`. */
export function engineUrl({ dataFolder, port }: EngineAddress, database: string): string {
  return `postgres://${engineRole}:${readPassword(dataFolder) ?? ''}@127.0.0.1:${port}/${database}`;
}

/** An advisory lock ends with its process, unlike a pid file. `name` is shown to a second process. */
export async function tryLock(address: EngineAddress, name: string): Promise<LockAttempt> {
  const client = new pg.Client({
    connectionString: engineUrl(address, 'postgres'),
    connectionTimeoutMillis: 3000,
    application_name: name,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean; folder: string; holder: string | null }>(
      `SELECT pg_try_advisory_lock($1) AS locked, current_setting('data_directory') AS folder,
              (SELECT a.application_name || ', since ' || to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC'
                 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
                WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted LIMIT 1) AS holder`,
      [lockKey],
    );
    const [row] = rows;
    const isOurs = row !== undefined && realpathSync(row.folder) === realpathSync(clusterDir(address.dataFolder));
    if (isOurs && row.locked) return { kind: 'held', client };
    await client.end();
    return isOurs ? { kind: 'taken', holder: row.holder ?? 'another process' } : { kind: 'unreachable' };
  } catch {
    await client.end().catch(() => undefined);
    return { kind: 'unreachable' };
  }
}

type Keep = { address: EngineAddress; name: string; clock: Clock; onLost(holder: string): void };

/** Regains the lock after a restart of PostgreSQL. */
export function keepLock(first: pg.Client, { address, name, clock, onLost }: Keep): { release(): Promise<void> } {
  let client: pg.Client | undefined = first;
  let isReleased = false;

  const watch = (current: pg.Client): void => {
    current.once('end', () => {
      client = undefined;
      if (!isReleased) void regain();
    });
  };
  const regain = async (): Promise<void> => {
    while (!isReleased && client === undefined) {
      await clock.sleep(200);
      const attempt = await tryLock(address, name);
      if (attempt.kind === 'taken') return onLost(attempt.holder);
      if (attempt.kind === 'held') {
        client = attempt.client;
        watch(client);
      }
    }
  };
  watch(first);
  return {
    release: async () => {
      isReleased = true;
      await client?.end().catch(() => undefined);
    },
  };
}

export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'herald'");
  if (rowCount === 0) await client.query('CREATE DATABASE herald');
}
