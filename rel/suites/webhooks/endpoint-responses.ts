import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startSinks, type Receipt } from '../../harness/network/sinks.ts';
import { inParallel, sleep, waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint } from './endpoints.ts';
import { scaled } from './scaled.ts';

// Ten thousand times shorter than the real waits: a run takes three seconds.
const waitsMs = [1, 30, 180, 720, 1800];
const timing = {
  ...scaled,
  deliveryWaitsMs: waitsMs,
  deliveryTimeoutMs: 1000,
  deliveryLeaseMs: 4000,
  deliveryPollMs: 25,
};
const usersNeeded = 20;

type EndpointResponse = {
  name: string;
  expected: Expected;
  behave(receipt: Receipt, response: ServerResponse): number | null;
};
type Expected = { status: string; code: string | null; http: number | null; attempts: number };

const delivered = (http: number): Expected => ({ status: 'delivered', code: null, http, attempts: 1 });
const exhausted = (code: string, http: number | null): Expected => ({ status: 'failed', code, http, attempts: 6 });

export const endpointResponses: Case = {
  id: 'endpoint-responses',
  about:
    'Responds with every status from 200 to 599 and with every kind of broken response; each delivery ends with the documented status, attempts and waits.',
  run: async (testbed) => {
    const findings = noFindings();
    const farm = await startSinks(1);
    const [sink] = farm.sinks;
    if (sink === undefined) throw new Error('there is no sink');
    const responses = new Map(allResponses(sink.port).map((response) => [response.name, response]));
    sink.behave = (receipt, response) => responses.get(receipt.suiteId)?.behave(receipt, response) ?? null;
    const database = await testbed.openDatabase();
    const refused = 9;
    const options = { timing, admitted: [sink.port, refused] };
    const api = await database.startApi({ ...options, users: usersNeeded });
    const endpointOf = new Map<string, string>();
    await inParallel([...responses.values()], 4, async ({ name }, index) => {
      const user = api.users[index % usersNeeded];
      if (user === undefined) throw new Error('a user is missing');
      const url =
        name === 'refused'
          ? `http://127.0.0.1:${refused}/`
          : name === 'tls'
            ? `https://127.0.0.1:${sink.port}/`
            : sink.url;
      const { id } = await createEndpoint(api, { user, sink: 0, url });
      endpointOf.set(name, id);
      await emitEvents(api, { user, data: [{ suiteId: name }], webhookId: id });
    });
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');
    const before = memoryOf(worker.pid);
    await waitUntil('the end of all runs', 40_000, async () => {
      await sleep(250);
      const [row] = await database.sql<{ open: number }>('SELECT count(*)::int AS open FROM open_deliveries');
      return row?.open === 0;
    });
    const growth = Math.round((memoryOf(worker.pid) - before) / 1e6);

    const rows = await database.sql<Row>(rowsSql);
    const byEndpoint = new Map(rows.map((row) => [row.endpoint_id, row]));
    for (const { name, expected } of responses.values()) {
      const row = byEndpoint.get(endpointOf.get(name) ?? '');
      if (row === undefined) findings.faults.push(`${name} has no delivery`);
      else findings.faults.push(...compare(name, expected, row));
    }
    findings.faults.push(...timestampFaults(farm.receipts));
    findings.counts = { responses: responses.size, receipts: farm.receipts.length, growthMb: growth };
    if (growth > 50) findings.warnings.push(`the worker grew by ${growth} MB`);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: '' })));
    await worker.stop();
    await api.child.stop();
    await farm.close();
    return findings;
  },
};

