import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case, type Findings } from '../../harness/case.ts';
import {
  faultKinds,
  reachingKinds,
  startFaultProxy,
  type FaultProxy,
  type LineFault,
} from '../../harness/fault-proxy.ts';
import { readLedger } from '../../harness/ledger.ts';
import { endsInDoubt, networks, richest, type Network } from './networks.ts';
import { makePost, readTargets, waitForEnd } from './posts.ts';
import { scaled } from './scaled.ts';
import { openScene, type Scene } from './scene.ts';

const figures = { quick: 1, full: 25 };
const slackMs = 500;

export const p4LineFaults: Case = {
  id: 'P4',
  about: 'the line to a network fails in every way there is: what came of it is found out, and nobody waits for ever',
  run: async (stage, { tier, given }) => {
    const rounds = given.get('rounds') ?? figures[tier];
    const findings = noFindings();
    await using scene = await openScene(stage, { accounts: faultKinds.length });
    await using proxy = await startFaultProxy(scene.sandbox.url);
    const worker = scene.database.startWorker({ ...scene.options, sandboxUrl: proxy.url });
    await worker.told('working');
    const expected = new Map<string, Expected>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const [n, fault] of faultKinds.entries()) await meet({ scene, proxy, fault, n, round, expected });
      await waitForEnd(scene, 40_000);
    }
    await worker.stop();
    await judge(scene, expected, findings);
    await judgeWaits(scene, findings);
    findings.counts = { ...findings.counts, rounds, faults: faultKinds.length, networks: networks.length };
    const doubtful = new Set([...expected].filter(([, { isDoubtful }]) => isDoubtful).map(([key]) => key));
    const posts = { ledger: await readLedger(scene.sandbox), doubtful, acknowledged: new Set<string>() };
    const logs = stage.supervisor.logs();
    findings.faults.push(...(await checkInvariants(scene.database.sql, { secrets: [], logs, posts })));
    return findings;
  },
};

type Expected = { fault: LineFault; platform: Network; content: string; isDoubtful: boolean; live: number };
type Step = {
  scene: Scene;
  proxy: FaultProxy;
  fault: LineFault;
  n: number;
  round: number;
  expected: Map<string, Expected>;
};

/** One post on every network, whose irrevocable request meets the fault. */
async function meet({ scene, proxy, fault, n, round, expected }: Step): Promise<void> {
  const met: Promise<void>[] = [];
  for (const platform of networks) {
    const account = scene.accounts[platform][n];
    if (account === undefined) throw new Error('an account is missing');
    met.push(proxy.spoil(pathOn(platform), fault));
    const content = `A line with ${fault} to ${platform}, round ${round}`;
    const postId = await makePost(scene, { content, platforms: [account], kind: richest(platform).kind });
    expected.set(`${postId} ${account.accountId}`, { fault, platform, content, ...endOf(platform, fault) });
  }
  await Promise.all(met);
}

/** Paths of the sandbox begin with the network they stand for. */
function pathOn(platform: Network): RegExp {
  return new RegExp(`/${platform}/.*${richest(platform).send.path.source}`);
}

function endOf(platform: Network, fault: LineFault): Pick<Expected, 'isDoubtful' | 'live'> {
  const isOut = reachingKinds.includes(fault);
  const isDoubtful = fault !== 'latency' && endsInDoubt(platform, { isOut });
  return { isDoubtful, live: isDoubtful && !isOut ? 0 : 1 };
}

async function judge(scene: Scene, expected: ReadonlyMap<string, Expected>, findings: Findings): Promise<void> {
  const live = Map.groupBy(await readLedger(scene.sandbox), ({ text }) => text);
  for (const row of await readTargets(scene)) {
    const wanted = expected.get(`${row.post_id} ${row.account_id}`);
    if (wanted === undefined) continue;
    findings.counts['targets'] = (findings.counts['targets'] ?? 0) + 1;
    const count = live.get(wanted.content)?.length ?? 0;
    const end = row.error_code ?? row.status;
    if (end === (wanted.isDoubtful ? 'outcomeUnknown' : 'published') && count === wanted.live) continue;
    findings.faults.push(`${wanted.fault} to ${wanted.platform}: ended ${end} (${row.error}) with ${count} live`);
  }
}

/** From the intent to what came of it: the time for which a request holds its place. */
async function judgeWaits({ database }: Scene, findings: Findings): Promise<void> {
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
    findings.warnings.push(`a request held its place for ${longestMs} ms`);
  // No machine is that slow: somebody waits without a limit.
  if (longestMs > 3 * scaled.platformCallMs) findings.faults.push(`a request held its place for ${longestMs} ms`);
}
