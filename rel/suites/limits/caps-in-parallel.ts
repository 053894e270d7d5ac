import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { firstProfile } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/testbed.ts';

const figures = { quick: 3, full: 60 };
const parallel = 50;

export const capsInParallel: Case = {
  id: 'caps-in-parallel',
  about:
    'Creates webhook endpoints, queues and API keys in parallel on two processes when one more is allowed; exactly one is created.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const [first, second] = await Promise.all([database.startApi({ users: 1 }), database.startApi({ users: 0 })]);
    const { user } = first;
    for (const cap of await capsOf(first, user)) {
      for (let n = cap.existing; n < cap.max - 1; n += 1) await cap.create(first, n);
      for (let round = 1; round <= rounds; round += 1) {
        const ids = await Promise.all(
          Array.from({ length: parallel }, (_, n) => cap.create(n % 2 === 0 ? first : second, n)),
        );
        const created = ids.filter((id) => id !== undefined);
        if (created.length !== 1) findings.faults.push(`${cap.name}, round ${round}: ${created.length} were created`);
        for (const id of created) await first.call(user, 'DELETE', cap.pathOf(id));
      }
    }
    findings.counts = { rounds, parallel, caps: 3 };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    for (const api of [first, second]) await api.child.stop();
    return findings;
  },
};

type Cap = {
  name: string;
  max: number;
  existing: number;
  create(api: Api, n: number): Promise<string | undefined>;
  pathOf(id: string): string;
};

async function capsOf(api: Api, user: User): Promise<Cap[]> {
  const profileId = await firstProfile(api, user);
  const createAt = (path: string, bodyOf: (n: number) => object): Cap['create'] => {
    return async (target, n) => {
      const { status, body } = await target.call(user, 'POST', path, bodyOf(n));
      if (status === 201) return /[a-z]{3}_[0-9a-z]{24}/.exec(JSON.stringify(body))?.[0];
      if (status === 409 || status === 400) return undefined;
      throw new Error(`POST ${path} returned ${status} ${JSON.stringify(body)}`);
    };
  };
  const slots = [{ dayOfWeek: 1, time: '09:00' }];
  const hook = { url: 'https://hooks.example/a', events: ['post.published'], profileAccess: 'all_profiles' };
  return [
    {
      ...{ name: 'webhook endpoints', max: 25, existing: 0, pathOf: (id) => `/v1/webhooks/${id}` },
      create: createAt('/v1/webhooks', (n) => ({ name: `Hook ${n}`, ...hook })),
    },
    {
      ...{ name: 'queues', max: 10, existing: 0 },
      pathOf: (id) => `/v1/queue/slots?profileId=${profileId}&queueId=${id}`,
      create: createAt('/v1/queue/slots', (n) => ({ profileId, name: `Queue ${n}`, timezone: 'UTC', slots })),
    },
    {
      ...{ name: 'API keys', max: 100, existing: 1, pathOf: (id) => `/v1/api-keys/${id}` },
      create: createAt('/v1/api-keys', (n) => ({ name: `Key ${n}` })),
    },
  ];
}
