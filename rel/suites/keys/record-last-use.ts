import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';

const figures = { quick: { requests: 1000, keys: 20 }, full: { requests: 10_000, keys: 100 } };
const processes = 2;

export const recordLastUse: Case = {
  id: 'record-last-use',
  about:
    'Sends many requests with many keys to two processes; `lastUsedAt` of a key is written at most once a minute by each process, and at least once.',
  run: async (testbed, { tier, random, overrides }) => {
    const requests = overrides.get('requests') ?? figures[tier].requests;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const apis = [await database.startApi({ users: 2 }), await database.startApi({ users: 0 })];
    const keys = await createKeys(apis[0], figures[tier].keys);
    await countWrites(database);
    const startedMs = performance.now();
    const uses = Array.from({ length: requests }, () => random.pick(keys));
    await inParallel(uses, 16, async ({ user }, index) => {
      const { status } = (await apis[index % apis.length]?.call(user, 'GET', '/v1/platforms')) ?? { status: 0 };
      if (status !== 200) findings.faults.push(`a request returned ${status}`);
    });
    for (const api of apis) await api.child.stop();
    const minutes = Math.ceil((performance.now() - startedMs) / 60_000);
    const rows = await database.sql<{ id: string | null; count: number }>(
      'SELECT key_id AS id, count(*)::int AS count FROM key_writes GROUP BY 1',
    );
    const writesMax = processes * (minutes + 1);
    for (const { id, count } of rows) {
      const allowed = id === null ? writesMax * keys.length : writesMax;
      if (count > allowed) findings.faults.push(`${id ?? 'the table of keys'} was written ${count} times`);
    }
    const unseen = keys.filter(({ id }) => !rows.some((row) => row.id === id));
    if (unseen.length > 0) findings.faults.push(`the use of ${unseen.length} keys was not recorded`);
    findings.counts = { requests, keys: keys.length, writes: rows.find(({ id }) => id === null)?.count ?? 0 };
    const secrets = keys.map(({ user }) => user.key);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    return findings;
  },
};

/** Counts statements, too, because one that changes no row costs nearly as much. */
async function countWrites({ sql }: CaseDatabase): Promise<void> {
  await sql('CREATE TABLE key_writes (key_id text)');
  await sql(`CREATE FUNCTION note_key_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO key_writes VALUES (CASE WHEN TG_LEVEL = 'ROW' THEN NEW.id END);
      RETURN NULL;
    END $$`);
  for (const level of ['ROW', 'STATEMENT']) {
    await sql(
      `CREATE TRIGGER note_${level} AFTER UPDATE ON api_keys FOR EACH ${level} EXECUTE FUNCTION note_key_write()`,
    );
  }
}

type CreatedKey = { id: string; user: User };

/** A user may have 100 keys. */
async function createKeys(api: Api | undefined, count: number): Promise<CreatedKey[]> {
  const keys: CreatedKey[] = [];
  for (let n = 0; n < count; n += 1) {
    const owner = api?.users[n % 2];
    if (api === undefined || owner === undefined) throw new Error('a user is missing');
    const input = { name: `Key ${n}` };
    const { body } = await api.call<{ apiKey: { id: string; key: string } }>(owner, 'POST', '/v1/api-keys', input);
    keys.push({ id: body.apiKey.id, user: { ...owner, key: body.apiKey.key } });
  }
  return keys;
}
