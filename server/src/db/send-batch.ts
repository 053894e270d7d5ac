import pg from 'pg';

export type Statement = { text: string; values: unknown[]; name?: string };

/**
 * Takes one round trip and one write to the socket. The server skips the rest after an error, up to the single `Sync` at the
 * end.
 */
export function sendBatch(client: pg.PoolClient, statements: readonly Statement[]): Promise<pg.QueryResult[]> {
  const preceding = statements.slice(0, -1);
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
  const last = new pg.Query(statements.at(-1), (error, results) => {
    if (error instanceof Error) reject(error);
    // The driver collects a result per statement, as for several statements in one text.
    else resolve(results as unknown as pg.QueryResult[]);
  });
  // Suites that halt between two statements send them one by one.
  Object.assign(last, { statements });
  const submitLast = last.submit.bind(last);
  last.submit = (connection) => {
    connection.stream.cork();
    try {
      for (const statement of preceding) submitWithoutSync(connection, statement);
      submitLast(connection);
    } catch (error) {
      // Nobody knows which statements the server has received.
      connection.stream.destroy(error as Error);
    } finally {
      connection.stream.uncork();
    }
  };
  client.query(last);
  return promise;
}

function submitWithoutSync(connection: pg.Connection, statement: Statement): void {
  const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection;
  new pg.Query(statement, (error) => {
    // Only for values that cannot be sent: the server's responses go to the last statement.
    if (error instanceof Error) throw error;
  }).submit(withoutSync);
}
