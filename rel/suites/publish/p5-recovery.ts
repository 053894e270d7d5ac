import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import type { Child } from '../../harness/supervisor.ts';
import { waitUntil } from '../../harness/wait.ts';
import { makePost, readTargets } from './posts.ts';
import { openScene, type Scene } from './scene.ts';

const figures = { quick: 3, full: 50 };

/** As the real ones to each other: a lease outlasts by far the time after which a worker counts as dead. */
const timing = {
  heartbeatMs: 200,
  workerDeadAfterMs: 1000,
  workerSweepMs: 250,
  platformCallMs: 2000,
  publishLeaseMs: 8000,
  publishSettleMs: 4000,
};
const states = [
  // Dead after, one sweep and one poll; 30 s in real time.
  { point: 'claimed', limitMs: 1000 + 250 + 100 + 1500 },
  // L and S; 240 s in real time.
  { point: 'intent', limitMs: 8000 + 4000 + 2500 },
] as const;
type State = (typeof states)[number];

export const p5Recovery: Case = {
  id: 'P5',
  about: 'the only worker is killed: what it had not sent goes on at once, what it may have sent after its time',
  run: async (stage, { tier, given }) => {
    const rounds = given.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: rounds + 1, timing, on: ['bluesky'] });
    for (const state of states) {
      const victim = startHalting(scene, state);
      const rescuer = scene.database.startWorker({ ...scene.options, isSpare: true });
      await rescuer.told('ready');
      const ids = await killOnly(scene, victim, { state, rounds });
      const startedMs = performance.now();
      rescuer.write('go');
      await waitUntil(
        `the end after a kill at ${state.point}`,
        state.limitMs * 3,
        async () => await isOver(scene, ids),
      );
      const tookMs = Math.round(performance.now() - startedMs);
      findings.times[`${state.point}Ms`] = tookMs;
      if (tookMs > state.limitMs)
        findings.warnings.push(`recovery took ${tookMs} ms, and ${state.limitMs} are allowed`);
      // A machine may be slow, but no lease may have been waited out for what was never sent.
      if (state.point === 'claimed' && tookMs > timing.publishLeaseMs - 1000) {
        findings.faults.push(`what was not sent waited ${tookMs} ms`);
      }
      await rescuer.stop();
    }
    if (await hasLockedJob(scene)) findings.faults.push('a job of a dead worker is still locked');
    const rows = await readTargets(scene);
    const lost = rows.filter(({ status }) => status !== 'published');
    findings.faults.push(...lost.map((row) => `${row.content} ended ${row.status} ${row.error}`));
    findings.counts = { rounds, states: states.length };
    const posts = {
      ledger: await readLedger(scene.sandbox),
      doubtful: new Set<string>(),
      acknowledged: new Set<string>(),
    };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

function startHalting({ database, options }: Scene, { point }: State): Child {
  return database.startWorker({
    ...options,
    isSpare: true,
    failpoint: { point, platforms: ['bluesky'], halt: 'wait' },
  });
}

/** All of them at once in the hands of one worker, on a network that can be asked. */
async function killOnly(
  scene: Scene,
  victim: Child,
  { state, rounds }: { state: State; rounds: number },
): Promise<string[]> {
  const ids: string[] = [];
  const aim: string[] = [];
  for (const [n, account] of scene.accounts.bluesky.slice(0, rounds).entries()) {
    const content = `Left at ${state.point}, number ${n}`;
    const id = await makePost(scene, { content, platforms: [account], kind: 'text' });
    ids.push(id);
    aim.push(id, content);
  }
  let halted = 0;
  victim.onTold(({ event }) => (halted += Number(event === 'failpoint')));
  await victim.told('ready');
  await startLongJob(scene);
  victim.write(JSON.stringify(aim));
  await waitUntil(`a halt at ${state.point}`, 15_000, () => halted === rounds);
  await waitUntil('a job in its hands', 15_000, async () => await hasLockedJob(scene));
  await victim.kill();
  return ids;
}

/** A token is refreshed at a network that does not answer: the worker dies with the job in its hands. */
async function startLongJob({ accounts, database, sandbox, user }: Scene): Promise<void> {
  const accountId = accounts.bluesky.at(-1)?.accountId ?? '';
  await sandbox.control('POST', 'faults', { platform: 'bluesky', operation: 'refreshSession', kind: 'hang' });
  await database.sql(`UPDATE accounts SET refresh_at = now(), token_expires_at = now() WHERE id = $1`, [accountId]);
  await database.sql(
    `SELECT graphile_worker.add_job('refresh-token', json_build_object('ownerId', $1::text, 'accountId', $2::text))`,
    [user.ownerId, accountId],
  );
}

async function hasLockedJob({ database }: Scene): Promise<boolean> {
  const rows = await database.sql(
    `SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'refresh-token' AND locked_by IS NOT NULL`,
  );
  return rows.length > 0;
}

async function isOver({ database }: Scene, ids: readonly string[]): Promise<boolean> {
  const [row] = await database.sql<{ open: number }>(
    'SELECT count(*)::int AS open FROM post_targets WHERE post_id = ANY($1) AND due_at IS NOT NULL',
    [ids],
  );
  return row?.open === 0;
}