function allResponses(port: number): EndpointResponse[] {
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index).map((status) => ({
    name: `status ${status}`,
    expected: ofStatus(status),
    behave: () => status,
  }));
  const hold = (): null => null;
  return [
    ...statuses,
    // Following the redirect would succeed.
    ...[301, 302, 303, 307, 308].map((status) => ({
      name: `redirect ${status}`,
      expected: exhausted('redirect', status),
      behave: (_receipt: Receipt, response: ServerResponse): null => {
        response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
        return null;
      },
    })),
    { name: 'hang', expected: exhausted('timeout', null), behave: hold },
    {
      name: 'reset',
      expected: exhausted('connectionFailed', null),
      behave: (_receipt, response) => {
        response.destroy();
        return null;
      },
    },
    {
      name: 'half an answer',
      expected: exhausted('connectionFailed', null),
      behave: (_receipt, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half');
        setTimeout(() => response.destroy(), 20);
        return null;
      },
    },
    {
      name: 'endless body',
      expected: delivered(200),
      behave: (_receipt, response) => {
        response.writeHead(200);
        const chunk = 'x'.repeat(16_384);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', more);
        more();
        return null;
      },
    },
    {
      name: 'drip',
      expected: exhausted('timeout', null),
      behave: (_receipt, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 100);
        response.on('close', () => clearInterval(timer));
        return null;
      },
    },
    {
      name: 'header flood',
      expected: exhausted('httpError', null),
      behave: (_receipt, response) => {
        for (let n = 0; n < 400; n += 1) response.setHeader(`x-flood-${n}`, 'y'.repeat(100));
        return 200;
      },
    },
    { name: 'refused', expected: exhausted('connectionFailed', null), behave: hold },
    { name: 'tls', expected: exhausted('tlsFailed', null), behave: hold },
    ...['1', '3600', 'nonsense', '-5', 'Wed, 21 Oct 2065 07:28:00 GMT'].map((value) => ({
      name: `retry-after ${value}`,
      expected: exhausted('httpError', 503),
      behave: (_receipt: Receipt, response: ServerResponse): null => {
        response.writeHead(503, { 'retry-after': value }).end();
        return null;
      },
    })),
  ];
}

function ofStatus(status: number): Expected {
  if (status < 300) return delivered(status);
  if (status === 410) return { status: 'failed', code: 'gone', http: 410, attempts: 1 };
  return exhausted(status < 400 ? 'redirect' : 'httpError', status);
}

type Row = {
  endpoint_id: string;
  status: string;
  last_error_code: string | null;
  last_http_status: number | null;
  attempt_count: number;
  is_active: boolean;
  waits: number[];
};

const rowsSql = `
  SELECT d.endpoint_id, d.status, d.last_error_code, d.last_http_status, d.attempt_count, e.is_active,
         ARRAY(SELECT extract(epoch FROM a.attempted_at - lag(a.attempted_at) OVER (ORDER BY a.number))::float8 * 1000
                 FROM webhook_attempts a WHERE a.delivery_id = d.id ORDER BY a.number OFFSET 1) AS waits
    FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id`;

function compare(name: string, expected: Expected, row: Row): string[] {
  const observed = {
    status: row.status,
    code: row.last_error_code,
    http: row.last_http_status,
    attempts: row.attempt_count,
  };
  const faults: string[] = [];
  if (JSON.stringify(observed) !== JSON.stringify(expected)) {
    faults.push(`${name}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(observed)}`);
  }
  if (row.is_active === (expected.code === 'gone'))
    faults.push(`${name}: the endpoint is ${row.is_active ? '' : 'not '}active`);
  const least = name === 'retry-after 3600' ? 2 : 1;
  row.waits.forEach((wait, index) => {
    const planned = (waitsMs[index] ?? 0) * least;
    if (wait < planned - 1) faults.push(`${name}: attempt ${index + 2} came after ${wait} ms, not ${planned}`);
  });
  return faults;
}

function timestampFaults(receipts: readonly Receipt[]): string[] {
  const byDelivery = Map.groupBy(receipts, (one) => String(one.headers['x-service-delivery-id']));
  return [...byDelivery]
    .filter(([, all]) => all.length === 6 && new Set(all.map((one) => one.headers['x-service-timestamp'])).size === 1)
    .map(([id]) => `${id} sent the same timestamp in all its attempts`);
}

function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4096;
}
