import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../test/harness.ts';
import { startSink } from '../../test/sink.ts';
import { waitFor } from '../../test/wait-for.ts';
import { otlpMetrics } from './otlp.ts';

type Point = { attributes: { key: string; value: { stringValue: string } }[] } & Record<string, unknown>;
type Data = { dataPoints: Point[] } & Record<string, unknown>;
type Metric = { name: string; sum?: Data; gauge?: Data; histogram?: Data };
type Body = {
  resourceMetrics: { resource: Pick<Point, 'attributes'>; scopeMetrics: { metrics: Metric[] }[] }[];
};

const secret = 'Bearer a-secret-of-the-collector';

async function startExport(): Promise<{ t: TestApp; sink: Awaited<ReturnType<typeof startSink>> }> {
  const sink = await startSink();
  const environment = { HERALD_OTLP_URL: sink.url, HERALD_OTLP_AUTHORIZATION: secret };
  const t = await startTestApp({ environment });
  t.app.metricsExport.start();
  return { t, sink };
}

const metricsIn = (body: string): Metric[] =>
  (JSON.parse(body) as Body).resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap(({ metrics }) => metrics));

test('sends every metric of /metrics every 30 seconds, with the configured header', async () => {
  const { t, sink } = await startExport();
  const user = await t.newUser();
  await user.call('GET', '/v1/profiles');
  assert.equal(sink.received.length, 0);
  await t.advance(30_000);
  await waitFor('an export', async () => sink.received.length === 1);
  const [request] = sink.received;
  assert.deepEqual([request?.method, request?.path], ['POST', '/hook/v1/metrics']);
  assert.equal(request?.headers['content-type'], 'application/json');
  assert.equal(request.headers.authorization, secret);

  const exported = metricsIn(request.body);
  const { text } = await t.call('GET', '/metrics');
  const withSamples = [...text.matchAll(/^# TYPE (\S+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => new RegExp(`^${name}(_count)?[{ ]`, 'm').test(text))
    // These have no samples before the first collection, and right after they were read.
    .filter((name) => !/nodejs_(?:gc|eventloop)_/.test(name));
  assert.ok(withSamples.length > 20, `only ${withSamples.length} metrics`);
  const names = new Set(exported.map(({ name }) => name));
  assert.deepEqual(
    withSamples.filter((name) => !names.has(name)),
    [],
  );
  const requests = exported.find(({ name }) => name === 'herald_http_request_duration_seconds')?.histogram;
  const point = requests?.dataPoints.find(({ attributes }) =>
    attributes.some(({ value }) => value.stringValue === '/v1/profiles'),
  );
  assert.deepEqual([point?.['count'], requests?.['aggregationTemporality']], ['1', 2]);
  assert.equal(point?.['startTimeUnixNano'], '1772442000000000000');
  assert.equal(point['timeUnixNano'], '1772442030000000000');
  assert.ok(!request.body.includes(user.ownerId));
});

test('logs a failing collector once, and its recovery, and never the header', async () => {
  const { t, sink } = await startExport();
  const lines = (msg: string): string[] => t.log.filter((line) => line.includes(msg));
  for (const [index, status] of [503, 503, 200].entries()) {
    sink.respondWith = status;
    // The loop sleeps again only after the previous request has ended.
    await waitFor(`export ${index}`, async () => {
      await t.advance(30_000);
      return sink.received.length > index;
    });
  }
  await waitFor('the recovery', async () => lines('metrics are exported again').length === 1);
  assert.equal(lines('metrics could not be exported').length, 1);
  assert.ok(!t.log.join('').includes('a-secret-of-the-collector'));
});

test('sends once more when it stops', async () => {
  const { t, sink } = await startExport();
  await t.app.metricsExport.stop();
  assert.equal(sink.received.length, 1);
});

test('converts counters, gauges and histograms, and leaves out values that could not be read', () => {
  const bucket = (le: number | string, value: number) => ({ value, labels: { le, a: 'b' }, metricName: 'h_bucket' });
  const families = [
    { name: 'c', help: 'C', type: 'counter', values: [{ value: 3, labels: { a: 'b' } }] },
    { name: 'g', help: 'G', type: 'gauge', values: [{ value: Number.NaN, labels: {} }] },
    {
      ...{ name: 'h', help: 'H', type: 'histogram' },
      values: [
        ...[bucket(1, 2), bucket(5, 2), bucket('+Inf', 3)],
        { value: 11.5, labels: { a: 'b' }, metricName: 'h_sum' },
        { value: 3, labels: { a: 'b' }, metricName: 'h_count' },
      ],
    },
  ];
  const at = new Date('2026-03-02T09:00:00.000Z');
  const body = otlpMetrics(families, { resource: { 'service.name': 'herald' }, startedAt: at, now: at });
  const times = { startTimeUnixNano: '1772442000000000000', timeUnixNano: '1772442000000000000' };
  const attributes = [{ key: 'a', value: { stringValue: 'b' } }];
  assert.deepEqual(metricsIn(JSON.stringify(body)), [
    {
      ...{ name: 'c', description: 'C' },
      sum: { dataPoints: [{ ...times, attributes, asDouble: 3 }], aggregationTemporality: 2, isMonotonic: true },
    },
    {
      ...{ name: 'h', description: 'H' },
      histogram: {
        dataPoints: [
          { ...times, attributes, count: '3', sum: 11.5, explicitBounds: [1, 5], bucketCounts: ['2', '0', '1'] },
        ],
        aggregationTemporality: 2,
      },
    },
  ]);
});
