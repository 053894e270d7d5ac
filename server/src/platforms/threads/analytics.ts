import type { ReadFollowers } from '../adapter.ts';
import { metaMetrics, metricsFrom, readInsights } from '../meta/insights.ts';
import type { ThreadsCall } from './call.ts';
import { outcomes } from './errors.ts';
import { scopes } from './scopes.ts';

const groups = ['views', 'likes,replies', 'reposts', 'shares'];
const sources = {
  impressions: ['views'],
  views: ['views'],
  likes: ['likes'],
  comments: ['replies'],
  shares: ['reposts', 'shares'],
};

export const metrics = metaMetrics({
  outcomes,
  scopes: scopes.analytics,
  readPost: async (call, id) => {
    const result = await readInsights(call, `${encodeURIComponent(id)}/insights`, groups);
    return result.kind === 'insights' ? { kind: 'post', metrics: metricsFrom(result.insights, sources) } : result;
  },
});

/** Profiles have no field for followers; the number is an insight. */
export const followers: ReadFollowers<ThreadsCall> = async (call) => {
  const metric = 'followers_count';
  const result = await readInsights(call, `${call.account.providerAccountId}/threads_insights`, [metric]);
  if (result.kind !== 'insights') return outcomes.toStepRefusal(result, scopes.analytics);
  return { kind: 'followers', count: result.insights.get(metric) };
};
