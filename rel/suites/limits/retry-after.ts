import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { sleep } from '../../harness/wait.ts';

const figures = { quick: { users: 10, rounds: 3 }, full: { users: 50, rounds: 10 } };
/** One request every two seconds. */
const budget = 30;

export const retryAfter: Case = {
  id: 'retry-after',
  about: 'Waits exactly as long as `Retry-After` says after a 429; the next request is always admitted.',
  run: async (testbed, { tier, overrides }) => {
    const users = overrides.get('users') ?? figures[tier].users;
    const { rounds } = figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const environment = { HERALD_BUDGET_SELF_HOSTED_PER_MINUTE: String(budget) };
    const api = await database.startApi({ users, environment });
    let waits = 0;
    await Promise.all(
      api.users.map(async (user) => {
        for (let round = 0; round < rounds; round += 1) {
          const seconds = await exhaust(api, user);
          if (!Number.isInteger(seconds) || seconds < 1) findings.faults.push(`Retry-After was ${seconds}`);
          await sleep(seconds * 1000);
          const { status } = await api.call(user, 'GET', '/v1/platforms');
          waits += 1;
          if (status !== 200) findings.faults.push(`${status} after waiting ${seconds} s as requested`);
        }
      }),
    );
    findings.counts = { users, rounds, waits };
    const secrets = api.users.map(({ key }) => key);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    await api.child.stop();
    return findings;
  },
};

/** Returns the `Retry-After` of the first denial, which the body must repeat. */
async function exhaust({ baseUrl }: Api, { key }: User): Promise<number> {
  for (let n = 0; n < 10 * budget; n += 1) {
    const response = await fetch(`${baseUrl}/v1/platforms`, { headers: { authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { retryAfter?: number };
    if (response.status !== 429) continue;
    const seconds = Number(response.headers.get('retry-after'));
    return body.retryAfter === seconds ? seconds : Number.NaN;
  }
  throw new Error('the rate limit was never exceeded');
}
