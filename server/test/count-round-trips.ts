import pg from 'pg';

/** Counts this process's messages to PostgreSQL that wait for a response. */
export async function countRoundTrips(run: () => Promise<unknown>): Promise<number> {
  const client = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  let count = 0;
  client.query = function (...args) {
    count += 1;
    return query.apply(this, args);
  };
  try {
    await run();
  } finally {
    client.query = query;
  }
  return count;
}
