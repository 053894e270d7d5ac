import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startTcpProxy, tcpFaults } from '../../harness/network/tcp-proxy.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { judgeWrites, startWriters } from './writers.ts';

const figures = { quick: { rounds: 1, faultMs: 1500 }, full: { rounds: 10, faultMs: 8000 } };
const recoveryMsAim = 10_000;

export const breakDatabaseConnections: Case = {
  id: 'break-database-connections',
  about:
    'Resets, delays, slows down and silences the connections between Herald and PostgreSQL while clients write; no acknowledged write is lost, requests get nothing but 503, and Herald recovers by itself.',
  run: async (testbed, { tier, random, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier].rounds;
    const { faultMs } = figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    await using proxy = await startTcpProxy(database.url);
    const api = await database.startApi({ users: 1, databaseUrl: proxy.url });
    const { user } = api;
    const writers = startWriters(api, user);
    await waitUntil('the first write', 60_000, () => writers.acknowledged.size > 0);
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of random.shuffle(tcpFaults)) {
        proxy.setFault(fault);
        await sleep(faultMs);
        proxy.setFault();
        const clearedMs = performance.now();
        await waitUntil(`a write after ${fault}`, 120_000, () => writers.lastMs() > clearedMs);
        const recoveryMs = Math.round(writers.lastMs() - clearedMs);
        findings.times[`${fault}RecoveryMs`] = Math.max(findings.times[`${fault}RecoveryMs`] ?? 0, recoveryMs);
        if (recoveryMs > recoveryMsAim) findings.warnings.push(`${fault}: writes were back after ${recoveryMs} ms`);
      }
    }
    await writers.stop();
    await judgeWrites(database, writers, { findings, refusals: [503] });
    const unavailable = writers.statuses.get(503) ?? 0;
    findings.counts = { rounds, faults: tcpFaults.length, acknowledged: writers.acknowledged.size, unavailable };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    await api.child.stop();
    return findings;
  },
};
