import { checkInvariants } from '../../check.ts';
import { startApis } from '../../harness/programs/apis.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api } from '../../harness/testbed.ts';
import { connectAccount, makeRefreshDue, open, refreshes, statusOf } from './accounts.ts';

const figures = {
  quick: { rounds: 20, callers: 16, processes: 2, kills: 3 },
  full: { rounds: 200, callers: 64, processes: 4, kills: 20 },
};

export const refreshOnce: Case = {
  id: 'refresh-once',
  about:
    'Requests an expired token from many clients and processes, some of which are killed; the platform sees exactly one refresh per expiry.',
  run: async (testbed, { tier, random, overrides }) => {
    const figure = figures[tier];
    const rounds = overrides.get('rounds') ?? figure.rounds;
    const callers = overrides.get('callers') ?? figure.callers;
    const processes = overrides.get('processes') ?? figure.processes;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const { apis, user, sandbox, start } = await startApis(database, processes);
    const [first] = apis;
    if (first === undefined) throw new Error('no API process');
    const accountId = await connectAccount(first, user, 'kea');
    const killEvery = Math.max(1, Math.floor(rounds / figure.kills));
    const tokens = new Set<string>();
    for (let round = 1; round <= rounds; round += 1) {
      await makeRefreshDue(database, accountId);
      const before = await refreshes(sandbox);
      const calls = Array.from({ length: callers }, (_, index) => apis[index % apis.length] ?? first);
      const opened = await Promise.all(calls.map((api) => open(api, user, accountId)));
      const after = await refreshes(sandbox);
      const count = after.count - before.count;
      if (count !== 1) findings.faults.push(`round ${round}: ${count} refreshes`);
      const different = new Set(opened.map(({ kind, token }) => `${kind} ${token}`));
      if (different.size !== 1) findings.faults.push(`round ${round}: ${different.size} different outcomes`);
      if (tokens.has(opened[0]?.token ?? '')) findings.faults.push(`round ${round}: an old token`);
      tokens.add(opened[0]?.token ?? '');
      if (round % killEvery === 0) await replaceOne(apis, random.between(0, apis.length - 1), start);
    }
    const { count, refused } = await refreshes(sandbox);
    if (refused > 0) findings.faults.push(`the platform refused ${refused} refreshes`);
    const status = await statusOf(database, accountId);
    if (status !== 'connected') findings.faults.push(`the account ended ${status}`);
    findings.counts = { rounds, callers, processes, kills: Math.floor(rounds / killEvery), refreshes: count };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [...tokens], logs: testbed.supervisor.logs() })),
    );
    for (const api of apis) await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function replaceOne(apis: Api[], index: number, start: () => Promise<Api>): Promise<void> {
  await apis[index]?.child.kill();
  apis[index] = await start();
}
