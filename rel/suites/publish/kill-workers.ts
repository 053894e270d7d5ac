import { checkInvariants } from '../../check.ts';
import { findDuplicates } from '../../check-posts.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger, type LedgerPost } from '../../harness/ledger.ts';
import type { Random } from '../../harness/random.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import { createWorkerPool } from '../../harness/programs/worker-pool.ts';
import { sleep } from '../../harness/wait.ts';
import { watchUnverifiable } from './unverifiable-targets.ts';
import { allPlatforms, platformsFor, traitsOf, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd, type Row } from './posts.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = {
  quick: { targets: 500, kills: 50, accounts: 10 },
  full: { targets: 20_000, kills: 1000, accounts: 70 },
};
const lostShare = 0.05;
const failedShare = 0.05;
/** Lets kills hit posts that were sent, but whose response has not arrived: otherwise rare on a fast machine. */
const slowShare = 0.15;
const slowMs = 400;
const kinds = ['image', 'text', 'video'] as const;
const perRound = kinds.flatMap(platformsFor).length;

export const killWorkers: Case = {
  id: 'kill-workers',
  about:
    'Kills workers at random while a tenth of all platform responses is lost or wrong; no post is duplicated, lost or falsely published.',
  run: async (testbed, { tier, random, overrides }) => {
    const figure = figures[tier];
    const targets = overrides.get('targets') ?? figure.targets;
    const kills = overrides.get('kills') ?? figure.kills;
    await using fixture = await openFixture(testbed, { accounts: overrides.get('accounts') ?? figure.accounts });
    const { database, sandbox, options } = fixture;
    const injected = await injectFaults(fixture, { targets, random, overMs: kills * 400 });
    const watcher = watchUnverifiable(fixture);
    const pool = await createWorkerPool(() => database.startWorker({ ...options, isSpare: true }), {
      atWork: 2,
      ready: 3,
      onKilled: watcher.noteKill,
    });
    const creation = { isOver: false };
    const acknowledged = new Set<string>();
    const all = createAll(fixture, { targets, acknowledged, overMs: kills * 350, creation });
    // The awaited promise reports errors.
    void all.catch(() => (creation.isOver = true));
    while (!creation.isOver || pool.kills < kills) {
      await sleep(random.between(250, 550));
      await pool.killOne(random);
      // A duplicate has already failed the case.
      if (pool.kills % 5 === 0 && (await hasDuplicates(fixture))) break;
      if (pool.kills > kills * 5) throw new Error('the posts never ended');
    }
    creation.isOver = true;
    await all;
    if (!(await hasDuplicates(fixture))) await waitForEnd(fixture, 60_000 + targets * 60);
    await watcher.stop();
    await pool.stop();

    const findings = noFindings();
    const rows = await readTargets(fixture);
    const ledger = await readLedger(sandbox);
    findings.counts = { ...countsOf(rows), kills: pool.kills, injected, slow: watcher.slow.size, live: ledger.length };
    findings.faults.push(...judge(rows, { targets, killedSends: watcher.killedSends, live: liveTargets(ledger) }));
    const posts = { ledger, unverifiable: watcher.unverifiable, acknowledged };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

type Load = { targets: number; acknowledged: Set<string>; overMs: number; creation: { isOver: boolean } };

/** Spreads the posts over the kills, so that killed workers are always busy. */
async function createAll(fixture: Fixture, { targets, acknowledged, overMs, creation }: Load): Promise<void> {
  const rounds = Math.ceil(targets / perRound);
  const startedMs = performance.now();
  for (let n = 0; n < rounds && !creation.isOver; n += 1) {
    const pick = (names: readonly Platform[]): Target[] =>
      names.flatMap((platform) => fixture.accounts[platform][n % fixture.accounts[platform].length] ?? []);
    for (const kind of kinds) {
      const content = `${kind} number ${n} of a long run`;
      acknowledged.add(await createPost(fixture, { content, platforms: pick(platformsFor(kind)), kind }));
    }
    const aheadMs = (overMs * n) / rounds - (performance.now() - startedMs);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  creation.isOver = true;
}

async function hasDuplicates({ sandbox }: Fixture): Promise<boolean> {
  return findDuplicates(await readLedger(sandbox)).length > 0;
}

const sends = allPlatforms.flatMap((platform) =>
  Object.values(traitsOf(platform).sends).map(({ operation }) => ({ platform, operation })),
);

async function injectFaults(
  { sandbox }: Fixture,
  { targets, random, overMs }: { targets: number; random: Random; overMs: number },
): Promise<number> {
  let count = 0;
  const add = async (fault: object, times: number): Promise<void> => {
    for (let n = 0; n < Math.round(times); n += 1) {
      await sandbox.control('POST', 'faults', { ...fault, afterMs: random.between(0, overMs) });
      count += 1;
    }
  };
  for (const send of sends) {
    await add({ ...send, kind: 'lostResponse' }, (targets / perRound) * lostShare);
    await add({ ...send, kind: 'errorAfter' }, (targets / perRound) * failedShare);
    await add({ ...send, kind: 'slowResponse', value: slowMs }, (targets / perRound) * slowShare);
  }
  const lag = { platform: 'instagram', operation: 'listMedia', kind: 'listLag', value: 60_000 };
  await add(lag, targets / 100);
  return count;
}

const sendsMax = 3;

type Observed = { targets: number; killedSends(id: string): number; live: ReadonlySet<string> };

function judge(rows: readonly Row[], { targets, killedSends, live }: Observed): string[] {
  // Kills cut off every send and nothing is live, so the post must have failed.
  const isKilledOff = ({ post_id: post, account_id: account, platform, status, content }: Row): boolean =>
    status === 'failed' && killedSends(`${post} ${account}`) === sendsMax && !live.has(`${platform} ${content}`);
  const isSettled = (row: Row): boolean =>
    row.status === 'published' || row.error_code === 'outcomeUnknown' || isKilledOff(row);
  const lost = rows.filter((row) => !isSettled(row));
  return [
    ...(rows.length < targets ? [`only ${rows.length} targets were created`] : []),
    ...lost.map((row) => `${row.post_id} on ${row.platform} ended ${row.status}: ${row.error_code} ${row.error}`),
  ];
}

/** Each text is sent to one account per platform. */
function liveTargets(ledger: readonly LedgerPost[]): Set<string> {
  return new Set(ledger.map(({ platform, text }) => `${platform} ${text}`));
}

function countsOf(rows: readonly Row[]): Record<string, number> {
  const published = rows.filter(({ status }) => status === 'published').length;
  const unknown = rows.filter(({ error_code: code }) => code === 'outcomeUnknown').length;
  return { targets: rows.length, published, unknown };
}
