import pg from 'pg';
import { sleep } from './wait.ts';

const startMs = 60_000;
const retryMs = 200;
/** A server that a case killed may not have been restarted yet, or is still recovering. */
const startingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', '57P03']);

export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const deadline = performance.now() + startMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isStarting(error) || performance.now() > deadline) throw error;
    }
    await sleep(retryMs);
  }
}

function isStarting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && startingCodes.has(String(error.code));
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
