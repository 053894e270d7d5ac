import pg from 'pg';

/** For migrations, backups and restores: disables the timeouts that a role may have for requests. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
  return client;
}
