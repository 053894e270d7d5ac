import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case, type Findings } from '../../harness/case.ts';
import {
  faultKinds,
  reachingKinds,
  startFaultProxy,
  type FaultProxy,
  type LineFault,
} from '../../harness/network/fault-proxy.ts';
import { readLedger } from '../../harness/ledger.ts';
import { endsUnknown, allPlatforms, richest, type Platform } from './platforms.ts';
import { createPost, readTargets, waitForEnd } from './posts.ts';
import { scaled } from './scaled.ts';
import { openFixture, type Fixture } from './fixture.ts';

const figures = { quick: 1, full: 25 };
const slackMs = 500;

export const breakConnections: Case = {
  id: 'break-connections',
  about:
    'Breaks the connection to each platform in eight ways during the send; every outcome is settled, and no call exceeds its deadline.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: faultKinds.length });
    await using proxy = await startFaultProxy(fixture.sandbox.url);
    const worker = fixture.database.startWorker({ ...fixture.options, sandboxUrl: proxy.url });
    await worker.waitForEvent('working');
    const expected = new Map<string, Expected>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const [n, fault] of faultKinds.entries()) await breakSends({ fixture, proxy, fault, n, round, expected });
      await waitForEnd(fixture, 40_000);
    }
    await worker.stop();
    await judge(fixture, expected, findings);
    await judgeWaits(fixture, findings);
    findings.counts = { ...findings.counts, rounds, faults: faultKinds.length, platforms: allPlatforms.length };
    const unverifiable = new Set([...expected].filter(([, { isUnverifiable }]) => isUnverifiable).map(([key]) => key));
    const posts = { ledger: await readLedger(fixture.sandbox), unverifiable };
    const logs = testbed.supervisor.logs();
    findings.faults.push(...(await checkInvariants(fixture.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

type Expected = { fault: LineFault; platform: Platform; content: string; isUnverifiable: boolean; live: number };
type Step = {
  fixture: Fixture;
  proxy: FaultProxy;
  fault: LineFault;
  n: number;
  round: number;
  expected: Map<string, Expected>;
};

async function breakSends({ fixture, proxy, fault, n, round, expected }: Step): Promise<void> {
  const met: Promise<void>[] = [];
  for (const platform of allPlatforms) {
    const account = fixture.accounts[platform][n];
    if (account === undefined) throw new Error('an account is missing');
    met.push(proxy.spoil(pathOn(platform), fault));
    const content = `A connection with ${fault} to ${platform}, round ${round}`;
    const postId = await createPost(fixture, { content, platforms: [account], kind: richest(platform).kind });
    expected.set(`${postId} ${account.accountId}`, { fault, platform, content, ...expectedEnd(platform, fault) });
  }
  await Promise.all(met);
}

function pathOn(platform: Platform): RegExp {
  return new RegExp(`/${platform}/.*${richest(platform).send.path.source}`);
}

function expectedEnd(platform: Platform, fault: LineFault): Pick<Expected, 'isUnverifiable' | 'live'> {
  const isLive = reachingKinds.includes(fault);
  const isUnverifiable = fault !== 'latency' && endsUnknown(platform, { isLive });
  return { isUnverifiable, live: isUnverifiable && !isLive ? 0 : 1 };
}

async function judge(fixture: Fixture, expected: ReadonlyMap<string, Expected>, findings: Findings): Promise<void> {
  const live = Map.groupBy(await readLedger(fixture.sandbox), ({ text }) => text);
  for (const row of await readTargets(fixture)) {
    const expectation = expected.get(`${row.post_id} ${row.account_id}`);
    if (expectation === undefined) continue;
    findings.counts['targets'] = (findings.counts['targets'] ?? 0) + 1;
    const count = live.get(expectation.content)?.length ?? 0;
    const end = row.error_code ?? row.status;
    if (end === (expectation.isUnverifiable ? 'outcomeUnknown' : 'published') && count === expectation.live) continue;
    findings.faults.push(
      `${expectation.fault} to ${expectation.platform}: ended ${end} (${row.error}) with ${count} live`,
    );
  }
}

/** From the timeline entry of the send to that of its outcome. */
async function judgeWaits({ database }: Fixture, findings: Findings): Promise<void> {
  const rows = await database.sql<{ ms: number }>(
    `SELECT extract(epoch FROM min(b.at) - a.at)::float8 * 1000 AS ms FROM post_timeline a
       JOIN post_timeline b ON b.post_id = a.post_id AND b.account_id = a.account_id AND b.number > a.number
      WHERE a.kind = 'attemptStarted' AND b.kind = 'platformAnswer' GROUP BY a.number, a.at`,
  );
  const longestMs = Math.round(
    percentile(
      rows.map(({ ms }) => ms),
      1,
    ),
  );
  findings.times['longestMs'] = longestMs;
  if (longestMs > scaled.platformCallMs + slackMs)
    findings.warnings.push(`a request was in flight for ${longestMs} ms`);
  // Too long even for a busy machine: the call has no deadline.
  if (longestMs > 3 * scaled.platformCallMs) findings.faults.push(`a request was in flight for ${longestMs} ms`);
}
