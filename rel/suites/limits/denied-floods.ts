import { randomBytes } from 'node:crypto';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { startDatabaseProxy } from '../../harness/network/database-proxy.ts';
import type { Api } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';

const figures = {
  quick: { denied: 2000, forged: 100, admitted: 500 },
  full: { denied: 30_000, forged: 1000, admitted: 5000 },
};
const budget = 10;
const failuresPerMinute = 20;
const statementShareMax = 0.05;

export const deniedFloods: Case = {
  id: 'denied-floods',
  about:
    'Floods Herald with denied requests, forged `X-Forwarded-For` headers and admitted requests; denials cost next to no statements, forged headers change nothing, and an admitted request costs one statement for its key.',
  run: async (testbed, { tier, overrides }) => {
    const findings = noFindings();
    const database = await testbed.openDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    const environment = { HERALD_AUTH_FAILURES_PER_MINUTE: String(failuresPerMinute) };
    const options = { databaseUrl: proxy.url, environment };
    const free = await database.startApi({ ...options, users: 1 });
    const limited = await database.startApi({
      ...{ ...options, users: 1 },
      environment: { ...environment, HERALD_BUDGET_SELF_HOSTED_PER_MINUTE: String(budget) },
    });
    const denied = overrides.get('denied') ?? figures[tier].denied;
    await floodDenied(limited, { count: denied, statements: proxy.statements, findings });
    await forgeAddresses(free, { count: figures[tier].forged, findings });
    await database.sql('DELETE FROM request_budgets');
    await countStatements(free, { count: figures[tier].admitted, statements: proxy.statements, findings });
    const budgets = await database.sql('SELECT 1 FROM request_budgets');
    if (budgets.length > 0) findings.faults.push('a plan without a rate limit has a budget');
    const secrets = [free, limited].flatMap(({ users }) => users.map(({ key }) => key));
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    for (const api of [free, limited]) await api.child.stop();
    return findings;
  },
};

type Flood = { count: number; statements(): number; findings: Findings };

async function floodDenied(api: Api, { count, statements, findings }: Flood): Promise<void> {
  const { user } = api;
  for (let n = 0; n < budget; n += 1) await api.call(user, 'GET', '/v1/platforms');
  const before = statements();
  let admitted = 0;
  await inParallel(Array.from({ length: count }), 16, async () => {
    const { status } = await api.call(user, 'GET', '/v1/platforms');
    if (status === 200) admitted += 1;
    else if (status !== 429) findings.faults.push(`a denied request returned ${status}`);
  });
  const used = statements() - before;
  if (used > count * statementShareMax + 2 * admitted) {
    findings.faults.push(`${count} denied requests caused ${used} statements`);
  }
  findings.counts = { ...findings.counts, denied: count - admitted, statementsOfDenied: used };
}

async function forgeAddresses({ baseUrl }: Api, { count, findings }: Omit<Flood, 'statements'>): Promise<void> {
  const statuses = new Map<number, number>();
  const key = `hrd_live_${randomBytes(32).toString('hex')}`;
  for (let n = 0; n < count; n += 1) {
    const address = `203.0.${n % 256}.${(n * 7) % 256}`;
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address, forwarded: `for=${address}` };
    const { status } = await fetch(`${baseUrl}/v1/platforms`, { headers: { ...headers, 'x-real-ip': address } });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const unauthorized = statuses.get(401) ?? 0;
  // A slow machine may reach the next minute.
  if (unauthorized > 2 * failuresPerMinute || unauthorized + (statuses.get(429) ?? 0) !== count) {
    findings.faults.push(`forged addresses got ${JSON.stringify([...statuses])}`);
  }
  findings.counts = { ...findings.counts, forged: count, unauthorized };
}

async function countStatements(api: Api, { count, statements, findings }: Flood): Promise<void> {
  const { user } = api;
  // The first request also records the use of the key.
  await api.call(user, 'GET', '/v1/platforms');
  const before = statements();
  await inParallel(Array.from({ length: count }), 8, async () => void (await api.call(user, 'GET', '/v1/platforms')));
  const used = statements() - before;
  // Once a minute, the use of the key is recorded.
  if (used < count || used > count + 3) findings.faults.push(`${count} requests caused ${used} statements`);
  findings.counts = { ...findings.counts, admitted: count, statementsOfAdmitted: used };
}
