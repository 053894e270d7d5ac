type Labels = Readonly<Record<string, string | number>>;

export type MetricFamily = {
  name: string;
  help: string;
  type: string;
  values: readonly { value: number; labels: Labels; metricName?: string }[];
};

type Source = {
  resource: Readonly<Record<string, string>>;
  startedAt: Date;
  now: Date;
};

/** Counters and histograms count from `startedAt`. */
export function otlpMetrics(families: readonly MetricFamily[], { resource, startedAt, now }: Source): object {
  const times = { startTimeUnixNano: nanoseconds(startedAt), timeUnixNano: nanoseconds(now) };
  const metrics = families.flatMap((family) => {
    const points = family.type === 'histogram' ? histogramPoints(family) : numberPoints(family);
    const dataPoints = points.map((point) => ({ ...times, ...point }));
    if (dataPoints.length === 0) return [];
    return [{ name: family.name, description: family.help, ...typed(family.type, dataPoints) }];
  });
  return {
    resourceMetrics: [
      { resource: { attributes: attributes(resource) }, scopeMetrics: [{ scope: { name: 'herald' }, metrics }] },
    ],
  };
}

/** 2 means cumulative. */
const aggregationTemporality = 2;

function typed(type: string, dataPoints: readonly object[]): object {
  if (type === 'counter') return { sum: { dataPoints, aggregationTemporality, isMonotonic: true } };
  return type === 'histogram' ? { histogram: { dataPoints, aggregationTemporality } } : { gauge: { dataPoints } };
}

/** JSON has no NaN, which marks values that could not be read. */
function numberPoints({ values }: MetricFamily): object[] {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ attributes: attributes(labels), asDouble: value }));
}

/** Prometheus counts all values up to each bound, OTLP those between two bounds. */
function histogramPoints({ name, values }: MetricFamily): object[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify(withoutBound(labels)));
  return [...series.values()].map((samples) => {
    const labels = withoutBound(samples[0]?.labels ?? {});
    const valueOf = (part: string): number => samples.find((one) => one.metricName === `${name}_${part}`)?.value ?? 0;
    const buckets = samples.filter(
      ({ metricName, labels: { le } }) => metricName === `${name}_bucket` && le !== '+Inf',
    );
    const totals = [...buckets.map(({ value }) => value), valueOf('count')];
    return {
      attributes: attributes(labels),
      count: String(valueOf('count')),
      sum: valueOf('sum'),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)),
      bucketCounts: totals.map((total, index) => String(total - (totals[index - 1] ?? 0))),
    };
  });
}

function withoutBound(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'));
}

function attributes(labels: Labels): object[] {
  return Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: String(value) } }));
}

function nanoseconds(at: Date): string {
  return `${at.getTime()}000000`;
}
