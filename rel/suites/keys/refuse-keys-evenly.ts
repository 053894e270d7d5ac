import { randomBytes } from 'node:crypto';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { startDatabaseProxy } from '../../harness/network/database-proxy.ts';
import type { Api, User } from '../../harness/testbed.ts';

const figures = { quick: 100, full: 5000 };
const differenceMax = 0.1;

export const refuseKeysEvenly: Case = {
  id: 'refuse-keys-evenly',
  about:
    'Sends unknown and deleted API keys in turn; both get the same response after the same number of statements, so that neither the response nor its time shows which keys existed.',
  isFullOnly: true,
  run: async (testbed, { tier, overrides }) => {
    const requests = overrides.get('requests') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    const environment = { HERALD_AUTH_FAILURES_PER_MINUTE: '1000000' };
    const api = await database.startApi({ users: 1, databaseUrl: proxy.url, environment });
    const { user: owner } = api;
    const deleted = await createDeletedKey(api, owner);
    const times: Record<Kind, number[]> = { unknown: [], deleted: [] };
    const bodies = new Set<string>();
    for (let n = 0; n < requests * 2; n += 1) {
      const kind: Kind = n % 2 === 0 ? 'unknown' : 'deleted';
      const key = kind === 'deleted' ? deleted : `hrd_live_${randomBytes(32).toString('hex')}`;
      const before = proxy.statements();
      const startedMs = performance.now();
      const { status, body } = await api.call({ ...owner, key }, 'GET', '/v1/platforms');
      times[kind].push(performance.now() - startedMs);
      bodies.add(`${status} ${JSON.stringify(body)}`);
      const statements = proxy.statements() - before;
      if (statements !== 1) findings.faults.push(`a key that is ${kind} caused ${statements} statements`);
    }
    if (bodies.size !== 1) findings.faults.push(`${bodies.size} different responses: ${[...bodies].join(' and ')}`);
    const [unknownUs, deletedUs] = [medianUs(times.unknown), medianUs(times.deleted)];
    if (Math.abs(unknownUs - deletedUs) > differenceMax * Math.max(unknownUs, deletedUs)) {
      findings.warnings.push(`unknown keys take ${unknownUs} µs, deleted ones ${deletedUs} µs`);
    }
    findings.counts = { requests: requests * 2 };
    findings.times = { unknownUs, deletedUs };
    await api.child.stop();
    return findings;
  },
};

type Kind = 'unknown' | 'deleted';

const medianUs = (values: readonly number[]): number => Math.round(percentile(values, 0.5) * 1000);

async function createDeletedKey(api: Api, owner: User): Promise<string> {
  const path = '/v1/api-keys';
  const { body } = await api.call<{ apiKey: { id: string; key: string } }>(owner, 'POST', path, { name: 'Deleted' });
  const { status } = await api.call(owner, 'DELETE', `${path}/${body.apiKey.id}`);
  if (status !== 200) throw new Error(`a key was not deleted: ${status}`);
  return body.apiKey.key;
}
