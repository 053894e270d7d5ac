import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { compareWithReceipts, createHistory, type History } from '../../harness/history.ts';
import type { Random } from '../../harness/random.ts';
import { startSinks, type SinkFarm } from '../../harness/network/sinks.ts';
import type { Api, CaseDatabase } from '../../harness/testbed.ts';
import { createWorkerPool } from '../../harness/programs/worker-pool.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint, NotAcknowledged, type Endpoint } from './endpoints.ts';
import { scaled } from './scaled.ts';

const figures = {
  quick: { events: 500, endpoints: 10, kills: 15, engineKills: 1 },
  full: { events: 10_000, endpoints: 20, kills: 300, engineKills: 5 },
};
const batch = 10;
const rollBackEvery = 5;
// Two workers with 32 attempts in flight and 32 unwritten outcomes each; a PostgreSQL kill affects both.
const unwrittenPerCrashMax = 128;
const secretOf = (index: number): string => `whsec_canary_${index}_b3a1f0`;

export const killWorkersAndPostgres: Case = {
  id: 'kill-workers-and-postgres',
  about:
    'Kills workers and PostgreSQL while 30 % of all first delivery attempts fail; no committed event is lost, and no rolled-back event is delivered.',
  run: async (testbed, { tier, random, overrides }) => {
    const figure = figures[tier];
    const events = overrides.get('events') ?? figure.events;
    const count = overrides.get('endpoints') ?? figure.endpoints;
    const farm = await startSinks(count);
    failFirstTries(farm, random);
    const database = await testbed.openDatabase();
    const options = { timing: scaled, admitted: farm.sinks.map((sink) => sink.port) };
    const api = await database.startApi({ ...options, users: count });
    const endpoints: Endpoint[] = [];
    for (const [sink, { url }] of farm.sinks.entries()) {
      const user = api.users[sink];
      if (user === undefined) throw new Error('a user is missing');
      endpoints.push(await createEndpoint(api, { user, sink, url, fields: { secret: secretOf(sink) } }));
    }

    const pool = await createWorkerPool(() => database.startWorker({ ...options, isSpare: true }), {
      atWork: 2,
      ready: 3,
    });
    const history = createHistory();
    const emitting = emitAll({ api, endpoints, events, history });
    const emission = { isOver: false };
    let engineKills = 0;
    const killing = (async () => {
      while (!emission.isOver || pool.kills < figure.kills) {
        await sleep(random.between(250, 550));
        await pool.killOne(random);
        if (
          engineKills < figure.engineKills &&
          pool.kills >= (figure.kills / (figure.engineKills + 1)) * (engineKills + 1)
        ) {
          engineKills += 1;
          await testbed.killEngine();
        }
        if (pool.kills > figure.kills * 20) throw new Error('the events never ended');
      }
    })();
    await emitting;
    emission.isOver = true;
    await killing;
    await waitForEnd(database);
    await pool.stop();

    const findings = noFindings();
    const [recorded] = await database.sql<{ attempts: number; delivered: number; deliveries: number }>(
      `SELECT sum(attempt_count)::int AS attempts, count(*)::int AS deliveries,
              count(*) FILTER (WHERE status = 'delivered')::int AS delivered FROM webhook_deliveries`,
    );
    const extras = farm.receipts.length - (recorded?.attempts ?? 0);
    findings.counts = {
      events: history.committed.size,
      rolledBack: history.rolledBack.size,
      unacknowledged: history.unknown.size,
      deliveries: recorded?.deliveries ?? 0,
      delivered: recorded?.delivered ?? 0,
      receipts: farm.receipts.length,
      extras,
      kills: pool.kills,
      engineKills,
    };
    findings.faults.push(...compareWithReceipts(history, farm.receipts));
    if (recorded?.delivered !== recorded?.deliveries) findings.faults.push('not every delivery ended as delivered');
    const crashes = pool.kills + engineKills;
    if (extras > crashes * unwrittenPerCrashMax) findings.faults.push(`${extras} attempts were made but not recorded`);
    if (extras > crashes) {
      findings.warnings.push(`${extras} attempts were made but not recorded, with ${crashes} kills`);
    }
    const secrets = [...endpoints.keys()].map(secretOf);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    await api.child.stop();
    await farm.close();
    return findings;
  },
};

function failFirstTries(farm: SinkFarm, random: Random): void {
  for (const sink of farm.sinks) sink.behave = ({ nth }) => (nth === 1 && random.next() < 0.3 ? 500 : 200);
}

type Emitting = { api: Api; endpoints: Endpoint[]; events: number; history: History };

async function emitAll({ api, endpoints, events, history }: Emitting): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (history.committed.size < events && next < events) {
      await emitBatch({ api, endpoints, history, number: next++ });
      await sleep(30);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

async function emitBatch({
  api,
  endpoints,
  history,
  number,
}: Omit<Emitting, 'events'> & { number: number }): Promise<void> {
  const endpoint = endpoints[number % endpoints.length];
  if (endpoint === undefined) throw new Error('an endpoint is missing');
  const ids = Array.from({ length: batch }, (_, n) => `${number}-${n}`);
  const data = ids.map((suiteId) => ({ suiteId, text: 'Zeichen ✓ "quoted" \\ slash' }));
  try {
    const { emitted, rolledBack } = await emitEvents(api, { user: endpoint.user, data, rollBackEvery });
    for (const index of emitted) history.committed.add(ids[index] ?? '');
    for (const index of rolledBack) history.rolledBack.add(ids[index] ?? '');
  } catch (error) {
    if (!(error instanceof NotAcknowledged)) throw error;
    for (const id of ids) history.unknown.add(id);
    await sleep(200);
  }
}

async function waitForEnd(database: CaseDatabase): Promise<void> {
  await waitUntil('the end of all deliveries', 90_000, async () => {
    const [row] = await database.sql<{ open: number }>('SELECT count(*)::int AS open FROM open_deliveries');
    await sleep(200);
    return row?.open === 0;
  });
}
