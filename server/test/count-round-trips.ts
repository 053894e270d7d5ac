import pg from 'pg';

/** Counts this process's messages to PostgreSQL that wait for a response. */
export async function countRoundTrips(run: () => Promise<unknown>): Promise<number> {
  const connection = pg.Connection.prototype;
  const { sync, query } = connection;
  let count = 0;
  connection.sync = function (this: pg.Connection) {
    count += 1;
    sync.call(this);
  };
  connection.query = function (this: pg.Connection, text: string) {
    count += 1;
    query.call(this, text);
  };
  try {
    await run();
  } finally {
    Object.assign(connection, { sync, query });
  }
  return count;
}
