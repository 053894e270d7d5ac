import { createHash } from 'node:crypto';
import pg from 'pg';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { readLedger } from '../../harness/ledger.ts';
import { startProgram, type Program } from '../../harness/programs/program.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { inParallel, waitUntil } from '../../harness/wait.ts';
import { tokenKey } from '../backup/operator.ts';
import { scaled } from '../publish/scaled.ts';
import { connectAccount, makeRefreshDue, open } from './accounts.ts';

const figures = { quick: { accounts: 30, kills: 1 }, full: { accounts: 1000, kills: 5 } };
const retriesMax = 20;
const newKey = `next:${createHash('sha256').update('the next key').digest('base64')}`;
const bothKeys = `${newKey},${tokenKey}`;

export const rotateKeysWhilePublishing: Case = {
  id: 'rotate-keys-while-publishing',
  about:
    'Encrypts all tokens with a new key while posts are published and tokens are refreshed, and kills the command in the middle; the next run completes it, no token is lost, and the old key is no longer needed.',
  run: async (testbed, { tier, random, overrides }) => {
    const accounts = overrides.get('accounts') ?? figures[tier].accounts;
    const kills = overrides.get('kills') ?? figures[tier].kills;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    using folder = createDataFolder('keys');
    const start = (keys: string, users = 0): Promise<Api> =>
      database.startApi({ ...options(keys), users, sandboxUrl: sandbox.url, folder: folder.path });
    const first = await start(tokenKey, 1);
    const [user] = first.users;
    if (user === undefined) throw new Error('a user is missing');
    const accountIds: string[] = [];
    for (let n = 0; n < accounts; n += 1) accountIds.push(await connectAccount(first, user, `rotated-${n}`));
    // `rotate-keys` works in the order of IDs.
    accountIds.sort();
    await first.child.stop();
    const api = await start(bothKeys);
    const worker = database.startWorker({ ...options(bothKeys), sandboxUrl: sandbox.url, folder: folder.path });
    await worker.waitForEvent('working');
    const publishing = publish({ api, user, accountIds }, findings);
    const command = (): Program => startRotation(database, folder.path);
    // Each run gets further than the one before; the last is held, but not killed.
    const stretch = Math.floor(accounts / (kills + 1));
    for (let run = 0; run <= kills; run += 1) {
      const at = run * stretch + random.between(0, stretch - 3);
      await interrupt({ database, api, user, accountIds, at, command, isKilled: run < kills }, findings);
    }
    const last = command();
    if ((await last.ended) !== 0) findings.faults.push(`the last run failed: ${last.output()}`);
    const acknowledged = await publishing;
    await waitForEnd(database);
    await worker.stop();
    await api.child.stop();
    findings.counts = { accounts, kills, published: await judge(database, findings) };
    const after = await start(newKey);
    await inParallel(accountIds, 8, async (accountId) => {
      const { kind } = await open(after, user, accountId);
      if (kind !== 'open') findings.faults.push(`${accountId} is ${kind} with the new key alone`);
    });
    const posts = { ledger: await readLedger(sandbox), acknowledged };
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs(), posts };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await after.child.stop();
    await sandbox.stop();
    return findings;
  },
};

const options = (keys: string) => ({ timing: scaled, environment: { HERALD_TOKEN_KEYS: keys } });

function startRotation(database: CaseDatabase, folder: string): Program {
  const env = { DATABASE_URL: database.url, HERALD_DATA_DIR: folder, HERALD_TOKEN_KEYS: bothKeys };
  return startProgram('rotate-keys', { args: ['server/src/cli/herald.ts', 'rotate-keys'], env });
}

type Interruption = {
  database: CaseDatabase;
  api: Api;
  user: User;
  accountIds: readonly string[];
  at: number;
  command(): Program;
  isKilled: boolean;
};

/**
 * Holds the command at one account, while the token of a later one is refreshed, which the command has read: it must not write
 * the old token back.
 */
async function interrupt(interruption: Interruption, findings: Findings): Promise<void> {
  const { database, api, user, accountIds, at, command, isKilled } = interruption;
  const [held, refreshed] = [accountIds[at], accountIds[at + 1]];
  if (held === undefined || refreshed === undefined) throw new Error('an account is missing');
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [held]);
  const rotation = command();
  await waitUntil('a rotation that waits for the lock', 60_000, async () => {
    const rows = await database.sql(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
          AND query ILIKE '%UPDATE "accounts" SET "tokens_sealed"%'`,
    );
    return rows.length > 0;
  });
  await makeRefreshDue(database, refreshed);
  const { kind } = await open(api, user, refreshed);
  if (kind !== 'open') findings.faults.push(`a refresh during the rotation ended ${kind}`);
  if (isKilled) process.kill(rotation.pid, 'SIGKILL');
  await holder.query('ROLLBACK');
  await holder.end();
  const code = await rotation.ended;
  if (!isKilled && code !== 0) findings.faults.push(`the rotation ended with ${code}: ${rotation.output()}`);
  await makeRefreshDue(database, refreshed);
  const again = await open(api, user, refreshed);
  if (again.kind !== 'open') findings.faults.push(`a token that was refreshed during the rotation is ${again.kind}`);
}

type Publishing = Pick<Interruption, 'api' | 'user' | 'accountIds'>;

async function publish({ api, user, accountIds }: Publishing, findings: Findings): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  await inParallel(accountIds, 2, async (accountId, n) => {
    const input = { content: `Rotated ${n}`, platforms: [{ platform: 'parrot', accountId }], publishNow: true };
    const create = () => api.call<{ post: { _id: string } }>(user, 'POST', '/v1/posts', input);
    let { status, body } = await create();
    // The lock of this case may block a post until its statement times out.
    for (let retry = 1; status === 503 && retry <= retriesMax; retry += 1) ({ status, body } = await create());
    if (status === 201) acknowledged.add(body.post._id);
    else findings.faults.push(`a post returned ${status} ${JSON.stringify(body)}`);
  });
  return acknowledged;
}

async function waitForEnd({ sql }: CaseDatabase): Promise<void> {
  await waitUntil('the end of all posts', 120_000, async () => {
    return (await sql('SELECT 1 FROM post_targets WHERE due_at IS NOT NULL LIMIT 1')).length === 0;
  });
}

async function judge({ sql }: CaseDatabase, findings: Findings): Promise<number> {
  const failed = await sql<{ error: string }>(`SELECT error FROM post_targets WHERE status <> 'published'`);
  if (failed.length > 0) findings.faults.push(`${failed.length} posts failed, such as: ${failed[0]?.error}`);
  const [old] = await sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM accounts WHERE split_part(tokens_sealed, '.', 2) <> 'next'`,
  );
  if (old?.n !== 0) findings.faults.push(`${old?.n ?? '?'} accounts still need the old key`);
  const dead = await sql(`SELECT 1 FROM accounts WHERE status <> 'connected'`);
  if (dead.length > 0) findings.faults.push(`${dead.length} accounts must be reconnected`);
  return (await sql(`SELECT 1 FROM post_targets WHERE status = 'published'`)).length;
}
