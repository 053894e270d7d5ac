import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';

/** Requests per minute. */
const figures = {
  quick: { budgets: [60, 600], processes: 2, seconds: 6 },
  full: { budgets: [10, 60, 600], processes: 4, seconds: 100 },
};
/** Far more than any budget allows. */
const clientsPerProcess = 4;

export const budgetsAcrossProcesses: Case = {
  id: 'budgets-across-processes',
  about:
    'Exceeds the rate limit of users on several processes; together they admit the limit at once and its share of every minute after it, and nothing more.',
  run: async (testbed, { tier, overrides }) => {
    const { budgets, processes } = figures[tier];
    const seconds = overrides.get('seconds') ?? figures[tier].seconds;
    const findings = noFindings();
    for (const budget of budgets) {
      const database = await testbed.openDatabase();
      const environment = { HERALD_BUDGET_SELF_HOSTED_PER_MINUTE: String(budget) };
      const apis = await Promise.all(
        Array.from({ length: processes }, (_, n) => database.startApi({ users: n === 0 ? 1 : 0, environment })),
      );
      const user = apis[0]?.users[0];
      if (user === undefined) throw new Error('a user is missing');
      const { admitted, sent, elapsedMs } = await exhaust(apis, user, seconds * 1000);
      const allowed = budget * (1 + elapsedMs / 60_000);
      if (admitted > Math.ceil(allowed)) findings.faults.push(`${admitted} of ${Math.floor(allowed)} requests passed`);
      // A slow machine cannot use up the largest budget.
      if (sent > 2 * allowed && admitted < Math.floor(budget * 0.98)) {
        findings.faults.push(`only ${admitted} of ${Math.floor(allowed)} requests passed`);
      }
      findings.counts = { ...findings.counts, [`sent${budget}`]: sent, [`admitted${budget}`]: admitted };
      findings.times[`allowed${budget}`] = Math.floor(allowed);
      const observed = { secrets: [user.key], logs: testbed.supervisor.logs() };
      findings.faults.push(...(await checkInvariants(database.sql, observed)));
      for (const api of apis) await api.child.stop();
    }
    return findings;
  },
};

type Exhausted = { admitted: number; sent: number; elapsedMs: number };

async function exhaust(apis: readonly Api[], user: User, forMs: number): Promise<Exhausted> {
  const startedMs = performance.now();
  let [admitted, sent] = [0, 0];
  const client = async (api: Api): Promise<void> => {
    while (performance.now() - startedMs < forMs) {
      const { status } = await api.call(user, 'GET', '/v1/platforms');
      sent += 1;
      if (status === 200) admitted += 1;
      else if (status !== 429) throw new Error(`a request returned ${status}`);
    }
  };
  await Promise.all(apis.flatMap((api) => Array.from({ length: clientsPerProcess }, () => client(api))));
  return { admitted, sent, elapsedMs: performance.now() - startedMs };
}
