import { checkInvariants } from '../../check.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { startSinks, type SinkFarm } from '../../harness/network/sinks.ts';
import type { Api, CaseDatabase, Testbed } from '../../harness/testbed.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint, type Endpoint } from './endpoints.ts';
import { scaled } from './scaled.ts';

const figures = {
  quick: { events: 300, healthy: 7, backlog: 5000 },
  full: { events: 2000, healthy: 17, backlog: 50_000 },
};
// A wait of a minute prevents retries during the case.
const timing = {
  ...scaled,
  deliveryTimeoutMs: 8000,
  deliveryLeaseMs: 12_000,
  deliveryWaitsMs: [60_000],
  deliveryPollMs: 1000,
};
const hangingEvents = 60;
const perSecond = 100;

export const isolateSlowEndpoints: Case = {
  id: 'isolate-slow-endpoints',
  about:
    'Lets one endpoint hang, one respond byte by byte and one have a backlog; deliveries to healthy endpoints do not wait for them.',
  run: async (testbed, { tier, overrides }) => {
    const figure = figures[tier];
    const events = overrides.get('events') ?? figure.events;
    const backlog = overrides.get('backlog') ?? figure.backlog;
    const findings = noFindings();
    const alone = await measure(testbed, { healthy: figure.healthy, events, backlog: 0 });
    const beside = await measure(testbed, { healthy: figure.healthy, events, backlog });
    findings.faults.push(...alone.faults, ...beside.faults);
    findings.counts = { events, backlog, backlogServed: beside.backlogServed, heldByHanging: beside.held };
    const [aloneP99, besideP99] = [percentile(alone.lags, 0.99), percentile(beside.lags, 0.99)];
    findings.times = {
      aloneP50Ms: percentile(alone.lags, 0.5),
      aloneP99Ms: aloneP99,
      besideP50Ms: percentile(beside.lags, 0.5),
      besideP99Ms: besideP99,
      besideMaxMs: Math.max(...beside.lags),
      p99Ratio: Math.round((besideP99 / aloneP99) * 100) / 100,
    };
    if (besideP99 > 2000) findings.warnings.push(`healthy p99 is ${besideP99} ms beside bad neighbours`);
    if (besideP99 > 1.5 * aloneP99) findings.warnings.push(`healthy p99 is ${besideP99} ms, alone ${aloneP99} ms`);
    return findings;
  },
};

type Measured = { lags: number[]; faults: string[]; held: number; backlogServed: number };

async function measure(
  testbed: Testbed,
  { healthy, events, backlog }: { healthy: number; events: number; backlog: number },
): Promise<Measured> {
  const farm = await startSinks(healthy + 3);
  const [hanging, dripping, busy] = [healthy, healthy + 1, healthy + 2];
  misbehave(farm, { hanging, dripping });
  const database = await testbed.openDatabase();
  const options = { timing, admitted: farm.sinks.map((sink) => sink.port) };
  const api = await database.startApi({ ...options, users: farm.sinks.length });
  const endpoints: Endpoint[] = [];
  for (const [sink, { url }] of farm.sinks.entries()) {
    const user = api.users[sink];
    if (user !== undefined) endpoints.push(await createEndpoint(api, { user, sink, url }));
  }
  if (backlog > 0) {
    await emitMany(api, endpoints[hanging], { prefix: 'hang', count: hangingEvents });
    await emitMany(api, endpoints[dripping], { prefix: 'drip', count: 20 });
    await pileUp(database, endpoints[busy], backlog);
  }
  const worker = database.startWorker(options);
  await worker.waitForEvent('working');
  if (backlog > 0)
    await waitUntil('the first hanging attempt', 10_000, () => farm.receipts.some((one) => one.sink === hanging));
  const held = watchHanging(farm, hanging);

  const sentAt = new Map<string, number>();
  for (let n = 0; n < events; n += 5) {
    const endpoint = endpoints[(n / 5) % healthy];
    if (endpoint === undefined) continue;
    const ids = Array.from({ length: 5 }, (_, index) => `healthy-${n + index}`);
    for (const id of ids) sentAt.set(id, Date.now());
    await emitEvents(api, { user: endpoint.user, data: ids.map((suiteId) => ({ suiteId })) });
    await sleep((5 * 1000) / perSecond);
  }
  const arrived = (): Map<string, number> =>
    new Map(farm.receipts.filter((one) => one.sink < healthy).map((one) => [one.suiteId, one.atMs]));
  await waitUntil('the delivery of all healthy events', 30_000, () => arrived().size >= sentAt.size);
  const times = arrived();
  const faults: string[] = [];
  // An event that waited for the hanging endpoint arrives only after that attempt has timed out.
  const late = [...sentAt].filter(([id, at]) => held.endsAt(at) < (times.get(id) ?? Infinity));
  if (late.length > 0) faults.push(`${late.length} healthy events waited until the hanging endpoint let go`);
  const backlogServed = farm.receipts.filter((one) => one.sink === busy).length;
  const violations = await checkInvariants(database.sql, { secrets: [], logs: '' });
  // The backlog of the slow endpoints is overdue on purpose.
  faults.push(...violations.filter((text) => !text.startsWith('no-stuck-')));
  await worker.kill();
  await api.child.stop();
  await farm.close();
  return {
    lags: [...sentAt].map(([id, at]) => (times.get(id) ?? Infinity) - at),
    faults,
    held: held.most,
    backlogServed,
  };
}

