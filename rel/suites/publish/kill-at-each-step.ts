import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { countRequests, readLedger } from '../../harness/ledger.ts';
import type { Child } from '../../harness/programs/supervisor.ts';
import { waitUntil } from '../../harness/wait.ts';
import { endsUnknown, allPlatforms, richest, traitsOf, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd } from './posts.ts';
import { checkUnsentPost, createUnsentPost } from './unsent-post.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 1, full: 20 };
const permalinkReads = 3;

/** The outcome can be unknown only between `intent` and `beforeCommit`. */
const points = ['claimed', 'intent', 'bytesSent', 'responseRead', 'beforeCommit', 'afterCommit'] as const;
type Point = (typeof points)[number];

export const killAtEachStep: Case = {
  id: 'kill-at-each-step',
  about:
    'Kills a worker at each step of publishing, on every platform; each target ends with the documented status and at most one live post.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: points.length });
    const expected = new Map<string, Expected>();
    for (let round = 1; round <= rounds; round += 1) {
      const workers = points.map((point) => startHalting(fixture, point));
      for (const [index, point] of points.entries()) {
        const worker = workers[index];
        if (worker === undefined) throw new Error('a worker is missing');
        await killAt({ fixture, worker, point, round, expected });
      }
      const rescuer = fixture.database.startWorker(fixture.options);
      await waitForEnd(fixture, 180_000);
      if (round === 1) {
        // On its own, so that no other post meets its fault.
        await createUnsentPost(fixture);
        await waitForEnd(fixture, 180_000);
        // At once, because the sandbox forgets its oldest requests.
        findings.faults.push(...(await checkUnsentPost(fixture)));
      }
      await rescuer.stop();
    }
    await judge(fixture, expected, findings);
    findings.counts = { ...findings.counts, rounds, points: points.length, platforms: allPlatforms.length };
    const unverifiable = new Set([...expected].filter(([, one]) => one.status === 'failed').map(([key]) => key));
    const posts = { ledger: await readLedger(fixture.sandbox), unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

function startHalting({ database, options }: Fixture, point: Point): Child {
  return database.startWorker({
    ...options,
    isSpare: true,
    failpoint: { point, platforms: allPlatforms, halt: 'wait' },
  });
}

type Expected = { point: Point; platform: Platform; status: 'published' | 'failed'; live: number; content: string };
type Step = { fixture: Fixture; worker: Child; point: Point; round: number; expected: Map<string, Expected> };

async function killAt({ fixture, worker, point, round, expected }: Step): Promise<void> {
  const aim: string[] = [];
  const sendsBefore = await countSends(fixture);
  for (const platform of allPlatforms) {
    const account = fixture.accounts[platform][points.indexOf(point)];
    if (account === undefined) throw new Error('an account is missing');
    const content = `Killed at ${point} on ${platform}, round ${round}`;
    const postId = await createPost(fixture, { content, platforms: [account], kind: richest(platform).kind });
    aim.push(postId, content);
    expected.set(`${postId} ${account.accountId}`, { point, platform, content, ...expectedEnd(platform, point) });
    if (point === 'bytesSent') await delayResponse(fixture, platform);
    if (point === 'responseRead') await hidePermalink(fixture);
  }
  let halted = 0;
  worker.onEvent(({ event }) => (halted += Number(event === 'failpoint')));
  await worker.waitForEvent('ready');
  worker.write(JSON.stringify(aim));
  await waitUntil(`a halt at ${point} on every platform`, 180_000, () => halted === allPlatforms.length).catch(
    async (error: unknown) => {
      throw new Error(`round ${round}: ${JSON.stringify(await readStates(fixture, aim))}`, { cause: error });
    },
  );
  if (point === 'bytesSent') {
    const expectedSends = sendsBefore + allPlatforms.length;
    await waitUntil('an arrival of every send', 20_000, async () => (await countSends(fixture)) >= expectedSends);
  }
  // The worker also finishes targets of earlier workers; killing it during those would change their expected end.
  await waitUntil('an end of everything else', 20_000, async () => !(await hasOthersAtHand(fixture, aim)));
  await worker.kill();
}

async function readStates({ database }: Fixture, aim: readonly string[]): Promise<unknown[]> {
  return await database.sql(
    `SELECT t.status, t.stage, t.attempt_count, t.waiting, t.error_code, t.due_at - herald_now() AS due_in, a.platform
       FROM post_targets t JOIN accounts a ON a.id = t.account_id WHERE t.post_id = ANY($1)`,
    [aim],
  );
}

async function countSends({ sandbox }: Fixture): Promise<number> {
  const counts = await Promise.all(
    allPlatforms.map((platform) => countRequests(sandbox, platform, richest(platform).send.operation)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function hasOthersAtHand({ database }: Fixture, aim: readonly string[]): Promise<boolean> {
  const rows = await database.sql(
    `SELECT 1 FROM post_targets WHERE post_id <> ALL($1) AND status = 'publishing'
        AND worker_id IN (SELECT worker_id FROM post_targets WHERE post_id = ANY($1))`,
    [aim],
  );
  return rows.length > 0;
}

/** The worker halts before the response arrives. */
async function delayResponse({ sandbox }: Fixture, platform: Platform): Promise<void> {
  const { operation } = richest(platform).send;
  await sandbox.control('POST', 'faults', { platform, operation, kind: 'slow', value: 1500 });
}

/** Must not fail the target. */
async function hidePermalink({ sandbox }: Fixture): Promise<void> {
  const fault = { platform: 'instagram', operation: 'getMedia', kind: 'errorBefore', times: permalinkReads };
  await sandbox.control('POST', 'faults', fault);
}

function expectedEnd(platform: Platform, point: Point): Pick<Expected, 'status' | 'live'> {
  const isLive = point !== 'intent';
  const isAccepted = point === 'beforeCommit' && traitsOf(platform).isFollowed === true;
  const isKnown = point === 'claimed' || point === 'afterCommit' || isAccepted || !endsUnknown(platform, { isLive });
  return isKnown ? { status: 'published', live: 1 } : { status: 'failed', live: isLive ? 1 : 0 };
}

async function judge(fixture: Fixture, expected: ReadonlyMap<string, Expected>, findings: Findings): Promise<void> {
  const live = Map.groupBy(await readLedger(fixture.sandbox), ({ text }) => text);
  for (const row of await readTargets(fixture)) {
    const end = expected.get(`${row.post_id} ${row.account_id}`);
    if (end === undefined) continue;
    const count = live.get(end.content)?.length ?? 0;
    const isAsExpected = row.status === end.status && count === end.live;
    const isUnknown = row.status !== 'failed' || row.error_code === 'outcomeUnknown';
    findings.counts['targets'] = (findings.counts['targets'] ?? 0) + 1;
    if (isAsExpected && isUnknown) continue;
    const how = `ended ${row.status} (${row.error_code}, ${row.error}) with ${count} live`;
    findings.faults.push(`killed at ${end.point} on ${end.platform}: ${how}`);
  }
}
