import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { readLedger, countRequests } from '../../harness/ledger.ts';
import type { Child } from '../../harness/programs/supervisor.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { endsUnknown, simplest, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd, type Row } from './posts.ts';
import { scaled } from './scaled.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 1, full: 10 };
const points = ['claimed', 'intent', 'bytesSent', 'responseRead'] as const;
type Point = (typeof points)[number];
type StalledWorker = { worker: Child; point: Point; platform: Platform; postId: string; content: string };

/** With more processes than one per stop, the first lease would expire before the last process is stopped. */
const tried: readonly Platform[] = ['telegram', 'bluesky', 'instagram'];
/** Telegram shows no list of posts, so others end what was stopped there as unknown, and a late write would differ. */
const stops = points.flatMap((point) =>
  (point === 'responseRead' ? (['telegram'] as const) : tried).map((platform) => ({ point, platform })),
);
const sentBefore: readonly Point[] = ['bytesSent', 'responseRead'];
/** No worker may take over a target before all are stopped. */
const timing = { publishLeaseMs: 10_000, workerDeadAfterMs: 10_000 };
const stalledMs = timing.publishLeaseMs + scaled.publishSettleMs + 1500;

export const resumeStalledWorkers: Case = {
  id: 'resume-stalled-workers',
  about:
    'Stops a worker in the middle of publishing until others have finished its targets, then resumes it; it sends and writes nothing more.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: points.length, on: tried, timing });
    let spoiled = 0;
    for (let round = 1; round <= rounds + spoiled; round += 1) {
      const { stalled, isInTime } = await stopWorkers(fixture, round);
      const rescuer = fixture.database.startWorker(fixture.options);
      await sleep(stalledMs);
      await waitForEnd(fixture, 30_000);
      if (!isInTime) {
        spoiled += 1;
        if (spoiled > rounds) throw new Error('the machine is too slow to stop the workers within a lease');
        for (const { worker } of stalled) await worker.kill();
        await rescuer.stop();
        continue;
      }
      const before = { rows: await readRows(fixture), sends: await countSends(fixture) };
      for (const { worker } of stalled) process.kill(worker.pid, 'SIGCONT');
      // Lets a resumed process finish what it was doing; a slow one finishes it before it stops.
      await sleep(2500);
      await Promise.all(stalled.map(({ worker }) => worker.stop()));
      const after = { rows: await readRows(fixture), sends: await countSends(fixture) };
      if (after.rows !== before.rows) findings.faults.push(`round ${round}: a resumed worker wrote to the database`);
      if (after.sends !== before.sends) findings.faults.push(`round ${round}: a resumed worker sent a post`);
      await judge(fixture, stalled, findings);
      await rescuer.stop();
    }
    findings.counts = { ...findings.counts, rounds, spoiled, stalled: rounds * stops.length };
    const rows = await readTargets(fixture);
    const unverifiable = new Set(rows.filter(isOpaque).map((row) => `${row.post_id} ${row.account_id}`));
    const posts = { ledger: await readLedger(fixture.sandbox), unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

const isOpaque = ({ platform }: Pick<Row, 'platform'>): boolean => endsUnknown(platform, { isLive: false });

/**
 * Needs a process per target, because a failpoint stops the whole process. `isInTime`: no lease ended before the last stop, and
 * every send that had to precede it did.
 */
async function stopWorkers(fixture: Fixture, round: number): Promise<{ stalled: StalledWorker[]; isInTime: boolean }> {
  const booted = stops.map(({ point, platform }) => {
    const failpoint = { point, platforms: [platform], halt: 'stop' };
    return fixture.database.startWorker({ ...fixture.options, isSpare: true, failpoint });
  });
  for (const worker of booted) await worker.waitForEvent('ready');
  const stalled: StalledWorker[] = [];
  const startedAt = performance.now();
  const sendsBefore = await countSends(fixture);
  for (const [index, { point, platform }] of stops.entries()) {
    const worker = booted[index];
    const account = fixture.accounts[platform][points.indexOf(point)];
    if (worker === undefined || account === undefined) throw new Error('a worker or an account is missing');
    const content = `Stopped at ${point} on ${platform}, round ${round}`;
    const { kind } = simplest(platform);
    const postId = await createPost(fixture, { content, platforms: [account], kind });
    if (point === 'bytesSent') {
      const fault = { platform, operation: simplest(platform).send.operation, kind: 'slow', value: 1000 };
      await fixture.sandbox.control('POST', 'faults', fault);
    }
    let isStopped = false;
    worker.onEvent(({ event }) => (isStopped ||= event === 'failpoint'));
    worker.write(JSON.stringify([postId, content]));
    await waitUntil(`a stop at ${point} on ${platform}`, 15_000, () => isStopped);
    stalled.push({ worker, point, platform, postId, content });
  }
  const sent = (await countSends(fixture)) - sendsBefore;
  const expected = stops.filter(({ point }) => sentBefore.includes(point)).length;
  const isInTime = performance.now() - startedAt < timing.publishLeaseMs && sent === expected;
  return { stalled, isInTime };
}

/** As text, to detect any late write. */
async function readRows({ database }: Fixture): Promise<string> {
  const rows = await database.sql<{ row: string }>('SELECT t::text AS row FROM post_targets t ORDER BY post_id');
  return rows.map(({ row }) => row).join('\n');
}

async function countSends({ sandbox }: Fixture): Promise<number> {
  const counts = await Promise.all(
    tried.map((platform) => countRequests(sandbox, platform, simplest(platform).send.operation)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Expects claimed targets to be published, and possibly sent ones to be looked up, or to end with `outcomeUnknown`. */
async function judge(fixture: Fixture, stalled: readonly StalledWorker[], findings: Findings): Promise<void> {
  const rows = new Map((await readTargets(fixture)).map((row) => [row.post_id, row]));
  const live = Map.groupBy(await readLedger(fixture.sandbox), ({ text }) => text);
  for (const { point, platform, postId, content } of stalled) {
    const isUnknown = point !== 'claimed' && endsUnknown(platform, { isLive: point !== 'intent' });
    const row = rows.get(postId);
    const count = live.get(content)?.length ?? 0;
    const expected = isUnknown ? 'outcomeUnknown' : 'published';
    const outcome = row?.error_code ?? row?.status;
    const isLive = isUnknown && point === 'intent' ? count === 0 : count === 1;
    if (outcome !== expected || !isLive)
      findings.faults.push(`stopped at ${point} on ${platform}: ${outcome}, ${count} live`);
  }
}
