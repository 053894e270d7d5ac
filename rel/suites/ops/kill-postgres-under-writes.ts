import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { judgeWrites, startWriters } from './writers.ts';

const figures = { quick: 3, full: 30 };
const backMsAim = 5000;

export const killPostgresUnderWrites: Case = {
  id: 'kill-postgres-under-writes',
  about:
    'Kills PostgreSQL with SIGKILL while clients write; no acknowledged write is lost, requests get nothing but 503 in the meantime, and Herald continues without a restart.',
  run: async (testbed, { tier, random, overrides }) => {
    const kills = overrides.get('kills') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const api = await database.startApi({ users: 1 });
    const { user } = api;
    const writers = startWriters(api, user);
    const backMs: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random.between(800, 1600));
      await testbed.killEngine();
      const killedMs = performance.now();
      await waitUntil('a write after the kill', 60_000, () => writers.lastMs() > killedMs + 100);
      backMs.push(Math.round(writers.lastMs() - killedMs));
    }
    await writers.stop();
    await judgeWrites(database, writers, { findings, refusals: [503] });
    findings.counts = { kills, acknowledged: writers.acknowledged.size, unavailable: writers.statuses.get(503) ?? 0 };
    findings.times = { backMsMax: Math.max(...backMs) };
    if (Math.max(...backMs) > backMsAim) findings.warnings.push(`writes were back after ${Math.max(...backMs)} ms`);
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    await api.child.stop();
    return findings;
  },
};
