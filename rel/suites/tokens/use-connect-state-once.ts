import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { approve, exchanges } from './accounts.ts';

const figures = { quick: { rounds: 4, callers: 50 }, full: { rounds: 40, callers: 50 } };

export const useConnectStateOnce: Case = {
  id: 'use-connect-state-once',
  about:
    'Uses a connect `state` many times in parallel and with other users, profiles and platforms; it works exactly once and only where it belongs.',
  run: async (testbed, { tier }) => {
    const { rounds, callers } = figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const apis = await Promise.all([2, 0].map((users) => database.startApi({ users, sandboxUrl: sandbox.url })));
    const [api, second] = apis;
    const [user, stranger] = api?.users ?? [];
    if (api === undefined || second === undefined || user === undefined || stranger === undefined) {
      throw new Error('a process or a user is missing');
    }
    const states: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const session = await approve(api, user, `bird-${round}`);
      states.push(session.state);
      const abuses = [
        api.call(stranger, 'POST', '/v1/connect/parrot', session),
        api.call(user, 'POST', '/v1/connect/telegram', session),
        api.call(user, 'POST', '/v1/connect/parrot', { ...session, state: session.state.slice(0, -1) }),
        api.call(user, 'POST', '/v1/connect/parrot', { ...session, state: session.state.toUpperCase() }),
        api.call(user, 'POST', '/v1/connect/parrot', { ...session, state: '' }),
      ];
      const accepted = (await Promise.all(abuses)).filter(({ status }) => status === 200).length;
      if (accepted > 0) findings.faults.push(`round ${round}: ${accepted} abuses were accepted`);
      const responses = await Promise.all(
        Array.from({ length: callers }, (_, index) =>
          (index % 2 === 0 ? api : second).call(user, 'POST', '/v1/connect/parrot', session),
        ),
      );
      const succeeded = responses.filter(({ status }) => status === 200).length;
      if (succeeded !== 1) findings.faults.push(`round ${round}: ${succeeded} of ${callers} callers succeeded`);
    }
    const [row] = await database.sql<{ n: number }>('SELECT count(*)::int AS n FROM accounts');
    if (row?.n !== rounds) findings.faults.push(`${row?.n ?? 0} accounts after ${rounds} rounds`);
    const { count } = await exchanges(sandbox);
    if (count !== rounds) findings.faults.push(`${count} codes were exchanged for ${rounds} states`);
    findings.counts = { rounds, callers, accounts: row?.n ?? 0 };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: states, logs: testbed.supervisor.logs() })),
    );
    for (const one of apis) await one.child.stop();
    await sandbox.stop();
    return findings;
  },
};
