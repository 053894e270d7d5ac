import pg from 'pg';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, CaseDatabase, SandboxProcess, User } from '../../harness/testbed.ts';
import { waitUntil } from '../../harness/wait.ts';
import { connectAccount, makeRefreshDue, open, refreshes, statusOf } from './accounts.ts';

const figures = { quick: 5, full: 50 };
const responseMs = 150;

export const loseRotatedToken: Case = {
  id: 'lose-rotated-token',
  about:
    'Kills Herald between a token refresh on the platform and its commit; the account becomes `needsReauth` after at most one more refresh.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const options = { sandboxUrl: sandbox.url, timing: { refreshWaitMs: 500 } };
    const api = await database.startApi({ ...options, users: 1 });
    const { user } = api;
    let furtherCalls = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const accountId = await connectAccount(api, user, `bird-${round}`);
      const victim = await database.startApi({ ...options, users: 0 });
      await killInside({ database, sandbox, victim, user, accountId });
      await database.sql('UPDATE accounts SET refresh_lease_until = now() WHERE id = $1', [accountId]);
      const before = await refreshes(sandbox);
      for (let again = 0; again < 5; again += 1) await open(api, user, accountId);
      const { count } = await refreshes(sandbox);
      furtherCalls += count - before.count;
      if (count - before.count > 1) findings.faults.push(`round ${round}: ${count - before.count} further refreshes`);
      const status = await statusOf(database, accountId);
      if (status !== 'needsReauth') findings.faults.push(`round ${round}: the account is ${status}`);
    }
    findings.counts = { rounds, furtherCalls };
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: testbed.supervisor.logs() })));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

type Fixture = { database: CaseDatabase; sandbox: SandboxProcess; victim: Api; user: User; accountId: string };

/** Locks the account's row after the claim, so that the kill falls between the refresh and its commit. */
async function killInside({ database, sandbox, victim, user, accountId }: Fixture): Promise<void> {
  const { count } = await refreshes(sandbox);
  await makeRefreshDue(database, accountId);
  await sandbox.control('POST', 'faults', { platform: 'parrot', operation: 'token', kind: 'slow', value: responseMs });
  const opening = open(victim, user, accountId).catch(() => undefined);
  await waitUntil('the claim', 5000, async () => {
    const [row] = await database.sql<{ is: boolean }>(
      'SELECT refresh_claim IS NOT NULL AS is FROM accounts WHERE id = $1',
      [accountId],
    );
    return row?.is === true;
  });
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
  await waitUntil('the rotation', 5000, async () => (await refreshes(sandbox)).count > count);
  await victim.child.kill();
  await holder.query('ROLLBACK');
  await holder.end();
  await opening;
}
