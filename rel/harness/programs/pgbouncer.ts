import { execFileSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { noFindings, type Findings, type Tier } from '../case.ts';
import { createDataFolder } from '../data-folder.ts';
import { freePort } from '../network/free-port.ts';
import { startProgram } from './program.ts';
import { query, withDatabase } from '../query.ts';
import { waitUntil } from '../wait.ts';

type PgBouncer = AsyncDisposable & {
  url: string;
  transactions(): Promise<number>;
};

type Options = {
  poolSize?: number;
  /** 0 turns prepared statements off, like PgBouncer before 1.21. */
  preparedMax?: number;
};

/** The first version that keeps prepared statements of clients in transaction mode. */
const versionMin = [1, 21] as const;
const startWithinMs = 10_000;

/** Only the full tier treats a missing PgBouncer as a fault. */
export function skipWithoutPgBouncer(tier: Tier): Findings | undefined {
  const missing = missingPgBouncer();
  if (missing === undefined) return undefined;
  return { ...noFindings(), counts: { skipped: 1 }, faults: tier === 'full' ? [missing] : [], warnings: [missing] };
}

export function missingPgBouncer(): string | undefined {
  const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(versionOf(program())) ?? []).slice(1).map(Number);
  if (major > versionMin[0] || (major === versionMin[0] && minor >= versionMin[1])) return undefined;
  return (
    `PgBouncer ${versionMin.join('.')} or newer is missing: install it, or run rel/tools/install-pgbouncer.sh <folder> ` +
    'and set HERALD_TEST_PGBOUNCER to <folder>/pgbouncer'
  );
}

function program(): string {
  return process.env['HERALD_TEST_PGBOUNCER'] ?? 'pgbouncer';
}

function versionOf(command: string): string {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

export async function startPgBouncer(directUrl: string, options: Options = {}): Promise<PgBouncer> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder('pgbouncer')).path;
  const target = new URL(directUrl);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${target.username}" "${target.password}"\n`, { mode: 0o600 });
  writeFileSync(settings, settingsText(target, { port, users, ...options }), { mode: 0o600 });
  const isRoot = process.getuid?.() === 0;
  // PgBouncer refuses to run as root.
  if (isRoot) for (const file of [users, settings]) chownSync(file, idOfNobody(), -1);
  const args = [...(isRoot ? ['-u', 'nobody'] : []), settings];
  const running = startProgram('PgBouncer', { command: program(), args });
  stack.defer(() => running.stop());
  await waitUntil(`PgBouncer at ${port}`, startWithinMs, () => accepts(port));
  const url = new URL(directUrl);
  url.host = `127.0.0.1:${port}`;
  const parts = stack.move();
  const database = target.pathname.slice(1);
  return {
    url: url.href,
    transactions: () => countTransactions(url.href, database),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

function settingsText(
  target: URL,
  { port, users, poolSize = 20, preparedMax = 200 }: Options & { port: number; users: string },
) {
  return `[databases]
* = host=${target.hostname} port=${target.port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${target.username}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
max_prepared_statements = ${preparedMax}
`;
}

/** A pooler drops timeouts that clients set. */
export async function setRoleTimeouts(directUrl: string): Promise<void> {
  await query(
    directUrl,
    `DO $$ BEGIN
       EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = 5000', current_user, current_database());
       EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = 15000', current_user,
                      current_database());
     END $$`,
  );
}

/** PgBouncer has its figures in a database of its own. */
async function countTransactions(url: string, database: string): Promise<number> {
  const rows = await query<{ database: string; total_xact_count: string }>(
    withDatabase(url, 'pgbouncer'),
    'SHOW STATS',
  );
  return Number(rows.find((row) => row.database === database)?.total_xact_count ?? 0);
}

function idOfNobody(): number {
  return Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
