import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { sleep } from '../../harness/wait.ts';

const figures = { quick: { rounds: 5, processes: 2 }, full: { rounds: 100, processes: 4 } };
const clients = 12;
const loadMs = 300;

export const revokeUnderLoad: Case = {
  id: 'revoke-under-load',
  about:
    'Deletes API keys while many clients use them on several processes; no request that begins after the deletion was acknowledged succeeds.',
  run: async (testbed, { tier, overrides }) => {
    const { processes } = figures[tier];
    const rounds = overrides.get('rounds') ?? figures[tier].rounds;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const environment = { HERALD_AUTH_FAILURES_PER_MINUTE: '1000000' };
    const first = await database.startApi({ users: 1, environment });
    const others = await Promise.all(
      Array.from({ length: processes - 1 }, () => database.startApi({ users: 0, environment })),
    );
    const apis = [first, ...others];
    const { user: owner } = first;
    const counts = { before: 0, refused: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      const { after, ...seen } = await revokeOnce(apis, owner);
      counts.before += seen.before;
      counts.refused += seen.refused;
      if (after > 0) findings.faults.push(`round ${round}: ${after} requests succeeded after the deletion`);
      if (seen.before === 0) findings.faults.push(`round ${round}: the key was never used`);
    }
    findings.counts = { rounds, processes, ...counts };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [owner.key], logs: testbed.supervisor.logs() })),
    );
    for (const api of apis) await api.child.stop();
    return findings;
  },
};

type Seen = { before: number; refused: number; after: number };

async function revokeOnce(apis: readonly Api[], owner: User): Promise<Seen> {
  const [first] = apis;
  if (first === undefined) throw new Error('no API process');
  const path = '/v1/api-keys';
  const { body } = await first.call<{ apiKey: { id: string; key: string } }>(owner, 'POST', path, { name: 'Load' });
  const user = { ...owner, key: body.apiKey.key };
  const seen = { before: 0, refused: 0, after: 0 };
  let deletedMs = Infinity;
  let isOver = false;
  const client = async (n: number): Promise<void> => {
    while (!isOver) {
      const startedMs = performance.now();
      const { status } = await (apis[n % apis.length] ?? first).call(user, 'GET', '/v1/platforms');
      if (status === 401) seen.refused += 1;
      else if (startedMs > deletedMs) seen.after += 1;
      else seen.before += 1;
    }
  };
  const load = Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  await sleep(loadMs);
  const { status } = await first.call(owner, 'DELETE', `${path}/${body.apiKey.id}`);
  deletedMs = performance.now();
  if (status !== 200) throw new Error(`the key was not deleted: ${status}`);
  await sleep(loadMs);
  isOver = true;
  await load;
  return seen;
}
