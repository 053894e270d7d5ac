import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import type { Child } from '../../harness/programs/supervisor.ts';
import { waitUntil } from '../../harness/wait.ts';
import { createPost, readTargets } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 3, full: 50 };
/** A worker has 32 slots per platform and would never claim more at once. */
const postsPerKill = 25;

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
      for (let first = 0; first < rounds; first += postsPerKill) {
        const accounts = fixture.accounts.bluesky.slice(first, Math.min(first + postsPerKill, rounds));
        await killAndRecover(fixture, { state, accounts, findings });
      }
    }
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

type Kill = { state: State; accounts: readonly Target[]; findings: Findings };

async function killAndRecover(fixture: Fixture, { state, accounts, findings }: Kill): Promise<void> {
  const victim = startHalting(fixture, state);
  const rescuer = fixture.database.startWorker({ ...fixture.options, isSpare: true });
  await rescuer.waitForEvent('ready');
  const ids = await killOnly(fixture, victim, { state, accounts });
  const startedMs = performance.now();
  rescuer.write('go');
  await waitUntil(`the end after a kill at ${state.point}`, state.limitMs * 3, () => isOver(fixture, ids));
  const tookMs = Math.round(performance.now() - startedMs);
  findings.times[`${state.point}Ms`] = Math.max(findings.times[`${state.point}Ms`] ?? 0, tookMs);
  if (tookMs > state.limitMs) {
    findings.warnings.push(`recovery took ${tookMs} ms, and ${state.limitMs} are allowed`);
  }
  // Even on a slow machine, unsent targets must not have waited for their lease.
  if (state.point === 'claimed' && tookMs > timing.publishLeaseMs - 1000) {
    findings.faults.push(`what was not sent waited ${tookMs} ms`);
  }
  await rescuer.stop();
}

function startHalting({ database, options }: Fixture, { point }: State): Child {
  return database.startWorker({
    ...options,
    isSpare: true,
    failpoint: { point, platforms: ['bluesky'], halt: 'wait' },
  });
}

async function killOnly(
  fixture: Fixture,
  victim: Child,
  { state, accounts }: Pick<Kill, 'state' | 'accounts'>,
): Promise<string[]> {
  const ids: string[] = [];
  const aim: string[] = [];
  for (const account of accounts) {
    const content = `Left at ${state.point} on ${account.accountId}`;
    const id = await createPost(fixture, { content, platforms: [account], kind: 'text' });
    ids.push(id);
    aim.push(id, content);
  }
  let halted = 0;
  victim.onEvent(({ event }) => (halted += Number(event === 'failpoint')));
  await victim.waitForEvent('ready');
  victim.write(JSON.stringify(aim));
  await waitUntil(`a halt at ${state.point}`, 60_000, () => halted === accounts.length);
  await victim.kill();
  return ids;
}

async function isOver({ database }: Fixture, ids: readonly string[]): Promise<boolean> {
  const [row] = await database.sql<{ open: number }>(
    'SELECT count(*)::int AS open FROM post_targets WHERE post_id = ANY($1) AND due_at IS NOT NULL',
    [ids],
  );
  return row?.open === 0;
}
