import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import { realClock } from '../kernel/time/clock.ts';
import type { Log } from '../kernel/log.ts';
import { unavailable } from './failure.ts';
import { createConnections } from './connection.ts';
import { createDb } from './executor.ts';
import type { Schema } from './rows.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  load(): { waiting: number; busy: number; open: number };
  close(): Promise<void>;
};

export type DatabaseUrls = {
  url: string;
  /** Set if `url` leads to a connection pooler. */
  directUrl?: string | undefined;
};
type Options = DatabaseUrls & { poolSize: number; log: Log };

const timeouts = { connectionTimeoutMillis: 3000, query_timeout: 6000 };
/** Milliseconds, enforced by the server. */
export const requestTimeouts = { statement_timeout: 5000, idle_in_transaction_session_timeout: 15_000 };
const connectAttemptMax = 3;
const connectPauseMs = 150;

export function createDatabase({ url, directUrl = url, poolSize, log }: Options): Database {
  // A pooler refuses or drops settings of a session.
  const serverTimeouts = url === directUrl ? requestTimeouts : {};
  const pool = new pg.Pool({ connectionString: url, max: poolSize, keepAlive: true, ...timeouts, ...serverTimeouts });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection was lost');
  });
  // pg listens for errors only while a client is idle; an unhandled error during a query would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connectionOn = createConnections();
  const db = createDb(async () => connectionOn(await connect(pool)));
  return {
    db,
    pool,
    load: () => ({ waiting: pool.waitingCount, busy: pool.totalCount - pool.idleCount, open: pool.totalCount }),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** Connecting has no effect on data and is retried; queries are not. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (attempt === connectAttemptMax) throw unavailable(error);
      await realClock.sleep(connectPauseMs);
    }
  }
}
