import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Child } from '../../harness/supervisor.ts';
import { waitUntil } from '../../harness/wait.ts';
import { createPost, readTargets } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 3, full: 50 };

/** Keeps the real proportions: a lease is much longer than the time after which a worker counts as dead. */
const timing = {
  heartbeatMs: 200,
  workerDeadAfterMs: 1000,
  workerSweepMs: 250,
  platformCallMs: 2000,
  publishLeaseMs: 8000,
  publishSettleMs: 4000,
};
const states = [
  // Dead-worker timeout, one sweep, one poll, slack. 30 s with real timing.
  { point: 'claimed', limitMs: 1000 + 250 + 100 + 1500 },
  // Lease, settle wait, slack. 240 s with real timing.
  { point: 'intent', limitMs: 8000 + 4000 + 2500 },
] as const;
type State = (typeof states)[number];

export const recoverAfterWorkerDeath: Case = {
  id: 'recover-after-worker-death',
  about:
    'Kills the only worker; unsent targets continue as soon as it counts as dead, targets that may have been sent after lease and settle wait.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: rounds + 1, timing, on: ['bluesky'] });
    for (const state of states) {
      const victim = startHalting(fixture, state);
      const rescuer = fixture.database.startWorker({ ...fixture.options, isSpare: true });
      await rescuer.waitForEvent('ready');
      const ids = await killOnly(fixture, victim, { state, rounds });
      const startedMs = performance.now();
      rescuer.write('go');
      await waitUntil(
        `the end after a kill at ${state.point}`,
        state.limitMs * 3,
        async () => await isOver(fixture, ids),
      );
      const tookMs = Math.round(performance.now() - startedMs);
      findings.times[`${state.point}Ms`] = tookMs;
      if (tookMs > state.limitMs)
        findings.warnings.push(`recovery took ${tookMs} ms, and ${state.limitMs} are allowed`);
      // Even on a slow machine, unsent targets must not have waited for their lease.
      if (state.point === 'claimed' && tookMs > timing.publishLeaseMs - 1000) {
        findings.faults.push(`what was not sent waited ${tookMs} ms`);
      }
      await rescuer.stop();
    }
    if (await hasLockedJob(fixture)) findings.faults.push('a job of a dead worker is still locked');
    const rows = await readTargets(fixture);
    const lost = rows.filter(({ status }) => status !== 'published');
    findings.faults.push(...lost.map((row) => `${row.content} ended ${row.status} ${row.error}`));
    findings.counts = { rounds, states: states.length };
    const posts = {
      ledger: await readLedger(fixture.sandbox),
    };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

function startHalting({ database, options }: Fixture, { point }: State): Child {
  return database.startWorker({
    ...options,
    isSpare: true,
    failpoint: { point, platforms: ['bluesky'], halt: 'wait' },
  });
}

/** Lets one worker claim all posts, on a platform with a conclusive look-up, and kills it. */
async function killOnly(
  fixture: Fixture,
  victim: Child,
  { state, rounds }: { state: State; rounds: number },
): Promise<string[]> {
  const ids: string[] = [];
  const aim: string[] = [];
  for (const [n, account] of fixture.accounts.bluesky.slice(0, rounds).entries()) {
    const content = `Left at ${state.point}, number ${n}`;
    const id = await createPost(fixture, { content, platforms: [account], kind: 'text' });
    ids.push(id);
    aim.push(id, content);
  }
  let halted = 0;
  victim.onEvent(({ event }) => (halted += Number(event === 'failpoint')));
  await victim.waitForEvent('ready');
  await startLongJob(fixture);
  victim.write(JSON.stringify(aim));
  await waitUntil(`a halt at ${state.point}`, 15_000, () => halted === rounds);
  await waitUntil('a job in its hands', 15_000, async () => await hasLockedJob(fixture));
  await victim.kill();
  return ids;
}

/** Starts a token refresh that hangs, so that the worker dies while it runs a job. */
async function startLongJob({ accounts, database, sandbox, user }: Fixture): Promise<void> {
  const accountId = accounts.bluesky.at(-1)?.accountId ?? '';
  await sandbox.control('POST', 'faults', { platform: 'bluesky', operation: 'refreshSession', kind: 'hang' });
  await database.sql(`UPDATE accounts SET refresh_at = now(), token_expires_at = now() WHERE id = $1`, [accountId]);
  await database.sql(
    `SELECT graphile_worker.add_job('refresh-token', json_build_object('ownerId', $1::text, 'accountId', $2::text))`,
    [user.ownerId, accountId],
  );
}

async function hasLockedJob({ database }: Fixture): Promise<boolean> {
  const rows = await database.sql(
    `SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'refresh-token' AND locked_by IS NOT NULL`,
  );
  return rows.length > 0;
}

async function isOver({ database }: Fixture, ids: readonly string[]): Promise<boolean> {
  const [row] = await database.sql<{ open: number }>(
    'SELECT count(*)::int AS open FROM post_targets WHERE post_id = ANY($1) AND due_at IS NOT NULL',
    [ids],
  );
  return row?.open === 0;
}
