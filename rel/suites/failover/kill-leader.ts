import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { missingFailoverTools } from '../../harness/programs/machine.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { openFixture, type Fixture } from './fixture.ts';
import { findLostWrites, judgeEnd, type Outage } from './judge-failovers.ts';
import { startPostingClients, type PostingClients } from './posting-clients.ts';

const figures = { quick: 2, full: 10 };
const [backWithinMs, endWithinMs] = [180_000, 600_000];
const postsMin = 20;
/** Longer than the 6 seconds after which Herald stops waiting for a commit. */
const silentMs = [7000, 10_000] as const;

export const killLeader: Case = {
  id: 'kill-leader',
  about:
    'Kills the leading PostgreSQL of a Patroni cluster with its machine while clients create posts, every other time after its standbys have received nothing for seconds; no acknowledged write is lost, no post is published twice, every event is delivered, and Herald continues without a restart.',
  isFullOnly: true,
  run: async (_, { tier, random, overrides }) => {
    const missing = missingFailoverTools();
    if (missing !== undefined) return { ...noFindings(), faults: [missing] };
    const failovers = overrides.get('failovers') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture();
    await using clients = startPostingClients(fixture);
    const outages: Outage[] = [];
    // Later faults cannot explain a lost write, so the first ends the case.
    while (outages.length < failovers && findings.faults.length === 0) {
      const silentForMs = outages.length % 2 === 0 ? random.between(...silentMs) : 0;
      outages.push(await failOver(fixture, clients, silentForMs));
      findings.faults.push(...(await findLostWrites(fixture, clients)));
    }
    await clients.stop();
    findings.faults.push(...clients.failures, ...fixture.exits);
    if (findings.faults.length > 0) return findings;
    await waitUntil('the end of all posts and deliveries', endWithinMs, () => isAtRest(fixture));
    await fixture.stop();
    await judgeEnd(fixture, { clients, outages, findings });
    const seconds = outages.map(({ killedMs, backMs }) => (backMs - killedMs) / 1000);
    findings.times = {
      outageSecondsMedian: Math.round(percentile(seconds, 0.5)),
      outageSecondsMax: Math.round(Math.max(...seconds)),
    };
    return findings;
  },
};

async function failOver(fixture: Fixture, clients: PostingClients, silentForMs: number): Promise<Outage> {
  const { patroni, baseUrl } = fixture;
  const leader = await patroni.waitUntilHealthy();
  const enough = clients.acknowledged.size + postsMin;
  await waitUntil(`${postsMin} posts`, backWithinMs, () => clients.acknowledged.size >= enough);
  const brokenMs = Date.now();
  if (silentForMs > 0) patroni.silenceReplication(leader);
  await sleep(silentForMs);
  await patroni.killMember(leader);
  const killedMs = Date.now();
  await waitUntil('a write after the kill', backWithinMs, () => clients.lastStartMs() > killedMs);
  const backMs = clients.lastAcknowledgedMs();
  await waitUntil('a ready API', backWithinMs, async () => (await fetch(`${baseUrl}/readyz`)).ok);
  patroni.restartMember(leader);
  return { brokenMs, killedMs, backMs };
}

async function isAtRest({ sql }: Fixture): Promise<boolean> {
  await sleep(1000);
  const rows = await sql(
    `SELECT 1 FROM post_targets WHERE due_at IS NOT NULL
      UNION ALL SELECT 1 FROM open_deliveries LIMIT 1`,
  );
  return rows.length === 0;
}
