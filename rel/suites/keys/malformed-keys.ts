import { randomBytes } from 'node:crypto';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startDatabaseProxy } from '../../harness/network/database-proxy.ts';
import type { Random } from '../../harness/random.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';

const figures = { quick: { created: 200, malformed: 2000 }, full: { created: 10_000, malformed: 100_000 } };
const pattern = /^hrd_live_[0-9a-f]{64}$/;
/** A user may have 100 keys, so most are deleted again. */
const atOnce = 8;

export const malformedKeys: Case = {
  id: 'malformed-keys',
  about:
    'Creates many API keys and sends malformed ones; created keys match the pattern, are unique and are stored as hashes only, and a malformed key gets 401 without a statement to the database.',
  run: async (testbed, { tier, random, overrides }) => {
    const created = overrides.get('created') ?? figures[tier].created;
    const malformed = overrides.get('malformed') ?? figures[tier].malformed;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    await using proxy = await startDatabaseProxy(database.url);
    const environment = { HERALD_AUTH_FAILURES_PER_MINUTE: '1000000' };
    const api = await database.startApi({ users: 1, databaseUrl: proxy.url, environment });
    const { user: owner } = api;
    const keys = await createKeys(api, owner, created);
    const unique = new Set(keys);
    if (unique.size !== created) findings.faults.push(`${created - unique.size} keys were created twice`);
    const odd = keys.filter((key) => !pattern.test(key));
    if (odd.length > 0) findings.faults.push(`${odd.length} keys do not match the pattern`);

    const before = proxy.statements();
    const texts = Array.from({ length: malformed }, () => malform(random.pick(keys), random));
    await inParallel(texts, atOnce, async (text) => {
      const headers = { authorization: text };
      const { status } = await fetch(`${api.baseUrl}/v1/platforms`, { headers });
      if (status !== 401) findings.faults.push(`${JSON.stringify(text.slice(0, 100))} returned ${status}`);
    });
    const statements = proxy.statements() - before;
    if (statements > 0) findings.faults.push(`${malformed} malformed keys caused ${statements} statements`);
    // Proves that the proxy counts.
    const unknown = { ...owner, key: `hrd_live_${randomBytes(32).toString('hex')}` };
    const { status } = await api.call(unknown, 'GET', '/v1/platforms');
    if (status !== 401 || proxy.statements() - before !== 1)
      findings.faults.push('an unknown key was not looked up once');
    findings.counts = { created, malformed, statements };
    const secrets = [owner.key, ...keys];
    const rows = await database.sql<{ text: string }>('SELECT k::text AS text FROM api_keys k');
    const stored = secrets.filter((key) => rows.some(({ text }) => text.includes(key)));
    findings.faults.push(...stored.map(() => 'a key is stored in plain text'));
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    await api.child.stop();
    return findings;
  },
};

async function createKeys(api: Api, owner: User, count: number): Promise<string[]> {
  const keys: string[] = [];
  const path = '/v1/api-keys';
  await inParallel(Array.from({ length: count }), atOnce, async (_, index) => {
    const { status, body } = await api.call<{ apiKey: { id: string; key: string } }>(owner, 'POST', path, {
      name: `Key ${index}`,
    });
    if (status !== 201) throw new Error(`no key was created: ${status} ${JSON.stringify(body)}`);
    keys.push(body.apiKey.key);
    if (index % 10 !== 0 || index > 500) await api.call(owner, 'DELETE', `${path}/${body.apiKey.id}`);
  });
  return keys;
}

/** Changes a real key, so that only its form gives it away. */
function malform(key: string, random: Random): string {
  const at = random.between(0, key.length - 1);
  return random.pick([
    `Bearer ${key.slice(0, at)}`,
    `Bearer ${key}${random.pick(['0', 'a', 'G', '='])}`,
    `Bearer ${key.slice(0, -1)}${random.pick(['g', 'G', '-', 'Z', "'"])}`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer ${key.replace('live', random.pick(['test', 'LIVE', 'liv']))}`,
    `Bearer${key}`,
    `Basic ${key}`,
    key,
    `Bearer ${key} ${key}`,
    `Bearer ${key},${key}`,
    'Bearer',
    `Bearer ${"' OR 1=1--".repeat(random.between(1, 20))}`,
  ]);
}