function misbehave(farm: SinkFarm, { hanging, dripping }: { hanging: number; dripping: number }): void {
  const [hang, drip] = [farm.sinks[hanging], farm.sinks[dripping]];
  if (hang !== undefined) hang.behave = () => null;
  if (drip === undefined) return;
  drip.behave = (_receipt, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 200);
    response.on('close', () => clearInterval(timer));
    return null;
  };
}

function watchHanging(farm: SinkFarm, hanging: number): { most: number; endsAt(atMs: number): number } {
  const state = {
    most: 0,
    endsAt: (atMs: number): number => {
      const starts = farm.receipts.filter((one) => one.sink === hanging).map((one) => one.atMs);
      const ends = starts.map((start) => start + timing.deliveryTimeoutMs).filter((end) => end > atMs + 2000);
      return ends.length === 0 ? Infinity : Math.min(...ends);
    },
  };
  state.most = farm.receipts.filter((one) => one.sink === hanging).length;
  return state;
}

async function emitMany(
  api: Api,
  endpoint: Endpoint | undefined,
  { prefix, count }: { prefix: string; count: number },
): Promise<void> {
  if (endpoint === undefined) throw new Error('an endpoint is missing');
  const data = Array.from({ length: count }, (_, index) => ({ suiteId: `${prefix}-${index}` }));
  await emitEvents(api, { user: endpoint.user, data });
}

/** Inserted directly, because emitting takes too long. */
async function pileUp({ sql }: CaseDatabase, endpoint: Endpoint | undefined, count: number): Promise<void> {
  if (endpoint === undefined) throw new Error('an endpoint is missing');
  const owner = endpoint.user.ownerId;
  await sql(
    `INSERT INTO events (id, owner_id, type, resource_id, profile_ids, body, is_in_feed, created_at)
     SELECT 'evt_pile' || n, $1, 'post.published', 'pile', '{}',
            convert_to('{"id":"evt_pile' || n || '","type":"post.published","data":{"suiteId":"busy-' || n || '"}}', 'UTF8'),
            true, herald_now() FROM generate_series(1, $2::int) n`,
    [owner, count],
  );
  await sql(
    `WITH added AS (
       INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, resource_id, status,
                                       attempt_count, event_created_at, created_at)
       SELECT 'whd_pile' || n, $1, $2, 'evt_pile' || n, 'post.published', 'pile', 'pending', 0, herald_now(),
              herald_now() FROM generate_series(1, $3::int) n
       RETURNING id, owner_id, endpoint_id, event_id
     )
     INSERT INTO open_deliveries (delivery_id, owner_id, endpoint_id, event_id, run_attempt_count, next_attempt_at)
     SELECT added.*, 0, herald_now() - interval '30 seconds' FROM added`,
    [owner, endpoint.id, count],
  );
}
