import { sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../kernel/log.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Db } from './client.ts';

/** Sent after the commit of a transaction. */
export type Wake = (queue: string, key?: string) => void;

/**
 * Save the wait for the next poll and may be lost: every queue is polled, too. Sent after the commit, because a NOTIFY inside a
 * transaction makes all commits of the server wait for each other.
 */
export type WakeUps = {
  wake: Wake;
  /** `key` is empty if unknown. */
  subscribe(queue: string, listener: (key: string) => void): void;
  listen(options: { url: string; clock: Clock }): { stop(): Promise<void> };
  unsubscribeAll(): void;
};

const channel = 'herald_wake_up';
/** PostgreSQL accepts 8,000 bytes per message; a line has fewer than 80. */
const linesPerMessage = 90;
const reconnectMs = 1000;

export function createWakeUps({ db, log }: { db: Db; log: Log }): WakeUps {
  const listeners = new Map<string, (key: string) => void>();
  const outgoing = new Set<string>();
  let isSending = false;
  /** Wake-ups that arrive during a send share the next message. */
  const send = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    while (outgoing.size > 0) {
      const lines = [...outgoing.values().take(linesPerMessage)];
      for (const line of lines) outgoing.delete(line);
      await sql`SELECT pg_notify(${channel}, ${lines.join('\n')})`
        .execute(db)
        .catch((error: unknown) => log.debug({ err: error }, 'a wake-up could not be sent; the next poll replaces it'));
    }
    isSending = false;
  };
  return {
    wake: (queue, key = '') => {
      const listener = listeners.get(queue);
      if (listener !== undefined) return listener(key);
      outgoing.add(`${queue} ${key}`);
      void send();
    },
    subscribe: (queue, listener) => void listeners.set(queue, listener),
    unsubscribeAll: () => listeners.clear(),
    listen: (options) =>
      startListening({
        ...options,
        log,
        onLine: (line) => {
          const [queue = '', ...key] = line.split(' ');
          listeners.get(queue)?.(key.join(' '));
        },
      }),
  };
}

type Listening = { url: string; clock: Clock; log: Log; onLine(line: string): void };

function startListening({ url, clock, log, onLine }: Listening): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true });
    const broken = Promise.withResolvers<void>();
    client.on('error', () => broken.resolve());
    client.on('end', () => broken.resolve());
    client.on('notification', ({ payload = '' }) => {
      for (const line of payload.split('\n')) onLine(line);
    });
    stopping.signal.addEventListener('abort', () => broken.resolve(), { once: true });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await broken.promise;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listenOnce().catch((error: unknown) =>
        log.debug({ err: error }, 'wake-ups cannot be received; polling continues'),
      );
      await clock.sleep(reconnectMs, stopping.signal);
    }
  };
  const ended = loop();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
