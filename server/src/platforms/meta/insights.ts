import { Type } from 'typebox';
import type { MetricName, Metrics, PostMetrics } from '../adapter.ts';
import { countOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall, MetaCall } from './call.ts';
import { listItems } from './client.ts';
import type { GraphFailure } from './graph.ts';
import { metaReadFailures, type ReadOutcomes } from './read-failures.ts';

const Counted = Type.Object({ value: Type.Unknown() });
const readInsight = responseReader(
  Type.Object({
    name: Type.String(),
    values: Type.Optional(Type.Array(Counted)),
    total_value: Type.Optional(Counted),
  }),
);

/** Metrics without a number are absent. */
type Insights = ReadonlyMap<string, number>;
type InsightsResult = { kind: 'insights'; insights: Insights } | GraphFailure;

/**
 * One invalid metric name makes Meta refuse the whole request, and names come and go: then each of `groups` is
 * requested alone.
 */
export async function readInsights(
  call: MetaAccountCall,
  path: string,
  groups: readonly string[],
): Promise<InsightsResult> {
  const all = await readGroup(call, path, groups.join(','));
  if (!isInvalidMetric(all) || groups.length === 1) return all;
  const insights = new Map<string, number>();
  for (const group of groups) {
    const part = await readGroup(call, path, group);
    if (isInvalidMetric(part)) continue;
    if (part.kind !== 'insights') return part;
    for (const [name, count] of part.insights) insights.set(name, count);
  }
  return { kind: 'insights', insights };
}

async function readGroup(call: MetaAccountCall, path: string, metric: string): Promise<InsightsResult> {
  const list = await listItems(call, { path, query: { metric }, read: readInsight });
  if (list.kind !== 'items') return list;
  const entries = list.items.flatMap(({ name, values, total_value: total }) => {
    const counted = total ?? values?.[0];
    return counted === undefined ? [] : [[name, countOf(counted.value)] as const];
  });
  return { kind: 'insights', insights: new Map(entries) };
}

/** Subcode 33: the object does not exist. */
function isInvalidMetric(result: InsightsResult): boolean {
  return result.kind === 'error' && result.error.code === 100 && result.error.subcode !== 33;
}

type Sources = Readonly<Partial<Record<MetricName, readonly string[]>>>;

export function metricsFrom(insights: Insights, sources: Sources): PostMetrics {
  const entries = Object.entries(sources).flatMap(([metric, names]) => {
    const counts = names.flatMap((name) => insights.get(name) ?? []);
    return counts.length === 0 ? [] : [[metric, counts.reduce((sum, count) => sum + count, 0)] as const];
  });
  return Object.fromEntries(entries);
}

type MetaMetrics = {
  outcomes: ReadOutcomes;
  scopes: readonly string[];
  readPost(call: MetaAccountCall, id: string): Promise<PostResult>;
};

export type PostResult = { kind: 'post'; metrics: PostMetrics } | GraphFailure;

/** Meta has no batch call for insights. */
export function metaMetrics({ outcomes, scopes, readPost }: MetaMetrics): Metrics<MetaCall> {
  const { isMissing } = metaReadFailures({ outcomes, scopes });
  return {
    postsMax: 1,
    read: async (call, posts) => {
      const byPostId = new Map<string, PostMetrics>();
      for (const { id } of posts) {
        const post = await readPost(call, id);
        if (post.kind !== 'post') {
          if (isMissing(post)) continue;
          return outcomes.toStepRefusal(post, scopes);
        }
        if (Object.keys(post.metrics).length > 0) byPostId.set(id, post.metrics);
      }
      return { kind: 'metrics', byPostId };
    },
  };
}
